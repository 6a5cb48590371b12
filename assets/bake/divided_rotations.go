package bake

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/order"
)

// dividedRotation is a rotation whose frames are multiplied so that one component has the same
// value in all of them and takes no bits. Sampling normalizes rotations, so that their length is
// free. Interpolation stays on the arc between two frames; only the speed along it changes, by the
// ratio of the component in both.
type dividedRotation struct {
	first int // index of x in a local pose
	// direction is a unit quaternion: the dot product of the rotation with it becomes constant. It is
	// an axis for a rotation of which a component becomes constant.
	direction exact.Quat
	component int     // index of that component in the pose; -1 if there is none
	value     float32 // of the dot product, above 0
	costs     []int32 // the intervals in which dividing this rotation alone causes too large an error
}

const (
	// leastDivisor is the least size of a component that may be divided by: the others stay below 2,
	// see maxRotationComponent.
	leastDivisor = 0.5
	// dividedShare is the fraction of the tolerance that the changed speed of one rotation may use in
	// an interval without another frame in its middle.
	dividedShare = 1
	// spacingShare is the fraction of the tolerance that interpolation may use where the frames with
	// and without division are compared.
	spacingShare = 0.4
)

// chooseDivided chooses the rotations to divide: those whose components take more bytes in all
// frames than the frames that the changed speed costs.
func (b *baker) chooseDivided(grid frameGrid) {
	limit := float64(spacingShare * b.tolerance)
	runs, _, _ := b.runSpacer(grid).spaceFrames(limit)
	if runs == nil {
		return
	}
	f := b.sampleFrames(grid, runs)
	v := b.measureRanges(f)
	values := 0 // that take bits
	for i := range v.low {
		if v.bitWidth(i, b.tolerance) > 0 {
			values++
		}
	}
	var hinges []int
	for _, l := range b.findLinks(f, v) {
		joint, _ := jointAt(l.to)
		hinges = append(hinges, joint)
	}
	var rotations []dividedRotation
	for joint := range b.clip.Skeleton().Len() {
		if r, ok := b.dividedRotation(f, v, joint, slices.Contains(hinges, joint)); ok {
			rotations = append(rotations, r)
		}
	}
	order.Stable(rotations, func(r, s dividedRotation) int { return len(r.costs) - len(s.costs) })
	for count := fewestNumbers(rotations, len(f.frames), values); count > 0; count /= 2 {
		b.divided = rotations[:count]
		runs, _, _ := b.runSpacer(grid).spaceFrames(limit)
		frames := 1
		for _, r := range runs {
			frames += r.intervals
		}
		if runs != nil && frames*(values-count) < len(f.frames)*values {
			return
		}
	}
	b.divided = nil
}

// fewestNumbers returns how many of the first rotations leave the fewest numbers in all frames, if
// each of them takes one value away, and each interval in which one of them causes too large an
// error gets another frame.
func fewestNumbers(rotations []dividedRotation, frames, values int) (count int) {
	least := frames * values
	costs := make([]bool, frames)
	more := 0
	for n, r := range rotations {
		for _, k := range r.costs {
			if !costs[k] {
				costs[k] = true
				more++
			}
		}
		if numbers := (frames + more) * (values - n - 1); numbers < least {
			count, least = n+1, numbers
		}
	}
	return count
}

// dividedRotation returns the rotation of a joint divided by the component that stays farthest from
// 0 or, for a joint that turns about one axis, by the dot product with the rotation in the middle
// of its arc. It returns false if that does not stay far enough from 0, or if the component takes
// no bits anyway.
func (b *baker) dividedRotation(f *sampledFrames, v *valueRanges, joint int, isHinge bool) (r dividedRotation, ok bool) {
	r.first = kernel.JointOffset(joint)
	if !(isHinge && b.setMiddle(&r, f, joint)) && !b.setComponent(&r, v) {
		return r, false
	}
	limit := float64(dividedShare * b.tolerance)
	for k := 1; k < len(f.frames); k++ {
		p, q := rotationAt(f.frames[k-1], r.first), rotationAt(f.frames[k], r.first)
		// Halfway, the angle is off by at most a quarter of the difference of the lengths, as a
		// fraction, times the angle of the arc.
		ratio := r.direction.Dot(p) / r.direction.Dot(q)
		dot := min(1, math.Abs(p.Dot(q)))
		angle := 2 * math.Sqrt(2*(1-dot)) // about, in radians
		if float64(float64(angle*math.Abs(ratio-1))*b.arms.length[joint])/4 > limit {
			r.costs = append(r.costs, int32(k))
		}
	}
	return r, true
}

