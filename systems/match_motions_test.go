package systems_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/roaming"
	"github.com/sinew-go/sinew/systems"
)

// roamers is a world with a database of roaming.
type roamers struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	database  id.Motion

	transforms generic.Map[components.Transform]
}

func newRoamers(t testing.TB, seconds float64, settings ...systems.Option) *roamers {
	t.Helper()
	r := &roamers{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	var err error
	if r.model, err = mannequin.New(r.library); err != nil {
		t.Fatal(err)
	}
	if r.database, err = roaming.Add(r.library, r.model, seconds); err != nil {
		t.Fatal(err)
	}
	if r.animation, err = systems.NewAnimation(&r.world, r.library, settings...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.animation.Close)
	r.transforms = generic.NewMap[components.Transform](&r.world)
	return r
}

func (r *roamers) spawn(t testing.TB) ecs.Entity {
	t.Helper()
	e, err := r.animation.Spawn(r.model, mgl32.Ident4())
	check(t, err)
	check(t, r.animation.Player(e).Play(r.database))
	return e
}

// steered is the velocity of a course of 60 s: stands, starts, curves, changes of speed, stops and
// reversals.
func steered(seconds float64) mgl32.Vec3 {
	speed, heading := 0.0, 0.0
	switch step := int(seconds / 2); step % 10 {
	case 0:
	case 1, 2:
		speed = roaming.Walk
	case 3:
		speed, heading = roaming.Run, 0.5
	case 4:
		speed, heading = roaming.Run, 0.5+math.Pi
	case 5:
		speed, heading = 2.2, seconds*1.2
	case 6:
		speed, heading = roaming.Walk, seconds*-1.5
	case 7:
		speed, heading = roaming.Run, -1
	case 8:
		speed, heading = 0.8, 1.5
	case 9:
		speed, heading = roaming.Run, seconds*0.7
	}
	return mgl32.Vec3{float32(speed * math.Sin(heading)), 0, float32(speed * math.Cos(heading))}
}

const frameRate = 60

// drift returns how far a character is from the place of its wish.
func (r *roamers) drift(e ecs.Entity) float64 {
	return float64(r.animation.Wish(e).Place.Position.Sub(r.transforms.Get(e).Matrix.Col(3).Vec3()).Len())
}

// A character follows a steered course of 60 s, on average within 0.15 m, without being drawn to
// it, and closer than one that a blend space moves, with the same springs.
func TestMatchingTracksACourse(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 900)
	e := r.spawn(t)
	r.animation.Wish(e).MaxDrift = 100
	blended := newBlended(t, r)
	sum, blendedSum := 0.0, 0.0
	for k := range 60 * frameRate {
		r.animation.Wish(e).Velocity = steered(float64(k) / frameRate)
		blended.steer(t, r.animation.Wish(e).Velocity)
		check(t, r.animation.Update(1.0/frameRate))
		sum += r.drift(e)
		blendedSum += r.drift(blended.entity)
	}
	mean, other := sum/(60*frameRate), blendedSum/(60*frameRate)
	t.Logf("mean distance to the wish %.3f m, with a blend space %.3f m", mean, other)
	if !(mean <= 0.15) || !(mean < other) {
		t.Errorf("the mean distance to the wish is %.3f m, with a blend space %.3f m; expected at most 0.15 and less",
			mean, other)
	}
}

// A character that runs turns back within 0.6 s: it then moves the other way with 80 % of its
// speed.
func TestMatchingReversesARun(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 900)
	e := r.spawn(t)
	blended := newBlended(t, r)
	worst, other := 0.0, 0.0
	at := func(e ecs.Entity) mgl32.Vec3 { return r.transforms.Get(e).Matrix.Col(3).Vec3() }
	for turn := range 8 {
		heading := float64(turn) * (math.Pi + 0.01)
		to := mgl32.Vec3{float32(math.Sin(heading)), 0, float32(math.Cos(heading))}
		took, tookOther := 2.0, 2.0
		for k := range 2 * frameRate {
			before, beforeOther := at(e), at(blended.entity)
			r.animation.Wish(e).Velocity = to.Mul(roaming.Run)
			blended.steer(t, to.Mul(roaming.Run))
			check(t, r.animation.Update(1.0/frameRate))
			seconds := float64(k+1) / frameRate
			if at(e).Sub(before).Dot(to)*frameRate > 0.8*roaming.Run {
				took = min(took, seconds)
			}
			if at(blended.entity).Sub(beforeOther).Dot(to)*frameRate > 0.8*roaming.Run {
				tookOther = min(tookOther, seconds)
			}
		}
		if turn > 0 { // the first one starts from standing
			worst, other = max(worst, took), max(other, tookOther)
		}
	}
	t.Logf("a run is reversed within %.2f s, with a blend space within %.2f s", worst, other)
	if !(worst <= 0.6) {
		t.Errorf("a run is reversed within %.2f s, expected 0.6", worst)
	}
}

