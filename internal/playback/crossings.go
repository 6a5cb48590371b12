package playback

import (
	"math"
	"math/bits"

	"github.com/sinew-go/sinew/assets/clip"
)

// Crossings iterates over the markers that a step crosses, in the order of play. It is a plain
// value and allocates nothing.
type Crossings struct {
	markers  []clip.Marker // the markers in the span
	first    int           // the index of markers[0] in the list given to Cross
	span     Span
	step     Step
	next     int    // the index in markers that is looked at next
	legs     uint64 // how many legs, from one end of the span to the other, follow this one
	backward bool   // whether time decreases in this leg
}

// MayCross reports whether a step may cross any of the markers, which are sorted by time. A step
// that does not reach an end of its span mostly crosses none, which this finds faster than [Cross].
func MayCross(s *Step, markers []clip.Marker) bool {
	if s.LoopsDone > 0 {
		return len(markers) > 0
	}
	from, to := s.From, s.To
	if s.Backward {
		from, to = to, from
	}
	for len(markers) > fewMarkers { // keeps the half with the first one that is not before
		if half := len(markers) / 2; markers[half-1].Time < from {
			markers = markers[half:]
		} else {
			markers = markers[:half]
		}
	}
	for i := range markers {
		if time := markers[i].Time; time >= from {
			return time <= to
		}
	}
	return false
}

// fewMarkers is the number of markers of which [MayCross] looks at each.
const fewMarkers = 8

// Cross returns the crossings of markers, which are sorted by time. A step never crosses a marker
// outside the span.
func Cross(s Step, markers []clip.Marker, span Span) Crossings {
	if len(markers) == 0 {
		return Crossings{}
	}
	return cross(s, markers, span)
}

func cross(s Step, markers []clip.Marker, span Span) Crossings {
	first, last := 0, len(markers)
	for first < last && !(markers[first].Time >= span.Start) {
		first++
	}
	for last > first && !(markers[last-1].Time <= span.End) {
		last--
	}
	c := Crossings{
		markers: markers[first:last], first: first, span: span, step: s, legs: s.LoopsDone,
		backward: s.Backward,
	}
	if len(c.markers) == 0 || s.LoopsDone == 0 && (s.Finished || s.From == s.To) {
		return Crossings{}
	}
	if s.Finished {
		c.legs--
	}
	c.next = c.firstMarker(s.From)
	return c
}

// firstMarker returns the index of the first marker of a leg that begins at a time.
func (c *Crossings) firstMarker(from float64) int {
	low, high := 0, len(c.markers)
	for low < high {
		middle := int(uint(low+high) / 2)
		if time := c.markers[middle].Time; time < from || c.backward && time == from {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if c.backward {
		return low - 1
	}
	return low
}

// Next returns the index of the next marker in the list given to Cross, or false when there are no
// more.
func (c *Crossings) Next() (marker int, ok bool) {
	for len(c.markers) > 0 {
		if i := c.next; i >= 0 && i < len(c.markers) && c.reaches(c.markers[i].Time) {
			if c.backward {
				c.next--
			} else {
				c.next++
			}
			return c.first + i, true
		}
		if c.legs == 0 {
			c.markers = nil
			return 0, false
		}
		c.beginLeg()
	}
	return 0, false
}

// Remaining returns the number of markers that [Crossings.Next] has yet to return, without
// iterating over them; at most 1<<64 - 1.
func (c *Crossings) Remaining() uint64 {
	if len(c.markers) == 0 {
		return 0
	}
	ahead := *c
	total := ahead.countLeg()
	if ahead.legs == 0 {
		return total
	}
	// All legs but this one and the last run from end to end: a loop's are alike, a ping-pong's
	// alternate in direction.
	var whole [2]uint64
	between := ahead.legs - 1
	for i := range min(between, 2) {
		ahead.beginLeg()
		whole[i] = ahead.countLeg()
	}
	total = addSaturating(total, multiplySaturating(whole[0], between-between/2))
	total = addSaturating(total, multiplySaturating(whole[1], between/2))
	ahead.backward = c.step.EndsBackward()
	ahead.legs = 1
	if ahead.step.PingPong {
		ahead.backward = !ahead.backward // because beginLeg turns it around
	}
	ahead.beginLeg()
	return addSaturating(total, ahead.countLeg())
}

// beginLeg begins the next leg.
func (c *Crossings) beginLeg() {
	c.legs--
	if c.step.PingPong {
		c.backward = !c.backward
	}
	c.next = 0
	if c.backward {
		c.next = len(c.markers) - 1
	}
}

// countLeg returns the number of markers left in this leg.
func (c *Crossings) countLeg() uint64 {
	n := uint64(0)
	for i := c.next; i >= 0 && i < len(c.markers) && c.reaches(c.markers[i].Time); n++ {
		if c.backward {
			i--
		} else {
			i++
		}
	}
	return n
}

// reaches reports whether this leg crosses a time that lies ahead in it.
func (c *Crossings) reaches(time float64) bool {
	far := c.span.End
	if c.backward {
		far = c.span.Start
	}
	switch {
	case c.legs == 0 && !c.step.Finished:
		far = c.step.To
	case c.legs == 0 || !c.step.PingPong:
		return true // up to and including the end
	}
	if c.backward {
		return time > far
	}
	return time < far
}

// multiplySaturating returns a·b, or the largest number if that overflows.
func multiplySaturating(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// addSaturating returns a + b, or the largest number if that overflows.
func addSaturating(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}
