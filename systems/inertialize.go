package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
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
//
// Without a decay it only notes what the pose was sampled from, and samples the past poses again, to the same bits, when
// a decay begins, even if their clips left the library meanwhile. It keeps whole poses where block systems of the program
// run between [SampleClips] and itself, where a given pose shows ([components.PoseOverride]), where bodies pose the
// character, and where more than 8 clips are blended.
type Inertialize struct{}

// Name implements [ecs.BlockSystem].
func (Inertialize) Name() string { return "Inertialize" }

// RunBlock implements [ecs.BlockSystem].
func (Inertialize) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	if w.InertiaBuffers(b.Pool) == 0 {
		return
	}
	i := inertializer{
		writer: w, library: frame.Library, block: b, isSampled: w.IsSampled(b, Inertialize{}), anyGiven: w.GivenPoses(b.Pool) > 0,
	}
	nextComponent, nextPast := enterInertia(w, b, 0)
	for lane := range b.Lanes {
		i.Inertialization, i.past = nextComponent, nextPast
		if lane+1 < b.Lanes {
			nextComponent, nextPast = enterInertia(w, b, lane+1)
		}
		if i.Inertialization != nil {
			i.lane, i.slot = lane, int(b.Slots[lane])
			i.run()
			i.past.SetShown(i.shownIndex())
		}
	}
}

// enterInertia returns the component and the past poses of the character in a lane, or nil twice, and asks for the memory
// that its inertialization needs.
func enterInertia(w ecs.Writer, b *ecs.Block, lane int) (*components.Inertialization, *ecs.PastPoses) {
	slot := int(b.Slots[lane])
	component, past := w.Inertialization(b.Pool, slot)
	if component == nil {
		return nil, nil
	}
	past.Prefetch(component.Newest)
	if component.Phase == components.InertiaActive {
		groups := b.Stride / kernel.GroupSize
		decays := w.InertiaBuffer(b.Pool, slot)[ecs.InertiaPoses*b.Stride:][:inertia.Size(groups)]
		first, size, stride := inertia.Rotations(decays, groups)
		prefetch.Pieces(first, groups, size/64, stride)
	}
	return component, past
}

// minGap is the least time in seconds between two poses from which a velocity is measured. Over less time rounding
// errors would dominate.
const minGap = 1.0 / 1000

// inertializer runs the inertialization of one character for one frame.
type inertializer struct {
	*components.Inertialization
	past      *ecs.PastPoses
	block     *ecs.Block
	lane      int
	slot      int
	isSampled bool // the poses of the block are what SampleClips gives
	anyGiven  bool // a character of the pool has a pose that the program gives
	library   *assets.Library
	writer    ecs.Writer
}

// pose returns the blended pose, to which the difference is added.
func (i *inertializer) pose() []float32 { return i.block.Local(i.lane) }

// morphs returns the blended morph weights.
func (i *inertializer) morphs() []float32 { return i.block.Morphs(i.lane) }

// buffer returns the numbers that the pose store holds; see [ecs.Writer.InertiaBuffer].
func (i *inertializer) buffer() []float32 { return i.writer.InertiaBuffer(i.block.Pool, i.slot) }

// pastPose returns the local pose and the morph weights of an earlier frame.
func (i *inertializer) pastPose(past uint8) (locals, weights []float32) {
	baked, exact := storePastPose(i.writer, i.library, i.block, i.slot, past)
	i.writer.CountSampled(baked, exact)
	return inertiaPose(i.block, i.buffer(), past)
}

// decays returns the decaying differences of the joints and of the morph weights.
func (i *inertializer) decays() (joints, morphs []float32) {
	stride, n := i.block.Stride, len(i.morphs())
	behind := i.buffer()[ecs.InertiaPoses*stride:]
	joints = behind[:inertia.Size(stride/kernel.GroupSize)]
	return joints, behind[len(joints)+ecs.InertiaPoses*n:][:n*inertia.ScalarSize]
}

// inertiaPose returns the memory for a local pose of an earlier frame and its morph weights in an inertialization
// buffer of a character of a block's pool.
func inertiaPose(b *ecs.Block, buffer []float32, past uint8) (locals, weights []float32) {
	n := b.Pool.Skeleton().MorphCount()
	locals = buffer[int(past)*b.Stride:][:b.Stride:b.Stride]
	return locals, buffer[ecs.InertiaPoses*b.Stride+inertia.Size(b.Stride/kernel.GroupSize)+int(past)*n:][:n:n]
}

// storePastPose stores a past pose of a character of the block's pool, if it is not stored yet, and returns how many
// clips it sampled for it.
func storePastPose(w ecs.Writer, library *assets.Library, b *ecs.Block, slot int, past uint8) (baked, exact int) {
	_, poses := w.Inertialization(b.Pool, slot)
	if poses.IsStored(past) {
		return 0, 0
	}
	inputs, level := poses.Inputs(past)
	var s poseSampler
	s.begin(library, b)
	locals, weights := inertiaPose(b, w.InertiaBuffer(b.Pool, slot), past)
	s.show(level, locals, weights)
	s.sample(inputs)
	poses.SetStored(past)
	return s.baked, s.exact
}