// blended is a character that a blend space moves by the springs of a wish, for comparison.
type blended struct {
	r      *roamers
	entity ecs.Entity
}

func newBlended(t *testing.T, r *roamers) *blended {
	t.Helper()
	skeleton := r.library.Skeleton(r.model.Skeleton)
	space := blendspace.New2D("gait", blendspace.Delaunay)
	for _, gait := range []struct {
		name  string
		speed float64
	}{{"walk", 0}, {"walk", roaming.Walk}, {"run", roaming.Run}} {
		for _, turn := range []float64{-2, 0, 2} {
			c, err := courses.Stepping("gait", skeleton, gait.name, gait.speed, turn)
			check(t, err)
			c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{AllowStill: true})
			check(t, err)
			space.At2(float32(gait.speed), float32(turn), r.library.AddClip(c))
		}
	}
	id, err := space.Add(r.library)
	check(t, err)
	b := &blended{r: r}
	b.entity, err = r.animation.Spawn(r.model, mgl32.Ident4())
	check(t, err)
	check(t, r.animation.EnableRootMotion(b.entity))
	w := components.NewWish()
	w.MaxDrift = 100
	wishes := generic.NewMap1[components.Wish](&r.world)
	wishes.Assign(b.entity, w)
	check(t, r.animation.Player(b.entity).Play(id))
	return b
}

// steer sets the wish, and the speed and the turn that lead to its place.
func (b *blended) steer(t *testing.T, velocity mgl32.Vec3) {
	t.Helper()
	w := b.r.animation.Wish(b.entity)
	w.Velocity = velocity
	m := b.r.transforms.Get(b.entity).Matrix
	to := w.Place.Position.Add(w.Moving.Mul(0.3)).Sub(m.Col(3).Vec3())
	local := m.Mat3().Transpose().Mul3x1(to)
	speed, turn := float32(0), float32(0)
	if to.Len() > 0.05 {
		angle := float32(math.Atan2(float64(local[0]), float64(local[2])))
		turn = min(max(angle*6, -2), 2)
		speed = min(max(local[2]/0.3, 0), roaming.Run)
	}
	check(t, b.r.animation.Player(b.entity).SetPosition(speed, turn))
}

// The place of a wish and its character are never farther apart than the wish says, whichever is
// drawn to the other.
func TestDriftIsLimited(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 120)
	led, given := r.spawn(t), r.spawn(t)
	r.animation.Wish(led).MaxDrift, r.animation.Wish(given).MaxDrift = 0.1, 0.05
	path := []mgl32.Vec3{{0, 0, 0}, {0, 0, 8}, {6, 0, 9}, {0, 0, 1}}
	for k := range 12 * frameRate {
		seconds := float64(k) / frameRate
		r.animation.Wish(led).Velocity = steered(seconds * 2)
		check(t, r.animation.FollowPath(given, path, 1.4*seconds, 1.4))
		check(t, r.animation.Update(1.0/frameRate))
		if d := r.drift(led); d > 0.1+1e-5 {
			t.Fatalf("%.2f s: the place is %.4f m from the character", seconds, d)
		}
		if d := r.drift(given); d > 0.05+1e-5 {
			t.Fatalf("%.2f s: the character is %.4f m from its path", seconds, d)
		}
	}
	if at := r.transforms.Get(given).Matrix.Col(3).Vec3(); at[2] < 4 {
		t.Errorf("along the path the character came to %v", at)
	}
}

