package animtest_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/animtest"
)

// actor is a mannequin in a world.
type actor struct {
	animation *systems.Animation
	model     *assets.Model
	entity    ecs.Entity
	places    access.Component[components.Transform]
}

func newActor(t testing.TB, clip string) *actor {
	t.Helper()
	library, model := person(t)
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	t.Cleanup(animation.Close)
	entity, err := animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, animation.Player(entity).Play(model.Clip(clip)))
	return &actor{animation, model, entity, access.ComponentOf[components.Transform](&world)}
}

// record walks the actor at a speed.
func (a *actor) record(t testing.TB, speed float32) *animtest.Take {
	t.Helper()
	return animtest.Record(t, a.animation, a.entity, 90, func(int) error {
		place := a.places.Get(a.entity)
		place.Matrix = place.Matrix.Mul4(mgl32.Translate3D(0, 0, speed/animtest.Rate))
		return a.animation.Update(1.0 / animtest.Rate)
	})
}

// A recording of an entity that plays a clip is a sample of the clip, and places it in the world.
func TestRecord(t *testing.T) {
	a := newActor(t, "walk")
	take := a.record(t, 1.2)
	last := len(take.Frames) - 1
	if got := take.Frames[last].World[11]; got < 1.79 || got > 1.81 {
		t.Errorf("expected an entity that went 1.8 m, found %v", got)
	}
	library := a.animation.Library()
	duration := library.Clip(a.model.Clip("walk")).Duration()
	for _, f := range []int{0, 30, last} {
		time := take.Frames[f].Time
		for time > duration {
			time -= duration
		}
		clip := animtest.Sample(t, library, a.model, "walk", time)
		animtest.Reaches(t, take, take.Frames[f].Time, clip.Frames[0].Pose, animtest.Tolerance{Meters: 1e-5, Degrees: 1e-2})
		if len(take.Frames[f].Palettes[0]) != len(clip.Frames[0].Palettes[0]) {
			t.Errorf("frame %d: expected the palettes of the model", f)
		}
	}
	if names := a.animation.Schedule().Names(); names[len(names)-1] == "animtest.stopwatch" {
		t.Error("expected the schedule as it was, found a system of the recording")
	}
	fails(t, func(t testing.TB) { animtest.Record(t, a.animation, ecs.Entity{}, 1, nil) },
		"expected a character, found none")
	fails(t, func(t testing.TB) {
		animtest.Record(t, a.animation, a.entity, 3, func(f int) error { return a.animation.Update(float64(-f)) })
	}, "frame 1: ")
	fails(t, func(t testing.TB) { take.Pick(t, 90) }, "expected a frame from 0 to 89, found 90")
}

func TestSample(t *testing.T) {
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk")
	last := take.Frames[len(take.Frames)-1]
	if take.Frames[0].Time != 0 || last.Time != library.Clip(model.Clip("walk")).Duration() {
		t.Errorf("expected the whole clip, found frames from %v to %v", take.Frames[0].Time, last.Time)
	}
	fails(t, func(t testing.TB) { animtest.Sample(t, library, model, "wakl") }, `did you mean "walk"?`)
	fails(t, func(t testing.TB) { animtest.Sample(t, library, model, "walk", 7) },
		"expected a time from 0 to", "found 7")
	fails(t, func(t testing.TB) { animtest.Sample(t, library, model, "walk", nan()) }, "found NaN")
	fails(t, func(t testing.TB) { animtest.Sample(t, library, nil, "walk") }, "expected a model of the library")
	fails(t, func(t testing.TB) { animtest.Sample(t, assets.NewLibrary(), model, "walk") },
		"expected a model of the library")
}

// The root motion of a clip is where its frames stand.
func TestSampleFollowsRootMotion(t *testing.T) {
	library, model := person(t)
	source, err := courses.Traveling("goes", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0)
	check(t, err)
	going, err := clip.ExtractRootMotion(source, clip.RootMotionOptions{})
	check(t, err)
	model.SetClips(library, append(model.Clips, library.AddClip(going), library.AddClip(source)))
	take := animtest.Sample(t, library, model, "goes")
	want := float32(mannequin.WalkSpeed * going.Duration())
	if got := take.Frames[len(take.Frames)-1].World[11]; mgl32.Abs(got-want) > 0.01 {
		t.Errorf("expected %v m, found %v", want, got)
	}
	passes(t, func(t testing.TB) { animtest.FeetStand(t, take, 0.02) })
}

