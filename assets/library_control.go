package assets

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/internal/graphs"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/rig"
)

// AddMask adds a mask and returns its ID. It returns an error for nil, since layers with the mask 0
// move all joints.
func (l *Library) AddMask(m *rig.Mask) (id.Mask, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if m == nil {
		return 0, fmt.Errorf("add mask: %w", errNil)
	}
	added, err := addChecked(&l.masks, m, "mask", m.Name(), m.Skeleton())
	if err != nil {
		return 0, fmt.Errorf("mask %q: %w", m.Name(), err)
	}
	return added, nil
}

// Mask returns the mask, or nil.
func (l *Library) Mask(id id.Mask) *rig.Mask { return assetOf(&l.orNone().masks, id) }

// RemoveMask removes the mask and reports whether it was there.
func (l *Library) RemoveMask(id id.Mask) bool {
	l = l.orNone()
	if assetOf(&l.masks, id) == nil {
		return false
	}
	l.endEdition()
	return removeAsset(&l.masks, id)
}

// AddCurve adds a curve and returns its ID. It returns an error for nil, since the curve 0 is the
// straight line.
func (l *Library) AddCurve(c *clip.Curve) (id.Curve, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if c == nil {
		return 0, fmt.Errorf("add curve: %w", errNil)
	}
	added, err := addChecked(&l.curves, c, "curve", c.Name(), nil)
	if err != nil {
		return 0, fmt.Errorf("curve %q: %w", c.Name(), err)
	}
	return added, nil
}

// Curve returns the curve, or nil. It returns nil for [clip.StraightLine] and [clip.SmoothStep],
// which are not assets.
func (l *Library) Curve(id id.Curve) *clip.Curve { return assetOf(&l.orNone().curves, id) }

// RemoveCurve removes the curve and reports whether it was there. Fades with that ID continue along
// the straight line.
func (l *Library) RemoveCurve(id id.Curve) bool { return removeAsset(&l.orNone().curves, id) }

// Ease returns the value of a curve at x. The ID 0 and the ID of a removed curve mean the straight
// line. Ease returns 0 for x below 0 and for NaN, and 1 for x above 1.
func (l *Library) Ease(id id.Curve, x float32) float32 {
	l = l.orNone()
	if !(x > 0) {
		return 0
	}
	if x >= 1 {
		return 1
	}
	switch id {
	case clip.StraightLine:
		return x
	case clip.SmoothStep:
		return float32(x*x) * (3 - float32(2*x))
	}
	if c := assetOf(&l.curves, id); c != nil {
		return c.At(x)
	}
	return x
}

// AddGraph adds a graph and returns its ID, and adds the masks and blend spaces that it defines
// under their names. The library then holds a copy that refers to them: see [Library.Graph].
// AddGraph returns an error for nil and for a zero value, and if the graph was built with assets
// that are not in this library.
func (l *Library) AddGraph(g *machine.Graph) (GraphID, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if g == nil {
		return 0, fmt.Errorf("add graph: %w", errNil)
	}
	if err := l.checkGraph(g); err != nil {
		return 0, fmt.Errorf("graph %q: %w", g.Name(), err)
	}
	name := g.Name()
	g, err := graphs.AddDefinitions(g, l)
	if err != nil {
		return 0, fmt.Errorf("graph %q: %w", name, err)
	}
	added, err := addChecked(&l.graphs, g, "graph", g.Name(), g.Skeleton())
	if err != nil {
		l.removeDefinitions(g)
		return 0, fmt.Errorf("graph %q: %w", name, err)
	}
	return added, nil
}

// checkGraph returns an error if a graph is a zero value, or if a mask, a clip or a blend space of it
// is not in the library.
func (l *Library) checkGraph(g *machine.Graph) error {
	if len(g.Layers()) == 0 { // every other graph has one
		return errors.New("expected a graph that Build or Read made, found a zero value")
	}
	for i := range g.Layers() {
		layer := &g.Layers()[i]
		if layer.Mask != 0 {
			if err := checkSkeleton(l, "mask", layer.Mask, l.Mask(layer.Mask), g.Skeleton()); err != nil {
				return fmt.Errorf("layer %q: %w", layer.Name, err)
			}
		}
	}
	for i := range g.States() {
		state := &g.States()[i]
		if state.Motion == 0 {
			continue
		}
		if err := l.checkMotion(state.Motion, g.Skeleton()); err != nil {
			return fmt.Errorf("state %q: %w", g.Path(i), err)
		}
	}
	for i := range g.AuthoredTransitions() {
		t := &g.AuthoredTransitions()[i]
		if c := t.Transition.Curve; c != clip.StraightLine && c != clip.SmoothStep && l.Curve(c) == nil {
			return fmt.Errorf("transition from %q to %q: its curve %q: %s", t.From, t.To, t.Curve, l.Describe(c))
		}
	}
	return nil
}

// Graph returns the graph, or nil.
func (l *Library) Graph(id GraphID) *machine.Graph { return assetOf(&l.orNone().graphs, id) }

// RemoveGraph removes the graph, with the masks and blend spaces that it defines and that no other
// graph uses, and reports whether it was there. Characters with that ID stay in their present
// states, but show the rest pose in place of a blend space that is gone.
func (l *Library) RemoveGraph(id GraphID) bool {
	l = l.orNone()
	g := assetOf(&l.graphs, id)
	if !removeAsset(&l.graphs, id) {
		return false
	}
	l.removeDefinitions(g)
	return true
}

// removeDefinitions removes the masks and blend spaces that a graph defines and that no graph of
// the library uses.
func (l *Library) removeDefinitions(g *machine.Graph) {
	masks, motions := map[id.Mask]bool{}, map[id.Motion]bool{}
	for _, e := range l.graphs.entries {
		if e.asset == nil {
			continue
		}
		for i := range e.asset.Layers() {
			masks[e.asset.Layers()[i].Mask] = true
		}
		for i := range e.asset.States() {
			motions[e.asset.States()[i].Motion] = true
		}
	}
	for _, m := range g.DefinedMasks() {
		if !masks[m.ID] {
			l.RemoveMask(m.ID)
		}
	}
	for _, s := range g.DefinedBlendSpaces() {
		if !motions[s.ID] {
			l.RemoveMotion(s.ID)
		}
	}
}

// AddModifierStack adds a stack of pose modifiers and returns its ID. It returns an error for nil.
func (l *Library) AddModifierStack(s *stack.Stack) (id.ModifierStack, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if s == nil {
		return 0, fmt.Errorf("add modifier stack: %w", errNil)
	}
	added, err := addChecked(&l.modifiers, s, "modifier stack", s.Name(), s.Skeleton())
	if err != nil {
		return 0, fmt.Errorf("modifier stack %q: %w", s.Name(), err)
	}
	return added, nil
}

// ModifierStack returns the stack of pose modifiers, or nil.
func (l *Library) ModifierStack(id id.ModifierStack) *stack.Stack {
	l = l.orNone()
	return assetOf(&l.modifiers, id)
}

// RemoveModifierStack removes the stack of pose modifiers and reports whether it was there.
// Characters with that ID are no longer modified.
func (l *Library) RemoveModifierStack(id id.ModifierStack) bool {
	return removeAsset(&l.orNone().modifiers, id)
}
