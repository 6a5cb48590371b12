package workbench

import (
	"path"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
)

// maxEvents is the number of events of each character that are kept.
const maxEvents = 12

// eventLog is a system that notes the events of each frame.
type eventLog struct {
	library *assets.Library
	events  *ecs.Events
	reader  ecs.EventReader
	time    float64 // seconds of animation since the panel was made
	lines   map[ecs.Entity][]string
}

// Name implements [ecs.System].
func (l *eventLog) Name() string { return "EventLog" }

// Run implements [ecs.System].
func (l *eventLog) Run(frame *ecs.Frame) {
	l.time += frame.Delta
	list, _ := l.events.Read(&l.reader)
	for i := range list {
		l.note(&list[i])
	}
}

// note adds a line about an event.
func (l *eventLog) note(e *ecs.Event) {
	if l.lines == nil {
		l.lines = map[ecs.Entity][]string{}
	}
	lines := l.lines[e.Entity]
	lines = append(lines[max(0, len(lines)-maxEvents+1):len(lines):len(lines)], decimal(l.time, 2)+" "+l.describe(e))
	l.lines[e.Entity] = lines
}

// describe returns an event in words.
func (l *eventLog) describe(e *ecs.Event) string {
	clip := ""
	if c := l.library.Clip(e.Clip); c != nil {
		clip = path.Base(c.Name())
	} else if motion := l.library.Motion(e.Motion); motion != nil {
		clip = path.Base(motion.Name)
	}
	switch e.Kind {
	case ecs.MarkerPassed:
		name := ""
		if marker, ok := e.ClipMarker(l.library); ok {
			name = marker.Name
		}
		return name + " (" + clip + " " + percent(float64(e.Weight)) + ")"
	case ecs.PlaybackFinished:
		return clip + " finished"
	}
	text, _ := e.StatePath(l.library)
	if e.Kind == ecs.StateEntered {
		text = "enters " + text
	} else {
		text = "leaves " + text
	}
	if name, ok := e.StateText(l.library); ok {
		text += ": " + name
	}
	return text
}

// addEvents adds the last events of the selected character.
func (p *Panel) addEvents(s *section) {
	s.add(Control{Kind: Log, Label: "events", Options: p.log.lines[p.selected], Fixed: true})
}

// Restored tells the panel that the world was brought to another moment: events that happen after
// it are new, though some may have happened before.
func (p *Panel) Restored() { p.log.reader = p.log.events.Reader() }
