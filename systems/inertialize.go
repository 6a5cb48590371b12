package systems

import (
	"math"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// Inertialize smooths a change of motion: it adds the difference between the old and the new motion, in pose and
// velocity, to the new one, and makes that difference decay joint by joint; see [components.Inertialization]. The
// method is from D. Bollo, "Inertialization: High-Performance Animation Transitions in Gears of War" (GDC 2018). The
// decay is a polynomial of degree 5: it starts with the difference of the poses and of the velocities, and ends with
// both and the acceleration at 0. Unlike the original method, every component of a joint keeps its own velocity, even
// if it points away from the new motion.
//
// In the first frame the character continues from its last pose at its last velocity. In the next frame the velocity of
// the new motion is known, and the difference starts to decay. After the decay the pose is bit for bit the new
// motion's. After a frame that is long compared with the one before, or over a long decay, a velocity that would carry a scale beyond
// a few times its size counts as 0.
type Inertialize struct{}

// Name implements [ecs.BlockSystem].
func (Inertialize) Name() string { return "Inertialize" }

// RunBlock implements [ecs.BlockSystem].
func (Inertialize) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	if w.InertiaBuffers(b.Pool) == 0 {
		return
	}
	var both [2]inertializer // of the present character and of the next, whose memory is asked for meanwhile
	both[0].enter(w, b, 0)
	for lane := range b.Lanes {
		i := &both[lane%2]
		if lane+1 < b.Lanes {
			both[(lane+1)%2].enter(w, b, lane+1)
		}
		if i.Inertialization != nil {
			i.run()
			w.SetShownPose(b, lane, i.shownIndex())
		}
	}
}

// minGap is the least time in seconds between two poses from which a velocity is measured. Over less time rounding
// errors would dominate.
const minGap = 1.0 / 1000

// inertializer runs the inertialization of one character for one frame.
type inertializer struct {
	*components.Inertialization
	pose, morphs []float32 // the blended pose, to which the difference is added
	buffer       []float32 // see [ecs.Writer.InertiaBuffer]
}

// enter prepares for the character in a lane.
func (i *inertializer) enter(w ecs.Writer, b *ecs.Block, lane int) {
	i.Inertialization, i.buffer = w.Inertialization(b, lane)
	if i.Inertialization == nil {
		return
	}
	i.pose, i.morphs = b.Local(lane), b.Morphs(lane)
	if i.Phase == components.InertiaActive {
		first, size, stride := inertia.Rotations(i.jointDecays(), i.groups())
		prefetch.Pieces(first, i.groups(), size/64, stride)
	}
}

func (i *inertializer) groups() int { return len(i.pose) / kernel.GroupSize }

// locals returns the local pose of an earlier frame.
func (i *inertializer) locals(past uint8) []float32 {
	return i.buffer[int(past)*len(i.pose):][:len(i.pose):len(i.pose)]
}

// jointDecays returns the decaying difference of the joints.
func (i *inertializer) jointDecays() []float32 {
	return i.buffer[ecs.InertiaPoses*len(i.pose):][:inertia.Size(i.groups())]
}

// numbers returns what the buffer holds of the morph weights.
func (i *inertializer) numbers() []float32 {
	return i.buffer[ecs.InertiaPoses*len(i.pose)+inertia.Size(i.groups()):]
}

// weights returns the morph weights of an earlier frame.
func (i *inertializer) weights(past uint8) []float32 {
	if len(i.morphs) == 0 {
		return nil
	}
	return i.numbers()[int(past)*len(i.morphs):][:len(i.morphs)]
}

// morphDecays returns the decaying difference of the morph weights.
func (i *inertializer) morphDecays() []float32 {
	return i.numbers()[ecs.InertiaPoses*len(i.morphs):][:len(i.morphs)*inertia.ScalarSize]
}

