package playback_test

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/playback"
)

// ticks is how many ticks a second has. Whole ticks are exact as float64, so that a model in integers is exact too.
const ticks = 64

// model plays a clip tick by tick, in integers: at each tick it passes the markers that are there, then it moves by one.
type tickModel struct {
	mode      assets.PlayMode
	duration  int // ticks
	backward  bool
	loopsLeft uint64
	position  int // ticks from the clip's start
	loopsDone uint64
	finished  bool
	markers   []int // places
	crossed   []int
}

// tick passes the markers of this moment and goes on to the next one.
func (m *tickModel) tick() {
	if m.finished {
		return
	}
	if m.mode == assets.PingPong && m.position == m.far() { // it begins where it turns
		m.reachEnd()
		if m.finished {
			return
		}
	}
	if (m.mode == assets.Once || m.mode == assets.Hold) && m.position == m.far() {
		m.reachEnd()
		return
	}
	m.crossMarkers()
	if m.backward {
		m.position--
	} else {
		m.position++
	}
	if m.position == m.far() {
		m.reachEnd()
	}
}

func (m *tickModel) near() int {
	if m.backward {
		return m.duration
	}
	return 0
}

func (m *tickModel) far() int { return m.duration - m.near() }

// reach is what happens at the end of a pass.
func (m *tickModel) reachEnd() {
	m.loopsDone++
	switch {
	case m.mode == assets.Once || m.mode == assets.Hold || m.loopsDone == m.loopsLeft:
		m.crossMarkers()
		m.finished = true
	case m.mode == assets.Loop:
		m.crossMarkers()
		m.position = m.near()
	default:
		m.backward = !m.backward
	}
}

// pass lists the markers at the place.
func (m *tickModel) crossMarkers() {
	for k := range m.markers {
		i := k
		if m.backward {
			i = len(m.markers) - 1 - k
		}
		if m.markers[i] == m.position {
			m.crossed = append(m.crossed, i)
		}
	}
}

// player plays by the package under test.
type player struct {
	mode      assets.PlayMode
	span      playback.Span
	time      float64
	backward  bool
	loopsLeft uint64
	loopsDone uint64
	finished  bool
	markers   []clip.Marker
	crossed   []int
}

// move makes a step and lists what it passes.
func (p *player) move(way float64) playback.Step {
	if p.finished {
		return playback.Step{}
	}
	left := p.loopsLeft
	if left != playback.Endless {
		left -= p.loopsDone
	}
	var s playback.Step
	switch p.mode {
	case assets.Loop:
		s = playback.Loop(p.span, p.time, way, p.backward, left)
	case assets.PingPong:
		s = playback.PingPong(p.span, p.time, way, p.backward, left)
	default:
		s = playback.Once(p.span, p.time, way, p.backward)
	}
	p.time, p.backward, p.finished = s.To, s.EndsBackward(), s.Finished
	p.loopsDone += s.LoopsDone
	p.crossed = append(p.crossed, crossedBy(s, p.markers, p.span)...)
	return s
}

// list returns the markers that a step passes.
func crossedBy(s playback.Step, markers []clip.Marker, span playback.Span) []int {
	var passed []int
	crossings := s.Cross(markers, span)
	for {
		i, ok := crossings.Next()
		if !ok {
			return slices.Clip(passed)
		}
		passed = append(passed, i)
	}
}

// marked returns markers at places in ticks from the start of the span.
func markersAt(span playback.Span, places []int) []clip.Marker {
	var markers []clip.Marker
	for _, place := range places {
		markers = append(markers, clip.Marker{Name: "m", Time: span.Start + float64(place)/ticks})
	}
	return markers
}
