package systems

import (
	"math"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Inertialize carries the pose and the velocity that a character had before it changed what it plays over into the new motion, and has the difference
// decay joint by joint; see [components.Inertialization]. The method is D. Bollo's ("Inertialization: High-Performance Animation
// Transitions in Gears of War", GDC 2018): the decay is a polynomial of degree 5 that begins with the difference of the poses and of the velocities, and
// ends with both and the acceleration at 0. Unlike there, every number of a joint keeps its own velocity, also what of it leads away from the
// new motion or across.
//
// In the frame in which it begins the character goes on from where it was seen, as fast as it was; in the one after, the velocity of the new motion
// is known, and what it is ahead or behind decays. Once the decay is over, not a bit differs from what it would be without.
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
			i := inertia{Inertialization: state}
			i.divide(row, b.Local(lane), b.Morphs(lane))
			i.run()
		}
	}
}

// shortestGap is how many seconds must lie between two poses that tell how fast a character moves; in less the rounding would tell more than the
// motion.
const shortestGap = 1.0 / 1000

// inertia is the inertialization of one character in one frame.
type inertia struct {
	*components.Inertialization
	pose, morphs     []float32 // what is played, and then what is shown
	past             [ecs.InertiaPoses]pastPose
	decays, morphing []float32 // the differences of the joints and of the morph weights
}

// pastPose is a pose that was shown.
type pastPose struct {
	locals, morphs []float32
}

// divide finds the parts of a row.
func (i *inertia) divide(row, pose, morphs []float32) {
	take := func(n int) (part []float32) {
		part, row = row[:n:n], row[n:]
		return part
	}
	i.pose, i.morphs = pose, morphs
	for k := range i.past {
		i.past[k].locals = take(len(pose))
	}
	i.decays = take(len(pose) / kernel.GroupSize * kernel.InertiaSize)
	for k := range i.past {
		i.past[k].morphs = take(len(morphs))
	}
	i.morphing = row
}

func (i *inertia) run() {
	step := i.Waited
	i.Waited = 0
	i.Newest %= ecs.InertiaPoses
	if !(step >= 0) || step-step != 0 {
		step = 0
	}
	begin := i.Begin
	if begin && (!(step < i.Duration) || i.Duration-i.Duration != 0) { // it would be over before it is seen
		i.Cut = true
	}
	i.Begin = false
	if i.Cut || i.History == 0 {
		i.Cut, i.Phase, i.History = false, components.InertiaIdle, 0
		i.remember(step)
		return
	}
	if begin {
		i.depart(step)
	} else if i.Phase != components.InertiaIdle {
		i.goOn(step)
	}
	i.remember(step)
}

// depart begins a decay.
func (i *inertia) depart(step float64) {
	last := &i.past[i.Newest]
	before, rate := last, 0.0
	if i.History > 1 {
		before = i.older()
		// Lest a character flies away that begins anew all the time, the velocity fades.
		rate = (1 - step/i.Duration) / i.Gap
	}
	shown := i.shown()
	kernel.BeginInertia(i.pose, i.decays, shown.locals, before.locals, last.locals, rate, step)
	kernel.BeginInertiaScalars(i.morphs, i.morphing, shown.morphs, before.morphs, last.morphs, rate, step)
	i.Phase, i.Elapsed, i.Length = components.InertiaPending, 0, i.Duration
}

// goOn goes on with a decay.
func (i *inertia) goOn(step float64) {
	i.Elapsed += step
	if !(i.Elapsed >= 0 && i.Elapsed < i.Length) {
		i.Phase = components.InertiaIdle
		return
	}
	if i.Phase == components.InertiaPending {
		shown := i.shown()
		if i.Elapsed < shortestGap {
			kernel.ExtrapolateInertia(i.pose, i.decays, shown.locals, step)
			kernel.ExtrapolateInertiaScalars(i.morphs, i.morphing, shown.morphs, step)
			return
		}
		kernel.FitInertia(i.pose, i.decays, shown.locals, step, i.Elapsed, i.Length)
		kernel.FitInertiaScalars(i.morphs, i.morphing, shown.morphs, step, i.Elapsed, i.Length)
		i.Phase = components.InertiaActive
	}
	seconds := float32(min(i.Elapsed, math.MaxFloat32))
	kernel.ApplyInertia(i.pose, i.decays, seconds)
	kernel.ApplyInertiaScalars(i.morphs, i.morphing, seconds)
}

// shown returns the pose that was shown last.
func (i *inertia) shown() *pastPose {
	if i.Late {
		return i.spare()
	}
	return &i.past[i.Newest]
}

// older returns the pose before the newest of the two that tell how fast the character moves, spare the third one.
func (i *inertia) older() *pastPose { return &i.past[(i.Newest+2)%ecs.InertiaPoses] }

func (i *inertia) spare() *pastPose { return &i.past[(i.Newest+1)%ecs.InertiaPoses] }

// remember keeps the pose that is shown.
func (i *inertia) remember(step float64) {
	if i.History == 0 {
		i.Newest, i.History, i.Gap, i.Since, i.Late = 0, 1, 0, 0, false
		i.keep(&i.past[0])
		return
	}
	atOnce := i.Since == 0
	i.Since += step
	if !(i.Since >= shortestGap) {
		i.keep(i.spare())
		i.Late = true
		return
	}
	if i.Late && atOnce { // the last one was moved without time going by, which is no velocity
		last, moved := &i.past[i.Newest], i.spare()
		copy(last.locals, moved.locals)
		copy(last.morphs, moved.morphs)
	}
	i.Newest = (i.Newest + 1) % ecs.InertiaPoses
	i.keep(&i.past[i.Newest])
	i.Gap, i.Since, i.Late = i.Since, 0, false
	i.History = 2
}

func (i *inertia) keep(p *pastPose) {
	copy(p.locals, i.pose)
	copy(p.morphs, i.morphs)
}
