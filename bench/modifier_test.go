package bench

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems"
)

// modifierStacks are stacks for the mannequin, each with the goal "goal".
func modifierStacks(skeleton *rig.Skeleton) map[string]*modifier.Builder {
	ahead, up := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}
	arm := modifier.TwoBone{
		Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand",
		Bend: mgl32.Vec3{0, 0, -1},
	}
	keep := arm
	keep.KeepRotation = true
	// A chain of eight joints from the hips to the left index finger.
	chain := modifier.Chain{Root: "spine_2", End: "left_forearm"}
	limited := chain
	for _, joint := range []string{"spine_2", "spine_3", "spine_4", "left_clavicle", "left_upper_arm"} {
		limited.Limits = append(limited.Limits,
			modifier.JointLimit{Joint: joint, Cone: 0.5, Axis: up, Twist: [2]float32{-0.5, 0.5}})
	}
	stack := func() *modifier.Builder { return modifier.New("bench", skeleton) }
	body := modifier.FullBody{Root: "hips", RootReach: 0.5}
	for _, joint := range []string{"left_hand", "right_hand", "left_foot", "right_foot", "head"} {
		// the cost does not depend on the targets
		body.Effectors = append(body.Effectors, modifier.Effector{Joint: joint, Goal: "goal"})
	}
	hand := modifier.Hand{
		Helpers: []string{"left_clavicle"}, Root: arm.Root, Middle: arm.Middle, End: arm.End,
		Bend: arm.Bend, Palm: mgl32.Vec3{0, 0.1, 0},
	}
	joints := []string{"spine_2", "spine_3", "spine_4", "neck_2", "head"}
	feet := modifier.Feet{Pelvis: "hips"}
	for _, side := range []string{"left", "right"} {
		feet.Feet = append(feet.Feet, modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot",
			Toe: side + "_toe", Bend: ahead,
		})
	}
	return map[string]*modifier.Builder{
		"feet, two":                stack().Feet("goal", feet),
		"two bones":                stack().TwoBone("goal", arm),
		"two bones, rotation kept": stack().TwoBone("goal", keep),
		"aim":                      stack().Aim("goal", modifier.Aim{Joint: "head", Forward: ahead, Up: up}),
		"look at, 5 joints": stack().LookAt("goal",
			modifier.LookAt{Joints: joints, Forward: ahead, Up: up}),
		"look at, 5 joints and limits": stack().LookAt("goal", modifier.LookAt{
			Joints: joints, Forward: ahead, Up: up,
			Speed: 3, Limits: modifier.LookLimits{Yaw: [2]float32{-1, 1}},
		}),
		"FABRIK, 4 iterations":         stack().Chain("goal", longChain(skeleton)),
		"FABRIK with limits, 6 joints": stack().Chain("goal", limited),
		"CCD, 4 iterations, 6 joints": stack().Chain("goal",
			modifier.Chain{Root: chain.Root, End: chain.End, Method: modifier.CCD}),
		"full body, 5 ends":      stack().FullBody("", body),
		"hand with its shoulder": stack().Hand("goal", hand),
		"aim at another joint": stack().AimAt("goal",
			modifier.AimAt{Joint: "left_forearm_twist", At: "left_hand", Forward: up}),
		"override": stack().Override("goal",
			modifier.Override{Joint: "head", Space: modifier.ModelSpace, Rotation: true}),
		"copy of a rotation, one joint": stack().Copy("goal",
			modifier.Copy{Joint: "left_forearm_twist", From: "left_hand", Rotation: 0.5}),
		"twist, two joints": stack().Twist("goal", modifier.Twist{
			From: "left_hand", Axis: mgl32.Vec3{1, 0, 0},
			Joints: []string{"left_forearm_twist", "right_forearm_twist"}, Shares: []float32{0.5, 0.5},
		}),
	}
}

// longChain returns a chain of 8 joints that ends at the left hand.
func longChain(skeleton *rig.Skeleton) modifier.Chain {
	joint, err := skeleton.FindJoint("left_hand")
	must(err)
	root := joint
	for range 7 {
		root = skeleton.Parent(root)
	}
	return modifier.Chain{Root: skeleton.JointName(root), End: skeleton.JointName(joint)}
}

// BenchmarkModifiers is the cost of pose modifiers for each of 1,000 mannequins on one core: what
// they add to a frame, and the solvers alone.
func BenchmarkModifiers(b *testing.B) {
	library := assets.NewLibrary()
	model := newMannequin(b, library)
	bakeAll(b, library)
	skeleton := library.Skeleton(model.Skeleton)
	stacks := modifierStacks(skeleton)
	for _, name := range slices.Sorted(maps.Keys(stacks)) {
		stack, err := stacks[name].Build()
		if err != nil {
			b.Fatal(err)
		}
		id, err := library.AddModifierStack(stack)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("frame="+name+kernels(), func(b *testing.B) {
			runPaired(b, library, model, frameCase{joints: skeleton.Len(), clips: 1, characters: 1000, workers: 1}, id)
		})
		b.Run("solver="+name+kernels(), func(b *testing.B) { runSolver(b, skeleton, stack) })
	}
	withEyes := eyed(b, skeleton)
	for name, eyes := range map[string]int{
		"look at, eye, head, neck, 3 spine joints":    1,
		"look at, 2 eyes, head, neck, 3 spine joints": 2,
	} {
		stack, err := lookWithEyes(withEyes, eyes).Build()
		must(err)
		b.Run("solver="+name+kernels(), func(b *testing.B) { runSolver(b, withEyes, stack) })
	}
}

var eyeNames = []string{"left_eye", "right_eye"}

