package graph

import (
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// motionKey is a member of a JSON object that names what a state plays.
type motionKey uint8

const (
	motionMember motionKey = iota // a motion of any kind
	clipMember
	blendSpaceMember
)

// motionMembers are the names of the members, and the kinds of motions that they find; "" is any.
var motionMembers = [...]struct{ member, kind string }{
	motionMember: {"motion", ""}, clipMember: {"clip", "clip"}, blendSpaceMember: {"blendSpace", blendspace.Kind},
}

// noun names what the member refers to, for errors.
func (k motionKey) noun() string {
	if kind := motionMembers[k].kind; kind != "" {
		return kind
	}
	return "motion"
}

// finds reports whether the member can refer to a motion of a kind.
func (k motionKey) finds(kind string) bool {
	return motionMembers[k].kind == "" || motionMembers[k].kind == kind
}

// motionRef is what a state plays.
type motionRef struct {
	reference[id.Motion]
	key  motionKey
	kind string // of the motion, once it was looked up
	more bool   // the state was given another motion, too
	// dimensions is how many coordinates the motion has, once it was compiled.
	dimensions int
}

// set makes the state play a motion, given by a member of the state's object in JSON or by the
// builder's method for it.
func (m *motionRef) set(key motionKey, ref reference[id.Motion]) {
	*m = motionRef{reference: ref, key: key, more: m.given}
}

// noun names the motion in errors.
func (m *motionRef) noun() string {
	if m.kind != "" {
		return m.kind
	}
	return m.key.noun()
}

// written returns the member by which the motion is written: that of its kind if the program gave
// its ID.
func (m *motionRef) written() motionKey {
	if m.id == 0 || m.key != motionMember {
		return m.key
	}
	for key := range motionMembers {
		if m.kind != "" && motionMembers[key].kind == m.kind {
			return motionKey(key)
		}
	}
	return m.key
}

// motionKind finds motions that a member can refer to.
func (n *nameLookup) motionKind(key motionKey, mode clip.LayerMode) *assetKind[id.Motion, motion.Asset] {
	named := func(name string) []id.Motion {
		var found []id.Motion
		for _, m := range n.library.MotionsNamed(name) {
			if key.finds(n.library.Motion(m).Kind) {
				found = append(found, m)
			}
		}
		return found
	}
	byID := func(m id.Motion) *motion.Asset {
		if asset := n.library.Motion(m); asset != nil && key.finds(asset.Kind) {
			return asset
		}
		return nil
	}
	return &assetKind[id.Motion, motion.Asset]{
		noun: key.noun(), byID: byID, byName: named, preferred: n.modelClips,
		name:     func(m *motion.Asset) string { return m.Name },
		skeleton: func(m *motion.Asset) *rig.Skeleton { return m.Skeleton },
		prefers:  func(m *motion.Asset) bool { return m.Additive == (mode == clip.Additive) },
		kind:     func(m *motion.Asset) string { return m.Kind },
	}
}

// spaceOf returns the blend space with an ID, or nil.
func spaceOf(library Library, id id.Motion) *blendspace.Space {
	if asset := library.Motion(id); asset != nil {
		space, _ := asset.Motion.(*blendspace.Space)
		return space
	}
	return nil
}

// motion compiles what a leaf state plays.
func (c *compiler) motion(node *stateNode, state *LeafState) {
	ref, parameters := &node.spec.motion, node.spec.parameters
	if ref.more {
		c.problem(node.location, "expected at most one clip, blend space or motion, found several")
		return
	}
	if len(node.spec.require)+len(node.spec.forbid) > 0 && (!ref.given || ref.key == clipMember ||
		ref.key == blendSpaceMember) {
		c.problem(node.location, "expected a motion that is a database for the tags %q, found none",
			slices.Concat(node.spec.require, node.spec.forbid))
	}
	if !ref.given {
		if len(parameters) > 0 {
			c.problem(node.location, "expected a motion for %d parameters as its coordinates, found none",
				len(parameters))
		}
		return
	}
	switch ref.key { // of an unresolved motion
	case clipMember:
		ref.dimensions = 0
	case blendSpaceMember:
		ref.dimensions = min(max(len(parameters), 1), 2)
	default:
		ref.dimensions = min(len(parameters), 2)
	}
	if defined := c.document.findBlendSpace(ref); defined >= 0 {
		ref.kind, ref.dimensions = blendspace.Kind, 2
		if c.document.blendSpaces[defined].method == blendspace.Linear {
			ref.dimensions = 1
		}
		if defined < len(c.parts.BlendSpaces) {
			c.parts.StateSpaces[node.first] = uint16(1 + defined)
			state.Motion = c.parts.BlendSpaces[defined].ID
			if space, ok := c.parts.BlendSpaces[defined].Motion.(*blendspace.Space); ok {
				c.checkAdditive(node, ref.noun(), ref.name, space.Additive())
			}
		}
	} else if checkReference(c, node.location, ref.noun(), &ref.reference) {
		mode := c.document.layers[node.layer].mode
		kind := c.lookup.motionKind(ref.key, mode)
		if asset := resolveReference(c, node.location, kind, &ref.reference); asset != nil {
			state.Motion, ref.kind, ref.dimensions = ref.id, asset.Kind, int(asset.Dimensions)
			if ref.dimensions == 0 {
				state.Duration = asset.Motion.Duration(0, 0)
			}
			c.checkAdditive(node, asset.Kind, ref.name, asset.Additive)
			c.tags(node, state, asset)
		} else { // how many coordinates it has, nobody knows
			for _, name := range parameters {
				c.floatParameter(node.location, name, "a coordinate in its "+ref.noun())
			}
			return
		}
	}
	if len(parameters) != ref.dimensions {
		c.problem(node.location, "expected %d parameters as coordinates in %s %q, found %d",
			ref.dimensions, ref.noun(), ref.name, len(parameters))
		return
	}
	if ref.dimensions > 0 {
		state.XParameter = c.floatParameter(node.location, parameters[0], "the x coordinate in its "+ref.noun())
	}
	if ref.dimensions == 2 {
		state.YParameter = c.floatParameter(node.location, parameters[1], "the y coordinate in its "+ref.noun())
	}
}

// maxStateTags is how many tags a state may require, or forbid: as many as a database has.
const maxStateTags = 32

// tags looks up the tags of the frames that a state shows of a database.
func (c *compiler) tags(node *stateNode, state *LeafState, asset *motion.Asset) {
	s := node.spec
	if len(s.require)+len(s.forbid) == 0 || s.motion.key != motionMember {
		return
	}
	tagged, ok := asset.Motion.(interface {
		Tags(tags ...string) (bits uint32, err error)
	})
	if !ok {
		c.problem(node.location, "expected a database for the tags %q, found %s %q",
			slices.Concat(s.require, s.forbid), asset.Kind, asset.Name)
		return
	}
	var err error
	if state.Required, err = tagged.Tags(s.require...); err != nil {
		c.problem(node.location, "%w", err)
	}
	if state.Forbidden, err = tagged.Tags(s.forbid...); err != nil {
		c.problem(node.location, "%w", err)
	}
}

// findBlendSpace returns the index of the blend space that a state's motion names among those that
// the graph defines, or -1.
func (d *document) findBlendSpace(ref *motionRef) int {
	if !ref.given || ref.id != 0 || ref.name == "" || !ref.key.finds(blendspace.Kind) {
		return -1
	}
	return slices.IndexFunc(d.blendSpaces, func(s blendSpaceSpec) bool { return s.name == ref.name })
}
