package graph

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/internal/graphs"
)

// What package assets does with the graphs of a library.
func init() {
	graphs.Give(graphs.Functions[Graph]{
		AddDefinitions: (*Graph).addDefinitions, ReplaceClip: (*Graph).replaceClip, WithIDs: (*Graph).withIDs,
	})
}

// addDefinitions is [graphs.Functions.AddDefinitions].
func (g *Graph) addDefinitions(library graphs.Library) (added *Graph, err error) {
	if !slices.ContainsFunc(g.masks, func(m definedMask) bool { return m.id == 0 && m.mask != nil }) &&
		!slices.ContainsFunc(g.spaces, func(s definedSpace) bool { return s.id == 0 && s.space != nil }) {
		return g, nil
	}
	copied := *g
	copied.masks, copied.spaces = slices.Clone(g.masks), slices.Clone(g.spaces)
	copied.layers, copied.states = slices.Clone(g.layers), slices.Clone(g.states)
	defer func() {
		if err != nil {
			copied.removeDefinitions(g, library)
		}
	}()
	for i := range copied.masks {
		if m := &copied.masks[i]; m.id == 0 && m.mask != nil {
			if m.id, err = library.AddMask(m.mask); err != nil {
				return nil, err
			}
		}
	}
	for i := range copied.spaces {
		if s := &copied.spaces[i]; s.id == 0 && s.space != nil {
			if s.id, err = library.AddMotion(s.space); err != nil {
				return nil, err
			}
		}
	}
	for i := range copied.layers {
		if k := g.document.findMask(&g.document.layers[i].mask); k >= 0 {
			copied.layers[i].Mask = copied.masks[k].id
		}
	}
	for i := range copied.states {
		if k := g.stateSpaces[i]; k > 0 {
			copied.states[i].Motion = copied.spaces[k-1].id
		}
	}
	return &copied, nil
}

// removeDefinitions removes what was added to the library for a graph.
func (g *Graph) removeDefinitions(before *Graph, library graphs.Library) {
	for i := range g.masks {
		if m := &g.masks[i]; before.masks[i].id == 0 && m.id != 0 {
			library.RemoveMask(m.id)
		}
	}
	for i := range g.spaces {
		if s := &g.spaces[i]; before.spaces[i].id == 0 && s.id != 0 {
			library.RemoveMotion(s.id)
		}
	}
}

// replaceClip is [graphs.Functions.ReplaceClip].
func (g *Graph) replaceClip(id id.Clip, replacement *clip.Clip) (*Graph, error) {
	replaced := g
	for i := range g.states {
		if g.states[i].Motion != id || g.states[i].Duration == replacement.Duration() {
			continue
		}
		if replacement.Duration() == 0 && g.needsDuration(&g.states[i]) {
			return nil, fmt.Errorf("graph %q: state %q: expected a clip with a duration, of which the exit time or a "+
				"fade is a fraction, found %q of 0 s",
				g.name, g.paths[i], replacement.Name())
		}
		if replaced == g {
			copied := *g
			copied.states = slices.Clone(g.states)
			replaced = &copied
		}
		replaced.states[i].Duration = replacement.Duration()
	}
	return replaced, nil
}

// needsDuration reports whether a transition of a state refers to the state's duration.
func (g *Graph) needsDuration(state *LeafState) bool {
	return slices.ContainsFunc(g.Transitions(state), func(t Transition) bool {
		return t.ExitTime >= 0 || t.FadeIsFraction && t.Fade > 0
	})
}

// withIDs is [graphs.Functions.WithIDs].
func (g *Graph) withIDs(renamed graphs.Renaming) *Graph {
	copied := *g
	copied.layers, copied.states = slices.Clone(g.layers), slices.Clone(g.states)
	copied.transitions, copied.authored = slices.Clone(g.transitions), slices.Clone(g.authored)
	for i := range copied.layers {
		copied.layers[i].Mask = renamed.Mask(copied.layers[i].Mask)
	}
	for i := range copied.states {
		state := &copied.states[i]
		state.Motion = renamed.Motion(state.Motion)
	}
	for i := range copied.transitions {
		copied.transitions[i].Curve = renamed.Curve(copied.transitions[i].Curve)
	}
	for i := range copied.authored {
		t := &copied.authored[i].Transition
		t.Curve = renamed.Curve(t.Curve)
	}
	return &copied
}
