package systems_test

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// modelGraph is a graph as authored. A straightforward interpreter for it is the model that
// controllers are compared with.
type modelGraph struct {
	layers []*modelState // the root machine of each layer
}

// modelState is a leaf state or a sub-machine.
type modelState struct {
	name        string
	parent      *modelState
	children    []*modelState // of a machine, the entry state first
	any, own    []*modelTransition
	clip, space int // -1 is none
	mode        assets.PlayMode
	repeats     uint32
	speed       float32
	speedFrom   string
	x, y        string
}

// modelTransition is an authored transition.
type modelTransition struct {
	from, to   *modelState
	any        bool
	conditions []modelCondition
	exit       float64 // below 0 is none
	duration   float64
	relative   bool
	offset     float64
	frozen     bool
	restart    bool
	rule       graph.Interruption
}

type modelCondition struct {
	parameter, op string
	value         float64
}

func (s *modelState) path() string {
	if s.parent == nil || s.parent.parent == nil {
		return s.name
	}
	return s.parent.path() + "/" + s.name
}

// contains reports whether the state is the leaf, or a machine around it.
func (s *modelState) contains(leaf *modelState) bool {
	for ; leaf != nil; leaf = leaf.parent {
		if leaf == s {
			return true
		}
	}
	return false
}

func (s *modelState) entry() *modelState {
	for len(s.children) > 0 {
		s = s.children[0]
	}
	return s
}

// transitions returns the transitions that can leave a leaf, in order of priority.
func (s *modelState) transitions() []*modelTransition {
	var around []*modelState // outermost first
	for m := s.parent; m != nil; m = m.parent {
		around = append([]*modelState{m}, around...)
	}
	var all []*modelTransition
	for _, m := range around {
		all = append(all, m.any...)
	}
	for _, m := range around {
		all = append(all, m.own...)
	}
	var left []*modelTransition
	for _, w := range all {
		if w.restart || !w.to.contains(s) {
			left = append(left, w)
		}
	}
	return append(left, s.own...)
}

// modelLayer is the state of a character in one layer.
type modelLayer struct {
	state, source *modelState
	transition    *modelTransition // in progress
	channel       reference.Channel

	reached, sourceReached float64 // the largest normalized times so far
	sourceSpeed            float64 // that the source had when the transition began
}

// modelRun is a character that is controlled by a graph.
type modelRun struct {
	fixture    *richFixture
	graph      *modelGraph
	values     map[string]float64
	layers     []*modelLayer
	full       func(layer int) bool // reports whether the next crossfade would be inertialized
	log        []string
	interrupts int
}

// advance runs the controller for a frame, before time advances.
func (r *modelRun) advance() {
	for i, machine := range r.graph.layers {
		if i == len(r.layers) {
			l := &modelLayer{state: machine.entry(), channel: reference.Channel{Weight: 1, TimeScale: 1}}
			l.channel.Playback = r.start(l.state, 0)
			r.layers = append(r.layers, l)
			r.log = append(r.log, fmt.Sprint(i, " + ", l.state.path()))
			continue
		}
		l := r.layers[i]
		l.reached = max(l.reached, r.normalizedTime(&l.channel.Playback))
		if n := len(l.channel.Fades); n > 0 {
			l.sourceReached = max(l.sourceReached, r.normalizedTime(l.sourcePlayback()))
		}
		if len(l.channel.Fades) == 0 {
			l.transition, l.source = nil, nil
		}
		if transition, at := r.choose(l); transition != nil {
			r.take(i, l, transition, at)
		}
		r.applyParameters(l.state, &l.channel.Playback)
		if n := len(l.channel.Fades); n > 0 && l.transition != nil && !l.transition.frozen {
			r.applyParameters(l.source, &l.channel.Fades[n-1].Playback)
		}
	}
}

func (r *modelRun) choose(l *modelLayer) (*modelTransition, *reference.Playback) {
	current := func() (*modelTransition, *reference.Playback) {
		return r.find(l, l.state, &l.channel.Playback, l.reached), &l.channel.Playback
	}
	if l.transition == nil {
		return current()
	}
	source := func() (*modelTransition, *reference.Playback) {
		p := l.sourcePlayback()
		return r.find(l, l.source, p, l.sourceReached), p
	}
	var order []func() (*modelTransition, *reference.Playback)
	switch l.transition.rule {
	case graph.InterruptBySource:
		order = append(order, source)
	case graph.InterruptByTarget:
		order = append(order, current)
	case graph.InterruptBySourceThenTarget:
		order = append(order, source, current)
	case graph.InterruptByTargetThenSource:
		order = append(order, current, source)
	}
	for _, try := range order {
		if transition, at := try(); transition != nil {
			r.interrupts++
			return transition, at
		}
	}
	return nil, nil
}

