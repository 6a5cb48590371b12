package modifier_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// referenceBody is the method of [modifier.FullBody] once more, in float64 and with positions and
// axes alone, for a random tree with goals of weight 1, without limits and rotations.
type referenceBody struct {
	parents  []int
	at       []reference.Vector    // where the joints are
	axes     [][3]reference.Vector // how they are turned, to take along what hangs from them
	offsets  []reference.Vector    // from the parent, in its axes
	targets  map[int]reference.Vector
	reach    float64
	base     reference.Vector
	children map[int][]int
	ease     map[int]float64 // by end: how far the pose stretches its limb
}

// place computes the positions of the joints below one from its own. Turn is what its axes do
// first.
func (b *referenceBody) place(j int, turn func(reference.Vector) reference.Vector) {
	if turn != nil {
		for i := range b.axes[j] {
			b.axes[j][i] = turn(b.axes[j][i])
		}
	}
	for _, c := range b.children[j] {
		o := b.offsets[c]
		b.at[c] = b.at[j].Add(b.axes[j][0].Times(o[0])).Add(b.axes[j][1].Times(o[1])).Add(b.axes[j][2].Times(o[2]))
		b.place(c, turn)
	}
}

// pull returns the number of ends that hang from a joint.
func (b *referenceBody) pull(j int) (n float64) {
	for _, c := range b.children[j] {
		n += b.pull(c)
	}
	return max(n, 1)
}

// limbs returns the ends with the joints that lead to them from where their ways part.
func (b *referenceBody) limbs() (out [][]int) {
	for end := range b.parents {
		if _, ok := b.targets[end]; !ok {
			continue
		}
		chain := []int{end}
		for j := b.parents[end]; j >= 1 && len(b.children[j]) == 1; j = b.parents[j] {
			chain = append([]int{j}, chain...)
		}
		out = append(out, chain)
	}
	return out
}

// point turns a joint so that a child comes to a point as near as it can.
func (b *referenceBody) point(j, child int, to reference.Vector) {
	from, way := minus(b.at[child], b.at[j]).Unit(), minus(to, b.at[j]).Unit()
	b.place(j, func(v reference.Vector) reference.Vector { return shortest(v, from, way) })
}

func (b *referenceBody) bend(chain []int) {
	points := make([]reference.Vector, len(chain))
	length := make([]float64, len(chain))
	for i, j := range chain {
		if points[i] = b.at[j]; i > 0 {
			length[i] = minus(points[i], points[i-1]).Length()
		}
	}
	last := len(chain) - 1
	for range 8 {
		points[last] = b.targets[chain[last]]
		for i := last - 1; i > 0; i-- {
			points[i] = points[i+1].Add(minus(points[i], points[i+1]).Unit().Times(length[i+1]))
		}
		for i := 1; i <= last; i++ {
			points[i] = points[i-1].Add(minus(points[i], points[i-1]).Unit().Times(length[i]))
		}
	}
	for i := range last {
		b.point(chain[i], chain[i+1], points[i+1])
	}
}

// iterate works through the tree once; stretch is the part to which limbs stretch.
func (b *referenceBody) iterate(stretch float64) {
	wanted := map[int]reference.Vector{} // displacements
	inLimb := map[int]bool{}
	for _, chain := range b.limbs() {
		b.bend(chain)
		first, last := chain[0], chain[len(chain)-1]
		way, miss := minus(b.targets[last], b.at[first]), minus(b.targets[last], b.at[last])
		length := 0.0
		for i, j := range chain {
			if inLimb[j] = true; i > 0 {
				length += minus(b.at[j], b.at[chain[i-1]]).Length()
			}
		}
		over := max(way.Length()-max(length*stretch, min(b.ease[last], length*0.99)), 0)
		need := way.Unit().Times(over)
		if miss.Length() > over {
			need = need.Add(miss.Unit().Times(miss.Length() - over))
		}
		wanted[first] = need
	}
	for j := len(b.parents) - 1; j >= 1; j-- {
		children := b.children[j]
		if inLimb[j] {
			continue
		}
		if len(children) == 1 {
			c := children[0]
			to := b.at[c].Add(wanted[c])
			wanted[j] = minus(to.Add(minus(b.at[j], to).Unit().Times(minus(b.at[c], b.at[j]).Length())), b.at[j])
			continue
		}
		var sum reference.Vector
		total, energy := 0.0, 0.0
		for _, c := range children {
			d, pull := wanted[c].Length(), b.pull(c)
			sum, total, energy = sum.Add(wanted[c].Times(pull*d)), total+pull*d, energy+pull*d*d
		}
		if energy > 0 {
			wanted[j] = sum.Times((0.5 + 0.5*sum.Length()/energy) / total)
		}
	}
	before := slices.Clone(b.at)
	if move := b.at[1].Add(wanted[1]); b.reach > 0 {
		if away := minus(move, b.base); away.Length() > b.reach {
			move = b.base.Add(away.Unit().Times(b.reach))
		}
		b.at[1] = move
		b.place(1, nil)
	}
	for j := 1; j < len(b.parents); j++ {
		if inLimb[j] {
			continue
		}
		moved := minus(b.at[j], before[j])
		to := map[int]reference.Vector{}
		for _, c := range b.children[j] {
			along := 0.0
			if moved.Length() > 0 {
				along = moved.Length() * moved.Length() /
					(moved.Length()*moved.Length() + wanted[c].Length()*wanted[c].Length())
			}
			to[c] = before[c].Add(wanted[c].Times(1 - along)).Add(moved.Times(along))
		}
		if len(to) == 1 {
			b.point(j, b.children[j][0], to[b.children[j][0]])
			continue
		}
		var axis reference.Vector
		scalar := 0.0
		for c, p := range to {
			bone, way := minus(b.at[c], b.at[j]), minus(p, b.at[j])
			axis = axis.Add(bone.Cross(way).Times(b.pull(c)))
			scalar += b.pull(c) * (bone.Length()*way.Length() + dot(bone, way))
		}
		angle := 2 * math.Atan2(axis.Length(), scalar)
		b.place(j, func(v reference.Vector) reference.Vector {
			if angle == 0 {
				return v
			}
			return turned(v, axis.Unit(), angle)
		})
	}
}