// Snapshots hold all that a search goes by: what follows has the same bits, with any number of
// workers.
func TestMatchingAfterRestore(t *testing.T) {
	var want []byte
	for _, workers := range []int{1, 3} {
		r := newRoamers(t, 120, systems.WithWorkers(workers))
		var all []ecs.Entity
		for range 30 {
			all = append(all, r.spawn(t))
		}
		run := func(from, to int) {
			for k := from; k < to; k++ {
				for i, e := range all {
					w := r.animation.Wish(e)
					w.Velocity = steered(float64(k)/frameRate + float64(i)*1.7)
					if i%5 == 0 {
						w.Facing = mgl32.Vec3{1, 0, float32(i)}
					}
				}
				check(t, r.animation.Update(1.0/frameRate))
			}
		}
		run(0, 100)
		before := r.animation.AppendSnapshot(nil)
		run(100, 190)
		after := r.animation.AppendSnapshot(nil)
		check(t, r.animation.Restore(before))
		run(100, 190)
		if again := r.animation.AppendSnapshot(nil); !bytes.Equal(after, again) {
			t.Errorf("%d workers: after a restore other bits follow", workers)
		}
		if want == nil {
			want = after
		} else if !bytes.Equal(after, want) {
			t.Errorf("%d workers give other bits than one", workers)
		}
	}
}

// Characters of one interval take turns, so that in a frame only some search.
func TestSearchesAreStaggered(t *testing.T) {
	r := newRoamers(t, 60)
	var all []ecs.Entity
	for range 48 {
		all = append(all, r.spawn(t))
	}
	most := 0
	for k := range 120 {
		before := make([]float32, len(all))
		for i, e := range all {
			before[i] = r.animation.Wish(e).Wait
		}
		check(t, r.animation.Update(1.0/frameRate))
		searched := 0
		for i, e := range all {
			if r.animation.Wish(e).Wait > before[i] {
				searched++
			}
		}
		if k > 0 {
			most = max(most, searched)
		}
	}
	if most > 12 || most == 0 {
		t.Errorf("%d of %d characters search in one frame", most, len(all))
	}
}

// A character whose turn comes last waits for a whole interval, and searches no sooner.
func TestTheLastTurnIsAWholeInterval(t *testing.T) {
	r := newRoamers(t, 60)
	var all []ecs.Entity
	for range 8 {
		all = append(all, r.spawn(t))
		r.animation.Wish(all[len(all)-1]).Velocity = mgl32.Vec3{0, 0, 0.3}
	}
	check(t, r.animation.Update(1.0/frameRate))
	before, whole := make([]components.Wish, len(all)), 0
	for i, e := range all {
		before[i] = *r.animation.Wish(e)
		if before[i].Wait == before[i].Interval {
			whole++
		}
	}
	check(t, r.animation.Update(1.0/frameRate))
	for i, e := range all {
		searched := r.animation.Wish(e).Asked != before[i].Asked
		if searched != (before[i].Wait <= 1.0/frameRate) {
			t.Errorf("character %d, whose turn is in %v s: %t that it searches in the next frame", i, before[i].Wait, searched)
		}
	}
	if whole != 1 {
		t.Errorf("%d of 8 characters wait for a whole interval", whole)
	}
}

// A frame in which characters search allocates nothing.
func TestMatchingFrameAllocatesNothing(t *testing.T) {
	for _, workers := range []int{1, 3} {
		r := newRoamers(t, 60, systems.WithWorkers(workers))
		var all []ecs.Entity
		for range 20 {
			all = append(all, r.spawn(t))
		}
		frame := 0
		step := func() {
			for i, e := range all {
				r.animation.Wish(e).Velocity = steered(float64(frame)/frameRate + float64(i)*1.7)
			}
			check(t, r.animation.Update(1.0/frameRate))
			frame++
		}
		for range 200 {
			step()
		}
		if n := testing.AllocsPerRun(60, step); n != 0 {
			t.Errorf("%d workers: a frame allocates %v times", workers, n)
		}
	}
}

