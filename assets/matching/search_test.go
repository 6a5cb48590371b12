package matching_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/matching"
)

// randomQuery returns a query of any kind: mostly the features of a frame with another trajectory,
// or changed by noise.
func randomQuery(r *rand.Rand, d *matching.Database, dst []float32) []float32 {
	query := d.Query(r.IntN(d.Frames()), nil, dst)
	other := d.Query(r.IntN(d.Frames()), nil, nil)
	switch r.IntN(4) {
	case 0: // a frame itself
	case 1:
		wish := d.Trajectory(other, nil)
		return d.Query(r.IntN(d.Frames()), wish, query)
	case 2:
		for i := range query {
			query[i] += float32(r.NormFloat64() * 0.1)
		}
	default:
		scale := float32(math.Exp(r.NormFloat64() * 3))
		for i := range query {
			query[i] = float32(r.NormFloat64()) * scale
		}
	}
	return query
}

// randomSearch returns options of any kind.
func randomSearch(r *rand.Rand, d *matching.Database) matching.Search {
	s := matching.Search{Current: r.IntN(d.Frames()+2) - 1}
	if r.IntN(2) == 0 {
		s.Stay = float32(r.ExpFloat64())
	}
	if r.IntN(2) == 0 {
		s.Near, s.NearCost = r.IntN(40), float32(r.ExpFloat64())
	}
	if r.IntN(3) == 0 {
		s.Required = r.Uint32() & r.Uint32() & 7
	}
	if r.IntN(3) == 0 {
		s.Forbidden = r.Uint32() & r.Uint32() & 7
	}
	return s
}

func checkExact(t *testing.T, d *matching.Database, queries int) {
	t.Helper()
	t.Log(d.Report())
	r := rand.New(rand.NewPCG(26, 2))
	var query []float32
	for i := range queries {
		query = randomQuery(r, d, query)
		s := randomSearch(r, d)
		frame, cost := d.Search(query, s)
		wantFrame, wantCost := d.BruteForce(query, s)
		if frame != wantFrame || math.Float32bits(cost) != math.Float32bits(wantCost) {
			t.Fatalf("query %d, %+v: found frame %d at %v, expected %d at %v", i, s, frame, cost, wantFrame, wantCost)
		}
	}
}

func TestSearchIsExact(t *testing.T) {
	library, b := gaits(t)
	checkExact(t, build(t, b, library), 20_000)
	library, b = recording(t, "03_04_uneven.bvh")
	checkExact(t, build(t, b, library), 5_000)
}