func TestReaches(t *testing.T) {
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk")
	pose := animtest.Sample(t, library, model, "walk", 0.5).Frames[0].Pose
	other := bent(t, take, 30, "head", func(j *rig.TRS) {
		j.Rotation = mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}).Mul(j.Rotation)
	}).Frames[30].Pose
	at := take.Frames[30].Time
	coarse := animtest.Tolerance{Meters: 0.02, Degrees: 3}
	passes(t, func(t testing.TB) { animtest.Reaches(t, take, 0.5, pose, coarse) })
	fails(t, func(t testing.TB) { animtest.Reaches(t, take, 0.7, pose, coarse) },
		"expected another pose", "degrees apart")
	fails(t, func(t testing.TB) { animtest.Reaches(t, take, at, other, coarse) },
		`joint "head": rotation`, "28.65 degrees")
	passes(t, func(t testing.TB) { animtest.Reaches(t, take, at, other, coarse, "left_hand", "hips") })
	fails(t, func(t testing.TB) { animtest.Reaches(t, take, at, other, coarse, "haed") }, `did you mean "head"?`)
	fails(t, func(t testing.TB) { animtest.Reaches(t, take, 9, pose, coarse) },
		"expected a frame at 9 s, found none nearer")
	fails(t, func(t testing.TB) { animtest.Reaches(t, take, 0.5, nil, coarse) }, "expected a pose of skeleton")

	m := rig.MatrixAt(take.Frames[0].Models, 1)
	place, joint := mgl32.Vec3{m[3], m[7], m[11]}, take.Frames[0].Pose.Skeleton().JointName(1)
	passes(t, func(t testing.TB) { animtest.ReachesPlace(t, take, 0, joint, place.Add(mgl32.Vec3{0, 0.01, 0}), 0.011) })
	fails(t, func(t testing.TB) { animtest.ReachesPlace(t, take, 0, joint, place.Add(mgl32.Vec3{0, 1, 0}), 0.1) },
		"frame 0", joint, "1 m apart, 0.1 at most")
	fails(t, func(t testing.TB) { animtest.ReachesPlace(t, take, 0, "nose", place, 1) }, `no joint "nose"`)
}

// Feet of clips on the spot stand on the ground that moves below them; those of an entity stand in
// the world only if it goes as fast as its clip.
func TestFeetStand(t *testing.T) {
	library, model := person(t)
	for _, name := range model.ClipNames() {
		take := animtest.Sample(t, library, model, name)
		passes(t, func(t testing.TB) { animtest.FeetStand(t, take, 0.02) })
	}
	right := newActor(t, "walk").record(t, mannequin.WalkSpeed)
	passes(t, func(t testing.TB) { animtest.FeetStand(t, right, 0.03) })
	wrong := newActor(t, "walk").record(t, mannequin.WalkSpeed*1.2)
	fails(t, func(t testing.TB) { animtest.FeetStand(t, wrong, 0.03) }, "entity", "expected feet that stand", "foot",
		"m away, 0.03 at most")
	still := newActor(t, "walk").record(t, 0)
	fails(t, func(t testing.TB) { animtest.FeetStand(t, still, 0.1, "left_toe") }, `joint "left_toe"`)
	fails(t, func(t testing.TB) { animtest.FeetStand(t, still, 0.1, "paw") }, `no joint "paw"`)
}

func TestLoopCloses(t *testing.T) {
	library, model := person(t)
	walk := animtest.Sample(t, library, model, "walk")
	passes(t, func(t testing.TB) { animtest.LoopCloses(t, walk, animtest.Tolerance{}) })
	part := walk.Pick(t, 0, 10, 20)
	fails(t, func(t testing.TB) { animtest.LoopCloses(t, part, animtest.Tolerance{}) },
		"frame 2", "pose of the first frame",
		"rotation: expected (")
	fails(t, func(t testing.TB) { animtest.LoopCloses(t, walk.Pick(t, 0), animtest.Tolerance{}) },
		"at least two frames")
}

func TestMovesSmoothly(t *testing.T) {
	library, model := person(t)
	walk := animtest.Sample(t, library, model, "walk")
	passes(t, func(t testing.TB) { animtest.MovesSmoothly(t, walk, animtest.Tolerance{}) })
	jump := bent(t, walk, 7, "left_hand", func(j *rig.TRS) {
		j.Rotation = mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0}).Mul(j.Rotation)
	})
	fails(t, func(t testing.TB) { animtest.MovesSmoothly(t, jump, animtest.Tolerance{}) }, "found 2 jumps", "frame 7",
		"frame 8", `joint "left_hand": rotation`)
	fails(t, func(t testing.TB) { animtest.MovesSmoothly(t, walk, animtest.Tolerance{Degrees: 1}) }, "1 at most")
}

func TestWithinLimits(t *testing.T) {
	library, model := person(t)
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{})
	check(t, err)
	walk := animtest.Sample(t, library, model, "walk")
	passes(t, func(t testing.TB) { animtest.WithinLimits(t, walk, bodies, 3) })
	broken := bent(t, walk, 7, "left_shin", func(j *rig.TRS) {
		j.Rotation = mgl32.QuatRotate(2, mgl32.Vec3{0, 0, 1}).Mul(j.Rotation)
	})
	fails(t, func(t testing.TB) { animtest.WithinLimits(t, broken, bodies, 3) }, "found 1 beyond", "frame 7",
		`joint "left_shin"`, "at most 3 degrees beyond its limit")
	fails(t, func(t testing.TB) { animtest.WithinLimits(t, walk, nil, 3) }, "expected bodies of skeleton")
}

func TestNoFindings(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	check(t, err)
	passes(t, func(t testing.TB) { animtest.NoFindings(t, library, model, "no-root-motion", "unmoved-joints") })
	fails(t, func(t testing.TB) { animtest.NoFindings(t, library, model, "unmoved-joints") }, "no-root-motion",
		`clip "walk"`, "cure: ")
	fails(t, func(t testing.TB) { animtest.NoFindings(t, library, model, "unmoved-joint") },
		`did you mean "unmoved-joints"?`)
	dropped := assets.NewLibrary(assets.WithBaking(assets.Baking{DropKeys: true}))
	model, err = mannequin.New(dropped)
	check(t, err)
	fails(t, func(t testing.TB) { animtest.NoFindings(t, dropped, model) },
		`expected clips with keys, found "idle" without`)
	passes(t, func(t testing.TB) { animtest.FeetStand(t, animtest.Sample(t, dropped, model, "walk"), 0.02) })
}