// In a graph matching is the loop of a machine: a jump is a state of its own, and the tags of a
// state select the frames.
func TestMatchingInAGraph(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 60)
	b := matching.NewBuilder("tagged", r.library.Skeleton(r.model.Skeleton)).Velocity("hips", 1).
		Trajectory(2, 1, 0.3, 0.8)
	skeleton := r.library.Skeleton(r.model.Skeleton)
	for i, tag := range []string{"calm", "angry"} {
		c, err := courses.Roaming(tag, skeleton, roaming.Moves(uint64(i), 60)...)
		check(t, err)
		c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{})
		check(t, err)
		b.Clip(r.library.AddClip(c), nil, tag)
	}
	database, err := b.Add(r.library)
	check(t, err)
	id, err := graph.New("moves").Trigger("jump").Bool("angry", false).Layer("base",
		graph.State("calm").MotionByID(database).Require("calm").To("angry").WhenTrue("angry").Fade(0.2),
		graph.State("angry").MotionByID(database).Forbid("calm").To("calm").WhenFalse("angry").Fade(0.2),
		graph.State("jump").Clip("jump").PlayMode(clip.Hold).To("calm").ExitTime(0.9).Fade(0.2),
		graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1),
	).Add(r.library, r.model)
	check(t, err)
	e, err := r.animation.Spawn(r.model, mgl32.Ident4())
	check(t, err)
	controller, err := r.animation.Control(e, id)
	check(t, err)
	d := r.library.Motion(database).Motion.(*matching.Database)
	rangeOf := func() int { return d.RangeOf(d.FrameAt(r.animation.Player(e).Playback().Time)) }
	run := func(seconds float64, velocity mgl32.Vec3) {
		for range int(seconds * frameRate) {
			r.animation.Wish(e).Velocity = velocity
			check(t, r.animation.Update(1.0/frameRate))
		}
	}
	run(2, mgl32.Vec3{0, 0, 1})
	if rangeOf() != 0 {
		t.Errorf("state %q shows range %d", controller.State(0), rangeOf())
	}
	check(t, controller.SetBool("angry", true))
	angry := 0 // frames; the state is searched for in the second one
	for range 60 {
		run(1.0/frameRate, mgl32.Vec3{1, 0, 1})
		if controller.State(0) == "angry" {
			angry++
		}
		if angry > 1 && rangeOf() != 1 {
			t.Fatalf("frame %d of state %q shows range %d at %v", angry, controller.State(0), rangeOf(),
				r.animation.Player(e).Playback().Time)
		}
	}
	if angry < 50 {
		t.Errorf("%d frames of the state angry", angry)
	}
	check(t, controller.SetBool("angry", false))
	check(t, controller.Trigger("jump"))
	run(1, mgl32.Vec3{1, 0, 1})
	if controller.State(0) != "jump" {
		t.Errorf("the state is %q", controller.State(0))
	}
	run(3, mgl32.Vec3{1, 0, 1})
	if controller.State(0) != "calm" || rangeOf() != 0 || r.animation.Player(e).Playback().Motion != database {
		t.Errorf("after the jump the state is %q, range %d", controller.State(0), rangeOf())
	}
	if d := r.drift(e); d > 0.31 {
		t.Errorf("after the jump the character is %.2f m from its wish", d)
	}
}

// A wish moves with the origin of the world: the search goes on as if nothing had happened.
func TestWishesMoveWithTheOrigin(t *testing.T) {
	r := newRoamers(t, 60)
	e := r.spawn(t)
	other := r.spawn(t)
	check(t, r.animation.FollowPath(other, []mgl32.Vec3{{0, 0, 0}, {0, 0, 9}}, 3, 1))
	for range 50 {
		r.animation.Wish(e).Velocity = mgl32.Vec3{1, 0, 1}
		check(t, r.animation.Update(1.0/frameRate))
	}
	by := [3]float64{1024, 0, -2048}
	for _, entity := range []ecs.Entity{e, other} {
		w := *r.animation.Wish(entity)
		drift := r.drift(entity)
		check(t, r.animation.ShiftOrigin(by))
		moved := r.animation.Wish(entity)
		shift := mgl32.Vec3{-1024, 0, 2048}
		if moved.Place.Position.Sub(w.Place.Position.Add(shift)).Len() > 1e-3 ||
			moved.Points[1].Position.Sub(w.Points[1].Position.Add(shift)).Len() > 1e-3 ||
			math.Abs(r.drift(entity)-drift) > 1e-3 || moved.Asked != w.Asked {
			t.Errorf("the wish %+v becomes %+v", w, *moved)
		}
	}
}

