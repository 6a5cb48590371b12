package search_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// The best frames are those that cost least of all that may be found, in their order, and the first
// one is what a search finds. What the features add sums up to the cost.
func TestBest(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	r := rand.New(rand.NewPCG(26, 4))
	var query []float32
	for i := range 60 {
		query = randomQuery(r, d, query)
		s := randomSearch(r, d)
		frame, cost := d.Search(query, s)
		best := d.Best(query, s, 20, 0)
		if frame < 0 {
			if len(best) > 0 {
				t.Errorf("query %d: nothing is found, but %+v are best", i, best)
			}
			continue
		}
		if best[0].Frame != frame || math.Float32bits(best[0].Cost) != math.Float32bits(cost) {
			t.Errorf("query %d: found frame %d at %v, the best is %+v", i, frame, cost, best[0])
		}
		for k, c := range best {
			sum := float64(c.Bias)
			for _, x := range c.Features {
				sum += float64(x)
			}
			if len(c.Features) != len(d.Features()) || math.Abs(sum-float64(c.Cost)) > 1e-4*(1+math.Abs(sum)) {
				t.Errorf("query %d: the features %v and %v do not sum to %v", i, c.Features, c.Bias, c.Cost)
			}
			if again := d.Candidate(query, s, c.Frame); again.Cost != c.Cost || !slices.Equal(again.Features, c.Features) {
				t.Errorf("query %d: frame %d costs %+v alone, %+v among the best", i, c.Frame, again, c)
			}
			if k > 0 && cmp.Or(cmp.Compare(best[k-1].Cost, c.Cost), cmp.Compare(best[k-1].Frame, c.Frame)) >= 0 {
				t.Errorf("query %d: %+v comes before %+v", i, best[k-1], c)
			}
		}
		last := best[len(best)-1]
		cheaper := 0 // frames that may be found; those at ends are left out as a search leaves them out
		for k := range d.Frames() {
			if c := d.Candidate(query, s, k); c.Cost < last.Cost || c.Cost == last.Cost && k <= last.Frame {
				only := search.Search{Required: s.Required, Forbidden: s.Forbidden, Current: k, Stay: math.MaxFloat32}
				if found, _ := d.Search(query, only); found == k {
					cheaper++
				} else if s.Required|s.Forbidden == 0 && d.CanBeFound(k) {
					t.Errorf("query %d: frame %d can be found, but is not", i, k)
				}
			}
		}
		if cheaper != len(best) {
			t.Errorf("query %d: %d frames cost at most what the last of %d best ones costs", i, cheaper, len(best))
		}
	}
	const apart = 8
	best := d.Best(query, search.Search{}, 1<<30, apart)
	for i := range best {
		for k := range i {
			if e := best[i].Frame - best[k].Frame; d.RangeOf(best[i].Frame) == d.RangeOf(best[k].Frame) && max(e, -e) < apart {
				t.Errorf("frames %d and %d are both among the best", best[i].Frame, best[k].Frame)
			}
		}
	}
	nan := slices.Clone(query)
	nan[0] = float32(math.NaN())
	if d.Best(nan, search.Search{}, 3, 0) != nil || d.Best(query[1:], search.Search{}, 3, 0) != nil ||
		d.Best(query, search.Search{}, -1, 0) != nil {
		t.Error("there are best frames for what is no query")
	}
	for _, frame := range []int{-1, d.Frames()} {
		if c := d.Candidate(query, search.Search{}, frame); c.Features != nil || c.Cost != 0 {
			t.Errorf("frame %d costs %+v", frame, c)
		}
	}
}

// The frame that is most alike is the nearest one that is not next to the frame, by comparing with
// all.
func TestAlike(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	r := rand.New(rand.NewPCG(26, 5))
	for range 200 {
		frame, apart := r.IntN(d.Frames()), r.IntN(30)
		query := d.Query(frame, nil, nil)
		want, lowest := -1, float32(math.Inf(1))
		for k := range d.Frames() {
			away := max(k-frame, frame-k)
			if !d.CanBeFound(k) || d.RangeOf(k) == d.RangeOf(frame) && away < max(apart, 1) {
				continue
			}
			if c := d.Candidate(query, search.Search{}, k); c.Cost < lowest {
				want, lowest = k, c.Cost
			}
		}
		if other, cost := d.Alike(frame, apart); other != want || cost != lowest {
			t.Fatalf("frame %d, %d apart: frame %d at %v is alike, expected %d at %v", frame, apart, other, cost, want, lowest)
		}
	}
	if other, _ := d.Alike(-1, 3); other != -1 || d.CanBeFound(-1) || d.CanBeFound(d.Frames()) {
		t.Error("a frame that does not exist is like another one, or can be found")
	}
}
