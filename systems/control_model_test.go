package systems_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/reference"
)

// modelGraph is a graph as one would draw it, and a machine that goes through it word by word: the model for what controllers do.
type modelGraph struct {
	layers []*modelState // the machine of each
	floats []string
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
	rule       assets.Interruption
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
	log           []string
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
			l.channel.Playing = r.begin(l.state, 0)
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
		r.steer(l.state, &l.channel.Playing)
		if n := len(l.channel.Fades); n > 0 && l.way != nil && !l.way.frozen {
			r.steer(l.source, &l.channel.Fades[n-1].Playing)
		}
	}
}

func (r *modelRun) choose(l *modelLayer) (*modelWay, *reference.Playing) {
	current := func() (*modelWay, *reference.Playing) {
		return r.find(l, l.state, &l.channel.Playing), &l.channel.Playing
	}
	if l.way == nil {
		return current()
	}
	source := func() (*modelWay, *reference.Playing) {
		p := &l.channel.Fades[len(l.channel.Fades)-1].Playing
		return r.find(l, l.source, p), p
	}
	var order []func() (*modelWay, *reference.Playing)
	switch l.way.rule {
	case assets.InterruptBySource:
		order = append(order, source)
	case assets.InterruptByTarget:
		order = append(order, current)
	case assets.InterruptBySourceThenTarget:
		order = append(order, source, current)
	case assets.InterruptByTargetThenSource:
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
func (r *modelRun) find(l *modelLayer, state *modelState, at *reference.Playing) *modelWay {
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
func (r *modelRun) runs(p *reference.Playing) float64 {
	start, end := p.Span()
	if !(end > start) {
		return math.Inf(-1)
	}
	if p.Finished && p.Passes > 0 {
		return float64(p.Passes)
	}
	falling := p.Speed < 0
	if p.Mode == assets.PingPong && p.Backward {
		falling = !falling
	}
	if falling {
		return float64(p.Passes) + (end-p.Time)/(end-start)
	}
	return float64(p.Passes) + (p.Time-start)/(end-start)
}

func (r *modelRun) take(layer int, l *modelLayer, w *modelWay, at *reference.Playing) {
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
	l.channel.Cross(r.begin(to, float64(w.offset)), seconds, nil, w.frozen)
	l.source, l.state, l.way = l.state, to, w
	if seconds == 0 {
		l.way, l.source = nil, nil
	}
}

// begin returns the motion of a state.
func (r *modelRun) begin(s *modelState, offset float64) reference.Playing {
	p := reference.Playing{Mode: s.mode, Repeats: int(s.repeats), Speed: float64(s.speed), Find: r.kit.library.Clip}
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

func (r *modelRun) steer(s *modelState, p *reference.Playing) {
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

// The parameters of every graph.
var (
	modelFloats   = []string{"f0", "f1"}
	modelTriggers = []string{"t0", "t1", "t2"}
)

// randomGraph draws a graph of one or two layers of up to nine states, every third a machine.
func randomGraph(random *rand.Rand) *modelGraph {
	g := &modelGraph{}
	for range 1 + random.IntN(2) {
		root, count := &modelState{clip: -1, space: -1}, 0
		g.fill(random, root, &count, 2)
		var leaves, all []*modelState
		var walk func(*modelState)
		walk = func(s *modelState) {
			if s != root {
				all = append(all, s)
			}
			if len(s.inner) == 0 {
				leaves = append(leaves, s)
			}
			for _, inner := range s.inner {
				walk(inner)
			}
		}
		walk(root)
		for i, leaf := range leaves { // each can be reached
			leaf.own = append(leaf.own, randomWay(random, leaf, leaves[(i+1)%len(leaves)], true))
		}
		for range random.IntN(4) {
			from := pick(random, all)
			from.own = append(from.own, randomWay(random, from, pick(random, all), false))
		}
		for range random.IntN(4) {
			from := pick(random, append(all, root))
			if len(from.inner) == 0 {
				from = root
			}
			way := randomWay(random, from, pick(random, all), false)
			way.any = true
			from.any = append(from.any, way)
		}
		g.layers = append(g.layers, root)
	}
	return g
}

func (g *modelGraph) fill(random *rand.Rand, machine *modelState, count *int, depth int) {
	for range 2 + random.IntN(2) {
		*count++
		s := &modelState{name: fmt.Sprint("s", *count), parent: machine, clip: -1, space: -1, mode: assets.Loop, speed: 1}
		machine.inner = append(machine.inner, s)
		if depth > 0 && random.IntN(3) == 0 {
			g.fill(random, s, count, depth-1)
			continue
		}
		switch random.IntN(6) {
		case 0:
			s.space, s.x = 0, pick(random, modelFloats)
		case 1:
			s.space, s.x, s.y = 1, pick(random, modelFloats), pick(random, modelFloats)
		case 2: // the rest pose
		default:
			s.clip = random.IntN(4)
		}
		s.mode = pick(random, []assets.PlayMode{assets.Loop, assets.Loop, assets.PingPong, assets.Hold, assets.Once})
		if s.mode == assets.Loop || s.mode == assets.PingPong {
			s.repeats = uint32(pick(random, []int{0, 0, 0, 3}))
		}
		s.speed = pick(random, []float32{1, 1, 2.5, -1, 0.5})
		if random.IntN(4) == 0 {
			s.speedFrom = pick(random, modelFloats)
		}
	}
}

func randomWay(random *rand.Rand, from, to *modelState, ring bool) *modelWay {
	w := &modelWay{from: from, to: to, exit: -1}
	if from.clip >= 0 || from.space >= 0 {
		if random.IntN(2) == 0 {
			w.exit = pick(random, []float32{0.25, 0.75, 1})
			if from.mode == assets.Loop && from.repeats == 0 {
				w.exit = pick(random, []float32{0, 0.75, 1, 1.5, 2.5})
			}
		}
		w.relative = random.IntN(4) == 0
	}
	for range random.IntN(3) {
		switch random.IntN(4) {
		case 0:
			w.conditions = append(w.conditions, modelCondition{pick(random, modelFloats), pick(random, []string{"<", "<=", ">", ">=", "==", "!="}), pick(random, []float64{0, 0.5, 1})})
		case 1:
			w.conditions = append(w.conditions, modelCondition{"i", pick(random, []string{"<", "<=", ">", ">=", "==", "!="}), float64(random.IntN(4))})
		case 2:
			w.conditions = append(w.conditions, modelCondition{"b", pick(random, []string{"is", "not"}), 0})
		default:
			w.conditions = append(w.conditions, modelCondition{pick(random, modelTriggers), "set", 0})
		}
	}
	if ring || len(w.conditions) == 0 && w.exit <= 0 {
		w.conditions = append(w.conditions, modelCondition{pick(random, modelTriggers), "set", 0})
	}
	w.duration = pick(random, []float32{0, 0.05, 0.2, 0.4})
	w.offset = pick(random, []float32{0, 0, 0.5, 0.3})
	w.frozen = random.IntN(5) == 0
	w.restart = random.IntN(4) == 0
	w.rule = assets.Interruption(random.IntN(5))
	return w
}

// build has the builder make the graph.
func (g *modelGraph) build(library *assets.Library, model *assets.Model) (*assets.Graph, error) {
	b := assets.NewGraph("random").Int("i", 0).Bool("b", false)
	for _, name := range modelFloats {
		b.Float(name, 0)
	}
	for _, name := range modelTriggers {
		b.Trigger(name)
	}
	for i, root := range g.layers {
		b.Layer(fmt.Sprint("layer ", i), root.parts()...)
	}
	return b.Build(library, model)
}

func (s *modelState) parts() []assets.GraphPart {
	var parts []assets.GraphPart
	for _, inner := range s.inner {
		state := assets.State(inner.name)
		if len(inner.inner) > 0 {
			state.Machine(inner.parts()...)
		} else {
			state.Play(inner.mode).Repeats(inner.repeats).Speed(inner.speed)
			if inner.clip >= 0 {
				state.Clip(fmt.Sprint("pose ", inner.clip))
			}
			if inner.space >= 0 {
				places := strings.Fields(inner.x + " " + inner.y)
				state.Space([]string{"line", "plane"}[inner.space], places...)
			}
			if inner.speedFrom != "" {
				state.SpeedFrom(inner.speedFrom)
			}
		}
		for _, w := range inner.own {
			w.build(state.To(w.to.path()))
		}
		parts = append(parts, state)
	}
	for _, w := range s.any {
		parts = append(parts, w.build(assets.AnyState().To(w.to.path())))
	}
	return parts
}

func (w *modelWay) build(t *assets.TransitionBuilder) *assets.TransitionBuilder {
	for _, c := range w.conditions {
		switch c.op {
		case "is":
			t.If(c.parameter)
		case "not":
			t.IfNot(c.parameter)
		case "set":
			t.On(c.parameter)
		default:
			t.When(c.parameter, c.op, c.value)
		}
	}
	if w.exit >= 0 {
		t.After(w.exit)
	}
	if t.Fade(w.duration); w.relative {
		t.FadePart(w.duration)
	}
	if w.frozen {
		t.Frozen()
	}
	if w.restart {
		t.Restart()
	}
	return t.Offset(w.offset).Interruptible(w.rule)
}