// eyed returns a skeleton with two eyes in the head.
func eyed(b *testing.B, skeleton *rig.Skeleton) *rig.Skeleton {
	b.Helper()
	head, err := skeleton.FindJoint("head")
	must(err)
	var joints []rig.Joint
	for j := range skeleton.Len() {
		joints = append(joints, rig.Joint{
			Name: skeleton.JointName(j), Parent: skeleton.Parent(j),
			Rest: skeleton.Rest(j),
		})
	}
	for i, name := range eyeNames {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{0.06*float32(i) - 0.03, 0.1, 0.08}
		joints = append(joints, rig.Joint{Name: name, Parent: head, Rest: rest})
	}
	out, err := rig.NewSkeleton("eyed", joints, nil)
	must(err)
	return out
}

// lookWithEyes returns a stack in which an eye is the last joint of the chain, or two eyes follow
// it.
func lookWithEyes(skeleton *rig.Skeleton, eyes int) *modifier.Builder {
	ahead, up := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}
	look := modifier.LookAt{Joints: []string{"spine_2", "spine_3", "spine_4", "neck_2", "head"}, Forward: ahead, Up: up}
	if eyes == 1 {
		look.Joints = append(look.Joints, eyeNames[0])
	} else {
		for _, name := range eyeNames {
			look.Eyes = append(look.Eyes, modifier.Aim{Joint: name, Forward: ahead, Up: up})
		}
	}
	return modifier.New("look with eyes", skeleton).LookAt("goal", look)
}

// runPaired updates a crowd without and a crowd with a stack of modifiers in turns. It reports the
// least time of a frame without them, and how much more the least time of a frame with them is, per
// character.
func runPaired(b *testing.B, library *assets.Library, model *assets.Model, c frameCase, stack id.ModifierStack) {
	b.Helper()
	var crowds [2]*crowd
	least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for i := range crowds {
		crowds[i] = newCrowd(b, library, model, c)
		slope := mgl32.Vec3{-0.1, 1, 0}.Normalize()
		crowds[i].SetGround(systems.GroundFunc(func(x, _ float32) (float32, mgl32.Vec3) { return 0.1 * x, slope }))
	}
	hasTarget := (*solving.Stack)(library.ModifierStack(stack)).TargetUse(0) != solving.WeightOnly
	for i, entity := range crowds[1].entities {
		must(crowds[1].Modify(entity, stack))
		handle := crowds[1].Modifier(entity, "goal")
		if hasTarget {
			must(handle.Aim(mgl32.Vec3{float32(i%100) + 0.3, 1.5, float32(i/100) + 0.8})) // beside the character
		}
		must(handle.Fade(1, 0))
		goal, err := handle.Goal()
		must(err)
		goal.Rotation = [4]float32{0, 0, 0, 1}
	}
	for _, crowd := range crowds {
		for range 3 { // assign slots, grow buffers
			crowd.update(b, 1.0/60)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for i, crowd := range crowds {
			start := time.Now()
			crowd.update(b, 1.0/60)
			least[i] = min(least[i], time.Since(start))
		}
	}
	b.ReportMetric(float64(least[0])/float64(c.characters), "ns/character-without")
	b.ReportMetric(float64(least[1]-least[0])/float64(c.characters), "ns/character")
}

// runSolver measures a stack for 1,000 characters in 125 blocks, which are worked on one after the
// other as in a frame.
func runSolver(b *testing.B, skeleton *rig.Skeleton, built *modifier.Stack) {
	stack := (*solving.Stack)(built)
	b.Helper()
	const blocks = 125
	w := &solving.Block{Locals: make([]float32, skeleton.Len()*kernel.GroupSize), Model: make([]float32, skeleton.Len()*kernel.BlockMatrixSize)}
	for j := range skeleton.Len() {
		rest := skeleton.Rest(j)
		numbers := append(append(append([]float32{}, sliced(exact.XYZW(rest.Rotation))...), rest.Translation[:]...),
			rest.Scale[:]...)
		for row, x := range numbers {
			for l := range solving.Lanes {
				w.Locals[j*kernel.GroupSize+row*solving.Lanes+l] = x
			}
		}
	}
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	random := rand.New(rand.NewPCG(1, 2))
	goals := make([][solving.MaxGoals]solving.Goal, blocks*solving.Lanes)
	states := make([][]float32, len(goals))
	grounds := make([][]solving.FootGround, len(goals))
	for i := range goals {
		goals[i][0] = solving.Goal{Target: [3]float32{random.Float32() - 0.5, 1 + random.Float32(), 0.5 + random.Float32()}, Weight: 1, HasRotation: true, Rotation: [4]float32{0, 0, 0, 1}}
		states[i] = make([]float32, stack.StateSize())
		grounds[i] = make([]solving.FootGround, len(stack.FootProbes()))
		for foot := range grounds[i] {
			grounds[i][foot].Set(mgl32.Vec3{1: 0.2*random.Float32() - 0.1}, mgl32.Vec3{0.1, 1, 0}.Normalize())
		}
	}
	for l := range w.Delta {
		w.Delta[l] = 1.0 / 60
		w.Motions[l] = &solving.Motion{World: rig.IdentityMatrix(), Before: rig.IdentityMatrix()}
	}
	b.ReportAllocs()
	for b.Loop() {
		for block := range blocks {
			for l := range solving.Lanes {
				w.Goals[l], w.State[l], w.Ground[l] = goals[block*solving.Lanes+l][:], states[block*solving.Lanes+l], grounds[block*solving.Lanes+l]
			}
			stack.Solve(w)
		}
	}
	perCharacter(b, len(goals), 0, "")
}

func sliced(q [4]float32) []float32 { return q[:] }
