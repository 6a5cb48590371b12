package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// errorMetric measures the distance in model space between poses and the exact poses of a clip, at three virtual
// vertices of each joint. It works on the poses of 8 times together, one in each lane, as the frame path works on 8
// characters. A pose of an additive clip is added to the rest pose before it is measured.
type errorMetric struct {
	clip    *clip.Clip
	sampler clip.Sampler
	offsets [][3]float32 // distance of each joint's vertices along its axes, in the joint's own space
	pose    rig.Pose     // scratch
	locals  []float32    // the local poses of 8 times
	block   []float32    // the same, transposed for the kernels
	models  []float32    // model matrices of the block
	exact   exactPoses   // of the clip
	comparison
	// failedBlock is the index of the 8 times at which an error over the limit was found last, and failedTime the very
	// time.
	failedBlock int
	failedTime  float64
}

// newErrorMetric returns a metric whose vertices are at a distance in meters from their joints in the rest pose,
// whatever scale the joints inherit, or as far as the vertices that the joint moves, if that is farther.
func newErrorMetric(clip *clip.Clip, distance float64) *errorMetric {
	s := clip.Skeleton()
	n := rig.PoseSize(s.Len())
	e := &errorMetric{
		clip: clip, offsets: make([][3]float32, s.Len()), pose: *rig.NewPose(s), locals: make([]float32, kernel.Lanes*n),
		block: make([]float32, kernel.Lanes*n), models: make([]float32, s.Len()*kernel.BlockMatrixSize),
	}
	models := e.pose.ModelMatrices(nil)
	for joint := range e.offsets {
		m := rig.MatrixAt(models, joint)
		for axis := range 3 {
			scale := axisScale(m, axis)
			if !(scale > 1e-6) {
				scale = 1 // a joint that the rest pose hides by scaling it to 0
			}
			e.offsets[joint][axis] = float32(max(distance/scale, s.VertexDistance(joint)))
		}
	}
	return e
}

// axisScale returns the length of a column of a matrix: the scale along an axis.
func axisScale(m rig.Matrix, axis int) float64 {
	return exact.Vec3{float64(m[axis]), float64(m[4+axis]), float64(m[8+axis])}.Length()
}

// exactPoses holds exact local poses of a clip by their times in seconds, since baking compares with the same poses many
// times.
type exactPoses struct {
	byTime map[float64][]float32
	arena  []float32 // room for more poses
}

// maxExactNumbers bounds the numbers in the exact poses that are kept.
const maxExactNumbers = 1 << 24

// exactPose returns the exact local pose at a time in seconds. It is read only, and valid until the next call.
func (e *errorMetric) exactPose(time float64) []float32 {
	if pose, known := e.exact.byTime[time]; known {
		return pose
	}
	n := len(e.pose.Locals)
	if (len(e.exact.byTime)+1)*n > maxExactNumbers || e.exact.byTime == nil {
		e.exact = exactPoses{byTime: map[float64][]float32{}}
	}
	if len(e.exact.arena) < n {
		e.exact.arena = make([]float32, min(64*n, maxExactNumbers))
	}
	pose := e.exact.arena[:n:n]
	e.exact.arena = e.exact.arena[n:]
	e.sampler.Sample(e.clip, time, pose, e.pose.Morphs)
	e.exact.byTime[time] = pose
	return pose
}

// setPose copies a pose of the clip to the scratch pose. It adds a pose of an additive clip to the rest pose.
func (e *errorMetric) setPose(locals []float32) {
	if !e.clip.Additive() {
		copy(e.pose.Locals, locals)
		return
	}
	copy(e.pose.Locals, e.clip.Skeleton().RestLocals())
	kernel.Add(e.pose.Locals, locals, 1)
}

// lanePose returns the memory of the local pose in a lane.
func (e *errorMetric) lanePose(lane int) []float32 {
	n := len(e.pose.Locals)
	return e.locals[lane*n : (lane+1)*n]
}

