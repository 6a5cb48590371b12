package systems_test

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// modelGraph is a graph as one would draw it, and a machine that goes through it word by word: the model for what controllers do.
type modelGraph struct {
	layers []*modelState // the machine of each
}

// modelState is a state, or a machine of states.
type modelState struct {
	name        string
	parent      *modelState
	inner       []*modelState // those of a machine, the entry first
	any, own    []*modelWay
	clip, space int // -1 is none
	mode        assets.PlayMode
	repeats     uint32
	speed       float32
	speedFrom   string
	x, y        string
}

// modelWay is a transition.
type modelWay struct {
	from, to   *modelState
	any        bool
	conditions []modelCondition
	exit       float32 // below 0 is none
	duration   float32
	relative   bool
	offset     float32
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

// holds says whether the state is the leaf, or a machine around it.
func (s *modelState) holds(leaf *modelState) bool {
	for ; leaf != nil; leaf = leaf.parent {
		if leaf == s {
			return true
		}
	}
	return false
}

func (s *modelState) entry() *modelState {
	for len(s.inner) > 0 {
		s = s.inner[0]
	}
	return s
}

// ways returns what can leave a leaf, in order.
func (s *modelState) ways() []*modelWay {
	var around []*modelState // the outermost first
	for m := s.parent; m != nil; m = m.parent {
		around = append([]*modelState{m}, around...)
	}
	var all []*modelWay
	for _, m := range around {
		all = append(all, m.any...)
	}
	for _, m := range around {
		all = append(all, m.own...)
	}
	var left []*modelWay
	for _, w := range all {
		if w.restart || !w.to.holds(s) {
			left = append(left, w)
		}
	}
	return append(left, s.own...)
}

// modelLayer is where a character is in a layer.
type modelLayer struct {
	state, source *modelState
	way           *modelWay // that is going on
	channel       reference.Channel
}

// modelRun is a character under a graph.
type modelRun struct {
	kit        *kit
	graph      *modelGraph
	values     map[string]float64
	layers     []*modelLayer
	full       func(layer int) bool // whether the next fade would be inertial
	log        []string
	interrupts int
}

// decide is what happens before time moves.
func (r *modelRun) decide() {
	for i, machine := range r.graph.layers {
		if i == len(r.layers) {
			l := &modelLayer{state: machine.entry(), channel: reference.Channel{Weight: 1, TimeScale: 1}}
			l.channel.Playback = r.begin(l.state, 0)
			r.layers = append(r.layers, l)
			r.log = append(r.log, fmt.Sprint(i, " + ", l.state.path()))
			continue
		}
		l := r.layers[i]
		if len(l.channel.Fades) == 0 {
			l.way, l.source = nil, nil
		}
		if way, at := r.choose(l); way != nil {
			r.take(i, l, way, at)
		}
		r.steer(l.state, &l.channel.Playback)
		if n := len(l.channel.Fades); n > 0 && l.way != nil && !l.way.frozen {
			r.steer(l.source, &l.channel.Fades[n-1].Playback)
		}
	}
}

func (r *modelRun) choose(l *modelLayer) (*modelWay, *reference.Playback) {
	current := func() (*modelWay, *reference.Playback) {
		return r.find(l, l.state, &l.channel.Playback), &l.channel.Playback
	}
	if l.way == nil {
		return current()
	}
	source := func() (*modelWay, *reference.Playback) {
		p := &l.channel.Fades[len(l.channel.Fades)-1].Playback
		return r.find(l, l.source, p), p
	}
	var order []func() (*modelWay, *reference.Playback)
	switch l.way.rule {
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
		if way, at := try(); way != nil {
			r.interrupts++
			return way, at
		}
	}
	return nil, nil
}

// find returns the first way out of a state that can be taken.
func (r *modelRun) find(l *modelLayer, state *modelState, at *reference.Playback) *modelWay {
	for _, w := range state.ways() {
		restarts := w.restart || w.from == state && !w.any && w.to.holds(state)
		if w.to.holds(l.state) && !restarts || !r.allHold(w) {
			continue
		}
		if w.exit < 0 || r.runs(at) >= float64(w.exit) {
			return w
		}
	}
	return nil
}

func (r *modelRun) allHold(w *modelWay) bool {
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

// runs counts how often a motion ran, with parts.
func (r *modelRun) runs(p *reference.Playback) float64 {
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

func (r *modelRun) take(layer int, l *modelLayer, w *modelWay, at *reference.Playback) {
	for _, c := range w.conditions {
		if c.op == "set" {
			r.values[c.parameter] = 0
		}
	}
	seconds := float64(w.duration)
	if w.relative {
		if at.Space != nil {
			seconds *= at.Space.Duration(at.Space.Weights(float32(at.X), float32(at.Y), nil))
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
	l.channel.CrossFade(r.begin(to, float64(w.offset)), seconds, nil, w.frozen)
	l.source, l.state, l.way = l.state, to, w
	if seconds == 0 {
		l.way, l.source = nil, nil
	}
}

// begin returns the motion of a state.
func (r *modelRun) begin(s *modelState, offset float64) reference.Playback {
	p := reference.Playback{Mode: s.mode, LoopLimit: int(s.repeats), Speed: float64(s.speed), Find: r.kit.library.Clip}
	if s.clip >= 0 {
		p.Clip = r.kit.library.Clip(r.kit.clips[s.clip])
	}
	if s.space >= 0 {
		p.Space = r.kit.library.BlendSpace(r.kit.spaces[s.space])
	}
	r.steer(s, &p)
	start, end := (&p).Span()
	p.Time = start + offset*(end-start)
	if p.Speed < 0 {
		p.Time = end - offset*(end-start)
	}
	return p
}

func (r *modelRun) steer(s *modelState, p *reference.Playback) {
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
