package ecs

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Snapshots saves the whole animation state of a world in bytes and brings it back: restored and run again with the same input, a world goes on
// with the same bits as if it had never stopped. It takes some tens of nanoseconds a character, as rollback netcode needs.
//
// What is saved: for each character, which is an entity with a [components.Skeleton], that component and its AnimationPlayer, BlendState, Layers,
// Controller, RootMotion, TimeScale, LevelOfDetail, Inertialization, Transform, SkinnedMesh, Attachment and ModelPose, as far as it has them; for
// everything else with an Attachment that and its Transform; the order of the slots, the number of the frame, the [Clock] and the queue
// of [Events]. Of Layers and BlendState, what lies beyond Count is left out.
//
// Palettes, kept model matrices and morph weights are made anew in every frame, and so are saved only for characters that may keep those of the
// last: all that have a LevelOfDetail. They take some kilobytes each, as does what an Inertialization keeps in the pose store.
//
// The bytes are the same on every platform, and equal worlds give equal bytes.
type Snapshots struct {
	world  *World
	store  *PoseStore
	clock  *Clock
	events *Events

	ids            [managed]arche.ID
	skeleton, slot arche.ID
	characters     arche.Filter
	attached       arche.Filter // that are no characters
	entities       []Entity     // gathered under a query
	mask           arche.Mask   // what the entity had that was located last
	located        uint32       // and the flags of that
	whole          bool         // whether nobody is dead of what is restored
	pools          []*Pool
	skeletons      []assets.SkeletonID
	add, remove    []arche.ID
}

// Bits of a record's flags. The first ones are the components that characters may have, in the order in which they are written.
const (
	hasPlayer = 1 << iota
	hasBlend
	hasLayers
	hasController
	hasRootMotion
	hasTimeScale
	hasDetail
	hasInertia
	hasTransform
	hasMesh
	hasAttachment
	hasModelPose
	isGone     // the owner of the slot is no character any more: nothing else follows
	isDetailed // it had a level of detail in the last frame
	isPosed    // its palettes and morph weights follow
	isKept     // its model matrices are kept; they follow where the pose does
	hasRow     // what its inertialization keeps in the pool follows

	managed        = 12
	allComponents  = 1<<managed - 1
	allFlags       = 1<<17 - 1
	parameterShift = 20 // 6 bits: how many parameters of the controller are written
	layerShift     = 26 // 4 bits: how many of its layers
	countFlags     = 63<<parameterShift | 15<<layerShift
)

// NewSnapshots returns what saves and restores the state of a world with that store, clock and queue.
func NewSnapshots(world *World, store *PoseStore, clock *Clock, events *Events) *Snapshots {
	s := &Snapshots{
		world: world, store: store, clock: clock, events: events,
		skeleton: arche.ComponentID[components.Skeleton](world),
		slot:     arche.ComponentID[components.PoseSlot](world),
		ids: [managed]arche.ID{
			arche.ComponentID[components.AnimationPlayer](world),
			arche.ComponentID[components.BlendState](world),
			arche.ComponentID[components.Layers](world),
			arche.ComponentID[components.Controller](world),
			arche.ComponentID[components.RootMotion](world),
			arche.ComponentID[components.TimeScale](world),
			arche.ComponentID[components.LevelOfDetail](world),
			arche.ComponentID[components.Inertialization](world),
			arche.ComponentID[components.Transform](world),
			arche.ComponentID[components.SkinnedMesh](world),
			arche.ComponentID[components.Attachment](world),
			arche.ComponentID[components.ModelPose](world),
		},
	}
	s.characters = arche.All(s.skeleton)
	attached := arche.All(arche.ComponentID[components.Attachment](world)).Without(s.skeleton)
	s.attached = &attached
	return s
}
