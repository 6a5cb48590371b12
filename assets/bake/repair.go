package bake

import (
	"cmp"
	"slices"

	"github.com/sinew-go/sinew/internal/order"
)

// repairShare bounds the repairs of an attempt: one for so many comparisons. Where more fail, the
// layout has too few bits.
const repairShare = 6

// mostRepairs returns how many places an attempt that makes so many comparisons may repair.
func (b *baker) mostRepairs(comparisons int) int {
	if b.withoutRepairs {
		return 0
	}
	return 1 + comparisons/repairShare
}

// mostFlips is how many integers of a frame a repair tries to round the other way.
const mostFlips = 20

// errorAt returns the largest error in meters at the times of a comparison. Where that is over the
// limit, it looks for an integer of one of the frames that keeps the error within the limit if it
// is rounded the other way: then all joints below are rounded anew, and only few frames of a layout
// are off by much more than the others.
func (a *attempt) errorAt(c *candidate, x comparison) float64 {
	d := a.errorMetric.errorAt(x, c.limit, a.sample)
	if d <= c.limit || a.quantizer.compensator == nil || a.repairs == 0 || d > 2*c.limit {
		return d
	}
	a.repairs--
	frame, next, u := a.clip.locate(a.errorMetric.failedTime)
	if u > 0.5 {
		frame, next = next, frame
	}
	if a.repair(c, x, frame) || u > 0 && a.repair(c, x, next) {
		return c.limit
	}
	return d
}

// repair rounds an integer of a frame the other way, so that the error is within the limit at the
// times of a comparison, and not larger than it is over the limit elsewhere. It returns false if it
// finds none.
func (a *attempt) repair(c *candidate, x comparison, frame int) bool {
	if a.clip.closed && frame == 0 { // also at the end of the clip
		return false
	}
	near, before := a.near(c, x, frame), []float64(nil)
	for _, n := range near {
		before = append(before, max(c.limit, a.errorMetric.errorAt(n, c.limit, a.sample)))
	}
	q := a.quantizer
	flips := q.flips[frame]
	set := func(flips []int32) { q.flips[frame], q.done[frame] = flips, false }
	for _, i := range q.loosest(frame) {
		set(append(slices.Clip(flips), i))
		if !(a.errorMetric.errorAt(x, c.limit, a.sample) <= c.limit) {
			continue
		}
		fits := true
		for k, n := range near {
			if fits = a.errorMetric.errorAt(n, c.limit, a.sample) <= before[k]; !fits {
				break
			}
		}
		if fits {
			return true
		}
	}
	set(flips)
	return false
}

// near returns the other comparisons that a frame is sampled for.
func (a *attempt) near(c *candidate, x comparison, frame int) (near []comparison) {
	all := c.search.all
	at, _ := slices.BinarySearchFunc(all, x.times[0], func(y comparison, t float64) int { return cmp.Compare(y.times[0], t) })
	reads := func(y comparison) bool {
		return slices.ContainsFunc(y.times, func(t float64) bool {
			first, next, _ := a.clip.locate(t)
			return first == frame || next == frame
		})
	}
	for _, step := range [...]int{-1, 1} {
		for i := at + step; i >= 0 && i < len(all) && reads(all[i]); i += step {
			near = append(near, all[i])
		}
	}
	return near
}

// loosest returns integers of a frame that are least sure to be the nearest ones, of the joint with
// the largest error and those above it.
func (q *quantizer) loosest(frame int) (integers []int32) {
	c := q.compensator
	c.flips = q.flips[frame]
	c.quantize(frame, q.integers)
	worst, largest := 0, 0.0
	for joint, e := range c.errors {
		if d := e.shift.Length() + float64(e.turn.Length()*c.radii[joint]); d > largest {
			worst, largest = joint, d
		}
	}
	for joint := worst; joint >= 0; joint = int(c.parents[joint]) {
		for _, n := range c.joints[joint].numbers {
			if n.step > 0 && !slices.Contains(c.flips, int32(n.index)) {
				integers = append(integers, int32(n.index))
			}
		}
	}
	order.Stable(integers, func(i, j int32) int { return cmp.Compare(c.slack[i], c.slack[j]) })
	return integers[:min(len(integers), mostFlips)]
}