// Wishes that are not numbers and damaged components change nothing but the wish.
func TestWishesOfGarbage(t *testing.T) {
	r := newRoamers(t, 60)
	e := r.spawn(t)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, damage := range []func(w *components.Wish){
		func(w *components.Wish) { w.Velocity, w.Facing = mgl32.Vec3{nan, inf, 0}, mgl32.Vec3{inf, 0, nan} },
		func(w *components.Wish) { w.HalfLife, w.TurnHalfLife, w.MaxDrift = nan, -inf, nan },
		func(w *components.Wish) { w.Interval, w.Wait, w.Stay = nan, nan, inf },
		func(w *components.Wish) { w.Interval, w.Wait = inf, inf },
		func(w *components.Wish) { w.Interval, w.Wait = -1, -inf },
		func(w *components.Wish) {
			w.Place.Position, w.Moving, w.Turning = mgl32.Vec3{nan}, mgl32.Vec3{inf}, nan
		},
		func(w *components.Wish) { w.Given, w.Points[0].Position = true, mgl32.Vec3{nan, inf, 0} },
		func(w *components.Wish) { w.Given, w.Place.Position = true, mgl32.Vec3{inf, nan} },
		func(w *components.Wish) { w.Required, w.Forbidden = math.MaxUint32, math.MaxUint32 },
		func(w *components.Wish) { w.MatchedLayer, w.Matched = 200, 77 },
	} {
		damage(r.animation.Wish(e))
		for range 20 {
			check(t, r.animation.Update(1.0/frameRate))
		}
		for _, x := range r.transforms.Get(e).Matrix {
			if x-x != 0 {
				t.Fatalf("the character is at %v", r.transforms.Get(e).Matrix)
			}
		}
		*r.animation.Wish(e) = *components.NewWish()
	}
	r.transforms.Get(e).Matrix[12] = nan
	check(t, r.animation.Update(1.0/frameRate))
}

// What explains a match names the frame that the next search chooses, says the cost of the frame
// that plays, and gives the trajectory of the wish; it changes nothing.
func TestExplainMatch(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 60)
	e := r.spawn(t)
	wish := r.animation.Wish(e)
	wish.Interval = 0 // each frame searches
	d := r.library.Motion(r.database).Motion.(*matching.Database)
	jumps := 0
	for k := range 240 {
		wish.Velocity = steered(float64(k) / 20)
		check(t, r.animation.Update(1.0/frameRate))
		before := r.animation.AppendSnapshot(nil)
		m, err := r.animation.ExplainMatch(e, 4)
		check(t, err)
		if !bytes.Equal(before, r.animation.AppendSnapshot(nil)) {
			t.Fatalf("frame %d: an explanation changes the world", k)
		}
		playing := d.FrameAt(r.animation.Player(e).Playback().Time)
		if m.Database != d || m.Layer != 0 || m.Playing.Frame != playing || m.Search.Current != playing {
			t.Fatalf("frame %d: frame %d plays, explained %+v", k, playing, m.Playing)
		}
		if len(m.Best) != 4 || m.Best[0].Cost > m.Best[3].Cost || m.Best[0].Cost > m.Playing.Cost {
			t.Fatalf("frame %d: the best are %+v, %+v plays", k, m.Best, m.Playing)
		}
		points := d.Trajectory(m.Query, nil)
		to := r.transforms.Get(e).Matrix.Mul4x1(mgl32.Vec4{points[2].X, 0, points[2].Z, 1}).Vec3()
		if e := to.Sub(wish.Points[2].Position).Len(); e > 1e-4 {
			t.Fatalf("frame %d: the explained wish is %v m away from %v", k, e, wish.Points[2].Position)
		}
		check(t, r.animation.Update(0))
		if now := d.FrameAt(r.animation.Player(e).Playback().Time); now != m.Best[0].Frame {
			t.Fatalf("frame %d: the search chose frame %d, the best was %d", k, now, m.Best[0].Frame)
		}
		if m.Best[0].Frame != playing {
			jumps++
		}
	}
	if jumps < 10 {
		t.Errorf("%d searches chose another frame", jumps)
	}
	check(t, r.animation.Player(e).Play(r.model.Clip("walk")))
	if _, err := r.animation.ExplainMatch(e, 1); !errors.Is(err, systems.ErrNoCharacter) {
		t.Errorf("without a database the error is %v", err)
	}
}
