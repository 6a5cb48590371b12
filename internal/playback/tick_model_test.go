package playback_test

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/playback"
)

// ticks is the number of ticks in a second. Whole ticks are exact as float64, so that a model in
// integers is exact too.
const ticks = 64

// tickModel plays a clip tick by tick, in integers. In each tick it crosses the markers at its
// position, then moves by one tick.
type tickModel struct {
	mode      assets.PlayMode
	duration  int // ticks
	backward  bool
	loopsLeft uint64
	position  int // ticks from the clip's start
	loopsDone uint64
	finished  bool
	markers   []int // positions in ticks
	crossed   []int
}

// tick crosses the markers at the position and moves to the next one.
func (m *tickModel) tick() {
	if m.finished {
		return
	}
	if m.mode == assets.PingPong && m.position == m.far() { // it begins where it turns around
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

// reachEnd handles the end of a loop.
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

// crossMarkers records the markers at the position.
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

// player plays with the package under test.
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

// move makes a step and records the markers that it crosses.
func (p *player) move(distance float64) playback.Step {
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
		s = playback.Loop(p.span, p.time, distance, p.backward, left)
	case assets.PingPong:
		s = playback.PingPong(p.span, p.time, distance, p.backward, left)
	default:
		s = playback.Once(p.span, p.time, distance, p.backward)
	}
	p.time, p.backward, p.finished = s.To, s.EndsBackward(), s.Finished
	p.loopsDone += s.LoopsDone
	p.crossed = append(p.crossed, crossedBy(s, p.markers, p.span)...)
	return s
}

// crossedBy returns the indices of the markers that a step crosses.
func crossedBy(s playback.Step, markers []clip.Marker, span playback.Span) []int {
	if !playback.MayCross(&s, markers) {
		return nil
	}
	var crossed []int
	crossings := playback.Cross(s, markers, span)
	for {
		i, ok := crossings.Next()
		if !ok {
			return slices.Clip(crossed)
		}
		crossed = append(crossed, i)
	}
}

// markersAt returns markers at positions in ticks from the start of the span.
func markersAt(span playback.Span, positions []int) []clip.Marker {
	var markers []clip.Marker
	for _, position := range positions {
		markers = append(markers, clip.Marker{Name: "m", Time: span.Start + float64(position)/ticks})
	}
	return markers
}
