package motion_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func newSway(d motion.Description) *motion.Asset {
	wave := handmade.ExampleWave(handmade.ExampleArm())
	d.Parts = []motion.Part{{Clip: 1}, {Clip: 2}}
	return motion.NewAsset(sway{d}, clips{1: wave})
}

// An asset takes its skeleton from its first clip and is a phase, unless its description says
// otherwise.
func TestNewAsset(t *testing.T) {
	asset := newSway(motion.Description{Seconds: 4})
	if asset.Span != (motion.Span{End: 1}) || asset.Skeleton == nil || asset.IsPlain || asset.Clip != nil {
		t.Errorf("a phase of two clips is %+v", asset)
	}
	asset = newSway(motion.Description{Span: motion.Span{Start: 2, End: 6}, Seconds: 8})
	if asset.Span != (motion.Span{Start: 2, End: 6}) {
		t.Errorf("the span is %v", asset.Span)
	}
	f := motion.Frame{Step: motion.Step{From: 2, To: 2}}
	f.Begin(asset, 0, 0)
	if got := asset.Distance(&f, 3); got != 1.5 { // 3 of 8 s over a span of 4
		t.Errorf("in 3 s the time moves by %v, want 1.5", got)
	}
}

// The motion of one clip shows it at the time of the playback and moves it as that moves. Only a
// clip with markers fires them.
func TestSingle(t *testing.T) {
	wave := handmade.ExampleWave(handmade.ExampleArm())
	asset := motion.NewSingle(7, wave)
	if asset.Single != 7 || asset.Clip != wave || asset.Span != (motion.Span{Start: wave.Start(), End: wave.End()}) ||
		asset.IsPlain != (len(wave.Markers()) == 0) || asset.Duration(0, 0) != wave.Duration() {
		t.Errorf("the motion of a clip is %+v", asset)
	}
	f := motion.Frame{Step: motion.Step{From: 0.25, To: 0.75, LoopsDone: 2}}
	f.Begin(asset, 0, 0)
	asset.Motion.Mix(&f)
	want := []motion.Input{{Clip: 7, Time: 0.75, Weight: 1, Step: f.Step}}
	if !reflect.DeepEqual(f.Inputs, want) || (len(f.Fired) > 0) == asset.IsPlain {
		t.Errorf("it shows %+v and fires %+v, want %+v", f.Inputs, f.Fired, want)
	}
}

// A frame that serves a second playback has nothing of the first one, and what it fires belongs to
// the input that was added last.
func TestFrameServesAgain(t *testing.T) {
	asset := newSway(motion.Description{Seconds: 1})
	f := motion.Frame{}
	for range 2 {
		f.Begin(asset, 3, 4)
		f.Step = motion.Step{From: 0.5, To: 0.25, Backward: true}
		asset.Motion.Mix(&f)
		f.Drop(motion.Step{To: 1}, 9)
		if len(f.Inputs) != 2 || len(f.Fired) != 2 || f.X != 3 || f.Y != 4 {
			t.Fatalf("the frame has %d inputs and %d fired steps", len(f.Inputs), len(f.Fired))
		}
		if fired := f.Fired[0]; fired.Input != 1 || fired.Times != 0 || fired.Step != f.Inputs[1].Step {
			t.Errorf("%+v fires, want the step of input 1", fired)
		}
		if dropped := f.Fired[1]; dropped.Input != 1 || dropped.Times != 9 {
			t.Errorf("%+v is dropped", dropped)
		}
		if !f.Inputs[0].Step.Backward || f.Inputs[0].Time != 0.25 {
			t.Errorf("input 0 is %+v", f.Inputs[0])
		}
		if gone := f.Inputs[1]; gone.Clip != 2 || gone.Time != 0 {
			t.Errorf("a clip that the library does not have is %+v", gone) // its span is empty
		}
	}
}

// A step maps onto another span linearly: ends to ends, and no time inside to an end, in order.
func TestOnto(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for range 20000 {
		own := motion.Span{Start: random.NormFloat64(), End: 0}
		own.End = own.Start + random.ExpFloat64()
		other := motion.Span{Start: random.NormFloat64() * math.Pow(10, float64(random.IntN(9)))}
		other.End = other.Start + random.ExpFloat64()
		step := motion.Step{From: own.Start, To: own.End, LoopsDone: 3, Backward: true, PingPong: true}
		got := step.Onto(own, other)
		want := step
		want.From, want.To = other.Start, other.End
		if got != want {
			t.Fatalf("%+v from %v to %v is %+v", step, own, other, got)
		}
		a := own.Start + random.Float64()*own.Duration()
		inside := motion.Step{From: a, To: math.Nextafter(own.End, own.Start)}.Onto(own, other)
		fraction := (a - own.Start) / own.Duration()
		if near := other.Start + fraction*other.Duration(); math.Abs(inside.From-near) > 1e-9*(1+math.Abs(near)) {
			t.Fatalf("%v of %v is %v of %v, want %v", a, own, inside.From, other, near)
		}
		roomy := math.Nextafter(other.Start, other.End) < other.End
		if roomy && a > own.Start && a < own.End && !(inside.From > other.Start && inside.To < other.End) {
			t.Fatalf("times inside %v map to ends of %v: %+v", own, other, inside)
		}
	}
}

// A ping-pong that turned an odd number of times ends in the other direction; where it finishes it
// does not turn.
func TestEndsBackward(t *testing.T) {
	for _, row := range []struct {
		step motion.Step
		want bool
	}{
		{motion.Step{LoopsDone: 1}, false},
		{motion.Step{LoopsDone: 1, PingPong: true}, true},
		{motion.Step{LoopsDone: 1, PingPong: true, Backward: true}, false},
		{motion.Step{LoopsDone: 2, PingPong: true}, false},
		{motion.Step{LoopsDone: 2, PingPong: true, Finished: true}, true},
		{motion.Step{LoopsDone: 1, PingPong: true, Finished: true}, false},
	} {
		if got := row.step.EndsBackward(); got != row.want {
			t.Errorf("%+v ends backward: %v, want %v", row.step, got, row.want)
		}
	}
}

// Any number is clamped into a span, NaN to its start.
func TestClamp(t *testing.T) {
	span := motion.Span{Start: -1, End: 2}
	for time, want := range map[float64]float64{-5: -1, -1: -1, 0.5: 0.5, 2: 2, 9: 2, math.Inf(1): 2, math.Inf(-1): -1} {
		if got := span.Clamp(time); got != want {
			t.Errorf("%v is %v, want %v", time, got, want)
		}
	}
	if got := span.Clamp(math.NaN()); got != -1 {
		t.Errorf("NaN is %v, want -1", got)
	}
}

// Check says what is wrong with a paired motion, also where there is none.
func TestCheckOfPairedMotions(t *testing.T) {
	pair := func(place mgl32.Mat4) *motion.Paired {
		return &motion.Paired{Roles: []motion.Role{{Name: "a", Place: mgl32.Ident4()}, {Name: "b", Place: place}}}
	}
	for want, p := range map[string]*motion.Paired{
		"":                      pair(mgl32.Translate3D(1, 2, 3).Mul4(mgl32.HomogRotate3DY(1))),
		"found nil":             nil,
		"a matrix that mirrors": pair(mgl32.Scale3D(-1, 1, 1)),
		"at right angles":       pair(mgl32.ShearX3D(1, 0)),
	} {
		if err := p.Check(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, found %v", want, err)
		}
	}
}