// setComponent sets the component that stays farthest from 0. It returns false if none stays far
// enough, or if it takes no bits.
func (b *baker) setComponent(r *dividedRotation, v *valueRanges) bool {
	r.component = -1
	farthest := float32(leastDivisor)
	for c := range 4 {
		i := r.first + c*kernel.Lanes
		if near := max(v.low[i], -v.high[i]); near >= farthest {
			farthest, r.component = near, i
			r.direction = exact.Quat{}
			r.direction[c] = 1
		}
	}
	if r.component < 0 || v.bitWidth(r.component, b.tolerance) == 0 {
		return false
	}
	r.value = max(v.high[r.component], -v.low[r.component])
	return true
}

// setMiddle sets the direction in the middle of the arc of a joint that turns about one axis. It
// returns false for another joint, one that does not turn, or one whose arc is too long.
func (b *baker) setMiddle(r *dividedRotation, f *sampledFrames, joint int) bool {
	begin := farthestFrom(f.frames, r.first, rotationAt(f.frames[0], r.first))
	end := farthestFrom(f.frames, r.first, begin)
	// middle and across are perpendicular, in the plane of the rotations.
	middle, across := begin, end
	for i := range middle {
		middle[i], across[i] = begin[i]+end[i], end[i]-begin[i]
	}
	lengths := [2]float64{math.Sqrt(middle.Dot(middle)), math.Sqrt(across.Dot(across))}
	limit := float64(linkShare * b.tolerance)
	if arm := 2 * b.arms.length[joint]; !(lengths[0] > leastDivisor) || !(float64(lengths[1]*arm) > b.tolerance) {
		return false
	}
	for i := range middle {
		middle[i], across[i] = middle[i]/lengths[0], across[i]/lengths[1]
	}
	largest := 0.0
	for _, locals := range f.frames {
		q := rotationAt(locals, r.first)
		m, a := q.Dot(middle), q.Dot(across)
		outside := q
		for i := range outside {
			outside[i] -= float64(m*middle[i]) + float64(a*across[i])
		}
		if !(m >= leastDivisor) || !(float64(2*b.arms.length[joint]*math.Sqrt(outside.Dot(outside))) <= limit) {
			return false
		}
		largest = max(largest, m)
	}
	r.component, r.direction, r.value = -1, middle, float32(largest)
	return true
}

// farthestFrom returns the rotation of a joint, whose x has an index in each local pose, that is
// farthest from a rotation.
func farthestFrom(poses [][]float32, first int, q exact.Quat) (farthest exact.Quat) {
	least := math.Inf(1)
	for _, locals := range poses {
		p := rotationAt(locals, first)
		if dot := p.Dot(q); dot < least {
			least, farthest = dot, p
		}
	}
	return farthest
}

// rotationAt returns the rotation of a local pose whose x has an index.
//
//go:noinline // at its calls it would be larger
func rotationAt(locals []float32, first int) exact.Quat {
	return exact.ToQuat([4]float32{
		locals[first], locals[first+kernel.Lanes], locals[first+2*kernel.Lanes], locals[first+3*kernel.Lanes],
	})
}

// divideRotations multiplies the rotations of a local pose that are to be divided. One whose
// component is too near 0 at this time, between those that the choice saw, stays as it is, in the
// hemisphere of the others.
func (b *baker) divideRotations(locals []float32) {
	for i := range b.divided {
		r := &b.divided[i]
		var divisor float32
		if r.component >= 0 {
			divisor = locals[r.component]
		} else {
			divisor = float32(r.direction.Dot(rotationAt(locals, r.first)))
		}
		factor := r.value / divisor
		if max(divisor, -divisor) < leastDivisor {
			factor = 1
			if divisor < 0 {
				factor = -1
			}
		}
		for c := range 4 {
			locals[r.first+c*kernel.Lanes] *= factor
		}
		if r.component >= 0 && factor != 1 && factor != -1 {
			locals[r.component] = r.value // not rounded
		}
	}
}
