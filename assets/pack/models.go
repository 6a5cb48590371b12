package pack

import (
	"maps"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// modelRecord is a model. Without meshes it has no parts and no skins, but its joint bounds.
type modelRecord struct {
	assets.Model
	bounds assets.JointBounds
}

func (c *coder) modelRecord(r *modelRecord) {
	m := &r.Model
	c.text(&m.Name)
	refer(c, &c.refs.skeletons, &m.Skeleton)
	refers(c, &c.refs.motions, &m.Clips)
	refers(c, &c.refs.skins, &m.Skins)
	refers(c, &c.refs.masks, &m.Masks)
	c.bones(&m.Bones)
	list(c, &m.Parts, 43, c.part)
	list(c, &m.Lights, 50, func(l *assets.Light) {
		c.text(&l.Name)
		c.byte((*uint8)(&l.Kind))
		c.number(&l.Node)
		refer(c, &c.refs.skins, &l.Skin)
		c.number(&l.PaletteIndex)
		c.fixed(l.Color[:])
		for _, v := range []*float32{&l.Intensity, &l.Range, &l.InnerCone, &l.OuterCone} {
			c.fixed32(v)
		}
		c.flag(&l.Hidden)
		list(c, &l.Visibility, 4, c.number)
	})
	list(c, &m.Nodes, 119, func(n *assets.Node) {
		c.text(&n.Name)
		c.number(&n.Parent)
		c.transform(&n.Rest)
		c.number(&n.Joint)
		c.flag(&n.IsJoint)
		c.fixed(n.Offset[:])
		c.flag(&n.Extra)
		c.flag(&n.Hidden)
	})
	list(c, &m.Scenes, 8, func(s *assets.Scene) {
		c.text(&s.Name)
		list(c, &s.Roots, 4, c.number)
	})
	c.number(&m.Scene)
	c.fixed(m.Bounds.Min[:])
	c.fixed(m.Bounds.Max[:])
	c.texts(&m.Warnings)
	hasBounds := len(r.bounds.Joints) > 0
	if c.flag(&hasBounds); hasBounds {
		joints(c, &r.bounds.Joints, math.MaxInt16)
		c.floats(&r.bounds.Boxes)
	}
	c.checkModel(r)
}

// bones codes a map of names, in the order of the bones.
func (c *coder) bones(v *map[string]string) {
	has := *v != nil
	if c.flag(&has); !has {
		return
	}
	bones := slices.Sorted(maps.Keys(*v))
	if !c.writes() {
		*v = map[string]string{}
	}
	list(c, &bones, 8, func(bone *string) {
		c.text(bone)
		joint := (*v)[*bone]
		c.text(&joint)
		(*v)[*bone] = joint
	})
}

func (c *coder) part(p *assets.Part) {
	c.text(&p.Name)
	c.number(&p.Node)
	refer(c, &c.refs.meshes, &p.Mesh)
	refer(c, &c.refs.skins, &p.Skin)
	c.flag(&p.Rigid)
	c.number(&p.PaletteIndex)
	c.byte((*uint8)(&p.Skinning))
	c.number(&p.Morphs.Joint)
	c.number(&p.Morphs.Offset)
	c.number(&p.Morphs.Count)
	c.flag(&p.Hidden)
	list(c, &p.Visibility, 4, c.number)
	list(c, &p.Materials, 21, func(m *assets.PartMaterial) {
		c.number(&m.Primitive)
		c.number(&m.Joint)
		c.text(&m.Material)
		c.byte((*uint8)(&m.Property))
		c.number(&m.Offset)
		c.number(&m.Count)
	})
	c.expect(p.Skinning <= mesh.SkinDualQuaternion, "a known method of skinning, found %d", p.Skinning)
}

// checkModel checks what [assets.Library.AddModel] does not: indices of nodes and joints.
func (c *coder) checkModel(r *modelRecord) {
	if c.writes() || c.err != nil {
		return
	}
	m, joints := &r.Model, 0
	if i := slices.Index(c.refs.skeletons.ids, m.Skeleton); i >= 0 {
		joints = c.refs.rigs[i].Len()
	}
	for i := range m.Nodes {
		n := &m.Nodes[i]
		c.expect(n.Parent >= -1 && n.Parent < len(m.Nodes), "node %d: a parent from -1 to %d, found %d", i,
			len(m.Nodes)-1, n.Parent)
		c.expect(n.Joint >= -1 && n.Joint < joints && (n.Joint >= 0 || !n.IsJoint),
			"node %d: a joint from -1 to %d, found %d", i, joints-1, n.Joint)
		for _, v := range n.Offset {
			c.expect(exact.IsFinite(v), "node %d: a finite offset, found %v", i, v)
		}
	}
	for i := range m.Parts {
		last := max(0, len(m.Nodes)-1) // 0 in a model without nodes, too
		c.expect(m.Parts[i].Node >= 0 && m.Parts[i].Node <= last, "part %d: a node from 0 to %d, found %d", i, last,
			m.Parts[i].Node)
	}
	for i := range m.Lights {
		c.expect(m.Lights[i].Node >= 0 && m.Lights[i].Node < len(m.Nodes), "light %d: a node below %d, found %d", i,
			len(m.Nodes), m.Lights[i].Node)
	}
	for i, s := range m.Scenes {
		for _, root := range s.Roots {
			c.expect(root >= 0 && root < len(m.Nodes), "scene %d: roots from 0 to %d, found %d", i, len(m.Nodes)-1, root)
		}
	}
	c.expect(m.Scene >= 0 && m.Scene <= max(0, len(m.Scenes)-1), "one of %d scenes, found %d", len(m.Scenes), m.Scene)
	c.expect(len(r.bounds.Boxes) == 6*len(r.bounds.Joints), "6 numbers for the box of each of %d joints, found %d",
		len(r.bounds.Joints), len(r.bounds.Boxes))
	for _, joint := range r.bounds.Joints {
		c.expect(int(joint) < joints, "boxes of joints below %d, found %d", joints, joint)
	}
	for _, v := range r.bounds.Boxes {
		c.expect(exact.IsFinite(v), "finite boxes of joints, found %v", v)
	}
	c.checkCycles(m.Nodes)
}

// checkCycles checks that every node ends in a root.
func (c *coder) checkCycles(nodes []assets.Node) {
	if c.err != nil {
		return
	}
	ends := make([]bool, len(nodes))
	var way []int
	for i := range nodes {
		way = way[:0]
		at := i
		for at >= 0 && !ends[at] && len(way) <= len(nodes) {
			way = append(way, at)
			at = nodes[at].Parent
		}
		if len(way) > len(nodes) {
			c.fail("expected ancestors of node %d that end in a root, found a cycle", i)
			return
		}
		for _, k := range way {
			ends[k] = true
		}
	}
}

// recordOfModel returns the record of a model, without its parts if the meshes are left out.
func recordOfModel(library *assets.Library, m *assets.Model, withMeshes bool) *modelRecord {
	r := &modelRecord{Model: *m}
	if !withMeshes {
		r.Parts, r.Skins, r.Lights = nil, nil, nil
	}
	if len(r.Parts) == 0 {
		r.bounds = m.JointBounds(library)
	}
	return r
}

// build returns the model, for a library that has the rest.
func (r *modelRecord) build(library *assets.Library) *assets.Model {
	m := r.Model
	m.SetClips(library, m.Clips)
	if len(r.bounds.Joints) > 0 {
		m.SetJointBounds(r.bounds)
	}
	return &m
}
