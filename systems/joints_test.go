package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// crowdRuns returns how many random worlds a test goes through: a few, or many with SINEW_LONG=1.
func crowdRuns(few, many int) int {
	if isLongRun() {
		return many
	}
	return few
}

// pickedCrowd returns a scripted crowd with its own random commands, with baked clips and levels of
// detail.
func pickedCrowd(t testing.TB, run uint64) *scriptedCrowd {
	p := newScriptedCrowd(t, 1)
	p.frame = 1000 * run
	if run%2 == 0 {
		p.library.Bake(bake.Options{}, nil)
	}
	mask, err := rig.NewMask("level", p.library.Skeleton(p.model.Skeleton)).
		Joints(1, "ajoint", "djoint", "ejoint").Build()
	check(t, err)
	check(t, p.library.SetLevels(p.model.Skeleton, mask))
	return p
}

// disturb changes levels of detail and given poses at random.
func disturb(t testing.TB, p *scriptedCrowd, random *rand.Rand) {
	e := p.crowd[random.IntN(len(p.crowd))]
	switch random.IntN(4) {
	case 0:
		if d := p.details.Get(e); d != nil {
			d.Level, d.Interval, d.Culled = uint8(random.IntN(3)), uint16(random.IntN(5)), random.IntN(4) == 0
		}
	case 1:
		check(t, p.animation.SetLocalPose(e, randomPose(p, e, random), []float32{0, 0.3, 1}[random.IntN(3)]))
	case 2:
		check(t, p.animation.ClearLocalPose(e))
	}
}

func randomPose(p *scriptedCrowd, e ecs.Entity, random *rand.Rand) *rig.Pose {
	skeleton := generic.NewMap1[components.Skeleton](&p.world)
	pose := rig.NewPose(p.library.Skeleton(skeleton.Get(e).ID))
	for j := range pose.Skeleton().Len() {
		pose.SetJoint(j, randomTRS(random))
	}
	return pose
}

// A pose that is computed after the frame has the bits that the frame kept, whatever the character
// plays: crossfades, layers, additive clips, inertialization, given poses, levels of detail, also
// if it was skipped in the last frames.
func TestPosesOnDemandHaveTheFramesBits(t *testing.T) {
	skipped, compared := 0, 0
	for run := range crowdRuns(6, 100) {
		p := pickedCrowd(t, uint64(run))
		random := rand.New(rand.NewPCG(uint64(run), 5))
		skeletons := generic.NewMap1[components.Skeleton](&p.world)
		for range 80 {
			for _, e := range p.crowd {
				check(t, p.animation.EnableModelMatrices(e))
			}
			p.step(t)
			for _, e := range p.crowd {
				pose := rig.NewPose(p.library.Skeleton(skeletons.Get(e).ID))
				check(t, p.animation.LocalPose(e, pose))
				kept := p.animation.ModelMatrices(e)
				if kept == nil { // it was spawned in this step
					continue
				}
				if !sameBits(pose.ModelMatrices(nil), kept) {
					t.Fatalf("run %d, frame %d: the local pose of %v on demand is not the frame's", run, p.frame, e)
				}
				if !sameBits(pose.Morphs, p.animation.Morphs(e)) {
					t.Fatalf("run %d, frame %d: the morph weights of %v differ", run, p.frame, e)
				}
				compared++
				if d := p.details.Get(e); d != nil && (d.Culled || d.Interval > 1) {
					skipped++
				}
			}
			disturb(t, p, random)
			if random.IntN(20) == 0 && len(p.crowd) > 5 {
				p.remove(random.IntN(len(p.crowd)))
			}
		}
	}
	if skipped < compared/20 {
		t.Errorf("only %d of %d characters had a level of detail that skips", skipped, compared)
	}
}

