package advance

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
)

// A playback of a clip in layer 0, which mostly takes a shorter way through the code, moves by the
// same bits as the functions of package playback, at any numbers and for any time, and gives the
// blend inputs that its weight and its fade-out at the end ask for.
func TestPlaybacksInLayer0(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	made, err := clip.NewBuilder("turn", skeleton).
		Translation(0, clip.Linear, []float32{-1, 1}, []mgl32.Vec3{{}, {1, 0, 0}}).Range(-1, 1).Build()
	if err != nil {
		t.Fatal(err)
	}
	id, span := library.AddClip(made), playback.Span{Start: -1, End: 1}
	random := rand.New(rand.NewPCG(7, 7))
	numbers := []float64{
		0, math.Copysign(0, -1), 1, -1, 2, -3, 1e-300, -1e-300, math.NaN(), math.Inf(1),
		math.Inf(-1), 1.0 / 60,
	}
	pick := func() float64 {
		if random.IntN(4) == 0 {
			return numbers[random.IntN(len(numbers))]
		}
		return random.Float64()*2 - 1
	}
	a := &Advancer{}
	a.Begin(library, skeleton, nil)
	moves := 0
	for range 200000 {
		p := components.Playback{
			Motion: id, Time: pick(), Speed: float32(pick()), Mode: assets.PlayMode(random.IntN(5)),
			LoopLimit: uint32(random.IntN(3)), LoopsDone: uint32(random.IntN(3)), Finished: random.IntN(8) == 0,
			Backward: random.IntN(4) == 0,
		}
		if random.IntN(4) == 0 {
			p.FadeOut = pick()
		}
		seconds, weight := pick(), pick()
		want, step := p, playback.Step{}
		moveByMode(&want, span, playDistance(p.Speed, seconds), &step)
		a.Inputs.List, a.Events.List = a.Inputs.List[:0], a.Events.List[:0]
		got := p
		a.advancePlayback(&got, seconds, weight)
		if !samePlayback(got, want) || a.frame.Step != step {
			t.Fatalf("%+v after %v s: %+v by %+v, want %+v by %+v", p, seconds, got, a.frame.Step, want, step)
		}
		if finished := step.Finished && want.Finished; finished != (len(a.Events.List) == 1) {
			t.Fatalf("%+v after %v s: events %v, finished %v", p, seconds, a.Events.List, finished)
		}
		shown, rest := EndWeight(library, &want), float32(0)
		if p.FadeOut > 0 {
			rest, weight = float32(weight*(1-shown)), float64(weight*shown)
		}
		var inputs []motion.BlendInput
		if rest > 0 {
			inputs = append(inputs, motion.BlendInput{Weight: rest})
		}
		if float32(weight) > 0 {
			input := motion.BlendInput{Clip: id, Time: want.Time, Weight: float32(weight)}
			if want.Finished && p.Mode == assets.Once {
				input.Clip = 0
			}
			inputs = append(inputs, input)
		}
		if len(inputs) != len(a.Inputs.List) {
			t.Fatalf("%+v: inputs %v, want %v", p, a.Inputs.List, inputs)
		}
		for i := range inputs {
			if inputs[i] != a.Inputs.List[i] {
				t.Fatalf("%+v: inputs %v, want %v", p, a.Inputs.List, inputs)
			}
		}
		if got.Time != p.Time && len(inputs) == 1 {
			moves++
		}
	}
	if moves < 20000 {
		t.Errorf("only %d playbacks moved and showed", moves)
	}
}

// moveByMode is movePlayback by the function of the mode alone.
func moveByMode(p *components.Playback, span playback.Span, distance float64, step *playback.Step) {
	left, backward := playback.Endless, p.Speed < 0
	if p.LoopLimit > 0 {
		left = uint64(p.LoopLimit - min(p.LoopsDone, p.LoopLimit))
	}
	switch {
	case p.Finished:
		*step = playback.Once(span, p.Time, 0, p.Backward != backward)
		p.Time = step.To
		return
	case p.Mode == assets.Loop:
		*step = playback.Loop(span, p.Time, distance, backward, left)
	case p.Mode == assets.PingPong:
		*step = playback.PingPong(span, p.Time, distance, p.Backward != backward, left)
	default:
		*step = playback.Once(span, p.Time, distance, backward)
	}
	p.Time, p.Finished = step.To, step.Finished
	if p.Backward = false; p.Mode == assets.PingPong {
		p.Backward = step.EndsBackward() != backward
	}
	if p.Mode == assets.Loop || p.Mode == assets.PingPong {
		p.LoopsDone += uint32(min(step.LoopsDone, math.MaxUint16))
	}
}

// samePlayback reports whether two playbacks have the same bits, and NaN in the same places.
func samePlayback(a, b components.Playback) bool {
	bits := func(x float64) uint64 {
		if math.IsNaN(x) {
			return 1
		}
		return math.Float64bits(x)
	}
	same := bits(a.Time) == bits(b.Time) && bits(float64(a.Speed)) == bits(float64(b.Speed)) &&
		bits(a.FadeOut) == bits(b.FadeOut)
	a.Time, a.Speed, a.FadeOut = b.Time, 0, 0
	b.Speed, b.FadeOut = 0, 0
	if math.IsNaN(a.Time) {
		a.Time, b.Time = 0, 0
	}
	return same && a == b
}
