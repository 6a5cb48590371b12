package mannequin

import (
	"math"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// crease is where the skin folds when a limb bends far, on both sides of the body. Two parts that
// move away from each other lie so near there that the skin between them would be stretched to
// several times its length if the weights spread as elsewhere.
type crease struct {
	center exact.Vec3 // on the left side, in model space
	radius float64    // in meters
	spread float64    // as that of a solid, at the center; it falls to 0 at the radius
	merged []merger
}

// merger is two joints of the left side that count as one where a crease folds: otherwise more of
// them would pull there than may move a vertex, and the skin would be torn between two vertices of
// which each lacks another one.
type merger struct{ from, into posing.Joint }

var creases = []crease{
	{ // the armpit
		center: exact.Vec3{0.200, 1.335, -0.015}, radius: 0.210, spread: 0.200,
		merged: []merger{
			{posing.UpperArm, posing.UpperArmTwist},
			{posing.Forearm, posing.UpperArmTwist},
			{posing.Spine3, posing.Spine4},
		},
	},
	{center: exact.Vec3{0, 1.565, 0.045}, radius: 0.080, spread: 0.030},      // below the chin
	{center: exact.Vec3{0.065, 0.825, -0.060}, radius: 0.155, spread: 0.080}, // below the seat
	{center: exact.Vec3{0, 0.800, 0}, radius: 0.150, spread: 0.150},          // between the legs
	{center: exact.Vec3{0.095, 0.525, 0.065}, radius: 0.090, spread: 0.050},  // over the knee
	{center: exact.Vec3{0.085, 0.150, -0.040}, radius: 0.070, spread: 0.040}, // over the heel
}

// creaseRounds is how many times the weights of neighboring vertices of a crease are mixed.
const creaseRounds = 300

// mirrorRound is the round before which both sides get the same weights. In the later ones the few
// vertices without a mirror image follow the others.
const mirrorRound = 240

// diffuse lets the weights near the crease diffuse along the surface.
func (c *crease) diffuse(s *isosurface.Surface, edges [][2]int32, pulls []float64, sets []influenceSet) {
	spread := make([]float64, len(s.Points))
	for v, p := range s.Points {
		away := isosurface.Fold(p).Sub(c.center).Length() / c.radius
		spread[v] = float64(c.spread * max(0, 1-float64(away*away)))
	}
	rate, sum := diffusionRates(s, edges, pulls, spread, creaseRounds)
	area := newCreaseArea(sets)
	for i, e := range edges {
		if spread[e[0]] > 0 || spread[e[1]] > 0 {
			area.edges = append(area.edges, [2]int32{area.add(e[0]), area.add(e[1])})
			area.share = append(area.share, shares(e, pulls[i], rate, sum))
		}
	}
	area.fill()
	area.flows = newFlows(len(area.vertices), area.edges, area.share)
	for round := range creaseRounds {
		if round == mirrorRound {
			area.mirror(s)
		}
		area.mix(rate)
	}
	area.merge(c, spread)
	area.store()
}

// creaseArea is the weights of some vertices as a table with a column for each joint that moves one
// of them: so many rounds over lists would take too long.
type creaseArea struct {
	sets      []influenceSet // of all vertices
	row       []int32        // by vertex: its row plus 1, or 0
	vertices  []int32        // by row
	column    [posing.JointCount]int
	joints    []posing.Joint // by column
	now, next []float64
	edges     [][2]int32 // between rows
	share     [][2]float64
	flows     flows
}

func newCreaseArea(sets []influenceSet) *creaseArea {
	area := &creaseArea{sets: sets, row: make([]int32, len(sets))}
	for j := range area.column {
		area.column[j] = -1
	}
	return area
}

// add adds a vertex, and returns its row.
func (a *creaseArea) add(v int32) int32 {
	if a.row[v] == 0 {
		a.vertices = append(a.vertices, v)
		a.row[v] = int32(len(a.vertices))
		for _, in := range a.sets[v].list {
			if a.column[in.joint] < 0 {
				a.column[in.joint] = len(a.joints)
				a.joints = append(a.joints, in.joint)
			}
		}
	}
	return a.row[v] - 1
}

// fill fills the table.
func (a *creaseArea) fill() {
	n := len(a.joints)
	a.now, a.next = make([]float64, n*len(a.vertices)), make([]float64, n*len(a.vertices))
	for row, v := range a.vertices {
		for _, in := range a.sets[v].list {
			a.now[row*n+a.column[in.joint]] = in.weight
		}
	}
}

// mix lets the weights flow once along all edges. The rates are those of all vertices.
func (a *creaseArea) mix(rate []float64) {
	n := len(a.joints)
	for row, v := range a.vertices {
		kept := 1 - rate[v]
		now, next := a.now[row*n:][:n], a.next[row*n:][:n]
		for k, weight := range now {
			next[k] = float64(kept * weight)
		}
		for _, f := range a.flows.into(row) {
			for k, weight := range a.now[int(f.from)*n:][:n] {
				next[k] += float64(f.share * weight)
			}
		}
	}
	a.now, a.next = a.next, a.now
}

// mirror gives each vertex and its mirror image the mean of both: the edges of the surface are not
// quite the same on both sides, so the weights are not either. Few vertices have no mirror image.
func (a *creaseArea) mirror(s *isosurface.Surface) {
	const grid = 1e5 // a hundredth of a millimeter
	key := func(p exact.Vec3) exact.Vec3 {
		return exact.Vec3{math.Round(p[0] * grid), math.Round(p[1] * grid), math.Round(p[2] * grid)}
	}
	at := make(map[exact.Vec3]int, len(a.vertices))
	for row, v := range a.vertices {
		at[key(s.Points[v])] = row
	}
	n := len(a.joints)
	copy(a.next, a.now)
	for row, v := range a.vertices {
		other, found := at[key(posing.MirroredPoint(s.Points[v]))]
		if !found {
			continue
		}
		for k, j := range a.joints {
			if opposite := a.column[j.Opposite()]; opposite >= 0 {
				a.next[row*n+k] = (a.now[row*n+k] + a.now[other*n+opposite]) / 2
			}
		}
	}
	a.now, a.next = a.next, a.now
}

// merge gives the weight of joints that count as one to one of them: all of it in the inner half of
// the crease, less and less of it beyond. Spread is by vertex.
func (a *creaseArea) merge(c *crease, spread []float64) {
	n := len(a.joints)
	for row, v := range a.vertices {
		share := posing.Clamp(float64(4*float64(spread[v]/c.spread))-2, 0, 1)
		for _, m := range c.merged {
			for _, on := range posing.BothSides {
				from, into := m.from.On(on), m.into.On(on)
				if on == posing.Right && from == m.from || a.column[from] < 0 || a.column[into] < 0 {
					continue
				}
				moved := float64(share * a.now[row*n+a.column[from]])
				a.now[row*n+a.column[from]] -= moved
				a.now[row*n+a.column[into]] += moved
			}
		}
	}
}

// store writes the weights back to the vertices.
func (a *creaseArea) store() {
	n := len(a.joints)
	for row, v := range a.vertices {
		set := &a.sets[v]
		set.list = set.list[:0]
		for k, j := range a.joints {
			set.add(j, a.now[row*n+k])
		}
	}
}
