package machine

import (
	"slices"

	"github.com/sinew-go/sinew/assets/id"
)

// Renaming returns the new IDs of assets that have others in another library, or 0 for those that
// it does not have.
type Renaming interface {
	Motion(id id.Motion) id.Motion
	Mask(id id.Mask) id.Mask
	Curve(id id.Curve) id.Curve
}

// Rename returns the same graph for a library in which the assets that it plays, and those that it
// defines, have other IDs. The library has them already.
func Rename(g *Graph, library Library, renamed Renaming) *Graph {
	g = g.orNone()
	parts := g.parts
	parts.Layers = slices.Clone(parts.Layers)
	for i := range parts.Layers {
		parts.Layers[i].Mask = renamed.Mask(parts.Layers[i].Mask)
	}
	parts.States = slices.Clone(parts.States)
	for i := range parts.States {
		parts.States[i].Motion = renamed.Motion(parts.States[i].Motion)
	}
	parts.transitions = slices.Clone(parts.transitions)
	for i := range parts.transitions {
		t := &parts.transitions[i]
		t.Curve = renamed.Curve(t.Curve)
	}
	parts.Authored = slices.Clone(parts.Authored)
	for i := range parts.Authored {
		t := &parts.Authored[i].Transition
		t.Curve = renamed.Curve(t.Curve)
	}
	parts.Masks = slices.Clone(parts.Masks)
	for i := range parts.Masks {
		m := &parts.Masks[i]
		m.ID = renamed.Mask(m.ID)
		m.Mask = library.Mask(m.ID)
	}
	parts.BlendSpaces = slices.Clone(parts.BlendSpaces)
	for i := range parts.BlendSpaces {
		s := &parts.BlendSpaces[i]
		s.ID, s.Motion = renamed.Motion(s.ID), nil
		if asset := library.Motion(s.ID); asset != nil {
			s.Motion = asset.Motion
		}
	}
	source := SourceOf(g)
	if source != nil {
		source = source.WithIDs(renamed)
	}
	return g.vary(parts, source)
}
