package systems

import (
	"math"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
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
	for lane := range b.Lanes {
		if state, row := w.Inertialization(b, lane); state != nil {
			i := inertializer{Inertialization: state}
			i.divide(row, b.Local(lane), b.Morphs(lane))
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
	pose, morphs             []float32 // the blended pose, to which the difference is added
	past                     [ecs.InertiaPoses]pastPose
	jointDecays, morphDecays []float32
}

// pastPose is a pose of an earlier frame.
type pastPose struct {
	locals, morphs []float32
}

// divide finds the parts of the character's row in the pool; see [ecs.Writer.InertiaBuffer].
func (i *inertializer) divide(row, pose, morphs []float32) {
	next := func(n int) (part []float32) {
		part, row = row[:n:n], row[n:]
		return part
	}
	i.pose, i.morphs = pose, morphs
	for k := range i.past {
		i.past[k].locals = next(len(pose))
	}
	i.jointDecays = next(inertia.Size(len(pose) / kernel.GroupSize))
	for k := range i.past {
		i.past[k].morphs = next(len(morphs))
	}
	i.morphDecays = next(len(morphs) * inertia.ScalarSize)
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
	last := &i.past[i.Newest]
	before, rate := last, 0.0
	if i.History > 1 && i.Gap >= minGap { // a smaller gap was not measured here
		before = i.older()
		// Damp the velocity, so that repeated restarts cannot accumulate speed.
		rate = (1 - delta/i.Duration) / i.Gap
	}
	shown := i.shown()
	inertia.Begin(i.pose, i.jointDecays, shown.locals, before.locals, last.locals, rate, delta)
	inertia.BeginScalars(i.morphs, i.morphDecays, shown.morphs, before.morphs, last.morphs, rate, delta)
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
		shown := i.shown()
		if i.Elapsed < minGap {
			inertia.Extrapolate(i.pose, i.jointDecays, shown.locals, delta)
			inertia.ExtrapolateScalars(i.morphs, i.morphDecays, shown.morphs, delta)
			return
		}
		inertia.Fit(i.pose, i.jointDecays, shown.locals, delta, i.Elapsed, i.Length)
		inertia.FitScalars(i.morphs, i.morphDecays, shown.morphs, delta, i.Elapsed, i.Length)
		i.Phase = components.InertiaActive
	}
	seconds := float32(min(i.Elapsed, math.MaxFloat32))
	inertia.Apply(i.pose, i.jointDecays, seconds)
	inertia.ApplyScalars(i.morphs, i.morphDecays, seconds)
}

// shown returns the pose of the last frame.
func (i *inertializer) shown() *pastPose { return &i.past[i.shownIndex()] }

// shownIndex returns the index of the pose of the last frame.
func (i *inertializer) shownIndex() uint8 {
	if i.Late {
		return (i.Newest + 1) % ecs.InertiaPoses
	}
	return i.Newest
}

// older returns the older of the two poses from which the velocity is measured.
func (i *inertializer) older() *pastPose { return &i.past[(i.Newest+2)%ecs.InertiaPoses] }

// spare returns the third pose: the pose of the last frame if it is Late, otherwise unused.
func (i *inertializer) spare() *pastPose { return &i.past[(i.Newest+1)%ecs.InertiaPoses] }

// remember stores the pose of this frame. Poses less than minGap apart replace each other in the spare pose.
func (i *inertializer) remember(delta float64) {
	if i.History == 0 {
		i.Newest, i.History, i.Gap, i.Since, i.Late = 0, 1, 0, 0, false
		i.store(&i.past[0])
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
		last, changed := &i.past[i.Newest], i.spare()
		copy(last.locals, changed.locals)
		copy(last.morphs, changed.morphs)
	}
	i.Newest = (i.Newest + 1) % ecs.InertiaPoses
	i.store(&i.past[i.Newest])
	i.Gap, i.Since, i.Late = i.Since, 0, false
	i.History = 2
}

func (i *inertializer) store(p *pastPose) {
	inertia.Store(p.locals, i.pose)
	copy(p.morphs, i.morphs)
}
