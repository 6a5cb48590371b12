package posestore

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/order"
)

// Pool holds the characters of one skeleton in the slots 0 to [Pool.Len]-1, without gaps: when a
// character leaves, the last one moves into its slot. In every frame the characters that are not
// skipped go through the block systems, [BlockLanes] at a time: those who depend on others after
// these, and otherwise those that show the same skins after each other.
//
// A program may read a pool between two frames, and a system while it runs. Slices that methods
// return belong to the pool, must not be written to except where a method allows it, and are valid
// until the next frame.
type Pool struct {
	store    *Store
	id       assets.SkeletonID
	skeleton *assets.Skeleton
	// Of the skeleton: see [Pool.ByDepth] and [Pool.ValueRuns].
	byDepth   []int16
	valueRuns []rig.MorphChannel

	// By slot.
	slots      []slotState
	runs       []inputRun
	components []Handles
	morphs     []float32
	moved      []clip.Motion // in the current update so far; empty unless the update has several frames

	left   bool // poses of the last frame were left out: see Store.Leave
	stale  bool // a snapshot was restored and no frame ran since; only frozen slots hold a pose
	chunks []*Chunk
	// firstChunk is the index of the first of them among the chunks of all pools.
	firstChunk int
	posed      []int32 // the slots that are posed in this frame, by wave, in each by outfit, ascending in each
	listed     []int32 // posed in one wave, as it was gathered last
	isListed   bool    // it would be gathered so again: since then nobody came, left, was skipped or changed an outfit
	ends       []int32 // by wave: where its slots end in posed; empty if all are in the first
	waves      []int32 // by slot: its wave from SetWave to Divide, otherwise 0; may be shorter than slots
	waved      bool    // SetWave was called since the last Divide

	outfits        outfits
	sets           map[assets.SkinID]*paletteSet // of the skins of all outfits
	palettes       []*paletteSet                 // those that have palettes
	paletteNumbers int                           // length of all palettes
	mostSkins      int                           // of any outfit so far
	rows           []int32                       // by slot: of its palettes, in mostSkins places; see Pool.rowsOf
	rowsBefore     []int32                       // scratch memory
	shown          []*paletteSet                 // scratch memory

	kept    []keptInputs // by slot: what skipped characters were posed from; may be shorter than slots
	columns []poolColumn
	// followed are the columns that follow the contents of components.
	followed column.Set
}

// slotState is what a pool knows of the character in a slot. What [Store.Keep] reads fills a line of
// the caches, and what posing reads begins the next one.
type slotState struct {
	owner      Entity
	frame      uint32           // number of the last frame in which the character was marked
	model      assets.ModelID   // with which it is drawn, or 0
	hidden     uint64           // parts of the model that it does not show
	worn       *components.Worn // if hasMore is set: a copy of its component in the last frame
	found      found
	has, wants column.Set // the columns in which it has a row; those that its components asked for
	level      uint8      // level of detail
	skipped    bool       // it is not posed in this frame
	detailed   bool       // it has a components.LevelOfDetail
	restored   bool       // outfit is what a snapshot says; what it wore may give another one

	outfit *outfit           // never nil
	rows   [column.Max]int32 // by column: the row of the character, if it has one
	mark   int32             // see Pool.SetMark
	frozen bool              // it was skipped in the last frame; kept holds what its pose was computed from
	// hasMore reports that its components.Worn had more than first in the last frame. Most characters
	// wear one model.
	hasMore bool
	first   components.SkinnedMesh // the first of its components.Worn in the last frame
}

// found are components that a character had when its [Handles] were found. All are nil unless
// [Store.Require] found that it needs nothing but its palettes.
type found struct {
	slot *components.PoseSlot
	mesh *components.SkinnedMesh
	worn *components.Worn
}

// ID returns the ID of the skeleton.
func (p *Pool) ID() assets.SkeletonID { return p.id }

// Skeleton returns the skeleton that the characters share.
func (p *Pool) Skeleton() *assets.Skeleton { return p.skeleton }

// ByDepth returns the joints of the skeleton in the order of the number of their ancestors, so that
// neighbors seldom depend on each other. The slice is the pool's own: read only.
func (p *Pool) ByDepth() []int16 { return p.byDepth }

// sortByDepth returns the joints of a skeleton by depth.
func sortByDepth(parents []int16) []int16 {
	depths, joints := make([]int, len(parents)), make([]int16, len(parents))
	for j, parent := range parents {
		joints[j] = int16(j)
		if parent >= 0 {
			depths[j] = depths[parent] + 1
		}
	}
	order.Stable(joints, func(a, b int16) int { return depths[a] - depths[b] })
	return joints
}

// ValueRuns returns all runs of numbers in [rig.Pose.Morphs] with the joints by whose weights in a
// mask they are blended: the channels of morph weights, visibility and materials. The slice is the
// pool's own: read only.
func (p *Pool) ValueRuns() []rig.MorphChannel { return p.valueRuns }

// valueRunsOf returns the runs of a skeleton.
func valueRunsOf(s *assets.Skeleton) []rig.MorphChannel {
	runs := slices.Clone(s.MorphChannels())
	for _, c := range s.VisibilityChannels() {
		runs = append(runs, rig.MorphChannel{Joint: c.Joint, Offset: c.Offset, Count: 1})
	}
	for _, c := range s.MaterialChannels() {
		runs = append(runs, rig.MorphChannel{Joint: c.Joint, Offset: c.Offset, Count: c.Count})
	}
	return runs
}

// Len returns the number of characters.
func (p *Pool) Len() int { return len(p.slots) }

// Posed returns how many of the characters are posed in this frame. The others are skipped: they
// keep their last pose.
func (p *Pool) Posed() int { return len(p.posed) }

// Level returns the level of detail at which the character in a slot is posed; 0 is full detail.
func (p *Pool) Level(slot int) int { return int(p.slots[slot].level) }

// Owner returns the character in a slot.
func (p *Pool) Owner(slot int) Entity { return p.slots[slot].owner }

// Morphs returns the morph weights: slot after slot, [rig.Skeleton.MorphCount] numbers each.
func (p *Pool) Morphs() []float32 {
	p.ask()
	return p.morphs[:len(p.slots)*p.skeleton.MorphCount()]
}

func (p *Pool) morphsOf(slot int) []float32 {
	n := p.skeleton.MorphCount()
	return p.morphs[slot*n:][:n]
}
