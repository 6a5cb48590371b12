package timeline

import (
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/rewind"
)

// row is what a character does in a frame.
type row struct {
	rewind.Row
	joint explain.Joint // without shares unless those of a joint are shown
}

// event is an event of a frame.
type event struct {
	entity ecs.Entity
	rewind.Event
}

// look reads what the character does in a frame, which the world shows.
func (t *Timeline) look(index int) *row {
	f := &t.frames[index]
	r := &row{Row: rewind.Row{Frame: index, Seconds: explain.Number(f.seconds)}}
	if t.character.IsZero() {
		return r
	}
	r.Character = t.animation.Explain(t.character)
	if t.joint != "" {
		r.joint = t.animation.ExplainJoint(t.character, t.joint)
	}
	for _, e := range f.events {
		if e.entity == t.character {
			r.Events = append(r.Events, e.Event)
		}
	}
	return r
}

// eventsOf returns the markers that were passed, and what finished, among events. Tracks of states show
// what was entered and left.
func (t *Timeline) eventsOf(list []ecs.Event) (out []event) {
	library := t.animation.Library()
	for i := range list {
		e := &list[i]
		if e.Kind == ecs.StateEntered || e.Kind == ecs.StateExited {
			continue
		}
		found := event{e.Entity, rewind.Event{
			Kind: e.Kind.String(), Layer: int(e.Layer), Time: explain.Number(e.Time), Weight: explain.Number(e.Weight),
		}}
		if marker, ok := e.ClipMarker(library); ok {
			found.Name = marker.Name
		}
		if motion := library.Motion(e.Motion); motion != nil {
			found.Motion = motion.Name
		}
		out = append(out, found)
	}
	return out
}

// filledAtOnce is how many rows are read between two pictures.
const filledAtOnce = 16

// forgetRows makes what the rows tell be read again: of the frame that is shown at once, of others
// by fillRows.
func (t *Timeline) forgetRows() {
	for i := range t.frames {
		t.frames[i].row = nil
	}
	t.frames[t.shown].row, t.changed = t.look(t.shown), true
}

// fillRows reads the rows of at most some frames that have none, and returns to the frame that is
// shown. While the scene goes on it does nothing.
func (t *Timeline) fillRows(most int) error {
	if t.live {
		return nil
	}
	last := len(t.frames) - 1
	for last >= 0 && t.frames[last].row != nil {
		last--
	}
	if last < 0 {
		return nil
	}
	first := last
	for first > 0 && last-first+1 < most && t.frames[first-1].row == nil {
		first--
	}
	offset := t.frames[0].number
	err := t.tape.Look(t.frames[first].number, t.frames[last].number, func(number int) error {
		t.frames[number-offset].row = t.look(number - offset)
		return nil
	})
	t.changed = true
	if err != nil {
		return err
	}
	t.panel.Restored()
	changed, err := t.isChanged()
	if err != nil || !changed {
		return err
	}
	return t.animation.Update(0) // what was changed by hand has no poses yet
}
