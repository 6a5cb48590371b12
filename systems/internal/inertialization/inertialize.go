package inertialization

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/prefetch"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/sampling"
)

// of returns the rows of a pool, or nil if there are none.
func of(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.Inertialization).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Run inertializes the characters of a block. isSampled tells that their poses are what the clips
// give and nothing else.
func Run(library *assets.Library, b *posestore.Block, isSampled bool) {
	r := of(b.Pool())
	if r == nil {
		return
	}
	i := inertializer{library: library, block: b, isSampled: isSampled, anyGiven: givenposes.Any(b.Pool()), rows: r}
	next := enter(r, b, 0)
	for lane := range b.Lanes() {
		i.row = next
		if lane+1 < b.Lanes() {
			next = enter(r, b, lane+1)
		}
		if i.row < 0 {
			continue
		}
		if i.Inertialization, i.past = r.Component(i.row), r.At(i.row); i.Inertialization != nil {
			i.lane, i.slot = lane, b.Slot(lane)
			i.run()
			i.past.setShown(i.shownIndex())
		}
	}
}

// enter returns the row of the character in a lane, or -1, and asks for the memory that its
// inertialization needs.
func enter(r *rows, b *posestore.Block, lane int) int32 {
	row := b.Pool().Row(b.Slot(lane), column.Inertialization)
	if row < 0 || r.Component(row) == nil {
		return -1
	}
	component := r.Component(row)
	r.At(row).prefetch(component.Newest)
	if component.Phase == components.InertiaActive {
		groups := b.Stride() / kernel.GroupSize
		decays := r.Numbers.Row(row)[Poses*b.Stride():][:inertia.Size(groups)]
		first, size, stride := inertia.Rotations(decays, groups)
		prefetch.Pieces(first, groups, size/64, stride)
	}
	return row
}

// minGap is the least time in seconds between two poses from which a velocity is measured. Over
// less time rounding errors would dominate.
const minGap = 1.0 / 1000

// inertializer runs the inertialization of one character for one frame.
type inertializer struct {
	*components.Inertialization
	rows      *rows
	row       int32
	past      *pastPoses
	block     *posestore.Block
	lane      int
	slot      int
	isSampled bool // the poses of the block are what SampleClips gives
	anyGiven  bool // a character of the pool has a pose that the program gives
	library   *assets.Library

	// The skipped frame that is gone through, its blend inputs, and whether they are sampled; nil in
	// the frame in which the character is posed.
	skipped *skippedFrame
	inputs  []motion.BlendInput
	hasPose bool
}

// pose returns the blended pose, to which the difference is added.
func (i *inertializer) pose() []float32 {
	if i.skipped == nil {
		return i.block.Local(i.lane)
	}
	locals, _ := i.skippedPose()
	return locals
}

// morphs returns the blended morph weights.
func (i *inertializer) morphs() []float32 {
	if i.skipped == nil {
		return i.block.Morphs(i.lane)
	}
	_, weights := i.skippedPose()
	return weights
}

// skippedPose returns the blended pose and morph weights of the skipped frame.
func (i *inertializer) skippedPose() (locals, weights []float32) {
	locals, weights = i.block.Scratch(column.Inertialization).(*scratch).of(i.block)
	if !i.hasPose {
		i.hasPose = true
		i.block.CountSampled(sample(i.library, i.block, int(i.skipped.level), i.inputs, locals, weights))
	}
	return locals, weights
}

// sample samples a pose of a character of the block's pool, and returns how many clips it sampled.
func sample(library *assets.Library, b *posestore.Block, level int, inputs []motion.BlendInput,
	locals, weights []float32,
) (baked, exact int) {
	var s sampling.Sampler
	s.Begin(library, b)
	s.Show(level, locals, weights)
	s.Sample(inputs)
	return s.Baked, s.Exact
}

// buffer returns the numbers that the row holds; see [rows].
func (i *inertializer) buffer() []float32 { return i.rows.Numbers.Row(i.row) }

// pastPose returns the local pose and the morph weights of an earlier frame.
func (i *inertializer) pastPose(past uint8) (locals, weights []float32) {
	baked, exact := i.rows.store(i.library, i.block, i.row, past)
	i.block.CountSampled(baked, exact)
	return inertiaPose(i.block, i.buffer(), past)
}

// decays returns the decaying differences of the joints and of the morph weights.
func (i *inertializer) decays() (joints, morphs []float32) { return decaysIn(i.block, i.buffer()) }

// decaysIn returns the decaying differences of the joints and of the morph weights in an
// inertialization buffer of a character of a block's pool.
func decaysIn(b *posestore.Block, buffer []float32) (joints, morphs []float32) {
	n := b.Pool().Skeleton().MorphCount()
	after := buffer[Poses*b.Stride():]
	joints = after[:inertia.Size(b.Stride()/kernel.GroupSize)]
	return joints, after[len(joints)+Poses*n:][:n*inertia.ScalarSize]
}

