package systems_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
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

// A character that is posed in each n-th frame only searches, jumps and moves as one that is posed
// in every frame, to the bit, and in the frames in which it is posed it has the same pose, to the
// bit, transitions included.
func TestMatchingAtLevelsOfDetail(t *testing.T) {
	probe.Serial(t)
	const count = 4
	full, reduced := newRoamers(t, 60), newRoamers(t, 60)
	details := generic.NewMap1[components.LevelOfDetail](&reduced.world)
	var all, others []ecs.Entity
	for i := range count {
		all, others = append(all, full.spawn(t)), append(others, reduced.spawn(t))
		check(t, full.animation.EnableModelMatrices(all[i]))
		check(t, reduced.animation.EnableModelMatrices(others[i]))
		details.Assign(others[i], &components.LevelOfDetail{Interval: uint16(i + 2), Culled: i == count-1})
	}
	inertias := generic.NewMap1[components.Inertialization](&full.world)
	var shown [count][]float32 // what the reduced characters showed in the frame before
	posed, moving := 0, 0
	for k := range 12 * frameRate {
		for i := range count {
			full.animation.Wish(all[i]).Velocity = steered(float64(k)/frameRate + 5*float64(i))
			reduced.animation.Wish(others[i]).Velocity = steered(float64(k)/frameRate + 5*float64(i))
		}
		check(t, full.animation.Update(1.0/frameRate))
		check(t, reduced.animation.Update(1.0/frameRate))
		for i := range count {
			if *full.animation.Wish(all[i]) != *reduced.animation.Wish(others[i]) ||
				full.animation.Player(all[i]).Playback().Time != reduced.animation.Player(others[i]).Playback().Time ||
				full.transforms.Get(all[i]).Matrix != reduced.transforms.Get(others[i]).Matrix {
				t.Fatalf("frame %d: the character of interval %d matches otherwise", k, i+2)
			}
			want, got := full.animation.ModelMatrices(all[i]), reduced.animation.ModelMatrices(others[i])
			skipped := len(shown[i]) > 0 && equalBits(got, shown[i])
			shown[i] = append(shown[i][:0], got...)
			if skipped {
				continue
			}
			posed++
			if inertias.Get(all[i]).Phase != components.InertiaIdle {
				moving++
			}
			if !equalBits(got, want) {
				t.Fatalf("frame %d: the character of interval %d has another pose than one that is posed in every frame",
					k, i+2)
			}
		}
	}
	if posed < 12*frameRate*9/10*(6+4+3)/12 || moving < posed/2 {
		t.Errorf("%d poses, %d of them during a transition", posed, moving)
	}
}

// newMarked adds a database of clips with a marker in each tenth of a second, roughly, whose number
// is its index.
func (r *roamers) newMarked(t *testing.T) (*matching.Database, id.Motion) {
	t.Helper()
	skeleton := r.library.Skeleton(r.model.Skeleton)
	b := matching.NewBuilder("marked", skeleton).Velocity("hips", 1).Position("left_foot", 1).Trajectory(2, 1, 0.3, 0.8)
	for i := range 3 {
		c, err := courses.Roaming("marked", skeleton, roaming.Moves(uint64(i), 30)...)
		check(t, err)
		var markers []clip.Marker
		for k := 0; ; k++ {
			time := 0.0137 + float64(k)*0.0983
			if time > c.End() {
				break
			}
			markers = append(markers, clip.Marker{Name: "tick", Time: time})
		}
		c, err = clip.WithMarkers(c, markers...)
		check(t, err)
		c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{})
		check(t, err)
		b.Clip(r.library.AddClip(c), nil)
	}
	id, err := b.Add(r.library)
	check(t, err)
	return r.library.Motion(id).Motion.(*matching.Database), id
}

