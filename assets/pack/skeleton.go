package pack

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// skeletonRecord is a skeleton with its levels of detail.
type skeletonRecord struct {
	name      string
	joints    []rig.Joint
	sources   []int
	distances []float64
	vertices  [][]rig.VertexInfluence
	levels    []levelRecord
}

// levelRecord is the mask of a level of detail.
type levelRecord struct {
	name    string
	weights []float32
}

// maxLevels is how many levels of detail a skeleton has at most.
const maxLevels = 255

func (c *coder) skeletonRecord(r *skeletonRecord) {
	c.text(&r.name)
	list(c, &r.joints, 58, func(j *rig.Joint) {
		c.text(&j.Name)
		c.number(&j.Parent)
		c.transform(&j.Rest)
		c.floats(&j.Morphs)
		c.flag(&j.HasVisibility)
		c.flag(&j.Hidden)
		list(c, &j.Materials, 9, func(m *rig.MaterialRest) {
			c.text(&m.Material)
			c.byte((*uint8)(&m.Property))
			c.floats(&m.Value)
		})
		j.KeepRotation = true
	})
	list(c, &r.sources, 4, c.number)
	list(c, &r.distances, 8, c.float64)
	list(c, &r.vertices, 4, func(v *[]rig.VertexInfluence) {
		list(c, v, 20, func(i *rig.VertexInfluence) {
			c.number(&i.Joint)
			c.fixed(i.Position[:])
			c.fixed32(&i.Weight)
		})
	})
	list(c, &r.levels, 8, func(l *levelRecord) {
		c.text(&l.name)
		c.floats(&l.weights)
	})
	c.expect(len(r.levels) <= maxLevels, "at most %d levels of detail, found %d", maxLevels, len(r.levels))
}

// transform codes the bits of a transform.
func (c *coder) transform(t *rig.TRS) {
	c.fixed(t.Translation[:])
	c.fixed(t.Rotation.V[:])
	c.fixed32(&t.Rotation.W)
	c.fixed(t.Scale[:])
}

// recordOf returns the record of a skeleton. levelAt returns the masks of its levels of detail.
func recordOf(s *rig.Skeleton, levelAt func(level int) *rig.Mask) *skeletonRecord {
	r := &skeletonRecord{name: s.Name(), vertices: s.OuterVertices()}
	known := false
	for i := range s.Len() {
		r.joints = append(r.joints, rig.Joint{Name: s.JointName(i), Parent: s.Parent(i), Rest: s.Rest(i)})
		r.sources = append(r.sources, s.Source(i))
		r.distances = append(r.distances, s.VertexDistance(i))
		known = known || s.VertexDistance(i) != 0
	}
	if !known {
		r.distances = nil
	}
	for _, m := range s.MorphChannels() {
		r.joints[m.Joint].Morphs = s.RestMorphs()[m.Offset:][:m.Count]
	}
	for _, v := range s.VisibilityChannels() {
		r.joints[v.Joint].HasVisibility, r.joints[v.Joint].Hidden = true, s.RestMorphs()[v.Offset] == 0
	}
	for _, m := range s.MaterialChannels() {
		j := &r.joints[m.Joint]
		j.Materials = append(j.Materials, rig.MaterialRest{
			Material: m.Material, Property: m.Property, Value: s.RestMorphs()[m.Offset:][:m.Count],
		})
	}
	var masks []*rig.Mask
	for level := 1; level <= maxLevels && levelAt(level) != nil; level++ {
		masks = append(masks, levelAt(level))
	}
	for len(masks) > 1 && masks[len(masks)-1] == masks[len(masks)-2] { // levels beyond the last are like the last
		masks = masks[:len(masks)-1]
	}
	for _, m := range masks {
		r.levels = append(r.levels, levelRecord{m.Name(), weightsOf(m)})
	}
	return r
}

// errOrder reports joints that are not in the order of a skeleton.
func errOrder(joint, parent int) error {
	return fmt.Errorf("joint %d: expected parents first and every subtree together, found the parent %d", joint, parent)
}

// build returns the skeleton.
func (r *skeletonRecord) build() (*rig.Skeleton, error) {
	for i := range r.joints {
		if r.joints[i].Parent >= i { // not the order of a skeleton, in which all indices are
			return nil, errOrder(i, r.joints[i].Parent)
		}
	}
	s, err := rig.NewSkeleton(r.name, r.joints, r.sources)
	if err != nil {
		return nil, err
	}
	for i := range r.joints {
		if s.Parent(i) != r.joints[i].Parent || s.JointName(i) != r.joints[i].Name {
			return nil, errOrder(i, r.joints[i].Parent)
		}
	}
	if len(r.distances) > 0 {
		if err := s.SetVertexDistances(r.distances); err != nil {
			return nil, err
		}
	}
	if len(r.vertices) > 0 {
		if err := s.SetOuterVertices(r.vertices); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// masks returns the masks of the levels of detail for the skeleton.
func (r *skeletonRecord) masks(s *rig.Skeleton) ([]*rig.Mask, error) {
	var masks []*rig.Mask
	for _, l := range r.levels {
		m, err := rig.NewMask(l.name, s).Weights(l.weights).Build()
		if err != nil {
			return nil, err
		}
		masks = append(masks, m)
	}
	return masks, nil
}

// weightsOf returns the weights of a mask by joint.
func weightsOf(m *rig.Mask) []float32 {
	weights := make([]float32, m.Skeleton().Len())
	for i := range weights {
		weights[i] = m.Weight(i)
	}
	return weights
}
