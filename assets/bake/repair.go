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
	if b.plain {
		return 0
	}
	return 1 + comparisons/repairShare
}

// mostFlips is how many integers of a frame a repair tries to round the other way.
const mostFlips = 8

// errorAt returns the largest error in meters at the times of comparison i of the search. Where
// that is over the limit, it looks for an integer of one of the frames that keeps the error within
// the limit if it is rounded the other way: then all joints below are rounded anew, and only few
// frames of a layout are off by much more than the others.
func (a *attempt) errorAt(c *candidate, i int) float64 {
	d := a.errorMetric.errorAt(c.search.all[i], c.limit, a.sample)
	if d <= c.limit || a.quantizer.compensator == nil || a.repairs == 0 || d > 2*c.limit {
		return d
	}
	a.repairs--
	frame, next, u := a.clip.locate(a.errorMetric.failedTime)
	if u > 0.5 {
		frame, next = next, frame
	}
	if a.repair(c, i, frame) || u > 0 && a.repair(c, i, next) {
		return c.limit
	}
	return d
}

// repair rounds an integer of a frame the other way, so that the error is within the limit at the
// times of comparison i, and not larger than it is over the limit elsewhere. It returns false if it
// finds none.
func (a *attempt) repair(c *candidate, i, frame int) bool {
	if a.clip.closed && frame == 0 { // also at the end of the clip
		return false
	}
	errorAt := func(x comparison) float64 { return a.errorMetric.errorAt(x, c.limit, a.sample) }
	q := a.quantizer
	if q.flips == nil {
		q.flips = map[int][]int32{}
	}
	flips := q.flips[frame]
	set := func(flips []int32) { q.flips[frame], q.done[frame] = flips, false }
	var near []comparison
	for _, integer := range q.loosest(frame) {
		flipped := append(slices.Clip(flips), integer)
		set(flipped)
		if !(errorAt(c.search.all[i]) <= c.limit) {
			continue
		}
		if near == nil {
			near = a.near(c.search.all, i, frame)
		}
		fits := true
		for k := 0; fits && k < len(near); k++ {
			if d := errorAt(near[k]); !(d <= c.limit) {
				set(flips)
				fits = d <= errorAt(near[k])
				set(flipped)
			}
		}
		if fits {
			return true
		}
	}
	set(flips)
	return false
}

// near returns the other comparisons than number i that a frame is sampled for.
func (a *attempt) near(all []comparison, i, frame int) (near []comparison) {
	reads := func(y comparison) bool {
		for _, t := range y.times {
			if first, next, _ := a.clip.locate(t); first == frame || next == frame {
				return true
			}
		}
		return false
	}
	for _, step := range [...]int{-1, 1} {
		for k := i + step; k >= 0 && k < len(all) && reads(all[k]); k += step {
			near = append(near, all[k])
		}
	}
	return near
}

// loosest returns integers of a frame that are least sure to be the nearest ones, of the joint with
// the largest error and those above it.
func (q *quantizer) loosest(frame int) (integers []int32) {
	c := q.compensator
	c.flips, c.slack = q.flips[frame], make([]float64, len(q.integers))
	c.quantize(frame, q.integers)
	slack := c.slack
	c.slack = nil
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
	order.Stable(integers, func(i, j int32) int { return cmp.Compare(slack[i], slack[j]) })
	return integers[:min(len(integers), mostFlips)]
}