// The markers of the clips of a database fire as they play: in a frame those between the time from
// which the playback moved on, which is that of the frame found if it jumped, and the time that it
// reached, each once.
func TestMarkersOfADatabase(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 30)
	d, id := r.newMarked(t)
	e := r.spawn(t)
	check(t, r.animation.Player(e).Play(id))
	var reader ecs.EventReader
	check(t, r.animation.Update(0))
	r.animation.Events().Read(&reader)
	const delta = 1.0 / frameRate
	fired, jumps := 0, 0
	for k := range 30 * frameRate {
		r.animation.Wish(e).Velocity = steered(float64(k) / frameRate)
		before := r.animation.Player(e).Playback().Time
		check(t, r.animation.Update(delta))
		to := r.animation.Player(e).Playback().Time
		from := to - delta
		ranges := d.Ranges()
		of := d.RangeOf(d.FrameAt(to))
		if math.Abs(to-before-delta) > 1e-9 {
			jumps++
			if from = d.Time(d.FrameAt(from)); math.Abs(to-from-delta) > 1e-9 {
				t.Fatalf("frame %d: after a jump the time is %v s, from that of frame %v s", k, to, from)
			}
		}
		start := d.Time(0)
		for i := 0; i < of; i++ {
			start += ranges[i].To - ranges[i].From + d.Time(1) - d.Time(0)
		}
		var want, got []float64
		for _, m := range r.library.Clip(ranges[of].Clip).Markers() {
			if at := m.Time - ranges[of].From + start; at > from && at <= to {
				want = append(want, m.Time)
			}
		}
		events, missed := r.animation.Events().Read(&reader)
		for i := range events {
			if ev := &events[i]; ev.Kind == ecs.MarkerPassed && ev.Entity == e {
				if ev.Clip != ranges[of].Clip {
					t.Fatalf("frame %d: a marker of %s fires, in a range of %s", k, r.library.Describe(ev.Clip),
						r.library.Describe(ranges[of].Clip))
				}
				got = append(got, r.library.Clip(ev.Clip).Markers()[ev.Marker].Time)
			}
		}
		fired += len(got)
		if missed != 0 || !slices.Equal(got, want) {
			t.Fatalf("frame %d, %v to %v s: markers at %v s fire, expected those at %v s", k, from, to, got, want)
		}
	}
	if jumps < 20 || fired < 250 {
		t.Errorf("%d jumps and %d markers in 30 s", jumps, fired)
	}
}

// Clips in a sync group above a database keep their phase whatever it jumps to; a database that
// leads a group takes the clips to the same fraction of their motions as it has of its own.
func TestSyncGroupsAboveADatabase(t *testing.T) {
	probe.Serial(t)
	for _, leads := range []bool{false, true} {
		r := newRoamers(t, 60)
		e := r.spawn(t)
		player := r.animation.Player(e)
		walk, run := r.model.Clip("walk"), r.model.Clip("run")
		check(t, player.Layer(1).Play(walk))
		check(t, player.Layer(2).Play(run))
		check(t, player.Layer(1).SetSync(3))
		check(t, player.Layer(2).SetSync(3))
		if leads {
			check(t, player.SetSync(3))
		}
		end := r.library.Motion(r.database).Motion.Duration(0, 0)
		phase := func(of assets.ClipID, layer int) float64 {
			c := r.library.Clip(of)
			return (player.Layer(layer).Playback().Time - c.Start()) / c.Duration()
		}
		jumps, walked := 0, 0.0
		for k := range 20 * frameRate {
			r.animation.Wish(e).Velocity = steered(float64(k) / frameRate)
			before := player.Playback().Time
			check(t, r.animation.Update(1.0/frameRate))
			if math.Abs(player.Playback().Time-before-1.0/frameRate) > 1e-6 {
				jumps++
			}
			walked += 1.0 / frameRate / r.library.Clip(walk).Duration()
			want := walked - math.Floor(walked)
			if leads {
				want = player.Playback().Time / end
			}
			for layer, of := range map[int]assets.ClipID{1: walk, 2: run} {
				away := phase(of, layer) - want
				if away -= math.Round(away); math.Abs(away) > 1e-6 {
					t.Fatalf("leads %v, frame %d: layer %d has the phase %v, expected %v", leads, k, layer, phase(of, layer),
						want)
				}
			}
		}
		if jumps < 20 {
			t.Errorf("leads %v: %d jumps in 20 s", leads, jumps)
		}
	}
}

