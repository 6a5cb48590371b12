package waves_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/waves"
)

// crowd is characters in the slots of a pool, each a number.
type crowd struct {
	store *posestore.Store
	pool  *posestore.Pool
	graph waves.Graph
}

func newCrowd(t *testing.T, n int) *crowd {
	t.Helper()
	library := assets.NewLibrary()
	skeleton, err := rig.NewSkeleton("one joint", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddSkeleton(skeleton)
	world := arche.NewWorld()
	c := &crowd{store: posestore.New(library)}
	c.store.BeginFrame()
	for range n {
		c.store.Bind(world.NewEntity(), id)
	}
	c.store.Gather()
	c.pool = c.store.Pools()[0]
	return c
}

// edge is a dependence between two characters.
type edge struct {
	from, to int
	isHung   bool
}

// solve returns the wave of each character, and which edges were given up.
func (c *crowd) solve(edges []edge) (order []int, released []bool, release waves.Release) {
	c.graph.Begin()
	var numbers []int32
	for _, e := range edges {
		numbers = append(numbers, c.graph.Depend(c.graph.Add(c.pool, e.from), c.pool, e.to, e.isHung))
	}
	release = c.graph.Solve()
	for slot := range c.pool.Len() {
		order = append(order, c.graph.Wave(c.pool, slot))
	}
	for _, number := range numbers {
		released = append(released, c.graph.IsReleased(number))
	}
	return order, released, release
}

// depths returns by the definition how many others are above each character on the longest way, or
// false if there is a circle.
func depths(n int, edges []edge) (depths []int, ok bool) {
	depths = make([]int, n)
	for range n + 1 {
		changed := false
		for _, e := range edges {
			if d := depths[e.to] + 1; d > depths[e.from] {
				depths[e.from], changed = d, true
			}
		}
		if !changed {
			return depths, true
		}
	}
	return nil, false
}

// A character is in the wave after the last of those on whom it depends, in chains of any length.
func TestChainsOfAnyLength(t *testing.T) {
	for _, n := range []int{1, 2, 5, 70, 3000} {
		c := newCrowd(t, n+1)
		var edges []edge
		for i := range n {
			edges = append(edges, edge{i + 1, i, i%2 == 0})
		}
		rand.New(rand.NewPCG(1, uint64(n))).Shuffle(n, func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		order, _, release := c.solve(edges)
		for i, wave := range order {
			if wave != i {
				t.Fatalf("a chain of %d: character %d is in wave %d", n, i, wave)
			}
		}
		if release.Exists {
			t.Errorf("a chain of %d has a circle: %v", n, release)
		}
	}
}

// In random graphs the waves are the depths without the edges that are given up. None is given up
// without a circle, each that is would close one, and an attachment is only where all of a circle
// are attachments. The order in which the edges are added decides nothing, nor do marks of frames
// before.
func TestRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	circles := 0
	c := newCrowd(t, 41)
	for range 2000 {
		n := 2 + random.IntN(39)
		var edges []edge
		for range random.IntN(2 * n) {
			edges = append(edges, edge{random.IntN(n), random.IntN(n), random.IntN(3) == 0})
		}
		if random.IntN(3) == 0 { // without circles
			for i := range edges {
				e := &edges[i]
				e.from, e.to = max(e.from, e.to)+1, min(e.from, e.to)
			}
		}
		order, released, release := c.solve(edges)
		var kept, hung []edge
		for i, e := range edges {
			if !released[i] {
				kept = append(kept, e)
			}
			if e.isHung {
				hung = append(hung, e)
			}
		}
		want, ok := depths(c.pool.Len(), kept)
		if !ok || !slices.Equal(order, want) {
			t.Fatalf("%v: the waves are %v, want %v, %t; given up are %v", edges, order, want, ok, released)
		}
		_, isFree := depths(c.pool.Len(), edges)
		if release.Exists == isFree || slices.Contains(released, true) == isFree {
			t.Fatalf("%v: given up are %v, which is told as %v", edges, released, release)
		}
		if !isFree {
			circles++
		}
		if _, ok := depths(c.pool.Len(), hung); ok {
			for i, e := range edges {
				// Another edge between the same two may be a goal: then both are given up.
				if released[i] && e.isHung && !slices.ContainsFunc(edges, func(other edge) bool {
					return !other.isHung && other.from == e.from && other.to == e.to
				}) {
					t.Fatalf("%v: the attachment %v is given up, and the attachments alone have no circle", edges, e)
				}
			}
		}
		numbers := random.Perm(len(edges))
		shuffled := make([]edge, len(edges))
		for i, k := range numbers {
			shuffled[i] = edges[k]
		}
		again, releasedAgain, releaseAgain := c.solve(shuffled)
		if !slices.Equal(order, again) || release.Exists != releaseAgain.Exists {
			t.Fatalf("%v: the waves are %v, in another order of edges %v", edges, order, again)
		}
		for i, k := range numbers {
			if released[k] != releasedAgain[i] {
				t.Fatalf("%v: edge %v is given up in one order of edges only", edges, edges[k])
			}
		}
	}
	if circles < 500 {
		t.Errorf("only %d graphs have circles", circles)
	}
}

// The choice in a circle: a goal rather than an attachment, then the lowest number.
func TestCircleGivesUpOneEdge(t *testing.T) {
	for name, test := range map[string]struct {
		edges    []edge
		from, to int
		waves    []int
	}{
		"itself":          {[]edge{{0, 0, false}}, 0, 0, []int{0, 0, 0, 0}},
		"two goals":       {[]edge{{1, 0, false}, {0, 1, false}}, 0, 1, []int{0, 1, 0, 0}},
		"rider and reins": {[]edge{{0, 3, true}, {3, 0, false}}, 3, 0, []int{1, 0, 0, 0}},
		"attachments":     {[]edge{{3, 2, true}, {2, 1, true}, {1, 3, true}}, 1, 3, []int{0, 0, 1, 2}},
		"with a follower": {[]edge{{0, 1, false}, {1, 2, false}, {2, 1, false}}, 1, 2, []int{1, 0, 1, 0}},
	} {
		c := newCrowd(t, 4)
		order, released, release := c.solve(test.edges)
		n := 0
		for i, e := range test.edges {
			if released[i] {
				if n++; e.from != test.from || e.to != test.to {
					t.Errorf("%s: %v is given up", name, e)
				}
			}
		}
		if n != 1 || release.From != c.pool.Owner(test.from) || release.To != c.pool.Owner(test.to) {
			t.Errorf("%s: %d edges are given up, told as %v", name, n, release)
		}
		if !slices.Equal(order, test.waves) {
			t.Errorf("%s: the waves are %v, want %v", name, order, test.waves)
		}
	}
}

// Divide lists the posed characters by wave, in blocks that hold those of one wave; the next frame
// begins with one wave.
func TestDivideFillsBlocksByWave(t *testing.T) {
	c := newCrowd(t, 50)
	var edges []edge
	for i := 1; i < 50; i += 2 {
		edges = append(edges, edge{i, 0, false})
	}
	edges = append(edges, edge{48, 1, false}, edge{47, 48, false})
	order, _, _ := c.solve(edges)
	c.graph.Divide(c.store, nil)
	if got := c.store.Waves(); got != 4 {
		t.Fatalf("%d waves, want 4", got)
	}
	var block posestore.Block
	total, seen := 0, map[int]bool{}
	for wave := range c.store.Waves() {
		last := -1
		for i := range c.pool.BlocksOf(wave) {
			total++
			block.Begin(c.pool, wave, i)
			for lane := range block.Lanes() {
				slot := block.Slot(lane)
				if order[slot] != wave || slot <= last || seen[slot] {
					t.Fatalf("wave %d: slot %d, which is in wave %d, after slot %d", wave, slot, order[slot], last)
				}
				last, seen[slot] = slot, true
			}
		}
	}
	if len(seen) != 50 || total != c.pool.Blocks() || total != 3+3+1+1 {
		t.Errorf("%d characters in %d blocks, the pool says %d", len(seen), total, c.pool.Blocks())
	}
	c.store.Gather()
	if c.store.Waves() != 1 || c.pool.Blocks() != 7 || c.pool.BlocksOf(0) != 7 {
		t.Errorf("the next frame has %d waves and %d blocks", c.store.Waves(), c.pool.Blocks())
	}
}
