package machine

import (
	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// Definitions are masks and blend spaces that belong to no graph, in the order of their document.
// They are in no library yet: assets.Library.AddDefinitions adds them.
type Definitions struct {
	Masks       []*rig.Mask
	BlendSpaces []*mixer.Space
}

// DefinedMask is a mask that a graph defines.
type DefinedMask struct {
	Name string
	// ID is 0 before the graph is in a library, and Mask is nil in an unresolved graph.
	ID   id.Mask
	Mask *rig.Mask
	// Steps describe how the weights are set, in readable form: "spine_2 and below, feathered over
	// 2".
	Steps []string
}

// DefinedMasks returns the masks that the graph defines, in its order.
func (g *Graph) DefinedMasks() []DefinedMask {
	source := SourceOf(g)
	if source == nil {
		return nil
	}
	all := source.Masks()
	for i := range min(len(all), len(g.parts.Masks)) {
		all[i].ID, all[i].Mask = g.parts.Masks[i].ID, g.parts.Masks[i].Mask
	}
	return all
}

// DefinedBlendSpace is a blend space that a graph defines.
type DefinedBlendSpace struct {
	Name   string
	Method mixer.Method
	// ID is 0 before the graph is in a library, and Space is nil in an unresolved graph.
	ID    id.BlendSpace
	Space *mixer.Space
	// Samples describe the clips with their positions, in the order in which they were added: "Walk
	// at 1.4".
	Samples []string
	// SyncByMarkers, MarkerNames and AlignStarts are how the clips are kept in phase: see
	// [mixer.Definition].
	SyncByMarkers bool
	MarkerNames   []string
	AlignStarts   bool
}

// DefinedBlendSpaces returns the blend spaces that the graph defines, in its order.
func (g *Graph) DefinedBlendSpaces() []DefinedBlendSpace {
	source := SourceOf(g)
	if source == nil {
		return nil
	}
	all := source.BlendSpaces()
	for i := range min(len(all), len(g.parts.BlendSpaces)) {
		all[i].ID = g.parts.BlendSpaces[i].ID
		all[i].Space, _ = g.parts.BlendSpaces[i].Motion.(*mixer.Space)
	}
	return all
}