// inertiaPose returns the memory for a local pose of an earlier frame and its morph weights in an
// inertialization buffer of a character of a block's pool.
func inertiaPose(b *posestore.Block, buffer []float32, past uint8) (locals, weights []float32) {
	n := b.Pool().Skeleton().MorphCount()
	locals = buffer[int(past)*b.Stride():][:b.Stride():b.Stride()]
	return locals, buffer[Poses*b.Stride()+inertia.Size(b.Stride()/kernel.GroupSize)+int(past)*n:][:n:n]
}

// store stores a past pose of a character of the block's pool, if it is not stored yet, and returns
// how many clips it sampled for it.
func (r *rows) store(library *assets.Library, b *posestore.Block, row int32, past uint8) (baked, exact int) {
	poses := r.At(row)
	if poses.isStored(past) {
		return 0, 0
	}
	inputs, level := poses.inputsOf(past)
	locals, weights := inertiaPose(b, r.Numbers.Row(row), past)
	baked, exact = sample(library, b, level, inputs, locals, weights)
	if age := poses.ages[past]; age >= 0 {
		joints, morphs := decaysIn(b, r.Numbers.Row(row))
		inertia.Apply(locals, joints, age)
		inertia.ApplyScalars(weights, morphs, age)
	}
	poses.setStored(past)
	return baked, exact
}

// StoreAfterChange stores, after a change of the library, the past poses that would be others now.
// The block is scratch memory.
func (c *Column) StoreAfterChange(store *posestore.Store, b *posestore.Block) {
	before := c.edition
	c.takeEdition(store.Library(), isUsed(store))
	if before == nil || c.edition == nil || before == c.edition {
		return
	}
	library := before.Library()
	for _, pool := range store.Pools() {
		if pool == nil || of(pool) == nil {
			continue
		}
		r := of(pool)
		for slot := range pool.Len() {
			row := pool.Row(slot, column.Inertialization)
			if row < 0 {
				continue
			}
			b.Enter(pool, slot)
			isAlike := func(inputs []motion.BlendInput, level int) bool {
				return sampling.Alike(b, library, store.Library(), inputs, level)
			}
			for past := range uint8(Poses) {
				if inputs, level := r.At(row).inputsOf(past); !isAlike(inputs, level) {
					r.store(library, b, row, past)
				}
			}
			if n := r.Component(row); n != nil && !r.At(row).skipped.all(isAlike) {
				r.At(row).skipped.merge(n)
			}
		}
	}
}

// isUsed reports whether any character has a row.
func isUsed(store *posestore.Store) bool {
	for _, pool := range store.Pools() {
		if pool != nil && of(pool) != nil {
			return true
		}
	}
	return false
}

// ShownPose returns the local pose that the character in a slot showed when it was posed last, or
// nil if it is not stored.
func ShownPose(pool *posestore.Pool, slot int) []float32 {
	r, row := of(pool), pool.Row(slot, column.Inertialization)
	if r == nil || row < 0 {
		return nil
	}
	past := r.At(row)
	if past.shown < 0 || !past.isStored(uint8(past.shown)) {
		return nil
	}
	return r.poseAt(row, int(past.shown))
}

// Unstored returns how many past poses of the character in a slot are not stored.
func Unstored(pool *posestore.Pool, slot int) (n int) {
	r, row := of(pool), pool.Row(slot, column.Inertialization)
	if r == nil || row < 0 {
		return 0
	}
	for i := range uint8(Poses) {
		if !r.At(row).isStored(i) {
			n++
		}
	}
	return n
}

// ReplaceShown makes the local pose of the character in a lane the one that is remembered of this
// frame, if any is.
func ReplaceShown(b *posestore.Block, lane int) {
	r, row := of(b.Pool()), b.Pool().Row(b.Slot(lane), column.Inertialization)
	if r == nil || row < 0 || r.At(row).shown < 0 {
		return
	}
	past := r.At(row)
	copy(r.poseAt(row, int(past.shown)), b.Local(lane))
	past.setStored(uint8(past.shown))
	past.isPlain = false
}

// PastPose stores past pose i of the character in a slot of the block's pool, if it is not stored
// yet, and returns its memory, or nil if the character has no past poses. The block is scratch
// memory.
func PastPose(library *assets.Library, b *posestore.Block, slot, i int) []float32 {
	r, row := of(b.Pool()), b.Pool().Row(slot, column.Inertialization)
	if r == nil || row < 0 {
		return nil
	}
	r.store(library, b, row, uint8(i))
	r.At(row).isPlain = false
	return r.poseAt(row, i)
}

