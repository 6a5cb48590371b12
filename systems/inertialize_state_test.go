package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems"
)

// newInertializationFixture creates a world with a character that has played its first clip for
// some frames and is ready for an inertialized transition.
func newInertializationFixture(t *testing.T) (f *fixture, e ecs.Entity, player systems.Player) {
	t.Helper()
	f = newSmoothFixture(t, 5)
	e = f.spawn(t, 0, 0)
	check(t, f.animation.EnableModelMatrices(e))
	check(t, f.animation.EnableInertialization(e))
	for range 4 {
		f.update(t, 1.0/60)
	}
	return f, e, f.animation.Player(e)
}

// matricesAt returns the model matrices of a clip's pose.
func matricesAt(f *fixture, clip int, time float64) []float32 {
	pose := rig.NewPose(f.library.Skeleton(f.model.Skeleton))
	f.library.Clip(f.model.Clips[clip]).Sample(time, pose)
	return pose.ModelMatrices(nil)
}

// largestDistance returns the largest distance between positions of the same joint.
func largestDistance(a, b []float32) (distance float64) {
	for j := range len(a) / assets.MatrixSize {
		p, q := rig.MatrixAt(a, j), rig.MatrixAt(b, j)
		distance = max(distance, length([3]float64{float64(p[3] - q[3]), float64(p[7] - q[7]), float64(p[11] - q[11])}))
	}
	return distance
}

func TestInertializationCut(t *testing.T) {
	for name, ask := range map[string]func(f *fixture, player systems.Player){
		"no duration": func(_ *fixture, p systems.Player) { check(t, p.Inertialize(0)) },
		"NaN duration": func(_ *fixture, p systems.Player) {
			*p.Inertialization() = requested(math.NaN())
		},
		"without end": func(_ *fixture, p systems.Player) {
			*p.Inertialization() = requested(math.Inf(1))
		},
		"no past poses":          func(_ *fixture, p systems.Player) { *p.Inertialization() = requested(0.5) },
		"shorter than the frame": func(_ *fixture, p systems.Player) { check(t, p.Inertialize(0.001)) },
		"cut after the request": func(_ *fixture, p systems.Player) {
			check(t, p.Inertialize(1))
			p.Inertialization().Cut = true
		},
		"Restart after the request": func(_ *fixture, p systems.Player) {
			check(t, p.Inertialize(1))
			check(t, p.Restart())
		},
	} {
		f, e, player := newInertializationFixture(t)
		*player.Playback() = components.Playback{Motion: f.model.Clips[1], Speed: 1, Mode: assets.Loop}
		ask(f, player)
		f.update(t, 1.0/60)
		if !sameBits(f.animation.ModelMatrices(e), matricesAt(f, 1, 1.0/60)) {
			t.Errorf("%s: the pose is not the clip's", name)
		}
		if player.Inertialization().Phase != components.InertiaIdle {
			t.Errorf("%s: the decay continues", name)
		}
	}
}

// requested returns a component that asks for a decay.
func requested(duration float64) components.Inertialization {
	return components.Inertialization{Begin: true, Duration: duration}
}

// While no time passes the character does not move, whatever is requested. When time continues, it
// moves on from there.
func TestInertializationWithoutTime(t *testing.T) {
	for name, stop := range map[string]func(f *fixture, p systems.Player){
		"no time": func(f *fixture, _ systems.Player) { f.animation.Clock().Scale = 0 },
		"paused":  func(_ *fixture, p systems.Player) { _ = p.Pause() },
	} {
		f, e, player := newInertializationFixture(t)
		stop(f, player)
		before := slices.Clone(f.animation.ModelMatrices(e))
		for i := range 5 {
			if err := player.CrossFade(f.model.Clips[1+i%2], 1, systems.WithInertialization()); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				f.update(t, 1.0/60)
				if d := largestDistance(before, f.animation.ModelMatrices(e)); d > 1e-5 {
					t.Fatalf("%s: the character moved by %v", name, d)
				}
			}
		}
		f.animation.Clock().Scale = 1
		_ = player.Resume()
		f.update(t, 1.0/60)
		if d := largestDistance(before, f.animation.ModelMatrices(e)); d == 0 || d > 0.1 {
			t.Errorf("%s: in the first frame with time the character moved by %v", name, d)
		}
		f.update(t, 2)
		if !sameBits(f.animation.ModelMatrices(e), matricesAt(f, 1, player.Playback().Time)) {
			t.Errorf("%s: after a decay the pose is not the clip's", name)
		}
	}
}

