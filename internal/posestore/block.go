package posestore

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// BlockLanes is the number of characters in a full block.
const BlockLanes = kernel.Lanes

// Block is up to 8 characters of one pool that the block systems work on together, each in a lane
// of its own. A worker uses the same memory for one block after the other, so a block system finds
// only what the systems before it wrote.
type Block struct {
	pool        *Pool
	slots       [BlockLanes]int32
	lanes       int
	stride      int
	locals      []float32
	samples     [BlockSamples][]float32
	morphSample []float32
	model       []float32
	transposed  []float32
	sampler     clip.Sampler

	turns    []turn                // of the skins that characters show, in the visit turnsAt
	turnsAt  uint64                // a visit
	palettes [BlockLanes][]float32 // of the present skin
	binds    [BlockLanes][]float32 // its inverse bind matrices, if they differ
	unread   []float32             // what lanes without a palette get instead

	counts  Counts
	system  int    // index of the block system that runs
	present any    // that system; nil outside a schedule
	isLast  bool   // no block system runs after it
	sampled int    // index after the system whose work the poses are, or none; see [Block.SetSampled]
	visit   uint64 // how often characters entered the block
	scratch [column.Max]any
}

// BlockSamples is the number of local poses that a block has room for besides those of its lanes.
const BlockSamples = 4

// Counts are what block systems count.
type Counts struct {
	// Baked and Exact are the numbers of clips sampled in baked form and by the exact sampler,
	// Matrices that of palette matrices.
	Baked, Exact, Matrices uint64
}

// Pool returns the pool of the characters.
func (b *Block) Pool() *Pool { return b.pool }

// Slot returns the slot of the character in a lane. Slots of characters that show the same skins
// ascend by lanes.
func (b *Block) Slot(lane int) int { return int(b.slots[lane]) }

// Lanes returns the number of characters, 1 to 8, in the first lanes. What the other lanes hold is
// undefined; see [Block.FillLanes].
func (b *Block) Lanes() int { return b.lanes }

// Stride returns the length of a local pose in float32, in whole groups of 8 joints
// ([kernel.PoseSize]).
func (b *Block) Stride() int { return b.stride }

// Locals returns the local poses, for lane l from l*Stride on, in the layout of [rig.Pose].
func (b *Block) Locals() []float32 { return b.locals }

// Sample returns room for a local pose, MorphSample for morph weights: a clip is sampled into them
// before it is blended.
func (b *Block) Sample(i int) []float32 { return b.samples[i] }

// MorphSample returns room for morph weights.
func (b *Block) MorphSample() []float32 { return b.morphSample }

// Model returns the model matrices, 3x4 and row-major, in the layout of the kernels: number e of
// joint j in lane l is at (j*12+e)*8+l. They are known after the system LocalToModel.
func (b *Block) Model() []float32 { return b.model }

// Transposed returns scratch memory of the kernels: the local transforms of 8 joints by lane, or
// the local matrices of one character.
func (b *Block) Transposed() []float32 { return b.transposed }

// Sampler returns scratch memory of the exact sampler.
func (b *Block) Sampler() *clip.Sampler { return &b.sampler }

// CountSampled counts sampled clips, CountMatrices palette matrices.
func (b *Block) CountSampled(baked, exact int) {
	b.counts.Baked += uint64(baked)
	b.counts.Exact += uint64(exact)
}

// CountMatrices counts palette matrices that were written.
func (b *Block) CountMatrices(n int) { b.counts.Matrices += uint64(n) }

// TakeCounts returns what was counted since the last call.
func (b *Block) TakeCounts() Counts {
	counts := b.counts
	b.counts = Counts{}
	return counts
}

// Scratch returns the scratch memory of a column, which the block keeps.
func (b *Block) Scratch(id column.ID) any {
	if b.scratch[id] == nil {
		b.scratch[id] = b.pool.columns[id].NewScratch()
	}
	return b.scratch[id]
}

// Visit returns a number that is another one each time that the block gets characters, and the
// number of the block system that runs on it.
func (b *Block) Visit() (visit uint64, system int) { return b.visit, b.system }

// Begin begins a block of a wave of a pool, of which [Pool.BlocksOf] tells how many there are, for
// block systems that run on it one after the other. SetSystem tells before each which one runs.
func (b *Block) Begin(pool *Pool, wave, i int) {
	b.lanes = copy(b.slots[:], pool.block(wave, i))
	b.reserve(pool)
	if len(pool.outfits.used) > 1 {
		pool.prefetchAfter(wave, i)
	}
}