// run inertializes the pose and remembers it, after what the frames since the last one gave.
func (i *inertializer) run() {
	isPlain := i.isSampled && !i.isGiven()
	if skipped := &i.past.skipped; skipped.count > 0 {
		if isPlain && i.past.isPlain && !skipped.isLost {
			i.goThrough(skipped)
		} else {
			skipped.merge(i.Inertialization)
		}
	}
	i.past.isPlain = isPlain
	delta := i.Waited
	i.Waited = 0
	i.next(delta)
}

// goThrough goes through skipped frames, as if the character had been posed in each.
func (i *inertializer) goThrough(skipped *skippedFrames) {
	duration, begin, cut := i.Duration, i.Begin, i.Cut
	inputs := skipped.inputs[:skipped.inputCount]
	for k := range skipped.frames[:skipped.count] {
		i.skipped, i.hasPose = &skipped.frames[k], false
		i.inputs, inputs = inputs[:i.skipped.inputs], inputs[i.skipped.inputs:]
		i.Duration, i.Begin, i.Cut = i.skipped.duration, i.skipped.begin, i.skipped.cut
		i.next(i.skipped.seconds)
	}
	i.skipped, i.inputs = nil, nil
	i.Duration, i.Begin, i.Cut = duration, begin, cut
	skipped.forget()
}

// next makes the pose of the next frame, which is some seconds after the last one, and remembers
// it.
func (i *inertializer) next(delta float64) {
	i.Newest %= Poses
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

// begin starts a decay. The character continues at its last velocity until the velocity of the new
// motion is known.
func (i *inertializer) begin(delta float64) {
	before, rate := i.Newest, 0.0
	if i.History > 1 && i.Gap >= minGap { // a smaller gap was not measured here
		before = i.older()
		// Damp the velocity, so that repeated restarts cannot accumulate speed.
		rate = (1 - delta/i.Duration) / i.Gap
	}
	for past := range uint8(Poses) {
		if i.past.ages[past] >= 0 { // the decay that shows in it ends here
			i.pastPose(past)
		}
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
	if i.skipped == nil || i.hasPose {
		inertia.Apply(i.pose(), joints, i.age())
		inertia.ApplyScalars(i.morphs(), morphs, i.age())
	}
}

// age returns how many seconds old the decay is.
func (i *inertializer) age() float32 { return float32(min(i.Elapsed, math.MaxFloat32)) }

// shownIndex returns the index of the pose of the last frame.
func (i *inertializer) shownIndex() uint8 {
	if i.Late {
		return i.spare()
	}
	return i.Newest
}

// older returns the index of the older of the two poses from which the velocity is measured.
func (i *inertializer) older() uint8 { return (i.Newest + 2) % Poses }

// spare returns the index of the third pose: the pose of the last frame if it is Late, otherwise
// unused.
func (i *inertializer) spare() uint8 { return (i.Newest + 1) % Poses }

// remember stores the pose of this frame. Poses less than minGap apart replace each other in the
// spare pose.
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
	i.Newest = (i.Newest + 1) % Poses
	i.store(i.Newest)
	i.Gap, i.Since, i.Late = i.Since, 0, false
	i.History = 2
}

// copy makes a past pose the same as another one.
func (i *inertializer) copy(to, from uint8) {
	i.past.copy(to, from)
	buffer := i.buffer()
	locals, weights := inertiaPose(i.block, buffer, to)
	fromLocals, fromWeights := inertiaPose(i.block, buffer, from)
	copy(locals, fromLocals)
	copy(weights, fromWeights)
}

// store keeps the pose of this frame as one of the past ones. For a pose that is just what the
// clips give it is enough to remember what it was sampled from.
func (i *inertializer) store(past uint8) {
	if i.skipped != nil && !i.hasPose {
		age := float32(noDecay)
		if i.Phase != components.InertiaIdle {
			age = i.age()
		}
		i.past.remember(past, i.inputs, int(i.skipped.level), age)
		return
	}
	if len(i.block.MorphSample()) > 0 {
		_, weights := inertiaPose(i.block, i.buffer(), past)
		copy(weights, i.morphs())
	}
	if i.skipped == nil && i.past.isPlain && i.Phase == components.InertiaIdle {
		pool := i.block.Pool()
		if i.past.remember(past, pool.BlendInputs(i.slot), pool.Level(i.slot), noDecay) {
			return
		}
	}
	locals, _ := inertiaPose(i.block, i.buffer(), past)
	inertia.Store(locals, i.pose())
	i.past.setStored(past)
}

// isGiven reports whether a pose that the program gives shows in this frame.
func (i *inertializer) isGiven() bool {
	if !i.anyGiven {
		return false
	}
	return givenposes.IsShown(i.block.Pool(), i.slot)
}
