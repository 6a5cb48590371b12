package waves

import (
	"cmp"

	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Graph says which characters depend on which others in a frame. A character is posed in the wave
// after the last of those on whom it depends; the others are in wave 0. Where characters depend on
// each other in a circle, one of them does not wait: the choice is the same whatever the order in
// which they were added. The graph keeps its memory for the next frame.
type Graph struct {
	nodes []node
	edges []edge
	waves int

	ready   []int32 // nodes that wait for nobody any more
	sorter  order.Sorter[int32]
	order   []int32 // nodes in circles, or that wait for some, by the numbers of their entities
	path    []int32 // from node to node in search of a circle
	release Release
}

// Release is an edge that was given up, because it closed a circle: From does not wait for To.
type Release struct {
	From, To posestore.Entity
	Exists   bool
}

// none is the index of no node and no edge.
const none = -1

// node is a character that depends on others.
type node struct {
	pool    *posestore.Pool
	slot    int32
	entity  posestore.Entity
	wave    int32
	waits   int32 // number of edges that it still waits for
	out, in int32 // its first edges: to those on whom it depends, and from those who depend on it
	at      int32 // its place in the path, or none
	settled bool  // its wave is known
}

// edge is the dependence of a node on a character.
type edge struct {
	from, to         int32 // nodes; to is none for a character that depends on nobody
	pool             *posestore.Pool
	slot             int32 // of the other character
	nextOut, nextIn  int32 // the next edge with the same from, or to
	isHung, released bool  // from hangs on a joint of to; from does not wait
}

// Begin empties the graph.
func (g *Graph) Begin() {
	clear(g.nodes) // no pool is kept alive
	clear(g.edges)
	g.nodes, g.edges, g.waves, g.release = g.nodes[:0], g.edges[:0], 1, Release{}
}

// Add returns the node of a character, which depends on others.
func (g *Graph) Add(pool *posestore.Pool, slot int) int32 {
	if i := g.find(pool, slot); i != none {
		return i
	}
	i := int32(len(g.nodes))
	g.nodes = append(g.nodes, node{
		pool: pool, slot: int32(slot), entity: pool.Owner(slot), out: none, in: none, at: none,
	})
	pool.SetMark(slot, i)
	return i
}

// find returns the node of a character, or none. The mark in a slot may be of another frame, so it
// counts only if the node agrees.
func (g *Graph) find(pool *posestore.Pool, slot int) int32 {
	if i := pool.Mark(slot); i >= 0 && int(i) < len(g.nodes) && g.nodes[i].pool == pool && int(g.nodes[i].slot) == slot {
		return i
	}
	return none
}

// Has reports whether a character depends on others.
func (g *Graph) Has(pool *posestore.Pool, slot int) bool { return g.find(pool, slot) != none }

// Depend makes a node depend on a character, and returns the number of this edge. isHung tells that
// the node hangs on a joint of the character: in a circle it is rather another edge that is given
// up, because a rider that lags shows more than a hand that does.
func (g *Graph) Depend(from int32, pool *posestore.Pool, slot int, isHung bool) (number int32) {
	g.edges = append(g.edges, edge{from: from, to: none, pool: pool, slot: int32(slot), isHung: isHung})
	return int32(len(g.edges) - 1)
}

// IsReleased reports whether an edge was given up.
func (g *Graph) IsReleased(number int32) bool { return g.edges[number].released }

// Wave returns the wave of a character.
func (g *Graph) Wave(pool *posestore.Pool, slot int) int {
	if i := g.find(pool, slot); i != none {
		return int(g.nodes[i].wave)
	}
	return 0
}

// Solve finds the waves, and returns the first edge that was given up.
func (g *Graph) Solve() Release {
	for i := range g.edges {
		e := &g.edges[i]
		from := &g.nodes[e.from]
		if e.to = g.find(e.pool, int(e.slot)); e.to == none {
			from.wave = 1
			continue
		}
		to := &g.nodes[e.to]
		e.nextOut, e.nextIn = from.out, to.in
		from.out, to.in = int32(i), int32(i)
		from.waits++
	}
	g.ready = g.ready[:0]
	for i := range g.nodes {
		if g.nodes[i].waits == 0 {
			g.ready = append(g.ready, int32(i))
		}
	}
	if g.settle() < len(g.nodes) {
		g.breakCircles()
	}
	for i := range g.nodes {
		g.waves = max(g.waves, int(g.nodes[i].wave)+1)
	}
	return g.release
}

// settle settles the nodes that are ready and those that thereby become so, and returns how many
// they are.
func (g *Graph) settle() (settled int) {
	for ; len(g.ready) > 0; settled++ {
		last := len(g.ready) - 1
		to := &g.nodes[g.ready[last]]
		g.ready = g.ready[:last]
		to.settled = true
		for i := to.in; i != none; i = g.edges[i].nextIn {
			if e := &g.edges[i]; !e.released {
				g.nodes[e.from].wave = max(g.nodes[e.from].wave, to.wave+1)
				g.ceaseWaiting(e.from)
			}
		}
	}
	return settled
}

// ceaseWaiting makes a node wait for one edge less.
func (g *Graph) ceaseWaiting(i int32) {
	n := &g.nodes[i]
	if n.waits--; n.waits == 0 {
		g.ready = append(g.ready, i)
	}
}

// breakCircles settles the rest of the nodes: each is in a circle or waits for one that is. It goes
// from node to node, always to the one of the lowest number, until it comes to one that it has
// seen.
func (g *Graph) breakCircles() {
	g.order = g.order[:0]
	for i := range g.nodes {
		if !g.nodes[i].settled {
			g.order = append(g.order, int32(i))
		}
	}
	g.sorter.Stable(g.order, func(a, b int32) int { return cmp.Compare(g.number(a), g.number(b)) })
	for _, start := range g.order {
		for !g.nodes[start].settled {
			if len(g.path) == 0 {
				g.walkTo(start)
			}
			next := g.lowest(g.path[len(g.path)-1])
			if at := g.nodes[next].at; at == none {
				g.walkTo(next)
			} else {
				g.breakCircle(g.path[at:])
				g.walkBack(int(at) + 1)
			}
			for n := len(g.path); n > 0 && g.nodes[g.path[n-1]].settled; n-- {
				g.walkBack(n - 1)
			}
		}
	}
}

// number returns the number of a node's entity.
func (g *Graph) number(i int32) uint32 { return g.nodes[i].entity.ID() }

// walkTo makes the path longer by a node.
func (g *Graph) walkTo(i int32) {
	g.nodes[i].at = int32(len(g.path))
	g.path = append(g.path, i)
}

// walkBack makes the path shorter, to n nodes.
func (g *Graph) walkBack(n int) {
	for _, i := range g.path[n:] {
		g.nodes[i].at = none
	}
	g.path = g.path[:n]
}

// lowest returns the node of the lowest number that a node waits for. There is one.
func (g *Graph) lowest(from int32) (lowest int32) {
	lowest = none
	for i := g.nodes[from].out; i != none; i = g.edges[i].nextOut {
		e := &g.edges[i]
		if !e.released && !g.nodes[e.to].settled && (lowest == none || g.number(e.to) < g.number(lowest)) {
			lowest = e.to
		}
	}
	return lowest
}

// breakCircle makes one node of a circle cease to wait for the next: one that does not hang on it,
// if there is any, and of these the one of the lowest number.
func (g *Graph) breakCircle(circle []int32) {
	from, to, hangs := int32(none), int32(none), false
	for i, node := range circle {
		next := circle[(i+1)%len(circle)]
		isHung := g.isHung(node, next)
		if from == none || hangs && !isHung || hangs == isHung && g.number(node) < g.number(from) {
			from, to, hangs = node, next, isHung
		}
	}
	if !g.release.Exists {
		g.release = Release{From: g.nodes[from].entity, To: g.nodes[to].entity, Exists: true}
	}
	for i := g.nodes[from].out; i != none; i = g.edges[i].nextOut {
		if e := &g.edges[i]; e.to == to && !e.released {
			e.released = true
			g.ceaseWaiting(from)
		}
	}
	g.settle()
}

// isHung reports whether a node hangs on a joint of another one.
func (g *Graph) isHung(from, to int32) bool {
	for i := g.nodes[from].out; i != none; i = g.edges[i].nextOut {
		if e := &g.edges[i]; e.to == to && e.isHung && !e.released {
			return true
		}
	}
	return false
}

// Divide tells the pose store the waves of the characters that are posed, and what has to happen
// between them.
func (g *Graph) Divide(store *posestore.Store, between posestore.Between) {
	if g.waves <= 1 {
		return
	}
	for i := range g.nodes {
		if n := &g.nodes[i]; n.wave > 0 && !n.pool.IsSkipped(int(n.slot)) {
			n.pool.SetWave(int(n.slot), int(n.wave))
		}
	}
	store.Divide(g.waves, between)
}