// updateModels computes the model matrices of the 8 poses.
func (e *errorMetric) updateModels() {
	n := len(e.pose.Locals)
	if e.clip.Additive() {
		for lane := range kernel.Lanes {
			e.setPose(e.lanePose(lane))
			copy(e.lanePose(lane), e.pose.Locals)
		}
	}
	kernel.Transpose(e.block, e.locals, n, n/rig.GroupSize)
	kernel.LocalToModel(e.models, e.block, e.clip.Skeleton().Parents())
}

// writeVertices writes the positions of all virtual vertices in the 8 poses.
func (e *errorMetric) writeVertices(dst []float32) {
	e.updateModels()
	kernel.Vertices(dst, e.models, e.offsets)
}

// largestDistance returns the largest distance in meters of a vertex of the 8 poses from its expected position, and its
// lane. The distance is NaN or infinite if a position is.
func (e *errorMetric) largestDistance(expected []float32) (meters float64, lane int) {
	squares := e.laneDistances(expected)
	largest := squares[0]
	for l, d := range squares {
		if d > largest || d != d {
			largest, lane = d, l
		}
	}
	return math.Sqrt(float64(largest)), lane
}

// laneDistances returns for each lane the square of the largest distance of a vertex from its expected position.
func (e *errorMetric) laneDistances(expected []float32) (squares [kernel.Lanes]float32) {
	e.updateModels()
	kernel.VertexDistances(&squares, e.models, e.offsets, expected)
	return squares
}

// comparison is times in seconds at which poses are compared with the exact ones, and the positions of the vertices there.
type comparison struct {
	times    []float64
	expected []float32 // for each 8 times, joint by joint
}

// newComparison samples the exact poses at times.
func (e *errorMetric) newComparison(times []float64) comparison {
	return comparison{times, e.appendExpected(nil, times)}
}

// compareAt sets where poses are compared.
func (e *errorMetric) compareAt(c comparison) { e.comparison, e.failedBlock = c, 0 }

// appendExpected appends the exact positions of the vertices at times, for each 8 of them.
func (e *errorMetric) appendExpected(dst []float32, times []float64) []float32 {
	n := e.expectedSize()
	dst = slices.Grow(dst, (len(times)+kernel.Lanes-1)/kernel.Lanes*n)
	for first := 0; first < len(times); first += kernel.Lanes {
		for lane := range kernel.Lanes {
			copy(e.lanePose(lane), e.exactPose(laneTime(times, first+lane)))
		}
		at := len(dst)
		dst = dst[:at+n]
		e.writeVertices(dst[at:])
	}
	return dst
}

// expectedSize is the number of numbers in the positions of the vertices at 8 times.
func (e *errorMetric) expectedSize() int { return len(e.offsets) * kernel.VertexSize * kernel.Lanes }

// laneTime returns a time by its index. Indices past the end, which fill the last 8 lanes, give the last time.
func laneTime(times []float64, i int) float64 { return times[min(i, len(times)-1)] }

// maxError returns the largest error in meters, over all times, of the poses that sample writes. It returns at the
// first 8 times with an error over the limit, and begins with the 8 times that failed last.
func (e *errorMetric) maxError(limit float64, sample func(time float64, locals []float32)) float64 {
	largest := 0.0
	n := e.expectedSize()
	blocks := len(e.expected) / n
	for i := range blocks {
		block := (i + e.failedBlock) % blocks
		first := block * kernel.Lanes
		d := e.blockError(e.times[first:min(first+kernel.Lanes, len(e.times))], e.expected[block*n:], limit, sample)
		if !(d <= largest) {
			largest = d
		}
		if !(largest <= limit) {
			e.failedBlock = block
			return largest
		}
	}
	return largest
}

// blockError returns the largest error in meters, at up to 8 times, of the poses that sample writes. It notes the time
// if that is over the limit.
func (e *errorMetric) blockError(times []float64, expected []float32, limit float64, sample func(time float64, locals []float32)) float64 {
	for lane := range kernel.Lanes {
		sample(laneTime(times, lane), e.lanePose(lane))
	}
	d, lane := e.largestDistance(expected)
	if !(d <= limit) {
		e.failedTime = laneTime(times, lane)
	}
	return d
}
