package assets

import "math"

// judge measures how far a pose is from the clip's own, at three virtual vertices of each joint in model space.
type judge struct {
	clip     *Clip
	sampler  Sampler
	offsets  [][3]float32 // of each joint's vertices along its axes, in its own space
	pose     Pose
	models   []float32
	vertices []float32 // scratch: 9 numbers a joint
	points   []point
	worst    int // the point at which the last pose that failed did so
}

// point is a moment at which poses are compared.
type point struct {
	time     float64
	vertices []float32 // where exact sampling has them
}

// vertexSize is how many numbers the virtual vertices of a joint have.
const vertexSize = 9

// newJudge makes a judge whose vertices are at that distance from the joints in the rest pose, whatever scale is above them.
func newJudge(clip *Clip, distance float64) *judge {
	s := clip.skeleton
	j := &judge{
		clip: clip, offsets: make([][3]float32, s.Len()), models: make([]float32, s.Len()*MatrixSize),
		vertices: make([]float32, s.Len()*vertexSize), pose: *NewPose(s),
	}
	j.pose.ModelMatrices(j.models)
	for joint := range j.offsets {
		m := MatrixAt(j.models, joint)
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

// exact makes it the pose that exact sampling gives.
func (j *judge) exact(time float64) {
	j.sampler.Sample(j.clip, time, j.pose.Locals, j.pose.Morphs)
}

// place writes the virtual vertices of the judge's pose to dst.
func (j *judge) place(dst []float32) {
	j.pose.ModelMatrices(j.models)
	for joint, offset := range j.offsets {
		m, v := (*[MatrixSize]float32)(j.models[joint*MatrixSize:]), (*[vertexSize]float32)(dst[joint*vertexSize:])
		for axis := range 3 {
			for row := range 3 {
				v[axis*3+row] = float32(m[row*4+axis]*offset[axis]) + m[row*4+3]
			}
		}
	}
}

// expect sets the moments at which poses are compared.
func (j *judge) expect(times []float64) {
	j.points, j.worst = make([]point, len(times)), 0
	n := len(j.vertices)
	all := make([]float32, n*len(times))
	for i, t := range times {
		j.points[i] = point{t, all[i*n : (i+1)*n]}
		j.exact(t)
		j.place(j.points[i].vertices)
	}
}

// distance returns how far the vertex that strays most is from where it should be, NaN or an infinity where that is no number.
func (j *judge) distance(want []float32) float64 {
	j.place(j.vertices)
	worst := 0.0
	got := j.vertices
	for i := 0; i+2 < len(got) && i+2 < len(want); i += 3 {
		x := float64(got[i]) - float64(want[i])
		y := float64(got[i+1]) - float64(want[i+1])
		z := float64(got[i+2]) - float64(want[i+2])
		if d := float64(x*x) + float64(y*y) + float64(z*z); !(d <= worst) {
			worst = d
		}
	}
	return math.Sqrt(worst)
}

// error returns the largest error over all moments of what sample writes for a time. It gives up at the first beyond the
// limit, and begins where it last did so.
func (j *judge) error(limit float64, sample func(time float64, locals []float32)) float64 {
	worst := 0.0
	for i := range j.points {
		at := (i + j.worst) % len(j.points)
		sample(j.points[at].time, j.pose.Locals)
		if d := j.distance(j.points[at].vertices); !(d <= worst) {
			worst = d
		}
		if !(worst <= limit) {
			j.worst = at
			return worst
		}
	}
	return worst
}

func length3(x, y, z float32) float64 {
	a, b, c := float64(x), float64(y), float64(z)
	return math.Sqrt(float64(a*a) + float64(b*b) + float64(c*c))
}
