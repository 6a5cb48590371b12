package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// judge measures how far poses are from the clip's own, at three virtual vertices of each joint in model space. It works on 8
// moments at a time, as the frame path works on 8 characters. Poses of an additive clip are judged as added to the rest pose.
type errorMetric struct {
	clip    *clip.Clip
	sampler clip.Sampler
	offsets [][3]float32 // of each joint's vertices along its axes, in its own space
	pose    rig.Pose     // scratch
	locals  []float32    // the poses of 8 moments
	block   []float32
	models  []float32
	times   []float64 // the moments at which poses are compared
	wanted  []float32 // where exact sampling has the vertices: 8 moments by 8
	failed  int       // the first of the 8 moments at which the last poses that failed did so
	suspect float64   // and the very one
}

// vertexSize is how many numbers the virtual vertices of a joint have.
const vertexSize = 9

// newJudge makes a judge whose vertices are at that distance from the joints in the rest pose, whatever scale is above them.
func newErrorMetric(clip *clip.Clip, distance float64) *errorMetric {
	s := clip.Skeleton()
	n := rig.PoseSize(s.Len())
	j := &errorMetric{
		clip: clip, offsets: make([][3]float32, s.Len()), pose: *rig.NewPose(s), locals: make([]float32, kernel.Lanes*n),
		block: make([]float32, kernel.Lanes*n), models: make([]float32, s.Len()*kernel.BlockMatrixSize),
	}
	models := j.pose.ModelMatrices(nil)
	for joint := range j.offsets {
		m := rig.MatrixAt(models, joint)
		for axis := range 3 {
			scale := length3(m[axis], m[4+axis], m[8+axis])
			if !(scale > 1e-6) {
				scale = 1 // a joint that the rest pose hides
			}
			j.offsets[joint][axis] = float32(distance / scale)
		}
	}
	return j
}

// exact makes the scratch pose the one that exact sampling gives.
func (j *errorMetric) exact(time float64) {
	j.sampler.Sample(j.clip, time, j.pose.Locals, j.pose.Morphs)
}

// show makes the scratch pose what such a pose of the clip shows: itself, or a difference added to the rest pose.
func (j *errorMetric) show(locals []float32) {
	if !j.clip.Additive() {
		copy(j.pose.Locals, locals)
		return
	}
	copy(j.pose.Locals, j.clip.Skeleton().RestLocals())
	kernel.Add(j.pose.Locals, locals, 1)
}

// lane returns the room for the pose of one of the 8 moments.
func (j *errorMetric) lane(l int) []float32 {
	n := len(j.pose.Locals)
	return j.locals[l*n : (l+1)*n]
}

// model takes the poses of 8 moments to model space.
func (j *errorMetric) model() {
	n := len(j.pose.Locals)
	if j.clip.Additive() {
		for l := range kernel.Lanes {
			j.show(j.lane(l))
			copy(j.lane(l), j.pose.Locals)
		}
	}
	kernel.Transpose(j.block, j.locals, n, n/rig.GroupSize)
	kernel.LocalToModel(j.models, j.block, j.clip.Skeleton().Parents())
}

// place writes the virtual vertices of all joints at 8 moments.
func (j *errorMetric) place(dst []float32) {
	j.model()
	for joint, offset := range j.offsets {
		m := (*[kernel.BlockMatrixSize]float32)(j.models[joint*kernel.BlockMatrixSize:])
		v := (*[vertexSize * kernel.Lanes]float32)(dst[joint*vertexSize*kernel.Lanes:])
		for axis, o := range offset {
			for l := range kernel.Lanes {
				for row := range 3 {
					v[(axis*3+row)*kernel.Lanes+l] = float32(m[(row*4+axis)*kernel.Lanes+l]*o) + m[(row*4+3)*kernel.Lanes+l]
				}
			}
		}
	}
}

// distance returns how far the vertex that strays most is from where it should be, NaN or an infinity where that is no number,
// and at which of the 8 moments.
func (j *errorMetric) distance(wanted []float32) (meters float64, lane int) {
	j.model()
	var worst float32
	for joint, offset := range j.offsets {
		m := (*[kernel.BlockMatrixSize]float32)(j.models[joint*kernel.BlockMatrixSize:])
		v := (*[vertexSize * kernel.Lanes]float32)(wanted[joint*vertexSize*kernel.Lanes:])
		for axis := range 3 {
			o, a, w := offset[axis], m[axis*kernel.Lanes:], v[axis*3*kernel.Lanes:]
			for l := range kernel.Lanes {
				x := float32(a[l]*o) + m[24+l] - w[l]
				y := float32(a[32+l]*o) + m[56+l] - w[8+l]
				z := float32(a[64+l]*o) + m[88+l] - w[16+l]
				if d := float32(x*x) + float32(y*y) + float32(z*z); !(d <= worst) {
					if worst, lane = d, l; d != d {
						return math.NaN(), l
					}
				}
			}
		}
	}
	return math.Sqrt(float64(worst)), lane
}

// expect sets the moments at which poses are compared.
func (j *errorMetric) expect(times []float64) {
	j.times, j.failed = times, 0
	n := len(j.offsets) * vertexSize * kernel.Lanes
	j.wanted = make([]float32, (len(times)+kernel.Lanes-1)/kernel.Lanes*n)
	for first := 0; first < len(times); first += kernel.Lanes {
		for l := range kernel.Lanes {
			j.sampler.Sample(j.clip, j.time(first+l), j.lane(l), j.pose.Morphs)
		}
		j.place(j.wanted[first/kernel.Lanes*n:])
	}
}

// time returns a moment, the last where there are none left to fill the 8.
func (j *errorMetric) time(i int) float64 { return j.times[min(i, len(j.times)-1)] }

// error returns the largest error over all moments of what sample writes for a time. It gives up at the first beyond the
// limit, and begins where it last did so.
func (j *errorMetric) error(limit float64, sample func(time float64, locals []float32)) float64 {
	worst := 0.0
	n := len(j.offsets) * vertexSize * kernel.Lanes
	blocks := len(j.wanted) / n
	for i := range blocks {
		at := (i + j.failed) % blocks
		for l := range kernel.Lanes {
			sample(j.time(at*kernel.Lanes+l), j.lane(l))
		}
		d, lane := j.distance(j.wanted[at*n:])
		if !(d <= worst) {
			worst = d
		}
		if !(worst <= limit) {
			j.failed, j.suspect = at, j.time(at*kernel.Lanes+lane)
			return worst
		}
	}
	return worst
}

func length3(x, y, z float32) float64 {
	a, b, c := float64(x), float64(y), float64(z)
	return math.Sqrt(float64(a*a) + float64(b*b) + float64(c*c))
}