// sourcePlayback returns the playback that fades out, in the direction that it had if it is frozen.
func (l *modelLayer) sourcePlayback() *reference.Playback {
	p := l.channel.Fades[len(l.channel.Fades)-1].Playback
	if l.transition != nil && l.transition.frozen {
		p.Speed = l.sourceSpeed
	}
	return &p
}

// find returns the first transition of a state whose conditions hold.
func (r *modelRun) find(l *modelLayer, state *modelState, at *reference.Playback, reached float64) *modelTransition {
	for _, w := range state.transitions() {
		restarts := w.restart || w.from == state && !w.any && w.to.contains(state)
		if w.to.contains(l.state) && !restarts || !r.allHold(w) {
			continue
		}
		if now := r.normalizedTime(at); w.exit < 0 || !math.IsInf(now, -1) && max(now, reached) >= w.exit {
			return w
		}
	}
	return nil
}

func (r *modelRun) allHold(w *modelTransition) bool {
	for _, c := range w.conditions {
		v, is := r.values[c.parameter], false
		switch c.op {
		case "is", "set":
			is = v != 0
		case "not":
			is = v == 0
		case "<":
			is = v < c.value
		case "<=":
			is = v <= c.value
		case ">":
			is = v > c.value
		case ">=":
			is = v >= c.value
		case "==":
			is = v == c.value
		case "!=":
			is = v != c.value
		}
		if !is {
			return false
		}
	}
	return true
}

// normalizedTime returns the completed loops plus the fraction of the current one.
func (r *modelRun) normalizedTime(p *reference.Playback) float64 {
	start, end := p.Span()
	if !(end > start) {
		return math.Inf(-1)
	}
	if p.Finished && p.LoopsDone > 0 {
		return float64(p.LoopsDone)
	}
	falling := p.Speed < 0
	if p.Mode == assets.PingPong && p.Backward {
		falling = !falling
	}
	if falling {
		return float64(p.LoopsDone) + (end-p.Time)/(end-start)
	}
	return float64(p.LoopsDone) + (p.Time-start)/(end-start)
}

func (r *modelRun) take(layer int, l *modelLayer, w *modelTransition, at *reference.Playback) {
	for _, c := range w.conditions {
		if c.op == "set" {
			r.values[c.parameter] = 0
		}
	}
	seconds := w.duration
	if w.relative {
		if at.Space != nil {
			seconds *= at.Space.CycleDuration(at.Space.Weights(float32(at.X), float32(at.Y), nil))
		} else {
			start, end := at.Span()
			seconds *= end - start
		}
	}
	if len(l.channel.Fades) > 0 && r.full(layer) {
		seconds = 0
	}
	to := w.to.entry()
	r.log = append(r.log, fmt.Sprint(layer, " - ", l.state.path()), fmt.Sprint(layer, " + ", to.path()))
	l.sourceSpeed = l.channel.Playback.Speed
	l.channel.CrossFade(r.start(to, w.offset), seconds, nil, w.frozen)
	l.source, l.state, l.transition = l.state, to, w
	l.sourceReached, l.reached = l.reached, 0
	if seconds == 0 {
		l.transition, l.source = nil, nil
	}
}

// start returns the playback of a state from its start.
func (r *modelRun) start(s *modelState, offset float64) reference.Playback {
	p := reference.Playback{
		Mode: s.mode, LoopLimit: int(s.repeats), Speed: float64(s.speed),
		Find: r.fixture.library.Clip,
	}
	if s.clip >= 0 {
		p.Clip = r.fixture.library.Clip(r.fixture.clips[s.clip])
	}
	if s.space >= 0 {
		p.Space = r.fixture.library.BlendSpace(r.fixture.spaces[s.space])
	}
	r.applyParameters(s, &p)
	start, end := (&p).Span()
	p.Time = start + offset*(end-start)
	if p.Speed < 0 {
		p.Time = end - offset*(end-start)
	}
	return p
}

func (r *modelRun) applyParameters(s *modelState, p *reference.Playback) {
	if s.speedFrom != "" {
		p.Speed = float64(s.speed * float32(r.values[s.speedFrom]))
	}
	if s.x != "" {
		p.X = r.values[s.x]
	}
	if s.y != "" {
		p.Y = r.values[s.y]
	}
}