// prefetchAfter asks the processor for what the first block systems read of the characters of the
// blocks that come after a block, since their slots are far from each other: while the block is
// worked on, their memory comes nearer.
func (p *Pool) prefetchAfter(wave, i int) {
	slots := p.wave(wave)
	slots = slots[min((i+1)*BlockLanes, len(slots)):]
	next := min(BlockLanes, len(slots))
	for _, slot := range slots[:next] {
		if inputs := p.BlendInputs(int(slot)); len(inputs) > 0 {
			prefetch.Lines(&inputs[0], 1)
		}
		if p.mostSkins > 0 {
			prefetch.Lines(&p.rows[int(slot)*p.mostSkins], 1)
		}
	}
	for _, slot := range slots[next:min(2*BlockLanes, len(slots))] { // whose inputs are found in the next block
		prefetch.Lines(&p.slots[slot], 2)
		prefetch.Lines(&p.runs[slot], 1)
	}
}

// SetSystem sets which block system runs: system i, and whether it is the last one.
func (b *Block) SetSystem(i int, system any, isLast bool) {
	b.system, b.present, b.isLast = i, system, isLast
}

// IsLast reports whether no block system runs on the block after the present one.
func (b *Block) IsLast() bool { return b.isLast }

// Local returns the local pose of a lane. [rig.JointAt] and [rig.PutJoint] read and write single
// joints.
func (b *Block) Local(lane int) []float32 { return b.locals[lane*b.stride:][:b.stride] }

// Morphs returns the morph weights of a lane, in the pool's memory.
func (b *Block) Morphs(lane int) []float32 { return b.pool.morphsOf(int(b.slots[lane])) }

// BlendInputs returns the blend inputs of the character in a lane.
func (b *Block) BlendInputs(lane int) []BlendInput { return b.pool.BlendInputs(int(b.slots[lane])) }

// Skins returns the number of skins that characters of the block show. Those of several characters
// that have the same influence joints count once.
func (b *Block) Skins() int {
	if b.turnsAt == b.visit {
		return len(b.turns)
	}
	b.turnsAt = b.visit
	worn := b.outfit(0)
	b.turns = append(b.turns[:0], worn.turns...)
	if worn == b.outfit(b.lanes-1) { // so do those between, because posed slots are listed by outfit
		return len(b.turns)
	}
	for lane := 1; lane < b.lanes; lane++ {
		if own := b.outfit(lane); own != worn {
			worn = own
			for _, t := range worn.turns {
				if !slices.Contains(b.turns, t) {
					b.turns = append(b.turns, t)
				}
			}
		}
	}
	return len(b.turns)
}

// outfit returns the outfit of the character in a lane.
func (b *Block) outfit(lane int) *outfit { return b.pool.slots[b.slots[lane]].outfit }

// Skin is one of the skins that characters of a block show, whose palettes are computed at once.
type Skin struct {
	Joints []int16 // the influence joints
	// InverseBinds are the inverse bind matrices of all lanes. If lanes have other ones, it is nil,
	// and EachInverseBinds has those of each.
	InverseBinds     []float32
	EachInverseBinds *[BlockLanes][]float32
	// Indices is as [rig.Skin.PaletteIndices].
	Indices []int16
	// Palettes are where the palettes go, and Shown how many characters show the skin. The other
	// lanes share memory that nobody reads.
	Palettes *[BlockLanes][]float32
	Shown    int
}

// Skin returns the i-th skin that characters of the block show, with 0 <= i < [Block.Skins]. It is
// valid until the next call.
func (b *Block) Skin(i int) Skin {
	t, pool := b.turns[i], b.pool
	stride := t.kin.stride()
	var worn *outfit
	var set *paletteSet // of the present outfit; nil if the skin is not in it
	var first *paletteSet
	k, shown, differ := 0, 0, false
	for lane, slot := range b.slots[:b.lanes] {
		if own := pool.slots[slot].outfit; own != worn {
			worn, set = own, nil
			if k = slices.Index(own.turns, t); k >= 0 {
				set = own.sets[k]
				if first == nil {
					first = set
				}
				differ = differ || set.alike != first.alike
			}
		}
		if set == nil {
			b.palettes[lane] = b.unreadBy(lane, stride)
			continue
		}
		at := int(pool.rows[int(slot)*pool.mostSkins+k]) * stride
		b.palettes[lane] = set.matrices[at : at+stride]
		shown++
	}
	for lane := b.lanes; lane < BlockLanes; lane++ {
		b.palettes[lane] = b.unreadBy(lane, stride)
	}
	skin := Skin{Joints: first.skin.Joints(), Palettes: &b.palettes, Shown: shown}
	if differ {
		skin.EachInverseBinds = b.eachInverseBinds(t, first)
	} else {
		skin.InverseBinds, skin.Indices = first.skin.InverseBinds(), first.skin.PaletteIndices()
	}
	return skin
}

