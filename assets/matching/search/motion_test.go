package search_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/playback"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// play moves a playback of a database that loops, for a number of seconds, and returns what it
// shows.
func play(a *motion.Asset, time, seconds float64, backward bool) (float64, *motion.Frame) {
	f := &motion.Frame{Step: motion.Step{From: time, Backward: backward}}
	f.Begin(a, 0, 0)
	f.Step = playback.Loop(a.Span, time, a.Distance(f, seconds), backward, playback.Endless)
	a.Motion.Mix(f)
	return f.Step.To, f
}

// The time moves in a range and stops at its end, or goes around in one that loops; the clip's root
// motion and markers are those of the way.
func TestPlayingADatabase(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	d := databases.Build(t, matching.NewBuilder("arc", skeleton).Position("tip", 1).Velocity("tip", 1).Trajectory(1, 1, 1).
		Range(matching.Range{Clip: arc, From: 0.25, To: 1}).
		Range(matching.Range{Clip: arc, Loop: true}).
		Range(matching.Range{Clip: arc, From: 1, To: 2}), library)
	a := motion.NewAsset(d, library)
	for i, r := range d.Ranges() {
		first := 0
		for d.RangeOf(first) != i {
			first++
		}
		for _, dt := range []float64{1.0 / 60, 0.1, 0.7, 5.25} {
			for _, backward := range []bool{false, true} {
				time, shown := d.Time(first), r.From
				if backward {
					time, shown = time+(r.To-r.From), r.To
				}
				for range 40 {
					want := shown
					to, f := play(a, time, dt, backward)
					laps := 0
					if backward {
						want -= dt
					} else {
						want += dt
					}
					switch {
					case r.Loop:
						// exactly at an end it is the start of the next round
						laps = int(math.Abs(math.Floor((want-r.From)/(r.To-r.From) + 1e-9)))
						want = library.Clip(arc).Loop(want)
					default:
						want = max(r.From, min(want, r.To))
					}
					if d.RangeOf(d.FrameAt(to)) != i || len(f.Inputs) != 1 || f.Inputs[0].Clip != arc || f.Inputs[0].Weight != 1 {
						t.Fatalf("range %d, %v s: at %v it shows %+v", i, dt, to, f.Inputs)
					}
					in := &f.Inputs[0]
					if e := math.Abs(in.Time - want); e > 1e-6 && math.Abs(e-(r.To-r.From)) > 1e-6 {
						t.Fatalf("range %d, %v s, backward %t: %v s of the clip, expected %v s", i, dt, backward, in.Time, want)
					}
					if math.Abs(in.Step.From-shown) > 1e-6 && math.Abs(math.Abs(in.Step.From-shown)-(r.To-r.From)) > 1e-6 {
						t.Fatalf("range %d: the step begins at %v s, expected %v s", i, in.Step.From, shown)
					}
					wraps := in.Step.LoopsDone
					if in.Step.Finished {
						wraps--
					}
					inside := math.Abs(in.Time-r.From) > 1e-6 && math.Abs(in.Time-r.To) > 1e-6
					if r.Loop && inside && int(wraps) != laps || !r.Loop && wraps != 0 {
						t.Fatalf("range %d, %v s, backward %t: %d rounds to %v s, expected %d", i, dt, backward, wraps, in.Time, laps)
					}
					time, shown = to, in.Time
				}
			}
		}
	}
	// markers: those at 0.5 and 1.5 s, once in each round
	count := func(first float64, seconds float64) (fired int) {
		time := first
		for range int(seconds*60 + 0.5) {
			var f *motion.Frame
			time, f = play(a, time, 1.0/60, false)
			for _, step := range f.Fired {
				c := playback.Cross(step.Step, library.Clip(arc).Markers(), playback.Span{Start: 0, End: 2})
				for _, ok := c.Next(); ok; _, ok = c.Next() {
					fired++
				}
			}
		}
		return fired
	}
	first := 0
	for i, want := range []int{1, 5, 1} {
		for d.RangeOf(first) != i {
			first++
		}
		if got := count(d.Time(first), 5); got != want {
			t.Errorf("range %d: %d markers fired in 5 s, expected %d", i, got, want)
		}
	}
	// From one range to another nothing moves and fires.
	f := &motion.Frame{Step: motion.Step{From: d.Time(3), To: d.Time(40)}}
	f.Begin(a, 0, 0)
	d.Mix(f)
	if s := f.Inputs[0].Step; s.From != s.To || s.LoopsDone != 0 {
		t.Errorf("a jump is the step %+v", s)
	}
}

// What the clip of a range moves while it is played is its root motion.
func TestRootMotionOfAPlayedRange(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	a := motion.NewAsset(d, library)
	for i, r := range d.Ranges() {
		first := 0
		for d.RangeOf(first) != i {
			first++
		}
		root := library.Clip(r.Clip).RootMotion()
		var sum clip.Motion
		time := d.Time(first)
		for range 100 {
			var f *motion.Frame
			time, f = play(a, time, 1.0/60, false)
			s := f.Inputs[0].Step
			wraps := s.LoopsDone
			if s.Finished {
				wraps--
			}
			sum = sum.Compose(root.Travel(s.From, s.To, int(wraps), false), clip.UpY)
		}
		want := root.Total()
		if r.Loop {
			turns := math.Floor(100.0 / 60 / (r.To - r.From))
			want = root.Travel(r.From, r.From+100.0/60-turns*(r.To-r.From), int(turns), false)
		}
		if e := math.Hypot(sum.X-want.X, sum.Z-want.Z); e > 1e-6 || math.Abs(sum.Yaw-want.Yaw) > 1e-6 {
			t.Errorf("range %d: moved by %+v, expected %+v", i, sum, want)
		}
	}
}

// Times and frames belong together, at any time.
func TestTimesOfFrames(t *testing.T) {
	library, b := databases.Gaits(t)
	d := databases.Build(t, b, library)
	for frame := range d.Frames() {
		for _, off := range []float64{-0.4 / 30, 0, 0.4 / 30} {
			if got := d.FrameAt(d.Time(frame) + off); got != frame && off == 0 || d.RangeOf(got) != d.RangeOf(frame) {
				t.Errorf("frame %d is at %v s, where frame %d is %v s later", frame, d.Time(frame), got, off)
			}
		}
	}
	for _, time := range []float64{math.NaN(), math.Inf(-1), -1, 0} {
		if got := d.FrameAt(time); got != 0 {
			t.Errorf("frame %d at %v s", got, time)
		}
	}
	last := len(d.Ranges()) - 1
	for _, time := range []float64{math.Inf(1), 1e9} {
		if got := d.FrameAt(time); d.RangeOf(got) != last {
			t.Errorf("frame %d at %v s", got, time)
		}
	}
	if d.Time(-5) != d.Time(0) || d.Time(1e9) != d.Time(d.Frames()-1) || d.RangeOf(-5) != 0 || d.RangeOf(1e9) != last {
		t.Error("a frame that does not exist is not the first or the last")
	}
}
