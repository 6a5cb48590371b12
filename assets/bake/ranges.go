package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
)

// motion is what the numbers of a local pose do over a film. All slices are in the layout of [Pose.Locals].
type motion struct {
	frames      int
	low, high   []float32
	sensitivity []float64 // about how far a vertex moves, in meters, for each unit of error in the number
}

// observe finds the motion of a film.
func (b *baker) measureRanges(f *sampledFrames) *motion {
	n := len(f.frames[0])
	m := &motion{len(f.frames), append([]float32(nil), f.frames[0]...), append([]float32(nil), f.frames[0]...), make([]float64, n)}
	s := b.clip.Skeleton()
	reach := newLeverArms(s)
	reach.add(b.errorMetric, b.clip.BaseLocals())
	for _, locals := range f.frames {
		for i, v := range locals {
			m.low[i], m.high[i] = min(m.low[i], v), max(m.high[i], v)
		}
		reach.add(b.errorMetric, locals)
	}
	for joint, parent := range s.Parents() {
		at := rig.JointOffset(joint)
		above := 1.0
		if parent >= 0 {
			above = reach.scale[parent]
		}
		for row := range rig.GroupRows {
			i := at + row*rig.GroupJoints
			switch {
			case row < rig.RowTranslation:
				m.sensitivity[i] = 2 * reach.lever[joint] // the angle is twice the quaternion's
			case row < rig.RowScale:
				m.sensitivity[i] = above
			default:
				largest := math.Max(math.Abs(float64(m.low[i])), math.Abs(float64(m.high[i])))
				m.sensitivity[i] = reach.lever[joint] / max(largest, 1e-3)
			}
		}
	}
	return m
}

// reach is how far each joint's rotation carries: to its own vertices and to those of all joints below, over several poses.
type leverArms struct {
	parents []int16
	lever   []float64 // meters
	scale   []float64 // the largest of the joint's model matrix
	now     []float64
	models  []float32
}

func newLeverArms(s *rig.Skeleton) *leverArms {
	n := s.Len()
	return &leverArms{s.Parents(), make([]float64, n), make([]float64, n), make([]float64, n), nil}
}

// add takes a pose into account. The lever of a joint is at most the way to a joint below it plus that one's.
func (r *leverArms) add(j *errorMetric, locals []float32) {
	j.show(locals)
	r.models = j.pose.ModelMatrices(r.models)
	for joint := range r.now {
		m := rig.MatrixAt(r.models, joint)
		r.now[joint] = 0
		for axis := range 3 {
			scale := length3(m[axis], m[4+axis], m[8+axis])
			r.now[joint] = max(r.now[joint], float64(scale*float64(j.offsets[joint][axis])))
			r.scale[joint] = max(r.scale[joint], scale)
		}
	}
	for joint := len(r.now) - 1; joint >= 0; joint-- {
		r.lever[joint] = max(r.lever[joint], r.now[joint])
		if parent := int(r.parents[joint]); parent >= 0 {
			p, q := rig.MatrixAt(r.models, joint), rig.MatrixAt(r.models, parent)
			r.now[parent] = max(r.now[parent], length3(p[3]-q[3], p[7]-q[7], p[11]-q[11])+r.now[joint])
		}
	}
}
