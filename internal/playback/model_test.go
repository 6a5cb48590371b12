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
type model struct {
	mode     assets.PlayMode
	duration int // ticks
	backward bool
	left     uint64
	place    int // ticks from the clip's start
	passes   uint64
	finished bool
	markers  []int // places
	passed   []int
}

// tick passes the markers of this moment and moves to the next one.
func (m *model) tick() {
	if m.finished {
		return
	}
	if m.mode == assets.PingPong && m.place == m.far() { // it begins where it turns
		m.reach()
		if m.finished {
			return
		}
	}
	if (m.mode == assets.Once || m.mode == assets.Hold) && m.place == m.far() {
		m.reach()
		return
	}
	m.pass()
	if m.backward {
		m.place--
	} else {
		m.place++
	}
	if m.place == m.far() {
		m.reach()
	}
}

func (m *model) near() int {
	if m.backward {
		return m.duration
	}
	return 0
}

func (m *model) far() int { return m.duration - m.near() }

// reach is what happens at the end of a pass.
func (m *model) reach() {
	m.passes++
	switch {
	case m.mode == assets.Once || m.mode == assets.Hold || m.passes == m.left:
		m.pass()
		m.finished = true
	case m.mode == assets.Loop:
		m.pass()
		m.place = m.near()
	default:
		m.backward = !m.backward
	}
}

// pass lists the markers at the place.
func (m *model) pass() {
	for k := range m.markers {
		i := k
		if m.backward {
			i = len(m.markers) - 1 - k
		}
		if m.markers[i] == m.place {
			m.passed = append(m.passed, i)
		}
	}
}

// player plays by the package under test.
type player struct {
	mode     assets.PlayMode
	span     playback.Span
	time     float64
	backward bool
	left     uint64
	passes   uint64
	finished bool
	markers  []clip.Marker
	passed   []int
}

// move makes a step and lists what it passes.
func (p *player) move(way float64) playback.Step {
	if p.finished {
		return playback.Step{}
	}
	left := p.left
	if left != playback.Endless {
		left -= p.passes
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
	p.passes += s.LoopsDone
	p.passed = append(p.passed, list(s, p.markers, p.span)...)
	return s
}

// list returns the markers that a step passes.
func list(s playback.Step, markers []clip.Marker, span playback.Span) []int {
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
func marked(span playback.Span, places []int) []clip.Marker {
	var markers []clip.Marker
	for _, place := range places {
		markers = append(markers, clip.Marker{Name: "m", Time: span.Start + float64(place)/ticks})
	}
	return markers
}
