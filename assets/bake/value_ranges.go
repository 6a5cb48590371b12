package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// valueRanges describes each value of a clip's local poses. All slices are in the layout of
// [rig.Pose.Locals].
type valueRanges struct {
	frames      int       // the number of frames of the clip
	low, high   []float32 // the least and the largest value over all frames
	sensitivity []float64 // about how far, in meters, a vertex moves per unit of error in the value
	links       []valueLink
}

// measureRanges returns the ranges of the values of sampled frames.
func (b *baker) measureRanges(f *sampledFrames) *valueRanges {
	n := len(f.frames[0])
	v := &valueRanges{len(f.frames), slices.Clone(f.frames[0]), slices.Clone(f.frames[0]), make([]float64, n), nil}
	for _, locals := range f.frames[1:] {
		low, high := v.low[:len(locals)], v.high[:len(locals)]
		for i, x := range locals {
			if x < low[i] {
				low[i] = x
			} else if x > high[i] {
				high[i] = x
			}
		}
	}
	for joint, parent := range b.clip.Skeleton().Parents() {
		parentScale := 1.0
		if parent >= 0 {
			parentScale = b.arms.scale[parent]
		}
		for row := range kernel.Rows {
			i := kernel.JointOffset(joint) + row*kernel.Lanes
			switch {
			case row < kernel.RowTranslation:
				v.sensitivity[i] = 2 * b.arms.length[joint] // the angle is twice the quaternion's
			case row < kernel.RowScale:
				v.sensitivity[i] = parentScale
			default:
				largest := math.Max(math.Abs(float64(v.low[i])), math.Abs(float64(v.high[i])))
				v.sensitivity[i] = b.arms.length[joint] / max(largest, 1e-3)
			}
		}
	}
	return v
}

// bitWidth returns the least number of bits that keeps the error caused by value i within a limit
// in meters. It is 0 if the value may be constant.
//
//go:noinline // at its calls it would be larger
func (v *valueRanges) bitWidth(i int, limit float64) int {
	halfRange := float64((float64(v.high[i])-float64(v.low[i]))/2) * v.sensitivity[i]
	bits := 0
	for ; bits < kernel.MaxBits && !(halfRange <= float64(limit*max(1, float64(int(1)<<bits-1)))); bits++ {
	}
	return bits
}

// leverArms holds the lever arm of each joint: the distance in meters from the joint to the
// farthest virtual vertex that it moves, its own or one of a joint below it, over several poses. An
// error of an angle moves that vertex by at most the angle in radians times the lever arm.
type leverArms struct {
	parents []int16
	length  []float64 // meters, the largest of all poses
	scale   []float64 // the largest scale in the joint's model matrix, over all poses
	current []float64 // lever arms of one pose: scratch
	models  []float32 // scratch
}

// armPoses is about the number of poses over which lever arms are measured: the search of bit
// widths only begins with them, and measures the error that it gets.
const armPoses = 48

// measureArms returns the lever arms over poses that are spread over a grid.
func (b *baker) measureArms(g frameGrid) *leverArms {
	n := b.clip.Skeleton().Len()
	arms := &leverArms{b.clip.Skeleton().Parents(), make([]float64, n), make([]float64, n), make([]float64, n), nil}
	arms.extend(b.errorMetric, b.clip.BaseLocals())
	for cell := 0; cell <= g.cells; cell += g.cells/armPoses + 1 {
		arms.extend(b.errorMetric, b.errorMetric.exactPose(g.time(float64(cell))))
	}
	return arms
}

// extend makes each lever arm at least as long as in a local pose. The arm of a joint is at most
// the distance to a child plus the child's arm.
func (a *leverArms) extend(e *errorMetric, locals []float32) {
	e.setPose(locals)
	a.models = e.pose.ModelMatrices(a.models)
	for joint := range a.current {
		m := rig.MatrixAt(a.models, joint)
		a.current[joint] = 0
		for axis := range 3 {
			scale := axisScale(m, axis)
			a.current[joint] = max(a.current[joint], float64(scale*float64(e.offsets[joint][axis])))
			a.scale[joint] = max(a.scale[joint], scale)
		}
	}
	for joint := len(a.current) - 1; joint >= 0; joint-- { // children before their parents
		a.length[joint] = max(a.length[joint], a.current[joint])
		if parent := int(a.parents[joint]); parent >= 0 {
			a.current[parent] = max(a.current[parent], jointDistance(a.models, joint, parent)+a.current[joint])
		}
	}
}

// jointDistance returns the distance in meters between two joints. It subtracts in float32, as the
// matrices are.
func jointDistance(models []float32, i, j int) float64 {
	p, q := rig.MatrixAt(models, i), rig.MatrixAt(models, j)
	return exact.Vec3{float64(p[3] - q[3]), float64(p[7] - q[7]), float64(p[11] - q[11])}.Length()
}
