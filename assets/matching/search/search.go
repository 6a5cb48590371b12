package search

import (
	"math"

	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/internal/exact"
)

// Search is what a search looks for besides the nearest features.
type Search struct {
	// Required are tags ([Database.Tags]) that a found frame has, all of them; Forbidden are tags
	// of which it has none.
	Required, Forbidden uint32
	// Current is the frame that plays now. It matters where Stay or Near does.
	Current int
	// Stay is by how much the cost of the current frame is lowered, so that a search does not leave
	// it for little. One that cannot be found, as at the end of a range, has no cost at all.
	Stay float32
	// Near is how many frames next to the current one cost NearCost more, on both sides in its
	// range: to jump there changes little but the pose.
	Near     int
	NearCost float32
}

// Search returns the frame with the lowest cost, and its cost. The query has the numbers of all
// features ([Database.Query]). The cost of a frame is computed in float32, from the first number
// of the query to the last:
//
//	e = frame's number - query's number
//	cost = cost + (e·e)·(weight/spread)²
//
// beginning with 0; then NearCost is added, or Stay subtracted. Of equal frames it is the first
// one. It returns -1 and an infinite cost if no frame has the tags and a finite cost: so for a
// query that has NaN or an infinity, or not [Database.Width] numbers. A Stay or NearCost that is
// negative or not finite counts as 0. It allocates nothing.
func (d *Database) Search(query []float32, search Search) (frame int, cost float32) {
	var s searcher
	s.begin(d, query, search)
	if len(query) == d.width && exact.AllFinite(query...) {
		s.search()
	}
	return s.frame, s.cost
}

// Costs writes what each number of a query adds to the cost of a frame to dst, which it returns.
// Their sum is the cost but for rounding, NearCost and Stay. It returns none for a query of another
// length.
func (d *Database) Costs(query []float32, frame int, dst []float32) []float32 {
	dst = d.Query(frame, nil, dst)
	if len(query) != d.width {
		return dst[:0]
	}
	for i, x := range dst {
		e := x - query[i]
		dst[i] = float32(e*e) * d.weights[i]
	}
	return dst
}

// searcher is a search in progress.
type searcher struct {
	d                   *Database
	query               []float32
	required, forbidden uint32
	current             int // -1 where it does not matter
	stay, nearCost      float32
	nearFrom, nearTo    int // the frames that cost more
	frame               int // the best one so far
	cost                float32
	sight               form.Sight // the query on the grid
	scratch             scratch
}

// begin begins a search with a searcher that is zero. It is too large to be copied.
func (s *searcher) begin(d *Database, query []float32, search Search) {
	s.d, s.query, s.required, s.forbidden = d, query, search.Required, search.Forbidden
	s.current, s.frame, s.cost = -1, -1, float32(math.Inf(1))
	positive := func(x float32) float32 {
		if x > 0 && exact.IsFinite(x) {
			return x
		}
		return 0
	}
	s.stay, s.nearCost = positive(search.Stay), positive(search.NearCost)
	if search.Current < 0 || search.Current >= d.frames || s.stay == 0 && s.nearCost == 0 {
		return
	}
	s.current = search.Current
	if own := &d.spans[d.spanOfFrame(s.current)]; s.nearCost > 0 {
		near := max(0, min(search.Near, d.frames))
		s.nearFrom, s.nearTo = max(own.First, s.current-near), min(own.First+own.Frames, s.current+near+1)
	}
}

// allows reports whether frames with such tags may be found.
func (s *searcher) allows(tags uint32) bool {
	return tags&s.required == s.required && tags&s.forbidden == 0
}

// bias returns what is added to the distance of a frame.
func (s *searcher) bias(frame int) float32 {
	switch {
	case frame == s.current:
		return -s.stay
	case frame >= s.nearFrom && frame < s.nearTo:
		return s.nearCost
	}
	return 0
}

// consider takes a frame at a distance if it is better than the best one so far.
func (s *searcher) consider(frame int, distance float32) {
	cost := distance + s.bias(frame)
	if cost < s.cost || cost == s.cost && frame < s.frame {
		s.frame, s.cost = frame, cost
		s.sight.Look(cost)
	}
}

// bruteForce is the search of all frames, in order: what [Database.Search] returns is defined by
// it.
func (s *searcher) bruteForce() {
	numbers := make([]float32, s.d.width)
	for i := range s.d.spans {
		own := &s.d.spans[i]
		if !s.allows(own.TagBits) {
			continue
		}
		for frame := own.First + own.FoundFrom; frame < own.First+own.FoundTo; frame++ {
			s.consider(frame, s.distance(frame, numbers))
		}
	}
}

// distance returns the cost of a frame without a bias. The numbers of the frame are written to
// numbers.
func (s *searcher) distance(frame int, numbers []float32) (distance float32) {
	s.d.index.Read(frame, numbers)
	for k, x := range numbers {
		e := x - s.query[k]
		distance += float32(float32(e*e) * s.d.weights[k])
	}
	return distance
}
