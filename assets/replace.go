package assets

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/internal/graphs"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/replacing"
)

func init() {
	replacing.Give(func(l *Library) *replacing.List { return &l.orNone().followers })
}

// ReplaceGraph replaces a graph: its ID means the new graph from then on, such as one that was read
// again from a file that an editor changed. Characters that it drives go on in the next frame, with
// what has the same name in both graphs:
//
//   - A layer stays in its state, which plays on at its time. What the new graph sets of the state,
//     such as its speed, holds at once; another motion goes on at the same fraction of its time. A
//     state that is gone gives way to the entry of its layer.
//   - A transition goes on if there is one between the same states.
//   - Parameters of the same type keep their values.
//   - Weight, mask and mode of a layer become those of the new graph unless the program set others.
//     What only the old graph played stops, also in its layers. New layers take the numbers above
//     the others, as by systems.Animation.Control.
//
// Handles of parameters of the old graph stay valid for parameters of the same name and type. The
// masks and blend spaces that both graphs define keep their IDs; overrides of the old graph
// (graph.Override) keep their states and transitions. Snapshots that name the graph by another
// content are refused, as after [Library.SetClip]. A graph of equal content changes nothing.
//
// ReplaceGraph returns an error, and changes nothing, if there is no graph with that ID, if the new
// one is nil, is not resolved, is for another skeleton or names what is not in this library, and if
// it plays what only the old graph defines. It must not run at the same time as a frame.
func (l *Library) ReplaceGraph(of GraphID, g *machine.Graph) error {
	if l == nil {
		return errNoLibrary
	}
	old := l.Graph(of)
	if old == nil {
		return fmt.Errorf("replace graph: %s", l.Describe(of))
	}
	fail := func(err error) error { return fmt.Errorf("replace graph %q: %w", old.Name(), err) }
	switch {
	case g == nil:
		return fail(errNil)
	case g == old:
		return nil
	case g.Unresolved():
		return fail(errors.New("expected a graph that was built or read with a library, found one whose assets are " +
			"not resolved"))
	case g.Skeleton() != old.Skeleton() && g.Skeleton() != nil && old.Skeleton() != nil:
		return fail(fmt.Errorf("the replacement %q is %s", g.Name(), otherSkeleton(g.Skeleton(), old.Skeleton())))
	}
	if err := l.checkGraph(g); err != nil {
		return fail(err)
	}
	definitions := newReplacedDefinitions(l, old)
	now, err := graphs.AddDefinitions(g, definitions)
	if err != nil {
		return fail(err)
	}
	if err := definitions.checkGone(of, now); err != nil {
		definitions.undo()
		return fail(err)
	}
	now = machine.Succeed(now, old)
	if len(definitions.masks) > 0 {
		l.endEdition()
	}
	for of, mask := range definitions.masks {
		l.masks.entries[tableIndex(of)].asset = mask
	}
	before := map[id.Motion]*motion.Asset{}
	for of, asset := range definitions.motions {
		entry := &l.motions.entries[tableIndex(of)]
		before[of], entry.asset = entry.asset, asset
	}
	l.graphs.entries[tableIndex(of)].asset = now
	l.changes++
	l.followers.Each(func(f replacing.Follower) {
		for of, asset := range before {
			f.MotionReplaced(of, asset, l.Motion(of))
		}
		f.GraphReplaced(of, old, now)
	})
	l.removeDefinitions(old)
	return nil
}

// replacedDefinitions is the library as a graph sees it that replaces another one: what both define
// under one name keeps its ID.
type replacedDefinitions struct {
	*Library
	masksBefore  map[string]id.Mask   // by name, of the graph before; without those that are taken
	spacesBefore map[string]id.Motion // the same
	masks        map[id.Mask]*rig.Mask
	motions      map[id.Motion]*motion.Asset
	addedMasks   []id.Mask
	addedMotions []id.Motion
}

func newReplacedDefinitions(l *Library, old *machine.Graph) *replacedDefinitions {
	d := &replacedDefinitions{
		Library:     l,
		masksBefore: map[string]id.Mask{}, spacesBefore: map[string]id.Motion{},
		masks: map[id.Mask]*rig.Mask{}, motions: map[id.Motion]*motion.Asset{},
	}
	for _, m := range old.DefinedMasks() {
		if l.Mask(m.ID) != nil {
			d.masksBefore[m.Name] = m.ID
		}
	}
	for _, s := range old.DefinedBlendSpaces() {
		if l.BlendSpace(s.ID) != nil {
			d.spacesBefore[s.Name] = s.ID
		}
	}
	return d
}

// AddMask shadows [Library.AddMask].
func (d *replacedDefinitions) AddMask(m *rig.Mask) (id.Mask, error) {
	if of, ok := d.masksBefore[m.Name()]; ok && m.Skeleton() == d.Mask(of).Skeleton() {
		delete(d.masksBefore, m.Name())
		if !equalMasks(m, d.Mask(of)) {
			d.masks[of] = m
		}
		return of, nil
	}
	added, err := d.Library.AddMask(m)
	if err == nil {
		d.addedMasks = append(d.addedMasks, added)
	}
	return added, err
}

