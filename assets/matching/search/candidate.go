package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// Candidate is a frame that a search may choose, and what it costs.
type Candidate struct {
	Frame int
	// Cost is that of [Database.Search]: the sum of Features and Bias, but for rounding.
	Cost float32
	// Features are what each of [Database.Features] adds to the cost.
	Features []float32
	// Bias is what [Search.NearCost] adds to the cost, or minus [Search.Stay].
	Bias float32
}

// Candidate returns what a frame costs a search, whether or not it can be found. It returns the
// zero value where [Database.Search] finds nothing for what the query is, and for a frame that does
// not exist.
func (d *Database) Candidate(query []float32, search Search, frame int) Candidate {
	if len(query) != d.width || !exact.AllFinite(query...) || frame < 0 || frame >= d.frames {
		return Candidate{}
	}
	var s searcher
	s.begin(d, query, search)
	return s.candidate(frame, make([]float32, d.width))
}

func (s *searcher) candidate(frame int, numbers []float32) Candidate {
	bias := s.bias(frame)
	c := Candidate{
		Frame: frame, Cost: s.distance(frame, numbers) + bias, Bias: bias,
		Features: make([]float32, len(s.d.features)),
	}
	numbers = s.d.Costs(s.query, frame, numbers)
	for i := range s.d.features {
		f := &s.d.features[i]
		for _, x := range numbers[f.First:][:f.Width] {
			c.Features[i] += x
		}
	}
	return c
}

// Best returns the frames that cost a search least, the best first, at most count of them. The
// first one is what [Database.Search] finds. Frames next to each other are alike: of those of a
// range that are fewer than apart frames from each other only the best one counts. It looks at
// every frame, and allocates: it is for programs that show why a frame was chosen.
func (d *Database) Best(query []float32, search Search, count, apart int) (best []Candidate) {
	if len(query) != d.width || !exact.AllFinite(query...) || count < 1 {
		return nil
	}
	var s searcher
	s.begin(d, query, search)
	type priced struct {
		frame int
		cost  float32
	}
	var all []priced
	numbers := make([]float32, d.width)
	for i := range d.spans {
		own := &d.spans[i]
		for frame := own.First + own.FoundFrom; s.allows(own.TagBits) && frame < own.First+own.FoundTo; frame++ {
			if cost := s.distance(frame, numbers) + s.bias(frame); cost < float32(math.Inf(1)) {
				all = append(all, priced{frame, cost})
			}
		}
	}
	order.Stable(all, func(a, b priced) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.frame, b.frame))
	})
	for _, p := range all {
		if len(best) == count {
			break
		}
		if !slices.ContainsFunc(best, func(c Candidate) bool {
			return d.spanOfFrame(c.Frame) == d.spanOfFrame(p.frame) && max(c.Frame-p.frame, p.frame-c.Frame) < apart
		}) {
			best = append(best, s.candidate(p.frame, numbers))
		}
	}
	return best
}

// Alike returns the frame that differs least from a frame, of those that can be found, and what it
// costs a search for the features of that frame. Frames of its own range that are fewer than apart
// frames away, of which the frame itself is one, do not count. It returns -1 if there are no
// others.
func (d *Database) Alike(frame, apart int) (other int, cost float32) {
	if frame < 0 || frame >= d.frames {
		return -1, float32(math.Inf(1))
	}
	var s searcher
	s.begin(d, d.Query(frame, nil, nil), Search{})
	own := &d.spans[d.spanOfFrame(frame)]
	apart = max(1, min(apart, d.frames))
	s.nearFrom, s.nearTo = max(own.First, frame-apart+1), min(own.First+own.Frames, frame+apart)
	s.nearCost = float32(math.Inf(1))
	s.search()
	return s.frame, s.cost
}

// CanBeFound reports whether a search can find a frame: whether it is not near an end of its range
// that is skipped.
func (d *Database) CanBeFound(frame int) bool {
	if frame < 0 || frame >= d.frames {
		return false
	}
	own := &d.spans[d.spanOfFrame(frame)]
	return frame >= own.First+own.FoundFrom && frame < own.First+own.FoundTo
}
