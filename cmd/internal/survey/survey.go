package survey

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/matching"
)

// Coverage is how many frames that can be found have which speed and turning.
type Coverage struct {
	// SpeedStep is the meters a second from one row to the next, from 0 on; TurnStep the degrees a
	// second from one column to the next, from -MostTurn on. What is beyond counts in the outermost
	// columns and in the last row. Positive turns are to the left.
	SpeedStep, TurnStep float64
	MostTurn            float64
	// Frames are the frames of each row and column.
	Frames [][]int
}

// The steps of a coverage.
const (
	speedStep = 0.5
	turnStep  = 45
	mostTurn  = 225
	mostRows  = 40
)

// Cover counts the frames of a database that can be found by the speed and the turning of their
// trajectory until its first time after now. The error tells that there is no trajectory.
func Cover(d *matching.Database) (Coverage, error) {
	at := slices.IndexFunc(d.Times(), func(time float64) bool { return time > 0 })
	if at < 0 {
		return Coverage{}, fmt.Errorf("database %q: expected a trajectory with a time after now, found none", d.Name())
	}
	c := Coverage{SpeedStep: speedStep, TurnStep: turnStep, MostTurn: mostTurn}
	columns := int(2 * mostTurn / turnStep)
	var query []float32
	var points []matching.Point
	for frame := range d.Frames() {
		if !d.CanBeFound(frame) {
			continue
		}
		query = d.Query(frame, nil, query)
		points = d.Trajectory(query, points)
		p, seconds := points[at], d.Times()[at]
		speed := math.Hypot(float64(p.X), float64(p.Z)) / seconds
		turn := math.Atan2(float64(p.DirectionX), float64(p.DirectionZ)) / seconds * 180 / math.Pi
		row := int(min(speed/speedStep, mostRows-1))
		column := int(math.Floor((turn + mostTurn) / turnStep))
		for len(c.Frames) <= row {
			c.Frames = append(c.Frames, make([]int, columns))
		}
		c.Frames[row][min(max(column, 0), columns-1)]++
	}
	return c, nil
}

// Stretch is frames of a database, one after the other in one range.
type Stretch struct{ First, Frames int }

// Double is a stretch that is there twice: the frame First+i is like Other+i.
type Double struct {
	Stretch
	Other int
	// Cost is the largest of what a frame of the other stretch costs a search for one of this.
	Cost float32
}

// apart is how many seconds of a range are not compared with a frame: what comes just before and
// after it is like it.
const apart = 0.5

// Doubles finds stretches of at least some frames that are there twice, the longest first: frames
// whose features differ by a cost of at most alike.
func Doubles(d *matching.Database, alike float32, shortest int) (found []Double) {
	var now Double
	end := func() {
		if now.Frames >= shortest && now.Frames > 0 {
			found = append(found, now)
		}
		now = Double{}
	}
	for frame := range d.Frames() {
		if !d.CanBeFound(frame) {
			end()
			continue
		}
		other, cost := d.Alike(frame, int(apart*d.Rate()))
		if other < frame || cost > alike { // the other one of two is told first
			end()
			continue
		}
		goesOn := now.Frames > 0 && other == now.Other+now.Frames &&
			d.RangeOf(frame) == d.RangeOf(now.First) && d.RangeOf(other) == d.RangeOf(now.Other)
		if !goesOn {
			end()
			now = Double{Stretch: Stretch{First: frame}, Other: other}
		}
		now.Frames++
		now.Cost = max(now.Cost, cost)
	}
	end()
	slices.SortStableFunc(found, func(a, b Double) int { return cmp.Compare(b.Frames, a.Frames) })
	return found
}

// Unused finds the stretches of frames that can be found and did not play, the longest first.
func Unused(d *matching.Database, session *matching.Session) (found []Stretch) {
	var now Stretch
	for frame := range d.Frames() + 1 {
		unused := frame < d.Frames() && d.CanBeFound(frame) && !session.Played(frame)
		if now.Frames > 0 && (!unused || d.RangeOf(frame) != d.RangeOf(now.First)) {
			found, now = append(found, now), Stretch{}
		}
		if unused {
			if now.Frames == 0 {
				now.First = frame
			}
			now.Frames++
		}
	}
	slices.SortStableFunc(found, func(a, b Stretch) int { return cmp.Compare(b.Frames, a.Frames) })
	return found
}
