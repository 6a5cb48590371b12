package machine

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-go/sinew/assets/clip"
)

// MaxLayers is the maximum number of layers of a graph.
const MaxLayers = 8

// checker checks the parts of a graph: whatever a frame or a method uses as an index is one, and
// numbers are what frames calculate with. It keeps the first error.
type checker struct {
	parts *Parts
	// element and index are what is checked, for the error: an element of a list.
	element string
	index   int
	err     error
}

// check returns an error if a graph of the parts could not play.
func (p *Parts) check() error {
	c := &checker{parts: p, element: "parts", err: p.misuse}
	layers, states := len(p.Layers), len(p.States)
	c.within("the number of parameters", len(p.Parameters), 0, MaxParameters)
	c.within("the number of layers", layers, 1, MaxLayers)
	c.within("the number of states", states, 1, math.MaxInt16)
	c.within("the number of paths", len(p.Paths), states, states)
	c.length("mask names", len(p.MaskNames), layers)
	c.length("masks of layers", len(p.LayerMasks), layers)
	c.length("names of motions", len(p.Motions), states)
	c.length("blend spaces of states", len(p.StateSpaces), states)
	if c.err == nil { // the lists are as long as the loops take them to be
		c.layers()
		c.states()
		c.machines()
		c.transitions()
	}
	return c.err
}

// within checks that a number is in a range. It reports whether there is no error yet.
func (c *checker) within(what string, found, low, high int) bool {
	if c.err == nil && (found < low || found > high) {
		c.fail(what, found, low, high)
	}
	return c.err == nil
}

// number is [checker.within] for a number that is no integer. NaN is in no range.
func (c *checker) number(what string, found, low, high float64) {
	if c.err == nil && !(found >= low && found <= high) {
		c.fail(what, found, low, high)
	}
}

// length checks the length of a list that may be empty.
func (c *checker) length(what string, found, full int) {
	if found != 0 {
		c.within("the number of "+what, found, full, full)
	}
}

func (c *checker) fail(what string, found, low, high any) {
	c.err = fmt.Errorf("graph %q: %s %d: expected %s from %v to %v, found %v", c.parts.Name, c.element, c.index, what, low,
		high, found)
}

// layers checks the layers. Each state belongs to one: the layers have the states in their order.
func (c *checker) layers() {
	p, next := c.parts, 0
	c.element = "layer"
	for i := range p.Layers {
		l := &p.Layers[i]
		c.index = i
		c.within("its first state", int(l.First), next, next)
		c.within("the end of its states", int(l.End), next+1, len(p.States))
		c.within("its entry state", int(l.Entry), int(l.First), int(l.End)-1)
		c.within("its mode", int(l.Mode), int(clip.Override), int(clip.Additive))
		c.number("its weight", float64(l.Weight), -math.MaxFloat32, math.MaxFloat32)
		if i < len(p.LayerMasks) {
			c.within("its mask among those that the graph defines", int(p.LayerMasks[i]), 0, len(p.Masks))
		}
		next = int(l.End)
	}
	c.within("the end of its states", next, len(p.States), len(p.States))
}

// states checks the leaf states, and which transitions can leave them.
func (c *checker) states() {
	p := c.parts
	for i := range p.States {
		s := &p.States[i]
		c.element, c.index = "state", i
		if !c.within("its layer", int(s.Layer), 0, len(p.Layers)-1) {
			return
		}
		l := &p.Layers[s.Layer]
		c.within("its index among those of its layer", i, int(l.First), int(l.End)-1)
		c.within("its play mode", int(s.PlayMode), int(clip.Once), int(clip.Hold))
		c.within("its sync group", int(s.SyncGroup), 0, MaxSyncGroup)
		c.number("its duration", s.Duration, 0, math.MaxFloat64)
		c.number("its speed", float64(s.Speed), -math.MaxFloat32, math.MaxFloat32)
		if c.within("its fade-out", int(s.fadeOut), 0, len(p.fadeOuts)) && s.fadeOut > 0 {
			c.number("its fade-out", p.fadeOuts[s.fadeOut-1], 0, math.MaxFloat64)
		}
		c.parameter(s.SpeedParameter)
		c.parameter(s.XParameter)
		c.parameter(s.YParameter)
		if i < len(p.StateSpaces) {
			c.within("its blend space among those that the graph defines", int(p.StateSpaces[i]), 0, len(p.BlendSpaces))
		}
		n := len(p.transitions)
		if !c.within("its first transition", int(s.first), 0, n) ||
			!c.within("the number of its transitions", int(s.count), 0, min(n-int(s.first), math.MaxInt16)) {
			return
		}
		list := p.Transitions(s)
		for k := range list {
			c.within("the index of a transition as written", int(list[k].Index), 0, len(p.Authored)-1)
			c.transition(&list[k], l)
		}
	}
}

// parameter checks the index of a float parameter, or -1.
func (c *checker) parameter(i int8) {
	if c.within("a parameter", int(i), -1, len(c.parts.Parameters)-1) && i >= 0 {
		c.within("the type of its parameter", int(c.parts.Parameters[i].Type), int(FloatParameter), int(FloatParameter))
	}
}

// machines checks the states that contain others.
func (c *checker) machines() {
	p := c.parts
	for i := range p.Machines {
		m := &p.Machines[i]
		c.element, c.index = "machine", i
		if !c.within("its layer", m.Layer, 0, len(p.Layers)-1) {
			return
		}
		l := &p.Layers[m.Layer]
		c.within("its first state", m.First, int(l.First), int(l.End)-1)
		c.within("the end of its states", m.End, m.First+1, int(l.End))
		c.within("its entry state", m.Entry, m.First, m.End-1)
	}
}

// transitions checks the transitions as written, and the conditions of all.
func (c *checker) transitions() {
	p := c.parts
	for i := range p.Authored {
		t := &p.Authored[i]
		c.element, c.index = "authored transition", i
		if !c.within("its layer", t.Layer, 0, len(p.Layers)-1) {
			return
		}
		c.transition(&t.Transition, &p.Layers[t.Layer])
	}
	for i := range p.conditions {
		c.element, c.index = "condition", i
		c.within("its parameter", int(p.conditions[i].Parameter), 0, len(p.Parameters)-1)
	}
}

// transition checks a transition between states of a layer.
func (c *checker) transition(t *Transition, l *Layer) {
	p := c.parts
	c.within("the first target of a transition", int(t.TargetFirst), int(l.First), int(l.End)-1)
	c.within("the end of the targets of a transition", int(t.TargetEnd), int(t.TargetFirst)+1, int(l.End))
	c.within("the target of a transition", int(t.Target), int(t.TargetFirst), int(t.TargetEnd)-1)
	c.within("the interruption of a transition", int(t.Interruption), int(InterruptNone), int(InterruptByTargetThenSource))
	c.within("the first condition of a transition", int(t.first), 0, len(p.conditions))
	c.within("the number of conditions of a transition", int(t.count), 0, len(p.conditions)-int(t.first))
	c.within("the number of parameters up to a trigger of a transition", bits.Len32(t.Triggers), 0, len(p.Parameters))
	c.number("the exit time of a transition, or a negative number for none,", t.ExitTime, -math.MaxFloat64, math.MaxFloat64)
	c.number("the fade of a transition", t.Fade, 0, math.MaxFloat64)
	c.number("the offset of a transition", t.Offset, 0, 1)
}
