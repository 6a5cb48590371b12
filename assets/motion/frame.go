package motion

import "github.com/sinew-go/sinew/assets/id"

// Frame is one playback in one frame: what a [Motion] is asked, and the memory for what it answers.
// One Frame serves many playbacks, one after the other, so a motion keeps nothing of it.
type Frame struct {
	// X and Y are the position: components.Playback.X and Y.
	X, Y float32
	// Span is the span of the motion.
	Span Span
	// Step is how the time moves. Distance finds the beginning alone.
	Step Step
	// WantsSteps reports that the character moves by its clips' root motion. Then Mix gives the
	// steps of the inputs whose clips have some; otherwise only those of clips that fire markers.
	WantsSteps bool
	// Weights are memory of the motion: empty in Distance, and in Mix what Distance left there.
	Weights []Weight
	// Inputs are the clips that show: see [Frame.Add].
	Inputs []Input
	// Fired are the steps whose markers fire: see [Frame.Fire].
	Fired []Fired

	asset *Asset // the motion
}

// Weight is the weight of a part of a motion, such as a sample of a blend space.
type Weight struct {
	// Index is the index of the part.
	Index int
	// Weight is above 0 and at most 1.
	Weight float32
}

// Input is a clip that shows in a frame.
type Input struct {
	Clip id.Clip
	// Time is where the clip is after the step, in seconds.
	Time float64
	// Weight is the part of the clip in the motion, 0 to 1.
	Weight float32
	// Step is how the time of the clip moved, in seconds: by it the clip's root motion moves the
	// character.
	Step Step
}

// Fired is a step of an input's clip whose markers fire.
type Fired struct {
	Input int // index in [Frame.Inputs]
	Step  Step
	// Times is 0 for a step that fires. Otherwise its markers would have fired so many times, which
	// were too many, and are counted as dropped.
	Times uint64
}

// Begin empties the frame for a playback of a motion at a position, whose time is about to move.
func (f *Frame) Begin(a *Asset, x, y float32) {
	if f == nil || a == nil {
		return
	}
	f.X, f.Y, f.Span, f.asset = x, y, a.Span, a
	f.Weights, f.Inputs, f.Fired = f.Weights[:0], f.Inputs[:0], f.Fired[:0]
}

// Add adds a clip that is at a time in seconds, with a weight from 0 to 1, and returns it. Its Step
// is the zero value. What a nil frame returns shows nowhere.
func (f *Frame) Add(clip id.Clip, time float64, weight float32) *Input {
	if f == nil {
		return &Input{}
	}
	n := len(f.Inputs)
	if n < cap(f.Inputs) {
		f.Inputs = f.Inputs[:n+1]
	} else {
		f.Inputs = append(f.Inputs, Input{})
	}
	// Written in place: to copy a struct right after writing it stalls the processor.
	input := &f.Inputs[n]
	input.Clip, input.Time, input.Weight, input.Step = clip, time, weight, Step{}
	return input
}

// AddPart adds the clip of a part of the motion, which runs from its start to its end while the
// motion runs over its span, so that both are always at the same fraction and turn around together.
// The weight is 0 to 1. What it returns for a part that the motion does not have shows nowhere.
func (f *Frame) AddPart(index int, weight float32) *Input {
	if f == nil || f.asset == nil || index < 0 || index >= len(f.asset.spans) {
		return &Input{}
	}
	step := f.Step.Onto(f.Span, f.asset.spans[index])
	input := f.Add(f.asset.Parts[index].Clip, step.To, weight)
	input.Step = step
	return input
}

// Fire makes the markers fire that the clip of the input added last passes in its step. Mostly one
// input of a motion should, the input with the largest weight, because clips in step with each
// other have the same footfalls. Without an input nothing fires.
func (f *Frame) Fire() {
	if f == nil || len(f.Inputs) == 0 {
		return
	}
	f.FireStep(f.Inputs[len(f.Inputs)-1].Step)
}

// FireStep is [Frame.Fire] for another step of the clip, for instance one of several between which
// the clip turns.
func (f *Frame) FireStep(step Step) {
	f.Drop(step, 0)
}

// Drop counts the markers that the clip of the input added last passes in a step as dropped, as if
// it were made a number of times.
func (f *Frame) Drop(step Step, times uint64) {
	if f == nil || len(f.Inputs) == 0 {
		return
	}
	n := len(f.Fired)
	if n < cap(f.Fired) {
		f.Fired = f.Fired[:n+1]
	} else {
		f.Fired = append(f.Fired, Fired{})
	}
	fired := &f.Fired[n] // in place, as in Add
	fired.Input, fired.Step, fired.Times = len(f.Inputs)-1, step, times
}