// storePastPoses stores, after a change of the library, the past poses that would be others now. The block is scratch
// memory.
func storePastPoses(frame *ecs.Frame, b *ecs.Block) {
	w := writer(frame)
	before := w.PastLibrary()
	if before == nil {
		return
	}
	for _, pool := range frame.Store.Pools() {
		if pool == nil {
			continue
		}
		for slot := range pool.Len() {
			_, poses := w.Inertialization(pool, slot)
			if poses == nil {
				continue
			}
			w.EnterSlot(b, pool, slot)
			for past := range uint8(ecs.InertiaPoses) {
				if inputs, level := poses.Inputs(past); !sampledAlike(b, before, frame.Library, inputs, level) {
					storePastPose(w, before, b, slot, past)
				}
			}
		}
	}
}

// sampledAlike reports whether two libraries give the same pose for blend inputs at a level of detail.
func sampledAlike(b *ecs.Block, x, y *assets.Library, inputs []ecs.BlendInput, level int) bool {
	if x.LevelMask(b.Pool.ID(), level) != y.LevelMask(b.Pool.ID(), level) {
		return false
	}
	var s, t poseSampler
	s.begin(x, b)
	t.begin(y, b)
	s.level, t.level = level, level
	for i := range inputs {
		if *s.form(inputs[i].Clip) != *t.form(inputs[i].Clip) || x.Mask(inputs[i].Mask) != y.Mask(inputs[i].Mask) {
			return false
		}
	}
	return true
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
	shown, shownWeights := i.pastPose(i.shownIndex())
	first, firstWeights := i.pastPose(before)
	last, lastWeights := i.pastPose(i.Newest)
	joints, morphs := i.decays()
	inertia.Begin(i.pose(), joints, shown, first, last, rate, delta)
	inertia.BeginScalars(i.morphs(), morphs, shownWeights, firstWeights, lastWeights, rate, delta)
	i.Phase, i.Elapsed, i.Length = components.InertiaPending, 0, i.Duration
}

// advance continues a decay.
func (i *inertializer) advance(delta float64) {
	i.Elapsed += delta
	if !(i.Elapsed >= 0 && i.Elapsed < i.Length) {
		i.Phase = components.InertiaIdle
		return
	}
	joints, morphs := i.decays()
	if i.Phase == components.InertiaPending {
		locals, weights := i.pastPose(i.shownIndex())
		if i.Elapsed < minGap {
			inertia.Extrapolate(i.pose(), joints, locals, delta)
			inertia.ExtrapolateScalars(i.morphs(), morphs, weights, delta)
			return
		}
		inertia.Fit(i.pose(), joints, locals, delta, i.Elapsed, i.Length)
		inertia.FitScalars(i.morphs(), morphs, weights, delta, i.Elapsed, i.Length)
		i.Phase = components.InertiaActive
	}
	seconds := float32(min(i.Elapsed, math.MaxFloat32))
	inertia.Apply(i.pose(), joints, seconds)
	inertia.ApplyScalars(i.morphs(), morphs, seconds)
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
		i.copy(i.Newest, i.spare())
	}
	i.Newest = (i.Newest + 1) % ecs.InertiaPoses
	i.store(i.Newest)
	i.Gap, i.Since, i.Late = i.Since, 0, false
	i.History = 2
}

// copy makes a past pose the same as another one.
func (i *inertializer) copy(to, from uint8) {
	i.past.Copy(to, from)
	buffer := i.buffer()
	locals, weights := inertiaPose(i.block, buffer, to)
	fromLocals, fromWeights := inertiaPose(i.block, buffer, from)
	copy(locals, fromLocals)
	copy(weights, fromWeights)
}

// store keeps the pose of this frame as one of the past ones. For a pose that is just what the clips give it is enough to
// remember what it was sampled from.
func (i *inertializer) store(past uint8) {
	if len(i.block.MorphSample) > 0 {
		_, weights := inertiaPose(i.block, i.buffer(), past)
		copy(weights, i.morphs())
	}
	if i.isSampled && i.Phase == components.InertiaIdle && !i.isGiven() {
		pool := i.block.Pool
		if i.past.Remember(past, pool.BlendInputs(i.slot), pool.Level(i.slot)) {
			return
		}
	}
	locals, _ := inertiaPose(i.block, i.buffer(), past)
	inertia.Store(locals, i.pose())
	i.past.SetStored(past)
}

// isGiven reports whether a pose that the program gives shows in this frame.
func (i *inertializer) isGiven() bool {
	if !i.anyGiven {
		return false
	}
	_, weight := i.block.Pool.ShownGivenPose(i.slot)
	return weight != 0
}
