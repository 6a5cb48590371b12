package modifier

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
)

// swing runs a stack of springs frame by frame, with a character in each lane.
type swing struct {
	stack   *solving.Stack
	work    *solving.Block
	state   [solving.Lanes][]float32
	before  [solving.Lanes]rig.Matrix
	goals   [solving.Lanes][solving.MaxGoals]solving.Goal
	isGoing [solving.Lanes]bool
}

func newSwing(stack *solving.Stack) *swing {
	n := stack.Skeleton().Len()
	s := &swing{stack: stack, work: &solving.Block{
		Locals: make([]float32, n*kernel.GroupSize), Model: make([]float32, n*kernel.BlockMatrixSize),
	}}
	for l := range solving.Lanes {
		s.state[l] = make([]float32, stack.StateSize())
		for i := range s.goals[l] {
			s.goals[l][i].Weight = 1
		}
	}
	return s
}

// placed is where a character is: its Transform and its local pose.
type placedPose struct {
	world  rig.Matrix
	locals []rig.TRS
}

// frame runs a frame for the lanes that have a pose, and returns the joints' positions in the
// world.
func (s *swing) frame(seconds float32, poses [solving.Lanes]*placedPose) (positions [solving.Lanes][]mgl32.Vec3) {
	w := s.work
	skeleton := s.stack.Skeleton()
	for l, pose := range poses {
		w.Goals[l], w.State[l], w.Delta[l] = nil, nil, seconds
		if pose == nil {
			s.isGoing[l] = false
			clear(s.state[l])
			continue
		}
		if !s.isGoing[l] {
			s.before[l], s.isGoing[l] = pose.world, true
		}
		w.Goals[l], w.State[l] = s.goals[l][:], s.state[l]
		w.Motions[l] = &solving.Motion{World: pose.world, Before: s.before[l]}
		s.before[l] = pose.world
		for j, local := range pose.locals {
			putTRS(w.LocalOf(j)[:], l, local)
		}
	}
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	s.stack.Solve(w)
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	for l, pose := range poses {
		if pose == nil {
			continue
		}
		for j := range skeleton.Len() {
			positions[l] = append(positions[l], pose.world.Point(origin(matrixOf(w, j, l))))
		}
	}
	return positions
}

func putTRS(local []float32, lane int, t rig.TRS) {
	q := exact.XYZW(t.Rotation)
	n := [...]float32{
		q[0], q[1], q[2], q[3], t.Translation[0], t.Translation[1], t.Translation[2], t.Scale[0],
		t.Scale[1], t.Scale[2],
	}
	for row, x := range n {
		local[row*solving.Lanes+lane] = x
	}
}

// all returns the same pose for all lanes.
func all(p *placedPose) (poses [solving.Lanes]*placedPose) {
	for l := range poses {
		poses[l] = p
	}
	return poses
}

func restPose(skeleton *rig.Skeleton, world rig.Matrix) *placedPose {
	p := &placedPose{world: world}
	for j := range skeleton.Len() {
		p.locals = append(p.locals, skeleton.Rest(j))
	}
	return p
}

// ponytail returns a skeleton with a hip, a head and a chain of joints that hangs from it, and the
// names of the chain.
func ponytail(t testing.TB, bones int, length float32) (*rig.Skeleton, []string) {
	t.Helper()
	one := mgl32.Vec3{1, 1, 1}
	at := func(x, y, z float32) rig.TRS {
		return rig.TRS{Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{x, y, z}, Scale: one}
	}
	joints := []rig.Joint{{Name: "hip", Parent: -1, Rest: at(0, 1, 0)}, {Name: "head", Parent: 0, Rest: at(0, 0.6, 0)}}
	var names []string
	for i := range bones + 1 {
		rest := at(0, -length*0.6, -length*0.8)
		if i == 0 {
			rest = at(0, 0.05, -0.1)
		}
		names = append(names, "hair_"+string(rune('a'+i)))
		joints = append(joints, rig.Joint{Name: names[i], Parent: i + 1, Rest: rest})
	}
	skeleton, err := rig.NewSkeleton("ponytail", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton, names
}

// inUnits returns a skeleton of that many units for each unit of another one.
func inUnits(t testing.TB, skeleton *rig.Skeleton, units float32) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for j := range skeleton.Len() {
		rest := skeleton.Rest(j)
		rest.Translation = rest.Translation.Mul(units)
		joints = append(joints, rig.Joint{Name: skeleton.JointName(j), Parent: skeleton.Parent(j), Rest: rest})
	}
	scaled, err := rig.NewSkeleton(skeleton.Name(), joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return scaled
}

// runner returns where a character is that runs in a circle and shakes its head, in seconds.
func runner(skeleton *rig.Skeleton, seconds float64) *placedPose {
	angle := seconds * 1.2
	turn := mgl32.HomogRotate3DY(float32(math.Pi/2 - angle))
	at := mgl32.Translate3D(float32(3*math.Cos(angle)), float32(0.04*math.Sin(seconds*15)), float32(3*math.Sin(angle)))
	p := restPose(skeleton, rig.MatrixFromMat4(at.Mul4(turn)))
	p.locals[1].Rotation = mgl32.AnglesToQuat(float32(0.3*math.Sin(seconds*9)), float32(0.6*math.Sin(seconds*7)),
		0, mgl32.XYZ)
	return p
}

func randomSpring(random *rand.Rand) Spring {
	return Spring{
		Stiffness: random.Float32() * 2, Drag: 0.1 + 0.6*random.Float32(), Gravity: random.Float32(),
		GravityDirection: randomUnit(random), HitRadius: random.Float32() * 0.02,
	}
}

func randomUnit(random *rand.Rand) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(random.NormFloat64()), float32(random.NormFloat64()),
		float32(random.NormFloat64()),
	}.Normalize()
}

// matrixOf returns a model matrix of a lane.
func matrixOf(w *solving.Block, joint, lane int) (m rig.Matrix) {
	for e := range m {
		m[e] = w.ModelOf(joint)[e*solving.Lanes+lane]
	}
	return m
}

func origin(m rig.Matrix) mgl32.Vec3 { return m.Point(mgl32.Vec3{}) }

func contains(s string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(s, part) {
			return false
		}
	}
	return true
}
