package playback

import (
	"math"
	"math/bits"

	"github.com/sinew-go/sinew/assets/clip"
)

// Crossings goes through the markers that a step passes, in the order of play. It is a plain value and allocates nothing.
type Crossings struct {
	markers []clip.Marker // those within the span
	first   int           // the index of the first of them in the list given
	span    Span
	step    Step
	next    int    // the marker that is looked at next
	legs    uint64 // runs from one end of the span to the other that begin after this one
	falling bool   // in this leg
}

// Cross returns the crossings of markers, which are sorted by time. Those outside the span are never passed.
func (s Step) Cross(markers []clip.Marker, span Span) Crossings {
	if len(markers) == 0 {
		return Crossings{}
	}
	return s.cross(markers, span)
}

func (s Step) cross(markers []clip.Marker, span Span) Crossings {
	first, last := 0, len(markers)
	for first < last && !(markers[first].Time >= span.Start) {
		first++
	}
	for last > first && !(markers[last-1].Time <= span.End) {
		last--
	}
	c := Crossings{markers: markers[first:last], first: first, span: span, step: s, legs: s.LoopsDone, falling: s.Backward}
	if len(c.markers) == 0 || s.LoopsDone == 0 && (s.Finished || s.From == s.To) {
		return Crossings{}
	}
	if s.Finished {
		c.legs--
	}
	c.next = c.seek(s.From)
	return c
}

// seek returns the first marker of a leg that begins at a time.
func (c *Crossings) seek(from float64) int {
	low, high := 0, len(c.markers)
	for low < high {
		middle := int(uint(low+high) / 2)
		if time := c.markers[middle].Time; time < from || c.falling && time == from {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if c.falling {
		return low - 1
	}
	return low
}

// Next returns the index of the next marker in the list that was given, or false when there are no more.
func (c *Crossings) Next() (marker int, ok bool) {
	for len(c.markers) > 0 {
		if i := c.next; i >= 0 && i < len(c.markers) && c.reaches(c.markers[i].Time) {
			if c.falling {
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
		c.turn()
	}
	return 0, false
}

// Remaining returns how many markers [Crossings.Next] is still going to return, without going through them; at most 1<<64 - 1.
func (c *Crossings) Remaining() uint64 {
	if len(c.markers) == 0 {
		return 0
	}
	ahead := *c
	total := ahead.leg()
	if ahead.legs == 0 {
		return total
	}
	// All legs but this one and the last run from end to end: in a loop alike, in a ping-pong one way and the other by turns.
	var whole [2]uint64
	between := ahead.legs - 1
	for i := range min(between, 2) {
		ahead.turn()
		whole[i] = ahead.leg()
	}
	total = add(total, multiply(whole[0], between-between/2))
	total = add(total, multiply(whole[1], between/2))
	ahead.falling = c.step.EndsBackward()
	ahead.legs = 1
	if ahead.step.PingPong {
		ahead.falling = !ahead.falling // until it turns
	}
	ahead.turn()
	return add(total, ahead.leg())
}

// turn begins the next leg.
func (c *Crossings) turn() {
	c.legs--
	if c.step.PingPong {
		c.falling = !c.falling
	}
	c.next = 0
	if c.falling {
		c.next = len(c.markers) - 1
	}
}

// leg counts what is left of this leg.
func (c *Crossings) leg() uint64 {
	n := uint64(0)
	for i := c.next; i >= 0 && i < len(c.markers) && c.reaches(c.markers[i].Time); n++ {
		if c.falling {
			i--
		} else {
			i++
		}
	}
	return n
}

// reaches says whether this leg passes a time that is ahead in it.
func (c *Crossings) reaches(time float64) bool {
	far := c.span.End
	if c.falling {
		far = c.span.Start
	}
	switch {
	case c.legs == 0 && !c.step.Finished:
		far = c.step.To
	case c.legs == 0 || !c.step.PingPong:
		return true // as far as the end, which belongs to it
	}
	if c.falling {
		return time > far
	}
	return time < far
}

// multiply and add stop at the largest number.
func multiply(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

func add(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}