// Reading joints and poses changes nothing, and joints that are not kept have the bits of kept
// ones. Two worlds get the same commands; in one all model matrices are kept, in the other joints
// are read on demand.
func TestJointsOnDemandEqualKeptOnes(t *testing.T) {
	compared := 0
	for run := range crowdRuns(4, 60) {
		p, q := pickedCrowd(t, uint64(run)), pickedCrowd(t, uint64(run))
		keeps := generic.NewMap1[components.ModelPose](&p.world)
		random, random2 := rand.New(rand.NewPCG(uint64(run), 5)), rand.New(rand.NewPCG(uint64(run), 5))
		for range 60 {
			for _, e := range q.crowd {
				check(t, q.animation.EnableModelMatrices(e))
			}
			p.step(t)
			q.step(t)
			for i, e := range p.crowd {
				kept := q.animation.ModelMatrices(q.crowd[i])
				if kept == nil || keeps.Get(e) != nil { // a character that begins to keep matrices is posed at once
					continue
				}
				compared++
				world := p.transforms.Get(e).Matrix
				for joint := range len(kept) / rig.MatrixSize {
					want := rig.MatrixAt(kept, joint)
					got, err := p.animation.JointModelAt(e, joint)
					check(t, err)
					if !sameBits(got[:], mat4(want)) {
						t.Fatalf("run %d, frame %d: joint %d of %v is %v, kept %v", run, p.frame, joint, e, got, want)
					}
					got, err = p.animation.JointWorldAt(e, joint)
					check(t, err)
					if !sameBits(got[:], mat4(rig.MatrixFromMat4(world).Mul(want))) {
						t.Fatalf("run %d, frame %d: joint %d of %v in the world is %v", run, p.frame, joint, e, got)
					}
				}
			}
			disturb(t, p, random)
			disturb(t, q, random2)
		}
	}
	if compared < 1000 {
		t.Errorf("only %d characters were compared", compared)
	}
}

func mat4(m rig.Matrix) []float32 {
	n := m.Mat4()
	return n[:]
}

// Before the first frame a character is in its rest pose, at its Transform.
func TestJointsBeforeTheFirstFrame(t *testing.T) {
	f := newFixture(t, 9)
	at := mgl32.Translate3D(3, 0, 1)
	e := mustSpawn(f.animation.Spawn(f.model, at))
	rest := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	for joint := range 9 {
		got, err := f.animation.JointWorldAt(e, joint)
		check(t, err)
		want := rig.MatrixFromMat4(at).Mul(rig.MatrixAt(rest.ModelMatrices(nil), joint)).Mat4()
		if got != want {
			t.Errorf("joint %d is at %v, want the rest pose %v", joint, got, want)
		}
	}
	pose := rig.NewPose(rest.Skeleton())
	pose.SetJoint(2, rig.TRS{})
	check(t, f.animation.LocalPose(e, pose))
	if !sameBits(pose.Locals, rest.Locals) {
		t.Error("the local pose before the first frame is not the rest pose")
	}
}

func TestErrorsOfJoints(t *testing.T) {
	f := newFixture(t, 4)
	e, none := f.spawn(t, 0, 0), f.world.NewEntity()
	f.update(t, 0)
	if _, err := f.animation.JointWorld(none, "ajoint"); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("an entity without a skeleton: %v", err)
	}
	if _, err := f.animation.JointWorldAt(ecs.Entity{}, 0); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("the zero entity: %v", err)
	}
	_, err := f.animation.JointWorld(e, "bjoin")
	if !errors.Is(err, systems.ErrNoJoint) || !errors.Is(err, rig.ErrNotFound) ||
		!strings.Contains(err.Error(), `"bjoint"`) {
		t.Errorf("a misspelled joint: %v", err)
	}
	for _, joint := range []int{-1, 4, math.MaxInt} {
		if _, err := f.animation.JointModelAt(e, joint); !errors.Is(err, systems.ErrNoJoint) {
			t.Errorf("joint %d: %v", joint, err)
		}
	}
	other := newModel(t, f.library, 3, 9)
	if err := f.animation.LocalPose(e, rig.NewPose(f.library.Skeleton(other.Skeleton))); !errors.Is(err,
		systems.ErrOtherSkeleton) {
		t.Errorf("a pose of another skeleton: %v", err)
	}
	if err := f.animation.LocalPose(e, nil); !errors.Is(err, systems.ErrPose) {
		t.Errorf("a nil pose: %v", err)
	}
	if err := f.animation.LocalPose(e, &rig.Pose{}); !errors.Is(err, systems.ErrPose) {
		t.Errorf("an empty pose: %v", err)
	}
}

// twist turns a joint of every pose. Twice the same turn is another pose, so that a second run
// would be seen.
type twist struct{ joint int }

