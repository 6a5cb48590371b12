package pack

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/rig"
)

// maskRecord is a mask.
type maskRecord struct {
	name     string
	skeleton *rig.Skeleton
	weights  []float32
}

func (c *coder) maskRecord(r *maskRecord) {
	c.text(&r.name)
	c.skeleton(&r.skeleton)
	c.floats(&r.weights)
}

// curveRecord is a curve by its values at equal steps.
type curveRecord struct {
	name   string
	values [curveSteps + 1]float32
}

// curveSteps is the number of straight lines of a [clip.Curve].
const curveSteps = 256

func (c *coder) curveRecord(r *curveRecord) {
	c.text(&r.name)
	c.fixed(r.values[:])
}

func (c *coder) spaceRecord(d *blendspace.Definition) {
	c.text(&d.Name)
	c.byte((*uint8)(&d.Method))
	c.flag(&d.SyncByMarkers)
	c.texts(&d.MarkerNames)
	c.flag(&d.AlignStarts)
	list(c, &d.Samples, 26, func(s *blendspace.SampleDefinition) {
		refer(c, &c.refs.motions, &s.Clip)
		c.fixed32(&s.X)
		c.fixed32(&s.Y)
		c.float64(&s.Speed)
		c.markers(&s.Markers)
		c.flag(&s.OwnMarkers)
		c.flag(&s.SyncByTime)
	})
}

// skinRecord is a skin.
type skinRecord struct {
	name     string
	skeleton *rig.Skeleton
	joints   []int
	binds    []mgl32.Mat4
}

func (c *coder) skinRecord(r *skinRecord) {
	c.text(&r.name)
	c.skeleton(&r.skeleton)
	list(c, &r.joints, 4, c.number)
	list(c, &r.binds, 64, func(m *mgl32.Mat4) { c.fixed(m[:]) })
}

func recordOfSkin(s *rig.Skin) *skinRecord {
	r := &skinRecord{name: s.Name(), skeleton: s.Skeleton()}
	for i, joint := range s.Joints() {
		r.joints = append(r.joints, int(joint))
		r.binds = append(r.binds, rig.MatrixAt(s.InverseBinds(), i).Mat4())
	}
	return r
}