// A character whose pose changes while no time passes, as in an editor, starts from the new pose
// with its velocity from before.
func TestInertializationAfterSeekWhilePaused(t *testing.T) {
	f, e, player := newInertializationFixture(t)
	_ = player.Pause()
	for _, at := range []float64{1.5, 0.5, 1} {
		player.Playback().Time = at
		f.update(t, 1.0/60)
	}
	before := slices.Clone(f.animation.ModelMatrices(e))
	_ = player.Resume()
	_ = player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization())
	f.update(t, 1.0/60)
	if d := largestDistance(before, f.animation.ModelMatrices(e)); d > 0.1 {
		t.Errorf("the decay begins %v from the last pose", d)
	}
}

// A character that is posed only every fourth frame, or not for a while, moves as continuously as
// those frames allow.
func TestInertializationOfSkippedCharacters(t *testing.T) {
	f, e, _ := newInertializationFixture(t)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	details.Assign(e, &components.LevelOfDetail{Interval: 4})
	player := f.animation.Player(e)
	for range 8 {
		f.update(t, 1.0/60)
	}
	speed, _, apart := clipMotion(f, 1.0/240)
	before := slices.Clone(f.animation.ModelMatrices(e))
	if err := player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization()); err != nil {
		t.Fatal(err)
	}
	for frame := range 120 {
		f.update(t, 1.0/60)
		now := f.animation.ModelMatrices(e)
		if d := largestDistance(before, now); d > 4.0/60*(15.0/8*2*apart+3*speed) {
			t.Fatalf("frame %d: a joint moved by %v", frame, d)
		}
		before = slices.Clone(now)
	}
	// Culled for longer than a decay takes, it returns with the clip's pose.
	details.Get(e).Culled = true
	if err := player.CrossFade(f.model.Clips[2], 0.1, systems.WithInertialization()); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		f.update(t, 1.0/60)
	}
	*details.Get(e) = components.LevelOfDetail{}
	f.update(t, 1.0/60)
	if !sameBits(f.animation.ModelMatrices(e), matricesAt(f, 2, player.Playback().Time)) {
		t.Error("after being culled for long the pose is not the clip's")
	}
}

// With any values in the component poses stay finite, and after a cut they are the clip's.
func TestInertializationWithInvalidComponent(t *testing.T) {
	f, e, player := newInertializationFixture(t)
	random := rand.New(rand.NewPCG(8, 8))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 1e-300, 1e300, math.SmallestNonzeroFloat64, 0.1, 1}
	number := func() float64 { return odd[random.IntN(len(odd))] }
	for range 5000 {
		if random.IntN(3) == 0 {
			*player.Inertialization() = components.Inertialization{
				Duration: number(), Elapsed: number(), Length: number(), Waited: number(), Gap: number(),
				Since: number(),
				Begin: random.IntN(2) == 0, Cut: random.IntN(8) == 0, Late: random.IntN(2) == 0,
				Phase: components.InertiaPhase(random.IntN(5)), History: uint8(random.IntN(4)),
				Newest: uint8(random.IntN(256)),
			}
			player.Playback().Motion = f.model.Clips[random.IntN(3)]
		}
		f.update(t, []float64{0, 1e-9, 1.0 / 60, 10}[random.IntN(4)])
		for i, v := range f.animation.ModelMatrices(e) {
			if v-v != 0 {
				t.Fatalf("value %d is %v with %+v", i, v, *player.Inertialization())
			}
		}
	}
	player.Inertialization().Cut = true
	f.update(t, 1.0/60)
	f.update(t, 1.0/60)
	if !sameBits(f.animation.ModelMatrices(e), matricesAt(f, slices.Index(f.model.Clips, player.Playback().Motion),
		player.Playback().Time)) {
		t.Error("after a cut the pose is not the clip's")
	}
}

