package timeline

import (
	"math"

	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/rewind"
)

// laneKind is how a lane shows what it tells.
type laneKind uint8

const (
	bands  laneKind = iota // what plays, or the state, in words
	line                   // a number
	marks                  // events
	stacks                 // shares of clips, on top of each other
)

// lane is a row of the timeline.
type lane struct {
	kind  laneKind
	label string
	rewind.Track
	// over is drawn over the spans: how far a layer has faded, or the transitions of states.
	over rewind.Track
	// low and high are the range of a line.
	low, high float64
}

// laneOrder are the kinds of tracks that have a lane, from top to bottom.
var laneOrder = []string{"state", "layer", "weight", "events", "parameter", "goal"}

// lanes returns the lanes of some frames, and their rows, of which those without one are empty.
func (t *Timeline) lanes(first, last int) (out []lane, rows []rewind.Row) {
	for i := first; i <= last; i++ {
		one := rewind.Row{}
		if r := t.frames[i].row; r != nil {
			one = r.Row
		}
		one.Frame = i
		rows = append(rows, one)
	}
	tracks := rewind.Tracks(rows)
	find := func(kind, name string) (found rewind.Track) {
		for _, track := range tracks {
			if track.Kind == kind && track.Name == name {
				return track
			}
		}
		return found
	}
	if t.joint != "" {
		out = append(out, lane{kind: stacks, label: t.joint})
	}
	for _, kind := range laneOrder {
		for _, track := range tracks {
			if track.Kind != kind || kind == "weight" && !varies(track.Values) {
				continue
			}
			l := lane{Track: track, label: track.Name}
			switch kind {
			case "state":
				l.over = find("transition", track.Name)
				l.label = "state of " + track.Name
			case "layer":
				l.over = find("fade", track.Name)
			case "events":
				l.kind, l.label = marks, "events"
			default:
				l.kind = line
				l.low, l.high = valueRange(track.Values)
				if kind != "parameter" {
					l.label = kind + " " + track.Name
				}
			}
			out = append(out, l)
		}
	}
	return out, rows
}

// varies reports whether values are not all the same. A weight that stays says little.
func varies(values []explain.Number) bool {
	seen, first := false, explain.Number(0)
	for _, v := range values {
		if math.IsNaN(float64(v)) {
			continue
		}
		if seen && v != first {
			return true
		}
		seen, first = true, v
	}
	return false
}

// valueRange returns the range of a line: from 0 to 1, or as far as the values go.
func valueRange(values []explain.Number) (low, high float64) {
	high = 1
	for _, v := range values {
		if x := float64(v); !math.IsInf(x, 0) && !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}

// change is a transition that was chosen, and the frame in which it began.
type change struct {
	seconds float64
	layer   string // the name of its lane
	lines   []string
}

// changesOf returns the frames in which a state, a motion or an event begins, in order.
func (t *Timeline) changes() []int {
	lanes, _ := t.lanes(0, len(t.frames)-1)
	begins := make([]bool, len(t.frames))
	for i := range lanes {
		for _, list := range [][]rewind.Span{lanes[i].Spans, lanes[i].over.Spans} {
			for _, span := range list {
				begins[span.From] = true
			}
		}
	}
	var out []int
	for i, b := range begins {
		if b && i > 0 {
			out = append(out, i)
		}
	}
	return out
}

// goToChange shows the next change after the shown frame, or for a direction below 0 the one
// before.
func (t *Timeline) goToChange(direction int) error {
	list := t.changes()
	to := t.shown
	for _, i := range list {
		if direction < 0 && i < t.shown {
			to = i
		}
		if direction > 0 && i > t.shown {
			to = i
			break
		}
	}
	return t.goTo(to)
}