// eachInverseBinds returns the inverse bind matrices of the skins of a turn, by lane. Lanes without
// such a skin have those of another one.
func (b *Block) eachInverseBinds(t turn, other *paletteSet) *[BlockLanes][]float32 {
	for lane := range b.binds {
		set := other
		if lane < b.lanes {
			worn := b.outfit(lane)
			if k := slices.Index(worn.turns, t); k >= 0 {
				set = worn.sets[k]
			}
		}
		b.binds[lane] = set.alike.skin.InverseBinds()
	}
	return &b.binds
}

// unreadBy returns memory for a palette of a lane that nobody reads. All lanes share it, but begin
// at different places: writing to one place for several lanes at once would take twice as long.
func (b *Block) unreadBy(lane, stride int) []float32 {
	b.unread = grown(b.unread, stride+BlockLanes*kernel.MatrixSize)
	return b.unread[lane*kernel.MatrixSize:][:stride]
}

// SkinsOf returns the number of skins that the character in a lane shows, SkinOf the i-th of them
// with its palette.
func (b *Block) SkinsOf(lane int) int { return len(b.outfit(lane).sets) }

// SkinOf is described at [Block.SkinsOf].
func (b *Block) SkinOf(lane, i int) (*rig.Skin, []float32) {
	set := b.outfit(lane).sets[i]
	return set.skin, set.row(b.pool.rowsOf(b.Slot(lane))[i])
}

// Palette returns the palette of the character in a lane for a skin, by the skin's index in the
// pool ([Pool.Skin]), or nil if the character does not show the skin.
func (b *Block) Palette(skin, lane int) []float32 {
	return b.pool.Palette(b.pool.palettes[skin].id, b.Slot(lane))
}

// Enter fills the block, which need not belong to a schedule, with the character in one slot of a
// pool. The other lanes hold anything.
func (b *Block) Enter(pool *Pool, slot int) {
	b.slots[0], b.lanes = int32(slot), 1
	b.reserve(pool)
}

// FillLanes writes the rest pose into the lanes without a character, for what works on all lanes at
// once: numbers of another kind, such as infinities, could slow it down.
func (b *Block) FillLanes() {
	for lane := b.lanes; lane < BlockLanes; lane++ {
		copy(b.Local(lane), b.pool.skeleton.RestLocals())
	}
}

// FillGroup is [Block.FillLanes] for 8 joints.
func (b *Block) FillGroup(group int) {
	for lane := b.lanes; lane < BlockLanes; lane++ {
		copy(b.Local(lane)[group*kernel.GroupSize:][:kernel.GroupSize],
			b.pool.skeleton.RestLocals()[group*kernel.GroupSize:])
	}
}

// SetSampled records that the local poses are what a block system made of the blend inputs and
// nothing else, if that system itself is what runs: a program's system that calls it, or that was
// fused with it, may do more.
func (b *Block) SetSampled(system any) {
	if b.runs(system) {
		b.sampled = b.system + 1
	}
}

// IsSampled reports whether the block system right before a system, which is what runs, called
// [Block.SetSampled].
func (b *Block) IsSampled(system any) bool { return b.sampled == b.system && b.runs(system) }

// none is the index of no block system.
const none = -1

// runs reports whether a system itself is what runs on the block, neither fused with others nor
// called by another one.
func (b *Block) runs(system any) bool { return b.present == system }

// reserve makes room for the characters of a pool, unless they are of the pool for which it was
// called before.
func (b *Block) reserve(pool *Pool) {
	b.visit++
	b.sampled = none
	if pool == b.pool {
		return
	}
	joints := pool.skeleton.Len()
	b.pool = pool
	b.stride = kernel.PoseSize(joints)
	b.locals = grown(b.locals, BlockLanes*b.stride)
	for i := range b.samples {
		b.samples[i] = grown(b.samples[i], b.stride)[:b.stride]
	}
	b.morphSample = grown(b.morphSample, pool.skeleton.MorphCount())[:pool.skeleton.MorphCount()]
	b.transposed = grown(b.transposed,
		max(BlockLanes*kernel.GroupSize, b.stride/kernel.GroupSize*kernel.BlockMatrixSize))
	b.model = grown(b.model, joints*kernel.BlockMatrixSize)
}
