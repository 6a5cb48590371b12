package assets

import "math"

// motion is what the numbers of a local pose do over a film. All slices are in the layout of [Pose.Locals].
type motion struct {
	low, high   []float32
	sensitivity []float64 // about how far a vertex moves, in metres, for each unit of error in the number
}

// observe finds the motion of a film.
func (b *baker) observe(f *film) *motion {
	n := len(f.frames[0])
	m := &motion{append([]float32(nil), f.frames[0]...), append([]float32(nil), f.frames[0]...), make([]float64, n)}
	s := b.clip.skeleton
	reach := newReach(s)
	b.judge.pose.SetRest()
	reach.add(b.judge)
	for _, locals := range f.frames {
		for i, v := range locals {
			m.low[i], m.high[i] = min(m.low[i], v), max(m.high[i], v)
		}
		copy(b.judge.pose.Locals, locals)
		reach.add(b.judge)
	}
	for joint, parent := range s.parents {
		at := rowOffset(joint)
		above := 1.0
		if parent >= 0 {
			above = reach.scale[parent]
		}
		for row := range GroupRows {
			i := at + row*GroupJoints
			switch {
			case row < RowTranslation:
				m.sensitivity[i] = 2 * reach.lever[joint] // the angle is twice the quaternion's
			case row < RowScale:
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
type reach struct {
	parents []int16
	lever   []float64 // metres
	scale   []float64 // the largest of the joint's model matrix
	now     []float64
}

func newReach(s *Skeleton) *reach {
	n := s.Len()
	return &reach{s.parents, make([]float64, n), make([]float64, n), make([]float64, n)}
}

// add takes the judge's pose into account. The lever of a joint is at most the way to a joint below it plus that one's.
func (r *reach) add(j *judge) {
	j.place(j.vertices)
	position := func(joint int) [3]float32 {
		m := j.models[joint*MatrixSize:]
		return [3]float32{m[3], m[7], m[11]}
	}
	for joint := range r.now {
		p, v := position(joint), j.vertices[joint*vertexSize:]
		r.now[joint] = 0
		for axis := range 3 {
			r.now[joint] = max(r.now[joint], length3(v[axis*3]-p[0], v[axis*3+1]-p[1], v[axis*3+2]-p[2]))
			m := j.models[joint*MatrixSize:]
			r.scale[joint] = max(r.scale[joint], length3(m[axis], m[4+axis], m[8+axis]))
		}
	}
	for joint := len(r.now) - 1; joint >= 0; joint-- {
		r.lever[joint] = max(r.lever[joint], r.now[joint])
		if parent := int(r.parents[joint]); parent >= 0 {
			p, q := position(joint), position(parent)
			r.now[parent] = max(r.now[parent], length3(p[0]-q[0], p[1]-q[1], p[2]-q[2])+r.now[joint])
		}
	}
}