// AddMotion shadows [Library.AddMotion].
func (d *replacedDefinitions) AddMotion(m motion.Motion) (id.Motion, error) {
	asset, err := d.newMotion(m)
	if err != nil {
		return 0, err
	}
	if of, ok := d.spacesBefore[asset.Name]; ok && asset.Skeleton == d.Motion(of).Skeleton {
		delete(d.spacesBefore, asset.Name)
		d.motions[of] = asset
		return of, nil
	}
	added, err := d.Library.AddMotion(m)
	if err == nil {
		d.addedMotions = append(d.addedMotions, added)
	}
	return added, err
}

// RemoveMask shadows [Library.RemoveMask]: it removes what was added.
func (d *replacedDefinitions) RemoveMask(of id.Mask) bool {
	return slices.Contains(d.addedMasks, of) && d.Library.RemoveMask(of)
}

// RemoveMotion shadows [Library.RemoveMotion]: it removes what was added.
func (d *replacedDefinitions) RemoveMotion(of id.Motion) bool {
	return slices.Contains(d.addedMotions, of) && d.Library.RemoveMotion(of)
}

// undo removes what was added.
func (d *replacedDefinitions) undo() {
	for _, of := range d.addedMasks {
		d.Library.RemoveMask(of)
	}
	for _, of := range d.addedMotions {
		d.Library.RemoveMotion(of)
	}
}

// checkGone returns an error if a graph uses what only the one defines that it replaces: in another
// library, where that one never was, it could not be read.
func (d *replacedDefinitions) checkGone(of GraphID, now *machine.Graph) error {
	gone := func(noun, name string) error {
		return fmt.Errorf("the replacement %q uses the %s %q, which only the graph before defines", now.Name(), noun, name)
	}
	others := func(uses func(*machine.Graph) bool) bool {
		for i, e := range d.graphs.entries {
			if e.asset != nil && idAt(&d.graphs, i) != of && uses(e.asset) {
				return true
			}
		}
		return false
	}
	for _, name := range order.Names(d.masksBefore) {
		mask := d.masksBefore[name]
		defines := func(g *machine.Graph) bool {
			return slices.ContainsFunc(g.DefinedMasks(), func(m machine.DefinedMask) bool { return m.ID == mask })
		}
		uses := slices.ContainsFunc(now.Layers(), func(layer machine.Layer) bool { return layer.Mask == mask })
		if uses && !defines(now) && !others(defines) {
			return gone("mask", name)
		}
	}
	for _, name := range order.Names(d.spacesBefore) {
		space := d.spacesBefore[name]
		defines := func(g *machine.Graph) bool {
			return slices.ContainsFunc(g.DefinedBlendSpaces(), func(s machine.DefinedBlendSpace) bool { return s.ID == space })
		}
		uses := slices.ContainsFunc(now.States(), func(s machine.LeafState) bool { return s.Motion == space })
		if uses && !defines(now) && !others(defines) {
			return gone("blend space", name)
		}
	}
	return nil
}

// definerOf returns the graph that defines a mask or a blend space, or nil.
func (l *Library) definerOf(defines func(*machine.Graph) bool) *machine.Graph {
	for _, e := range l.graphs.entries {
		if e.asset != nil && defines(e.asset) {
			return e.asset
		}
	}
	return nil
}

// ReplaceMotion replaces a motion that is no clip, such as a blend space or a database: its ID means
// the new one from then on. [Library.SetClip] replaces a clip.
//
// What plays the motion plays on in the next frame, in a blend space at its position and phase, in a
// database at the same time of the same clip, if that is still in a range. Graphs that play it take
// its new duration, if it has no coordinates, and the numbers of its tags.
//
// ReplaceMotion returns an error, and changes nothing, if there is no motion with that ID, if it is
// a clip, if a graph defines it, which [Library.ReplaceGraph] then replaces, if the new one is nil,
// is of another kind, has another skeleton, other dimensions, is additive and the old one is not or
// the reverse, or uses clips that are not in this library, and if a graph does not fit it, for
// instance for lack of a tag. It must not run at the same time as a frame.
func (l *Library) ReplaceMotion(of id.Motion, m motion.Motion) error {
	if l == nil {
		return errNoLibrary
	}
	old := l.Motion(of)
	if old == nil {
		return fmt.Errorf("replace motion: %s", l.Describe(of))
	}
	fail := func(format string, arguments ...any) error {
		return fmt.Errorf("replace %s %q: %w", old.Kind, old.Name, fmt.Errorf(format, arguments...))
	}
	if old.Single == of {
		return fail("expected a motion that is no clip; SetClip replaces a clip")
	}
	if isNilMotion(m) {
		return fail("%w", errNil)
	}
	definer := l.definerOf(func(g *machine.Graph) bool {
		return slices.ContainsFunc(g.DefinedBlendSpaces(), func(s machine.DefinedBlendSpace) bool { return s.ID == of })
	})
	if definer != nil {
		return fail("expected a motion of its own, found one that graph %q defines; ReplaceGraph replaces both",
			definer.Name())
	}
	asset, err := l.newMotion(m)
	if err != nil {
		return fail("%w", err)
	}
	switch {
	case asset.Kind != old.Kind:
		return fail("expected a %s, found the %s %q", old.Kind, asset.Kind, asset.Name)
	case asset.Skeleton != old.Skeleton:
		return fail("the replacement %q is %s", asset.Name, otherSkeleton(asset.Skeleton, old.Skeleton))
	case asset.Dimensions != old.Dimensions:
		return fail("expected %d dimensions, found %d of %q", old.Dimensions, asset.Dimensions, asset.Name)
	case asset.Additive != old.Additive:
		return fail("expected Additive() = %v, found %v of %q", old.Additive, asset.Additive, asset.Name)
	}
	graphs, err := l.graphsWith(of, old, asset)
	if err != nil {
		return fail("the replacement %q: %w", asset.Name, err)
	}
	l.motions.entries[tableIndex(of)].asset = asset
	for i, g := range graphs {
		l.graphs.entries[i].asset = g
	}
	l.changes++
	l.followers.Each(func(f replacing.Follower) { f.MotionReplaced(of, old, asset) })
	return nil
}