// Rows are added and removed with the component, and move with the character's slot.
func TestInertiaRows(t *testing.T) {
	var palettes [2][]float32
	for k := range palettes {
		f := newFixture(t, 9)
		var all []ecs.Entity
		for i := range 20 {
			all = append(all, f.spawn(t, i%2, 0))
		}
		last := all[19]
		f.update(t, 1.0/60)
		if pool, slot := f.animation.Pool(last); (*posestore.Pool)(pool).Row(slot, column.Inertialization) >= 0 ||
			(*posestore.Pool)(pool).Rows(column.Inertialization).Used() != 0 {
			t.Fatal("a character without the component has a row")
		}
		check(t, f.animation.EnableInertialization(last))
		check(t, f.animation.EnableInertialization(all[3]))
		for range 3 {
			f.update(t, 1.0/60)
		}
		pool, slot := f.animation.Pool(last)
		if (*posestore.Pool)(pool).Row(slot, column.Inertialization) < 0 || (*posestore.Pool)(pool).
			Rows(column.Inertialization).Used() != 2 {
			t.Fatalf("%d characters have a row, want 2", (*posestore.Pool)(pool).Rows(column.Inertialization).Used())
		}
		_ = f.animation.Player(last).CrossFade(f.model.Clips[0], 1, systems.WithInertialization())
		f.update(t, 1.0/60)
		f.update(t, 1.0/60)
		if k == 1 {
			f.world.RemoveEntity(all[3])
		}
		f.update(t, 1.0/60)
		if _, after := f.animation.Pool(last); (after != slot) != (k == 1) {
			t.Fatal("want the slot moved in the second world only")
		}
		if want := 2 - k; (*posestore.Pool)(pool).Rows(column.Inertialization).Used() != want {
			t.Errorf("%d characters have a row, want %d", (*posestore.Pool)(pool).Rows(column.Inertialization).Used(),
				want)
		}
		palettes[k] = slices.Clone(f.animation.Palette(last, f.model.Skins[0]))
		inertias := generic.NewMap1[components.Inertialization](&f.world)
		inertias.Remove(last)
		f.update(t, 0)
		if want := 1 - k; (*posestore.Pool)(pool).Rows(column.Inertialization).Used() != want {
			t.Errorf("%d characters have a row after the component was removed, want %d",
				(*posestore.Pool)(pool).Rows(column.Inertialization).Used(), want)
		}
	}
	if !sameBits(palettes[0], palettes[1]) {
		t.Error("the pose changed with the slot")
	}
}

func TestInertializationRequirements(t *testing.T) {
	f := newSmoothFixture(t, 3)
	e := f.spawn(t, 0, 0)
	player := f.animation.Player(e)
	f.update(t, 1.0/60)
	query := f.world.Query(arche.All())
	if err := player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization()); !errors.Is(err,
		systems.ErrWorldLocked) {
		t.Errorf("under a query: %v", err)
	}
	query.Close()
	if player.Playback().Motion != f.model.Clips[0] {
		t.Error("under a query the clip changed in spite of the error")
	}
	// The first time its velocity is not known yet.
	if err := player.CrossFade(f.model.Clips[1], 1, systems.WithInertialization()); err != nil {
		t.Fatal(err)
	}
	if player.Inertialization() == nil || player.Inertialization().Begin || player.Blend().Count != 1 {
		t.Error("the first transition is not a crossfade")
	}
	f.update(t, 1.0/60)
	for _, d := range []float64{1, 0.3} {
		if err := player.CrossFade(f.model.Clips[2], d, systems.WithInertialization()); err != nil {
			t.Fatal(err)
		}
	}
	if i := player.Inertialization(); !i.Begin || i.Duration != 1 || player.Blend().Count != 0 {
		t.Errorf("the second transition is %+v with %d clips fading out, want the longer of two durations", *i,
			player.Blend().Count)
	}
	if err := player.Seek(0.5); err != nil || player.Inertialization().Cut {
		t.Error("a seek during an inertialized transition cuts it", err)
	}
}

// An inertialized transition of a graph changes the clip at once.
func TestInertializedGraphTransition(t *testing.T) {
	f := newSmoothFixture(t, 5)
	state := func(name, other string, clip assets.ClipID) graph.Member {
		return graph.State(name).MotionByID(clip).To(other).WhenTriggered("go").Fade(0.5).Inertialized()
	}
	graph, err := graph.New("graph").Trigger("go").
		Layer("base", state("a", "b", f.model.Clips[0]), state("b", "a", f.model.Clips[1])).Build(f.library)
	if err != nil {
		t.Fatal(err)
	}
	e := f.spawn(t, 0, 0)
	check(t, f.animation.EnableModelMatrices(e))
	id, err := f.library.AddGraph(graph)
	check(t, err)
	controller, err := f.animation.Control(e, id)
	if err != nil {
		t.Fatal(err)
	}
	var m jointMotion
	for frame := range 600 {
		if frame > 10 && frame%37 == 0 {
			if err := controller.Trigger("go"); err != nil {
				t.Fatal(err)
			}
		}
		f.update(t, 1.0/240)
		m.follow(f.animation.ModelMatrices(e), 1.0/240)
		if f.animation.Player(e).Blend().Count != 0 {
			t.Fatal("a clip fades out")
		}
	}
	speed, _, apart := clipMotion(f, 1.0/240)
	if limit := 15.0/8*2*apart/0.5 + 3*speed; m.speed > limit {
		t.Errorf("the speed of a joint is %v, above %v", m.speed, limit)
	}
	if f.animation.Player(e).Inertialization().Phase == components.InertiaIdle {
		t.Error("there is no decay")
	}
}
