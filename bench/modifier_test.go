package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// modifierStacks are stacks for the mannequin, each with the goal "goal".
func modifierStacks(skeleton *rig.Skeleton) map[string]*modifier.Builder {
	ahead, up := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}
	arm := modifier.TwoBone{Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand", Bend: mgl32.Vec3{0, 0, -1}}
	keep := arm
	keep.KeepRotation = true
	// A chain of eight joints from the hips to the left index finger.
	chain := modifier.Chain{Root: "spine_2", End: "left_forearm"}
	limited := chain
	for _, joint := range []string{"spine_2", "spine_3", "spine_4", "left_clavicle", "left_upper_arm"} {
		limited.Limits = append(limited.Limits, modifier.JointLimit{Joint: joint, Cone: 0.5, Axis: up, Twist: [2]float32{-0.5, 0.5}})
	}
	stack := func() *modifier.Builder { return modifier.New("bench", skeleton) }
	body := modifier.FullBody{Root: "hips", RootReach: 0.5}
	for _, joint := range []string{"left_hand", "right_hand", "left_foot", "right_foot", "head"} {
		body.Effectors = append(body.Effectors, modifier.Effector{Joint: joint, Goal: "goal"}) // the cost does not depend on the targets
	}
	hand := modifier.Hand{Helpers: []string{"left_clavicle"}, Root: arm.Root, Middle: arm.Middle, End: arm.End, Bend: arm.Bend, Palm: mgl32.Vec3{0, 0.1, 0}}
	joints := []string{"spine_2", "spine_3", "spine_4", "neck_2", "head"}
	return map[string]*modifier.Builder{
		"two bones":                     stack().TwoBone("goal", arm),
		"two bones, rotation kept":      stack().TwoBone("goal", keep),
		"aim":                           stack().Aim("goal", modifier.Aim{Joint: "head", Forward: ahead, Up: up}),
		"look at, 5 joints":             stack().LookAt("goal", modifier.LookAt{Joints: joints, Forward: ahead, Up: up}),
		"look at, 5 joints and limits":  stack().LookAt("goal", modifier.LookAt{Joints: joints, Forward: ahead, Up: up, Speed: 3, Limits: modifier.LookLimits{Yaw: [2]float32{-1, 1}}}),
		"FABRIK, 4 iterations":          stack().Chain("goal", longChain(skeleton)),
		"FABRIK with limits, 6 joints":  stack().Chain("goal", limited),
		"CCD, 4 iterations, 6 joints":   stack().Chain("goal", modifier.Chain{Root: chain.Root, End: chain.End, Method: modifier.CCD}),
		"full body, 5 ends":             stack().FullBody("", body),
		"hand with its shoulder":        stack().Hand("goal", hand),
		"aim at another joint":          stack().AimAt("goal", modifier.AimAt{Joint: "left_forearm_twist", At: "left_hand", Forward: up}),
		"override":                      stack().Override("goal", modifier.Override{Joint: "head", Space: modifier.ModelSpace, Rotation: true}),
		"copy of a rotation, one joint": stack().Copy("goal", modifier.Copy{Joint: "left_forearm_twist", From: "left_hand", Rotation: 0.5}),
		"twist, two joints":             stack().Twist("goal", modifier.Twist{From: "left_hand", Axis: mgl32.Vec3{1, 0, 0}, Joints: []string{"left_forearm_twist", "right_forearm_twist"}, Shares: []float32{0.5, 0.5}}),
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

// BenchmarkModifiers is the cost of pose modifiers for each of 1,000 mannequins on one core: a frame without and with them, and the
// solvers alone.
func BenchmarkModifiers(b *testing.B) {
	library := assets.NewLibrary()
	model := newMannequin(b, library)
	bakeAll(b, library)
	skeleton := library.Skeleton(model.Skeleton)
	c := frameCase{joints: skeleton.Len(), clips: 1, characters: 1000, workers: 1}
	b.Run("frame=without"+kernels(), func(b *testing.B) { runFrames(b, newCrowd(b, library, model, c), c) })
	for name, builder := range modifierStacks(skeleton) {
		stack, err := builder.Build()
		if err != nil {
			b.Fatal(err)
		}
		id, err := library.AddModifierStack(stack)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("frame="+name+kernels(), func(b *testing.B) {
			crowd := newCrowd(b, library, model, c)
			for _, entity := range crowd.entities {
				must(crowd.Modify(entity, id))
				must(crowd.Modifier(entity, "goal").AimLocal(mgl32.Vec3{0.3, 1.5, 0.8}))
				must(crowd.Modifier(entity, "goal").Fade(1, 0))
			}
			runFrames(b, crowd, c)
		})
		b.Run("solver="+name+kernels(), func(b *testing.B) { runSolver(b, skeleton, stack) })
	}
}

// runSolver measures a stack for 1,000 characters in 125 blocks, which are worked on one after the other as in a frame.
func runSolver(b *testing.B, skeleton *rig.Skeleton, stack *modifier.Stack) {
	b.Helper()
	const blocks = 125
	w := &modifier.Work{Locals: make([]float32, skeleton.Len()*kernel.GroupSize), Model: make([]float32, skeleton.Len()*kernel.BlockMatrixSize)}
	for j := range skeleton.Len() {
		rest := skeleton.Rest(j)
		numbers := append(append(append([]float32{}, sliced(exact.XYZW(rest.Rotation))...), rest.Translation[:]...), rest.Scale[:]...)
		for row, x := range numbers {
			for l := range modifier.Lanes {
				w.Locals[j*kernel.GroupSize+row*modifier.Lanes+l] = x
			}
		}
	}
	kernel.LocalToModel(w.Model, w.Locals, skeleton.Parents())
	random := rand.New(rand.NewPCG(1, 2))
	goals := make([][modifier.MaxGoals]modifier.Goal, blocks*modifier.Lanes)
	states := make([][]float32, len(goals))
	for i := range goals {
		goals[i][0] = modifier.Goal{Target: [3]float32{random.Float32() - 0.5, 1 + random.Float32(), 0.5 + random.Float32()}, Weight: 1, HasRotation: true, Rotation: [4]float32{0, 0, 0, 1}}
		states[i] = make([]float32, stack.StateSize())
	}
	for l := range w.Delta {
		w.Delta[l] = 1.0 / 60
	}
	b.ReportAllocs()
	for b.Loop() {
		for block := range blocks {
			for l := range modifier.Lanes {
				w.Goals[l], w.State[l] = &goals[block*modifier.Lanes+l], states[block*modifier.Lanes+l]
			}
			stack.Solve(w)
		}
	}
	perCharacter(b, len(goals), 0, "")
}

func sliced(q [4]float32) []float32 { return q[:] }