// run inertializes the pose and remembers it.
func (i *inertializer) run() {
	delta := i.Waited
	i.Waited = 0
	i.Newest %= ecs.InertiaPoses
	if !(delta >= 0) || delta-delta != 0 {
		delta = 0
	}
	begin := i.Begin
	if begin && (!(delta < i.Duration) || i.Duration-i.Duration != 0) { // the decay would end before it shows
		i.Cut = true
	}
	i.Begin = false
	if i.Cut || i.History == 0 {
		i.Cut, i.Phase, i.History = false, components.InertiaIdle, 0
		i.remember(delta)
		return
	}
	if begin {
		i.begin(delta)
	} else if i.Phase != components.InertiaIdle {
		i.advance(delta)
	}
	i.remember(delta)
}

// begin starts a decay. The character continues at its last velocity until the velocity of the new motion is known.
func (i *inertializer) begin(delta float64) {
	before, rate := i.Newest, 0.0
	if i.History > 1 && i.Gap >= minGap { // a smaller gap was not measured here
		before = i.older()
		// Damp the velocity, so that repeated restarts cannot accumulate speed.
		rate = (1 - delta/i.Duration) / i.Gap
	}
	shown, last := i.shownIndex(), i.Newest
	inertia.Begin(i.pose, i.jointDecays(), i.locals(shown), i.locals(before), i.locals(last), rate, delta)
	inertia.BeginScalars(i.morphs, i.morphDecays(), i.weights(shown), i.weights(before), i.weights(last), rate, delta)
	i.Phase, i.Elapsed, i.Length = components.InertiaPending, 0, i.Duration
}

// advance continues a decay.
func (i *inertializer) advance(delta float64) {
	i.Elapsed += delta
	if !(i.Elapsed >= 0 && i.Elapsed < i.Length) {
		i.Phase = components.InertiaIdle
		return
	}
	if i.Phase == components.InertiaPending {
		locals, weights := i.locals(i.shownIndex()), i.weights(i.shownIndex())
		if i.Elapsed < minGap {
			inertia.Extrapolate(i.pose, i.jointDecays(), locals, delta)
			inertia.ExtrapolateScalars(i.morphs, i.morphDecays(), weights, delta)
			return
		}
		inertia.Fit(i.pose, i.jointDecays(), locals, delta, i.Elapsed, i.Length)
		inertia.FitScalars(i.morphs, i.morphDecays(), weights, delta, i.Elapsed, i.Length)
		i.Phase = components.InertiaActive
	}
	seconds := float32(min(i.Elapsed, math.MaxFloat32))
	inertia.Apply(i.pose, i.jointDecays(), seconds)
	inertia.ApplyScalars(i.morphs, i.morphDecays(), seconds)
}

// shownIndex returns the index of the pose of the last frame.
func (i *inertializer) shownIndex() uint8 {
	if i.Late {
		return i.spare()
	}
	return i.Newest
}

// older returns the index of the older of the two poses from which the velocity is measured.
func (i *inertializer) older() uint8 { return (i.Newest + 2) % ecs.InertiaPoses }

// spare returns the index of the third pose: the pose of the last frame if it is Late, otherwise unused.
func (i *inertializer) spare() uint8 { return (i.Newest + 1) % ecs.InertiaPoses }

// remember stores the pose of this frame. Poses less than minGap apart replace each other in the spare pose.
func (i *inertializer) remember(delta float64) {
	if i.History == 0 {
		i.Newest, i.History, i.Gap, i.Since, i.Late = 0, 1, 0, 0, false
		i.store(0)
		return
	}
	noTime := i.Since == 0
	i.Since += delta
	if !(i.Since >= minGap) {
		i.store(i.spare())
		i.Late = true
		return
	}
	if i.Late && noTime { // the last pose changed while no time passed, which is not a velocity
		copy(i.locals(i.Newest), i.locals(i.spare()))
		copy(i.weights(i.Newest), i.weights(i.spare()))
	}
	i.Newest = (i.Newest + 1) % ecs.InertiaPoses
	i.store(i.Newest)
	i.Gap, i.Since, i.Late = i.Since, 0, false
	i.History = 2
}

// store keeps the pose of this frame as one of the past ones.
func (i *inertializer) store(past uint8) {
	inertia.Store(i.locals(past), i.pose)
	copy(i.weights(past), i.morphs)
}
