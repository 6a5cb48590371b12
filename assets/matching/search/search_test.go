package search_test

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/matching/search"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// randomQuery returns a query of any kind: mostly the features of a frame with another trajectory,
// or changed by noise.
func randomQuery(r *rand.Rand, d *search.Database, dst []float32) []float32 {
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
func randomSearch(r *rand.Rand, d *search.Database) search.Search {
	s := search.Search{Current: r.IntN(d.Frames()+2) - 1}
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

func checkExact(t *testing.T, d *search.Database, queries int) {
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

// A search finds what brute force finds, to the last bit, over generated steps and over a
// recording in parts, with the same mirrored.
func TestSearchIsExact(t *testing.T) {
	library, b := databases.Gaits(t)
	checkExact(t, databases.Build(t, b, library), 70_000)
	library, b = databases.Recording(t, "03_04_uneven.bvh")
	whole := library.Clip(databases.Build(t, b, library).Ranges()[0].Clip)
	mirror, err := retarget.NewMirror(whole.Skeleton(), retarget.MirrorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	mirrored, err := mirror.Clip(whole)
	if err != nil {
		t.Fatal(err)
	}
	ids := []assets.ClipID{library.AddClip(whole), library.AddClip(mirrored)}
	b = databases.Common(matching.NewBuilder("parts", whole.Skeleton()), "lfoot", "rfoot", "root")
	tags := []string{"first", "second", "third"}
	for i := range 24 {
		b.Range(matching.Range{
			Clip: ids[i%2], From: float64(i/2) * 3.1, To: float64(i/2)*3.1 + 2, SkipStart: 0.05 * float64(i%3),
			Tags: tags[i%3 : i%3+1],
		})
	}
	d := databases.Build(t, b, library)
	checkExact(t, d, 30_000)
	// What a mirrored frame has on the left, the other one has on the right.
	frame, mirrorImage := d.Query(30, nil, nil), d.Query(30+databases.FramesOf(d, 0), nil, nil)
	for k, want := range []int{3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 13, 14} {
		other := frame[want]
		if k%3 == 0 {
			other = -other
		}
		if math.Abs(float64(mirrorImage[k]-other)) > 0.05 {
			t.Errorf("number %d of a mirrored frame: %v, expected %v", k, mirrorImage[k], other)
		}
	}
}

// A clip of the generator, up a slope and around, and its mirrored double are a database in which the
// mirror image of a query finds the double of its frame.
func TestDoublesOfTheGenerator(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	made, err := courses.Roaming("climb", skeleton,
		courses.Move{Seconds: 2, Z: 1.3, SlopeZ: 0.2, SlopeX: 0.1},
		courses.Move{Seconds: 2, X: 2.5, Heading: 1.5, SlopeZ: 0.2, SlopeX: 0.1},
		courses.Move{Seconds: 2, X: 0.6, Z: -0.5, Heading: 1, SlopeZ: 0.2, SlopeX: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	climb, err := clip.ExtractRootMotion(made,
		clip.RootMotionOptions{Translation: clip.AxisX | clip.AxisY | clip.AxisZ, Yaw: true})
	if err != nil {
		t.Fatal(err)
	}
	mirror, err := retarget.NewMirror(skeleton, retarget.MirrorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	double, err := mirror.Clip(climb)
	if err != nil {
		t.Fatal(err)
	}
	b := databases.Common(matching.NewBuilder("climb", skeleton), "left_foot", "right_foot", "hips").
		Clip(library.AddClip(climb), nil).Clip(library.AddClip(double), nil)
	d := databases.Build(t, b, library)
	for frame := 0; frame < databases.FramesOf(d, 0); frame += 10 {
		if !d.CanBeFound(frame) {
			continue
		}
		query := d.Query(frame, nil, nil)
		points := d.Trajectory(query, nil)
		for i := range points {
			points[i].X, points[i].DirectionX = -points[i].X, -points[i].DirectionX
		}
		image := d.Query(frame, points, nil)
		for k, other := range []int{3, 4, 5, 0, 1, 2, 9, 10, 11, 6, 7, 8, 12, 13, 14} {
			if image[k] = query[other]; k%3 == 0 {
				image[k] = -image[k]
			}
		}
		want := frame + databases.FramesOf(d, 0)
		if found, cost := d.Search(image, search.Search{Current: -1}); found != want || !(cost < 1e-3) {
			t.Errorf("the mirror image of frame %d finds frame %d at a cost of %v, expected %d", frame, found, cost, want)
		}
	}
}

// Queries that nothing can be near to find nothing, and of equal frames the first is found.
func TestSpecialSearches(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	d := databases.Build(t, matching.NewBuilder("arc", skeleton).Position("tip", 1).Velocity("tip", 1).Trajectory(1, 1, 1).
		Value("time", 1, func(_ *clip.Clip, time float64) float64 { return time }).
		Clip(arc, nil, "a").Clip(arc, nil, "b").
		Range(matching.Range{Clip: arc, From: 1, To: 1.1, SkipEnd: 1, Tags: []string{"c"}}), library)
	bits := func(tags ...string) uint32 {
		bits, err := d.Tags(tags...)
		if err != nil {
			t.Fatal(err)
		}
		return bits
	}
	query := d.Query(20, nil, nil)
	at := func(i int, x float32) []float32 {
		q := append([]float32(nil), query...)
		q[i] = x
		return q
	}
	second := 61 + 20 // the same frame in the second range
	for _, row := range []struct {
		query  []float32
		search search.Search
		frame  int
		cost   float32
	}{
		{query, search.Search{}, 20, 0},
		{query, search.Search{Required: bits("b")}, second, 0},
		{query, search.Search{Forbidden: bits("a")}, second, 0},
		{query, search.Search{Required: bits("a"), Forbidden: bits("b")}, 20, 0},
		{query, search.Search{Required: bits("a", "b")}, -1, inf},
		{query, search.Search{Required: bits("c")}, -1, inf}, // all of it is at its ends
		{query, search.Search{Required: 1 << 31}, -1, inf},
		{query, search.Search{Current: second, Stay: 0.5}, second, -0.5},
		{query, search.Search{Current: second, Stay: nan}, 20, 0},
		{query, search.Search{Current: second, Stay: inf}, 20, 0},
		{query, search.Search{Current: second, Stay: -1}, 20, 0},
		{query, search.Search{Current: second, Stay: 1, Forbidden: bits("b")}, 20, 0},
		{query, search.Search{Current: math.MaxInt, Stay: 1, Near: 5, NearCost: 1}, 20, 0},
		{query, search.Search{Current: -1, Stay: 1, Near: 5, NearCost: 1}, 20, 0},
		{query, search.Search{Current: 22, Near: 2, NearCost: 9}, second, 0},
		{query, search.Search{Current: 22, Near: 1, NearCost: 9}, 20, 0},
		{query, search.Search{Current: 22, Near: math.MaxInt, NearCost: 9}, second, 0},
		{query, search.Search{Current: 22, Near: -1, NearCost: 9}, 20, 0},
		{query, search.Search{Current: 22, Near: 2, NearCost: nan}, 20, 0},
		{at(0, nan), search.Search{Current: 3, Stay: 1}, -1, inf},
		{at(9, inf), search.Search{}, -1, inf},
		{at(3, -inf), search.Search{}, -1, inf},
		{at(2, math.MaxFloat32), search.Search{}, -1, inf}, // its square is infinite
		{query[1:], search.Search{}, -1, inf},
		{nil, search.Search{}, -1, inf},
	} {
		frame, cost := d.Search(row.query, row.search)
		if frame != row.frame || cost != row.cost {
			t.Errorf("%+v of %v: found %d at %v, expected %d at %v", row.search, row.query, frame, cost, row.frame, row.cost)
		}
		if frame, cost := d.BruteForce(row.query, row.search); frame != row.frame || cost != row.cost {
			t.Errorf("%+v of %v: brute force found %d at %v, expected %d at %v", row.search, row.query, frame, cost,
				row.frame, row.cost)
		}
	}
}

// The costs of the numbers add up to the cost that is found, and a search allocates nothing.
func TestCosts(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	r := rand.New(rand.NewPCG(26, 3))
	var query, costs []float32
	for range 1000 {
		query = randomQuery(r, d, query)
		frame, cost := d.Search(query, search.Search{})
		if frame < 0 {
			continue
		}
		costs = d.Costs(query, frame, costs)
		sum := float32(0)
		for _, c := range costs {
			sum += c
		}
		if math.Float32bits(sum) != math.Float32bits(cost) {
			t.Fatalf("the costs %v sum to %v, expected %v", costs, sum, cost)
		}
	}
	if costs := d.Costs(query[1:], 0, costs); len(costs) != 0 {
		t.Errorf("a query of another length has the costs %v", costs)
	}
	if points := d.Trajectory(query[1:], nil); len(points) != 3 || points[0] != (search.Point{}) {
		t.Errorf("a query of another length has the trajectory %v", points)
	}
	wish := d.Trajectory(query, nil)
	if n := testing.AllocsPerRun(100, func() {
		query = d.Query(5, wish, query)
		d.Search(query, search.Search{Current: 5, Stay: 1, Near: 3, NearCost: 1, Required: 1})
		costs = d.Costs(query, 3, costs)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Features and answers have the same bits on every machine. The hash is of the mannequin's steps,
// whose bits change when it changes: then take the new one.
func TestTheSameBitsEverywhere(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	h := fnv.New64a()
	put := func(numbers ...float32) {
		for _, x := range numbers {
			_ = binary.Write(h, binary.LittleEndian, math.Float32bits(x))
		}
	}
	var query []float32
	for frame := range d.Frames() {
		query = d.Query(frame, nil, query)
		put(query...)
	}
	r := rand.New(rand.NewPCG(26, 5))
	for range 1000 {
		query = d.Query(r.IntN(d.Frames()), nil, query)
		for i := range query {
			query[i] += r.Float32() - 0.5
		}
		frame, cost := d.Search(query, randomSearch(r, d))
		put(float32(frame), cost)
	}
	if got, want := h.Sum64(), uint64(0xe004cd2988ce4de1); got != want {
		t.Errorf("the hash is %#x, expected %#x", got, want)
	}
}
