package mixer_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// markedSpace returns a blend space of a held pose, an idle clip, a walk with an additional marker,
// a stride that starts with the other foot, and a run with two cycles of steps.
func markedSpace(t testing.TB) (*blendspace.Space, *assets.Library) {
	t.Helper()
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	return buildSpace(t, blendspace.New1D("steps").
		At(0, handmade.AddMarked(t, l, s, "hold", 3, 3, "")).SyncByTime().
		At(1, handmade.AddMarked(t, l, s, "idle", 0, 5, "")).SyncByTime().
		At(2, handmade.AddMarked(t, l, s, "walk", 1, 2, "left 1.25, jingle 1.5, right 1.65")).
		At(3, handmade.AddMarked(t, l, s, "stride", 0, 1.5, "right 0, left 0.75")).Speed(1.5).
		At(4, handmade.AddMarked(t, l, s, "run", 0, 1.2, "right 0.1, left 0.4, right 0.7, left 1")).
		SyncByMarkers("left", "right"), l), l
}

func TestSyncMarkers(t *testing.T) {
	s, _ := markedSpace(t)
	// The mean of the fractions from left to right of walk, stride and run, in each of the two
	// repeats in a cycle.
	leftToRight := (0.4 + 0.5 + 0.5) / 3 / 2
	for _, row := range []struct {
		phase float64
		times [5]float64
	}{
		{0, [5]float64{3, 0, 1.25, 0.75, 0.4}},
		{leftToRight / 2, [5]float64{3, 2.5 * leftToRight, 1.45, 1.125, 0.55}},
		{leftToRight, [5]float64{3, 5 * leftToRight, 1.65, 0, 0.7}},
		{0.5, [5]float64{3, 2.5, 1.25, 0.75, 1}},
		{0.5 + leftToRight, [5]float64{3, 5 * (0.5 + leftToRight), 1.65, 0, 0.1}},
		{1, [5]float64{3, 0, 1.25, 0.75, 0.4}},
		{-0.5, [5]float64{3, 2.5, 1.25, 0.75, 1}},
		{math.NaN(), [5]float64{3, 0, 1.25, 0.75, 0.4}},
		{math.Inf(1), [5]float64{3, 0, 1.25, 0.75, 0.4}},
	} {
		for i, want := range row.times {
			if got := s.Time(i, row.phase); math.Abs(got-want) > 1e-12 {
				t.Errorf("phase %v: sample %d is at %v s, want %v s", row.phase, i, got, want)
			}
		}
	}
	if loops := []int{
		s.LoopsPerCycle(0), s.LoopsPerCycle(1), s.LoopsPerCycle(2), s.LoopsPerCycle(3),
		s.LoopsPerCycle(4), s.LoopsPerCycle(5), s.LoopsPerCycle(-1),
	}; !cmp.Equal(loops, []int{1, 1, 2, 2, 1, 0, 0}) {
		t.Errorf("loops per cycle %v", loops)
	}
	if s.Time(-1, 0.5) != 0 || s.Time(5, 0.5) != 0 || s.Phase(5, 1) != 0 || s.UnwrappedTime(-1, 1) != 0 {
		t.Error("an index without a sample has a time that is not 0")
	}
	if got := s.CycleDuration([]blendspace.Weight{
		{Index: 0, Weight: 0.5},
		{Index: 2, Weight: 0.25},
		{Index: 3, Weight: 0.25},
		{Index: 7, Weight: 1},
		{Index: -1, Weight: 1},
	}); got != (2+2)/2.0 {
		t.Errorf("duration %v s, want 2 s, of two walks and of two strides at a speed of 1.5", got)
	}
	if s.CycleDuration([]blendspace.Weight{{Index: 0, Weight: 1}}) != 0 || s.CycleDuration(nil) != 0 {
		t.Error("a space with only a held pose has a duration")
	}
}

func TestNormalizedTime(t *testing.T) {
	l, arm := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	s := buildSpace(t, blendspace.New1D("s").
		At(0, handmade.AddMarked(t, l, arm, "second", 1, 2, "")).
		At(1, handmade.AddMarked(t, l, arm, "two seconds", 1, 3, "")).Speed(0.5), l)
	for _, row := range []struct{ phase, first, second float64 }{
		{0, 1, 1},
		{0.25, 1.25, 1.5},
		{1, 1, 1},
		{7.5, 1.5, 2},
		{-1e-30, 1, 1},
	} {
		if a, b := s.Time(0, row.phase), s.Time(1, row.phase); a != row.first || b != row.second {
			t.Errorf("phase %v: %v s and %v s, want %v s and %v s", row.phase, a, b, row.first, row.second)
		}
	}
	half := []blendspace.Weight{{Index: 0, Weight: 0.5}, {Index: 1, Weight: 0.5}}
	if d := s.CycleDuration(half); d != 2.5 {
		t.Errorf("duration %v s, want the mean of 1 s and 4 s", d)
	}
	if p := s.Advance(0.5, 5, half); p != 2.5 {
		t.Errorf("5 s after 0.5: %v, want two cycles more, 2.5", p)
	}
	for _, seconds := range []float64{math.NaN(), math.Inf(-1), 0} {
		if p := s.Advance(0.5, seconds, half); p != 0.5 {
			t.Errorf("after %v s: %v, want 0.5", seconds, p)
		}
	}
	if p := s.Advance(0.5, 1, nil); p != 0.5 {
		t.Errorf("without weights: %v, want 0.5", p)
	}
}

