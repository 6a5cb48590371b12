package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// valueRanges describes each value of a clip's local poses. All slices are in the layout of [rig.Pose.Locals].
type valueRanges struct {
	frames      int       // the number of frames of the clip
	low, high   []float32 // the least and the largest value over all frames
	sensitivity []float64 // about how far, in meters, a vertex moves per unit of error in the value
}

// measureRanges returns the ranges of the values of sampled frames.
func (b *baker) measureRanges(f *sampledFrames) *valueRanges {
	n := len(f.frames[0])
	v := &valueRanges{len(f.frames), append([]float32(nil), f.frames[0]...), append([]float32(nil), f.frames[0]...), make([]float64, n)}
	s := b.clip.Skeleton()
	arms := newLeverArms(s)
	arms.extend(b.errorMetric, b.clip.BaseLocals())
	for _, locals := range f.frames {
		for i, x := range locals {
			v.low[i], v.high[i] = min(v.low[i], x), max(v.high[i], x)
		}
		arms.extend(b.errorMetric, locals)
	}
	for joint, parent := range s.Parents() {
		parentScale := 1.0
		if parent >= 0 {
			parentScale = arms.scale[parent]
		}
		for row := range rig.GroupRows {
			i := rig.JointOffset(joint) + row*rig.GroupJoints
			switch {
			case row < rig.RowTranslation:
				v.sensitivity[i] = 2 * arms.length[joint] // the angle is twice the quaternion's
			case row < rig.RowScale:
				v.sensitivity[i] = parentScale
			default:
				largest := math.Max(math.Abs(float64(v.low[i])), math.Abs(float64(v.high[i])))
				v.sensitivity[i] = arms.length[joint] / max(largest, 1e-3)
			}
		}
	}
	return v
}

// bitWidth returns the least number of bits that keeps the error caused by value i within a limit in meters. It is 0 if
// the value may be constant.
func (v *valueRanges) bitWidth(i int, limit float64) int {
	halfRange := float64((float64(v.high[i])-float64(v.low[i]))/2) * v.sensitivity[i]
	bits := 0
	for ; bits < kernel.MaxBits && !(halfRange <= float64(limit*max(1, float64(int(1)<<bits-1)))); bits++ {
	}
	return bits
}
