package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// errorMetric measures the distance in model space between poses and the exact poses of a clip, at
// three virtual vertices of each joint. It works on the poses of 8 times together, one in each
// lane, as the frame path works on 8 characters. A pose of an additive clip is added to the rest
// pose before it is measured.
type errorMetric struct {
	clip    *clip.Clip
	sampler clip.Sampler
	offsets [][3]float32   // distance of each joint's vertices along its axes, in the joint's own space
	pose    rig.Pose       // scratch
	locals  []float32      // the local poses of 8 times
	block   []float32      // the same, transposed for the kernels
	models  []float32      // model matrices of the block
	exact   exactPoses     // of the clip
	outer   *outerVertices // nil if the skeleton has none
	worker  *background.Worker
	sampled int // how many exact poses were sampled, the work of which tests know the bound
	// failed is the index of the comparison at which an error over the limit was found last, and
	// failedTime the very time in seconds.
	failed     int
	failedTime float64
}

// newErrorMetric returns a metric whose vertices are at a distance in meters from their joints in
// the rest pose, whatever scale the joints inherit, or as far as the vertices that the joint moves,
// if that is farther.
func newErrorMetric(clip *clip.Clip, distance float64, worker *background.Worker) *errorMetric {
	s := clip.Skeleton()
	n := kernel.PoseSize(s.Len())
	e := &errorMetric{
		clip: clip, offsets: make([][3]float32, s.Len()), pose: *rig.NewPose(s),
		locals: make([]float32, kernel.Lanes*n),
		block:  make([]float32, kernel.Lanes*n), models: make([]float32, s.Len()*kernel.BlockMatrixSize),
		outer: newOuterVertices(clip), worker: worker,
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

// exactPoses holds exact local poses of a clip by their times in seconds. Baking uses those at the
// frames many times.
type exactPoses struct {
	byTime map[float64][]float32
	arena  []float32 // room for more poses
}

// maxExactNumbers bounds the numbers in the exact poses that are kept.
const maxExactNumbers = 1 << 24

// exactPose returns the exact local pose at a time in seconds. It is read only, and valid until the
// next call.
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
	e.worker.Yield()
	e.sampler.Sample(e.clip, time, pose, e.pose.Morphs)
	e.sampled++
	e.exact.byTime[time] = pose
	return pose
}

// setPose copies a pose of the clip to the scratch pose. It adds a pose of an additive clip to the
// rest pose.
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
	e.worker.Yield()
	n := len(e.pose.Locals)
	if e.clip.Additive() {
		for lane := range kernel.Lanes {
			e.setPose(e.lanePose(lane))
			copy(e.lanePose(lane), e.pose.Locals)
		}
	}
	kernel.Transpose(e.block, e.locals, n, n/kernel.GroupSize)
	kernel.LocalToModel(e.models, e.block, e.clip.Skeleton().Parents())
}

// largestDistance returns the largest distance in meters of a vertex of the 8 poses from its
// expected position, and its lane. The distance is NaN or infinite if a position is.
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

// laneDistances returns for each lane the square of the largest distance of a vertex from its
// expected position.
func (e *errorMetric) laneDistances(expected []float32) (squares [kernel.Lanes]float32) {
	e.updateModels()
	kernel.VertexDistances(&squares, e.models, e.offsets, expected)
	return squares
}

// comparison is up to 8 times in seconds at which poses are compared with the exact ones, and the
// positions of the virtual vertices there, joint by joint with a lane for each time. If the
// skeleton has outer vertices, it has the model matrices too.
type comparison struct {
	times            []float64
	expected, models []float32
}

// newComparisons samples the exact poses at times, 8 to a comparison.
func (e *errorMetric) newComparisons(times []float64) []comparison {
	comparisons := make([]comparison, 0, (len(times)+kernel.Lanes-1)/kernel.Lanes)
	for part := range slices.Chunk(times, kernel.Lanes) {
		comparisons = append(comparisons, e.newComparison(part))
		e.expect(comparisons[len(comparisons)-1])
	}
	return comparisons
}

// newComparison returns a comparison with room for positions.
func (e *errorMetric) newComparison(times []float64) comparison {
	c := comparison{times: times, expected: make([]float32, len(e.offsets)*kernel.VertexSize*kernel.Lanes)}
	if e.outer != nil {
		c.models = make([]float32, len(e.models))
	}
	return c
}

// expect computes the exact positions of a comparison.
func (e *errorMetric) expect(c comparison) {
	for lane := range kernel.Lanes {
		time := c.time(lane)
		if pose, known := e.exact.byTime[time]; known {
			copy(e.lanePose(lane), pose)
		} else {
			e.sampler.Sample(e.clip, time, e.lanePose(lane), e.pose.Morphs)
			e.sampled++
		}
	}
	e.updateModels()
	kernel.Vertices(c.expected, e.models, e.offsets)
	copy(c.models, e.models)
}

// time returns the time in a lane. Lanes past the end have the last time.
func (c comparison) time(lane int) float64 { return c.times[min(lane, len(c.times)-1)] }

// maxError returns the largest error in meters, over all times of comparisons, of the poses that
// sample writes. It returns at the first comparison with an error over the limit, and begins with
// the comparison that failed last.
func (e *errorMetric) maxError(comparisons []comparison, limit float64,
	sample func(time float64, locals []float32),
) float64 {
	largest := 0.0
	for i := range comparisons {
		index := (i + e.failed) % len(comparisons)
		if d := e.errorAt(comparisons[index], limit, sample); !(d <= largest) {
			largest = d
		}
		if !(largest <= limit) {
			e.failed = index
			return largest
		}
	}
	return largest
}

// errorAt returns the largest error in meters at the times of one comparison. It notes the time if
// that is over the limit.
func (e *errorMetric) errorAt(c comparison, limit float64, sample func(time float64, locals []float32)) float64 {
	for lane := range kernel.Lanes {
		sample(c.time(lane), e.lanePose(lane))
	}
	d, lane := e.largestDistance(c.expected)
	if !(d <= limit) {
		e.failedTime = c.time(lane)
	}
	return d
}