func (twist) Name() string { return "twist" }

func (s twist) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		t := rig.JointAt(b.Local(lane), s.joint)
		t.Rotation = t.Rotation.Mul(mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}))
		rig.PutJoint(b.Local(lane), s.joint, t)
	}
}

type repeatableTwist struct{ twist }

func (s repeatableTwist) Repeat(f *ecs.Frame, b *ecs.Block) { s.RunBlock(f, b) }

// Block systems of the program are in the pose, if they can run again; otherwise the error names
// them.
func TestJointsAfterSystemsOfTheProgram(t *testing.T) {
	for _, before := range []ecs.Anchor{systems.AtInertialize, systems.AtLocalToModel} {
		f := newFixture(t, 9)
		check(t, f.animation.Schedule().InsertBefore(before, ecs.EachBlock(repeatableTwist{twist{3}})))
		plain, inertial := f.spawn(t, 0, 0.3), f.spawn(t, 1, 0.2)
		check(t, f.animation.EnableInertialization(inertial))
		for range 5 {
			check(t, f.animation.Player(inertial).Inertialize(1))
			for _, e := range []ecs.Entity{plain, inertial} {
				check(t, f.animation.EnableModelMatrices(e))
			}
			f.update(t, 0.05)
			for _, e := range []ecs.Entity{plain, inertial} {
				pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
				check(t, f.animation.LocalPose(e, pose))
				if !sameBits(pose.ModelMatrices(nil), f.animation.ModelMatrices(e)) {
					t.Fatalf("before %s: the pose on demand lacks the system, or has it twice", before)
				}
			}
		}
	}
	f := newFixture(t, 9)
	check(t, f.animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(twist{3})))
	e := f.spawn(t, 0, 0.3)
	f.update(t, 0)
	if _, err := f.animation.JointModel(e, "bjoint"); !errors.Is(err, systems.ErrNotRepeatable) ||
		!strings.Contains(err.Error(), `"twist"`) {
		t.Errorf("after a system that is not repeatable: %v", err)
	}
	check(t, f.animation.EnableModelMatrices(e, "bjoint"))
	f.update(t, 0)
	if _, err := f.animation.JointModel(e, "bjoint"); err != nil {
		t.Errorf("a kept joint: %v", err)
	}
}

func TestReadingJointsAllocatesNothing(t *testing.T) {
	f := newFixture(t, 30)
	e := f.spawn(t, 0, 0.1)
	check(t, f.animation.Player(e).CrossFade(f.model.Clips[1], 60))
	f.update(t, 0.1)
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	read := func() {
		if _, err := f.animation.JointWorld(e, "cjoint"); err != nil {
			t.Fatal(err)
		}
		if err := f.animation.LocalPose(e, pose); err != nil {
			t.Fatal(err)
		}
		if err := f.animation.SetLocalPose(e, pose, 0.5); err != nil {
			t.Fatal(err)
		}
		f.update(t, 0.01)
	}
	read()
	if n := testing.AllocsPerRun(50, read); n != 0 {
		t.Errorf("reading and writing a pose allocates %v times", n)
	}
}

// BenchmarkJointWorld reads the last joint of characters of 64 joints that play one or two baked
// clips: on demand, and from kept matrices.
func BenchmarkJointWorld(b *testing.B) {
	for _, c := range []struct {
		name  string
		clips int
		kept  bool
	}{{"1 clip", 1, false}, {"2 clips", 2, false}, {"kept", 2, true}} {
		b.Run(c.name, func(b *testing.B) {
			f := newFixture(b, 64, systems.WithLongestFade(math.Inf(1)))
			f.library.Bake(bake.Options{}, nil)
			var crowd []ecs.Entity
			for i := range 256 {
				e := f.spawn(b, 0, float64(i)/256)
				if c.clips > 1 {
					check(b, f.animation.Player(e).CrossFade(f.model.Clips[1], 3600))
				}
				if c.kept {
					check(b, f.animation.EnableModelMatrices(e))
				}
				crowd = append(crowd, e)
			}
			f.update(b, 0.1)
			i := 0
			for b.Loop() {
				if _, err := f.animation.JointWorldAt(crowd[i&255], 63); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