// graphsWith returns the graphs that play a motion as they are with another one under its ID, by
// their indices in the table.
func (l *Library) graphsWith(of id.Motion, before, now *motion.Asset) (map[int]*machine.Graph, error) {
	changed := map[int]*machine.Graph{}
	for i, e := range l.graphs.entries {
		if e.asset == nil {
			continue
		}
		g, err := graphs.ReplaceMotion(e.asset, of, before, now)
		if err != nil {
			return nil, err
		}
		if g != e.asset {
			changed[i] = g
		}
	}
	return changed, nil
}

// ReplaceMask replaces a mask: its ID means the new one from then on, and layers with it move the
// joints of the new one in the next frame. Levels of detail ([Library.SetLevels]) have masks of
// their own.
//
// ReplaceMask returns an error, and changes nothing, if there is no mask with that ID, if a graph
// defines it, which [Library.ReplaceGraph] then replaces, or if the new one is nil or for another
// skeleton. It must not run at the same time as a frame.
func (l *Library) ReplaceMask(of id.Mask, m *rig.Mask) error {
	if l == nil {
		return errNoLibrary
	}
	old := l.Mask(of)
	if old == nil {
		return fmt.Errorf("replace mask: %s", l.Describe(of))
	}
	fail := func(err error) error { return fmt.Errorf("replace mask %q: %w", old.Name(), err) }
	definer := l.definerOf(func(g *machine.Graph) bool {
		return slices.ContainsFunc(g.DefinedMasks(), func(m machine.DefinedMask) bool { return m.ID == of })
	})
	switch {
	case definer != nil:
		return fail(fmt.Errorf("expected a mask of its own, found one that graph %q defines; ReplaceGraph replaces both",
			definer.Name()))
	case m == nil:
		return fail(errNil)
	case equalMasks(m, old):
		return nil
	case m.Skeleton() != old.Skeleton():
		return fail(fmt.Errorf("the replacement %q is %s", m.Name(), otherSkeleton(m.Skeleton(), old.Skeleton())))
	}
	l.endEdition()
	l.changes++
	l.masks.entries[tableIndex(of)].asset = m
	return nil
}

// equalMasks reports whether two masks are the same but for where they are in memory. To replace one
// by the other would end an edition for nothing.
func equalMasks(a, b *rig.Mask) bool {
	return a.Name() == b.Name() && a.Skeleton() == b.Skeleton() && slices.Equal(a.Rows(), b.Rows())
}

// ReplaceModifierStack replaces a stack of pose modifiers: its ID means the new one from then on.
// Characters that have it go on in the next frame: goals of the same name keep their targets and
// weights, and solvers of the same kind, goal and joints what they remember, such as the motion of
// springs. New goals begin as by systems.Animation.Modify.
//
// ReplaceModifierStack returns an error, and changes nothing, if there is no stack with that ID, or
// if the new one is nil or for another skeleton. It must not run at the same time as a frame.
func (l *Library) ReplaceModifierStack(of id.ModifierStack, s *stack.Stack) error {
	if l == nil {
		return errNoLibrary
	}
	old := l.ModifierStack(of)
	if old == nil {
		return fmt.Errorf("replace modifier stack: %s", l.Describe(of))
	}
	fail := func(err error) error { return fmt.Errorf("replace modifier stack %q: %w", old.Name(), err) }
	switch {
	case s == nil:
		return fail(errNil)
	case s.Skeleton() != old.Skeleton():
		return fail(fmt.Errorf("the replacement %q is %s", s.Name(), otherSkeleton(s.Skeleton(), old.Skeleton())))
	case s == old:
		return nil
	}
	l.changes++
	l.modifiers.entries[tableIndex(of)].asset = s
	l.followers.Each(func(f replacing.Follower) { f.StackReplaced(of, old, s) })
	return nil
}
