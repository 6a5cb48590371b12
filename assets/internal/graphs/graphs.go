package graphs

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// Library is the part of the asset library to which a graph adds what it defines.
type Library interface {
	AddMask(m *rig.Mask) (id.Mask, error)
	AddMotion(m motion.Motion) (id.Motion, error)
	RemoveMask(id id.Mask) bool
	RemoveMotion(id id.Motion) bool
}

// AddDefinitions adds the masks and blend spaces that a graph defines to a library, and returns the
// graph that plays them. It returns the graph itself if there is nothing to add. It adds nothing if
// it returns an error.
func AddDefinitions(g *machine.Graph, library Library) (added *machine.Graph, err error) {
	before := machine.PartsOf(g)
	if !slices.ContainsFunc(before.Masks, isMaskToAdd) && !slices.ContainsFunc(before.BlendSpaces, isSpaceToAdd) {
		return g, nil
	}
	parts := before
	parts.Masks, parts.BlendSpaces = slices.Clone(before.Masks), slices.Clone(before.BlendSpaces)
	parts.Layers, parts.States = slices.Clone(before.Layers), slices.Clone(before.States)
	defer func() {
		if err != nil {
			removeDefinitions(&parts, &before, library)
		}
	}()
	for i := range parts.Masks {
		if m := &parts.Masks[i]; isMaskToAdd(*m) {
			if m.ID, err = library.AddMask(m.Mask); err != nil {
				return nil, err
			}
		}
	}
	for i := range parts.BlendSpaces {
		if s := &parts.BlendSpaces[i]; isSpaceToAdd(*s) {
			if s.ID, err = library.AddMotion(s.Motion); err != nil {
				return nil, err
			}
		}
	}
	for i, k := range parts.LayerMasks {
		if k > 0 {
			parts.Layers[i].Mask = parts.Masks[k-1].ID
		}
	}
	for i, k := range parts.StateSpaces {
		if k > 0 {
			parts.States[i].Motion = parts.BlendSpaces[k-1].ID
		}
	}
	return machine.Vary(g, parts, machine.SourceOf(g))
}

func isMaskToAdd(m machine.Mask) bool { return m.ID == 0 && m.Mask != nil }

func isSpaceToAdd(s machine.BlendSpace) bool { return s.ID == 0 && s.Motion != nil }

// removeDefinitions removes what was added to the library for a graph.
func removeDefinitions(added, before *machine.Parts, library Library) {
	for i := range added.Masks {
		if m := &added.Masks[i]; before.Masks[i].ID == 0 && m.ID != 0 {
			library.RemoveMask(m.ID)
		}
	}
	for i := range added.BlendSpaces {
		if s := &added.BlendSpaces[i]; before.BlendSpaces[i].ID == 0 && s.ID != 0 {
			library.RemoveMotion(s.ID)
		}
	}
}

// ReplaceMotion returns the graph for a library in which the motion with an ID, which may be a
// clip, was replaced by another one for the same skeleton, with as many coordinates: the states
// that play it get its duration and its tags. It returns the graph itself if nothing changes for
// it. The error names a state that needs what the motion does not have: a duration, for an exit
// time or a fade as a fraction of it, or a tag.
func ReplaceMotion(g *machine.Graph, of id.Motion, before, now *motion.Asset) (*machine.Graph, error) {
	parts, states := machine.PartsOf(g), g.States()
	for i := range states {
		state := states[i]
		if state.Motion != of {
			continue
		}
		if now.Dimensions == 0 {
			state.Duration = now.Motion.Duration(0, 0)
		}
		if state.Duration == 0 && states[i].Duration != 0 && needsDuration(g, &state) {
			return nil, fmt.Errorf("graph %q: state %q: expected a %s with a duration, of which the exit time or a "+
				"fade is a fraction, found %q of 0 s",
				g.Name(), g.Path(i), now.Kind, now.Name)
		}
		for _, bits := range []*uint32{&state.Required, &state.Forbidden} {
			var err error
			if *bits, err = sameTags(*bits, before, now); err != nil {
				return nil, fmt.Errorf("graph %q: state %q: %w", g.Name(), g.Path(i), err)
			}
		}
		if state == states[i] {
			continue
		}
		if &parts.States[0] == &states[0] {
			parts.States = slices.Clone(states)
		}
		parts.States[i] = state
	}
	if len(states) == 0 || &parts.States[0] == &states[0] {
		return g, nil
	}
	return machine.Vary(g, parts, machine.SourceOf(g))
}

// needsDuration reports whether a transition of a state refers to the state's duration.
func needsDuration(g *machine.Graph, state *machine.LeafState) bool {
	return slices.ContainsFunc(g.Transitions(state), func(t machine.Transition) bool {
		return t.ExitTime >= 0 || t.FadeIsFraction && t.Fade > 0
	})
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