// Within a budget the clips of a database stay while it is played, also those that do not show, and
// leave when it is not. Then its playback is held until all are back, and searches at once.
func TestBudgetOfADatabase(t *testing.T) {
	probe.Serial(t)
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	check(t, err)
	walks, err := roaming.Add(library, model, 70) // of two clips
	check(t, err)
	library.Bake(bake.Options{}, nil)
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(animation.Close)
	check(t, library.SetBudget(t.Context(), assets.Budget{Bytes: 1}))
	var clips []assets.ClipID
	for _, part := range library.Motion(walks).Motion.Describe().Parts {
		clips = append(clips, part.Clip)
		if report := library.BakeReport(part.Clip); report.Exact { // it would never leave
			t.Fatal(report)
		}
	}
	loaded := func() (count int) {
		for _, c := range clips {
			if library.IsLoaded(c) {
				count++
			}
		}
		return count
	}
	e, err := animation.Spawn(model, mgl32.Ident4())
	check(t, err)
	player := animation.Player(e)
	check(t, player.Play(walks))
	play := func(frames int) {
		for range frames {
			animation.Wish(e).Velocity = mgl32.Vec3{0, 0, 1}
			check(t, animation.Update(1.0/frameRate))
		}
	}
	play(120)
	if loaded() != 2 || player.Playback().Held {
		t.Fatalf("%d of 2 clips of the database that plays are in memory", loaded())
	}
	if got := library.Memory().Library.Databases; got < 1<<17 {
		t.Errorf("the database takes %d bytes", got)
	}
	wait := func() { // until what it plays has come back
		for end := time.Now().Add(5 * time.Minute); player.Playback().Held && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
			play(1)
		}
	}
	check(t, player.Play(model.Clip("walk")))
	play(2)
	wait()
	play(70) // a library above its budget is looked at after 64 frames at the latest
	if loaded() != 0 || animation.Wish(e).Matched != 0 {
		t.Fatalf("%d clips of a database that is not played are in memory, matched %v", loaded(), animation.Wish(e).Matched)
	}
	check(t, player.Play(walks))
	play(2)
	if !player.Playback().Held || animation.Wish(e).Matched != 0 {
		t.Fatalf("without its clips the database plays: %+v", *player.Playback())
	}
	wait()
	play(1)
	if loaded() != 2 || animation.Wish(e).Matched != walks {
		t.Errorf("%d clips have come back, matched %v", loaded(), animation.Wish(e).Matched)
	}
}

// wall bends the points of a wish that lie behind a wall back to it.
type wall struct {
	r *roamers
	e ecs.Entity
	z float32
}

func (*wall) Name() string { return "Wall" }

func (s *wall) Run(*ecs.Frame) {
	w := s.r.animation.Wish(s.e)
	for i := range w.Points {
		w.Points[i].Position[2] = min(w.Points[i].Position[2], s.z)
	}
}

// A system of the program between the prediction and the search bends the points of a wish: the
// character stops at a wall through which it wishes to run, and goes on when the wall is gone,
// since the points are predicted anew in each frame.
func TestSystemsBendWishes(t *testing.T) {
	probe.Serial(t)
	r := newRoamers(t, 180)
	e := r.spawn(t)
	r.animation.Wish(e).MaxDrift = 0.2
	obstacle := &wall{r, e, 3}
	check(t, r.animation.Schedule().InsertAfter(systems.AtMoveWishes, obstacle))
	run := func(seconds int) float32 {
		for range seconds * frameRate {
			r.animation.Wish(e).Velocity = mgl32.Vec3{0, 0, roaming.Walk}
			check(t, r.animation.Update(1.0/frameRate))
		}
		return r.transforms.Get(e).Matrix[14]
	}
	before, stopped := run(4), run(4)
	if obstacle.z = math.MaxFloat32; !(before > 2) || !(stopped < 4) || !(stopped > 2) {
		t.Errorf("before a wall at 3 m the character is at %v m, then at %v m", before, stopped)
	}
	if on := run(3); !(on > stopped+2) {
		t.Errorf("without the wall it goes on from %v m to %v m", stopped, on)
	}
}