// The time increases continuously with the phase.
func TestUnwrappedTimeIsContinuousAndIncreasing(t *testing.T) {
	s, l := markedSpace(t)
	for i, sample := range s.Samples() {
		clip := l.Clip(sample.Clip)
		whole := clip.Duration() * float64(s.LoopsPerCycle(i))
		last := s.UnwrappedTime(i, -1)
		const n = 30_000
		for k := 1 - n; k <= 2*n; k++ {
			phase := float64(k) / n
			unwrapped := s.UnwrappedTime(i, phase)
			if unwrapped < last || unwrapped-last > 2*whole/n {
				t.Fatalf("sample %d: from %v s to %v s at phase %v", i, last, unwrapped, phase)
			}
			last = unwrapped
			time := s.Time(i, phase)
			if time < clip.Start() || time >= clip.End() && clip.Duration() > 0 ||
				math.Abs(clip.Loop(unwrapped)-time) > 1e-12 &&
					clip.Duration()-math.Abs(clip.Loop(unwrapped)-time) > 1e-12 {
				t.Fatalf("sample %d at phase %v: %v s, unrolled %v s", i, phase, time, unwrapped)
			}
		}
		if got := s.UnwrappedTime(i, 3) - s.UnwrappedTime(i, 2); math.Abs(got-whole) > 1e-12 ||
			s.Time(i, 1) != s.Time(i, 0) {
			t.Errorf("sample %d: a cycle takes %v s of the clip, want %v s", i, got, whole)
		}
	}
}

func TestPhaseIsTheInverseOfTime(t *testing.T) {
	s, l := markedSpace(t)
	r := rand.New(rand.NewPCG(15, 16))
	for range 20_000 {
		i, phase := 1+r.IntN(4), r.Float64()
		back := s.Phase(i, s.Time(i, phase))
		if d := math.Abs(phase-back) * float64(s.LoopsPerCycle(i)); math.Abs(d-math.Round(d)) > 1e-12 ||
			back < 0 || back >= 1 {
			t.Fatalf("sample %d: phase %v of the time at phase %v", i, back, phase)
		}
		clip := l.Clip(s.Samples()[i].Clip)
		seconds := clip.Start() + r.Float64()*clip.Duration()
		if got := s.Time(i, s.Phase(i, seconds)); math.Abs(got-seconds) > 1e-12 {
			t.Fatalf("sample %d: time %v s at the phase of %v s", i, got, seconds)
		}
	}
	if s.Phase(0, 3) != 0 || s.Phase(2, math.NaN()) != s.Phase(2, 1) {
		t.Error("a clip without a duration or the time NaN has not the phase of the clip's start")
	}
}

// A clip with all the weight plays as authored: its time advances by the seconds times its speed.
func TestAdvancePlaysASingleClipAsAuthored(t *testing.T) {
	s, l := markedSpace(t)
	r := rand.New(rand.NewPCG(17, 18))
	for i := 1; i < 5; i++ {
		sample := s.Samples()[i]
		clip := l.Clip(sample.Clip)
		weights := []blendspace.Weight{{Index: i, Weight: 1}}
		phase, cycles := 0.3, 0.0
		begin := s.UnwrappedTime(i, phase)
		total := 0.0
		for range 5_000 {
			seconds := r.NormFloat64() * 0.3
			if r.IntN(50) == 0 {
				seconds *= 100
			}
			total += seconds
			next := s.Advance(phase, seconds, weights)
			cycles += math.Floor(next)
			phase = next - math.Floor(next)
			want := begin + total*sample.Speed
			if got := s.UnwrappedTime(i, phase+cycles); math.Abs(got-want) > 1e-8*(1+math.Abs(total)) {
				t.Fatalf("sample %d: after %v s the time is %v s, want %v s (the clip has %v s)", i, total, got, want,
					clip.Duration())
			}
		}
	}
}

// The phase does not depend on how the time is divided into frames, and the blended duration is one
// cycle.
func TestAdvanceIsIndependentOfTheFrameRate(t *testing.T) {
	s, _ := markedSpace(t)
	r := rand.New(rand.NewPCG(19, 20))
	for range 200 {
		weights := s.Weights(r.Float32()*4, 0, nil)
		begin, duration := r.Float64(), s.CycleDuration(weights)
		if duration == 0 {
			continue
		}
		if got := s.Advance(begin, duration, weights); math.Abs(got-begin-1) > 1e-12 {
			t.Fatalf("weights %v: one duration after phase %v is %v, want 1 more", weights, begin, got)
		}
		at := begin
		for range 64 {
			at = math.Floor(at) + s.Advance(at, duration/64, weights)
			if back := s.Advance(at-math.Floor(at), -duration/64, weights); back > at-math.Floor(at) {
				t.Fatalf("backward from phase %v is %v", at, back)
			}
		}
		if math.Abs(at-begin-1) > 1e-12 {
			t.Fatalf("weights %v: one duration after phase %v in 64 frames is %v, want 1 more", weights, begin, at)
		}
	}
}

// buildSpace builds a blend space without errors.
func buildSpace(t testing.TB, b *blendspace.Builder, l *assets.Library) *blendspace.Space {
	t.Helper()
	s, err := b.Build(l)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
