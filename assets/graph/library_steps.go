package graph

import (
	"fmt"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/internal/graphs"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/steps"
)

var stepsOnce sync.Once

// giveSteps gives package assets what it does with the graphs of a library, and lets frames run
// graphs. It is called before the first graph is made, so that a program without graphs does not
// contain all that.
func giveSteps() {
	stepsOnce.Do(func() {
		steps.Graphs.Open(func(s steps.Graph) { s.DoWithGraph() })
		graphs.Give(graphs.Functions[Graph]{
			AddDefinitions: (*Graph).addDefinitions, ReplaceMotion: (*Graph).replaceMotion, Succeed: (*Graph).succeed,
			WithIDs: (*Graph).withIDs, Document: func(g *Graph) (any, error) { return written(g) },
		})
	})
}

// addDefinitions is [graphs.Functions.AddDefinitions].
func (g *Graph) addDefinitions(library graphs.Library) (added *Graph, err error) {
	if !slices.ContainsFunc(g.masks, func(m definedMask) bool { return m.id == 0 && m.mask != nil }) &&
		!slices.ContainsFunc(g.spaces, func(s definedSpace) bool { return s.id == 0 && s.motion != nil }) {
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
		if s := &copied.spaces[i]; s.id == 0 && s.motion != nil {
			if s.id, err = library.AddMotion(s.motion); err != nil {
				return nil, err
			}
		}
	}
	for i := range copied.layers {
		if k := documentOf(g).findMask(&documentOf(g).layers[i].mask); k >= 0 {
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

// replaceMotion is [graphs.Functions.ReplaceMotion].
func (g *Graph) replaceMotion(of id.Motion, before, now *motion.Asset) (*Graph, error) {
	replaced := g
	for i := range g.states {
		state := g.states[i]
		if state.Motion != of {
			continue
		}
		if now.Dimensions == 0 {
			state.Duration = now.Motion.Duration(0, 0)
		}
		if state.Duration == 0 && g.states[i].Duration != 0 && g.needsDuration(&state) {
			return nil, fmt.Errorf("graph %q: state %q: expected a %s with a duration, of which the exit time or a "+
				"fade is a fraction, found %q of 0 s",
				g.name, g.paths[i], now.Kind, now.Name)
		}
		for _, bits := range []*uint32{&state.Required, &state.Forbidden} {
			var err error
			if *bits, err = sameTags(*bits, before, now); err != nil {
				return nil, fmt.Errorf("graph %q: state %q: %w", g.name, g.paths[i], err)
			}
		}
		if state == g.states[i] {
			continue
		}
		if replaced == g {
			copied := *g
			copied.states = slices.Clone(g.states)
			replaced = &copied
		}
		replaced.states[i] = state
	}
	return replaced, nil
}

// sameTags returns the bits that tags have in a database that replaces another one.
func sameTags(bits uint32, before, now *motion.Asset) (uint32, error) {
	type tagged interface {
		Tags(tags ...string) (bits uint32, err error)
		TagNames(bits uint32) []string
	}
	old, isOld := before.Motion.(tagged)
	replacement, isTagged := now.Motion.(tagged)
	if bits == 0 || !isOld || !isTagged {
		return bits, nil
	}
	return replacement.Tags(old.TagNames(bits)...)
}

// succeed is [graphs.Functions.Succeed].
func (g *Graph) succeed(before *Graph) *Graph {
	copied := *g
	copied.shape = &shape{parameters: g.parameters, first: before.shape.origin(), own: g.shape}
	return &copied
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