// TestFullBodyReference compares the positions of all joints with the method in float64.
func TestFullBodyReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 108))
	worst := 0.0
	for i := range long(300, 100_000) {
		skeleton := randomTree(t, random)
		s := threeEnds()
		size := math.Abs(float64(skeleton.Rest(0).Scale[0]))
		s.RootReach, s.Iterations = float32(size*random.Float64())*float32(i%2), 1+random.IntN(3)
		stack := solveTest(t, modifier.New("s", skeleton).FullBody("", s))
		c, other := bent(random, skeleton, 0.2), bent(random, skeleton, 0.8)
		reachPose(t, skeleton, stack, &s, &c, &other)
		w := block(skeleton, []*character{&c})
		m := models(skeleton, w, 0)
		b := referenceBody{
			reach: float64(s.RootReach), base: position(m[1]), targets: map[int]reference.Vector{},
			children: map[int][]int{},
		}
		for j := range skeleton.Len() {
			parent := skeleton.Parent(j)
			b.parents, b.at = append(b.parents, parent), append(b.at, position(m[j]))
			b.axes, b.offsets = append(b.axes, [3]reference.Vector{{1}, {0, 1}, {0, 0, 1}}),
				append(b.offsets, reference.Vector{})
			if parent >= 0 {
				b.children[parent] = append(b.children[parent], j)
				b.offsets[j] = minus(position(m[j]), position(m[parent]))
			}
		}
		for i, e := range s.Effectors {
			j, _ := skeleton.FindJoint(e.Joint)
			b.targets[j] = vector(c.goals[i].Target)
		}
		b.ease = map[int]float64{}
		for _, chain := range b.limbs() {
			last := chain[len(chain)-1]
			b.ease[last] = minus(b.at[last], b.at[chain[0]]).Length()
		}
		for k := range s.Iterations {
			b.iterate(float64(float32(0.95)) + (1-float64(float32(0.95)))*float64(k)/float64(s.Iterations))
		}
		for _, chain := range b.limbs() {
			b.bend(chain)
		}
		stack.Solve(w)
		after := models(skeleton, w, 0)
		for j := range after {
			miss := minus(position(after[j]), b.at[j]).Length() / (size + position(m[1]).Length())
			worst = max(worst, miss)
			if miss > 2e-4 {
				t.Fatalf("skeleton %d: joint %q is %v of the size from where it is in float64", i,
					skeleton.JointName(j), miss)
			}
		}
	}
	t.Logf("largest distance from the method in float64: %.3g of the skeleton's size", worst)
}

func TestFullBodyErrors(t *testing.T) {
	skeleton := randomTree(t, rand.New(rand.NewPCG(1, 107)))
	hand := []modifier.Effector{{Joint: "e0", Goal: "g"}}
	checkErrors(t, skeleton, func(b *modifier.Builder, s any) { b.FullBody("", s.(modifier.FullBody)) }, map[string]any{
		"expected at least one effector, found none": modifier.FullBody{Root: "r"},
		"expected 1 to 64 iterations, found 65": modifier.FullBody{
			Root: "r", Effectors: hand,
			Iterations: 65,
		},
		"expected a tolerance from 0 to 1": modifier.FullBody{
			Root: "r", Effectors: hand,
			Tolerance: -1,
		},
		"expected a finite reach of the root of at least 0": modifier.FullBody{
			Root: "r", Effectors: hand,
			RootReach: -1,
		},
		"expected a stretch from 0 to 1": modifier.FullBody{
			Root: "r", Effectors: hand,
			Stretch: 2,
		},
		`expected a joint below joint "m", found "s"`: modifier.FullBody{
			Root:      "m",
			Effectors: []modifier.Effector{{Joint: "s", Goal: "g"}},
		},
		`expected one effector of joint "e0", found two`: modifier.FullBody{
			Root:      "r",
			Effectors: append(hand, hand...),
		},
		"expected a name of the goal, found none": modifier.FullBody{
			Root:      "r",
			Effectors: []modifier.Effector{{Joint: "e0"}},
		},
		"expected a finite pull above 0": modifier.FullBody{
			Root:      "r",
			Effectors: []modifier.Effector{{Joint: "e0", Goal: "g", Pull: -1}},
		},
		`expected a limit of a joint that turns, found one of "e1"`: modifier.FullBody{
			Root: "r", Effectors: hand,
			Limits: []modifier.JointLimit{{Joint: "e1", Cone: 1}},
		},
	})
}
