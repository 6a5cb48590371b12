package advance

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/components"
)

// none is the index of what a graph has no counterpart of.
const none = -1

// ReplacedGraph is a graph that replaced another one under its ID, with the indices of what has the
// same name in both.
type ReplacedGraph struct {
	before, now *machine.Graph
	states      []int // by leaf state before: that state now
	transitions []int // by authored transition before: that transition now
	layers      []int // by layer now: that layer before
	parameters  []int // by parameter now: that parameter before
}

// NewReplacedGraph compares two graphs.
func NewReplacedGraph(before, now *machine.Graph) *ReplacedGraph {
	g := &ReplacedGraph{before: before, now: now}
	layerNow := make([]int, len(before.Layers())) // by layer before
	for i := range layerNow {
		layerNow[i] = none
	}
	for i := range now.Layers() {
		g.layers = append(g.layers, none)
		for k := range before.Layers() {
			if before.Layers()[k].Name == now.Layers()[i].Name {
				g.layers[i], layerNow[k] = k, i
			}
		}
	}
	for i := range before.States() {
		found := none
		if layer := layerNow[before.States()[i].Layer]; layer != none {
			first, end, ok := now.StatesWithin(layer, before.Path(i))
			if ok && end == first+1 && now.Path(first) == before.Path(i) { // no machine of that name
				found = first
			}
		}
		g.states = append(g.states, found)
	}
	// Transitions have no names: those between the same states correspond in their order.
	type ends struct {
		layer    int
		from, to string
		anyState bool
	}
	between := map[ends][]int{}
	for i := range now.AuthoredTransitions() {
		t := &now.AuthoredTransitions()[i]
		of := ends{t.Layer, t.From, t.To, t.AnyState}
		between[of] = append(between[of], i)
	}
	for i := range before.AuthoredTransitions() {
		t := &before.AuthoredTransitions()[i]
		of, found := ends{layerNow[t.Layer], t.From, t.To, t.AnyState}, none
		if list := between[of]; len(list) > 0 {
			found, between[of] = list[0], list[1:]
		}
		g.transitions = append(g.transitions, found)
	}
	for _, p := range now.Parameters() {
		found, kind, ok := before.Parameter(p.Name)
		if !ok || kind != p.Type {
			found = none
		}
		g.parameters = append(g.parameters, found)
	}
	return g
}

// State returns the leaf state that has the name of a leaf state before, or a number below 0.
func (g *ReplacedGraph) State(before int) int {
	if before < 0 || before >= len(g.states) {
		return none
	}
	return g.states[before]
}

// Layer returns the layer before that has the name of a layer, or a number below 0.
func (g *ReplacedGraph) Layer(now int) int {
	if now < 0 || now >= len(g.layers) {
		return none
	}
	return g.layers[now]
}

// TakeOver takes the state of a character over whose controller has the graph. The character may
// lack layers that only the graph has now: see [SetUpLayer].
func (g *ReplacedGraph) TakeOver(library *assets.Library, c *Character) {
	controller := c.Controller
	values := controller.Parameters
	controller.Parameters = *g.now.Defaults()
	for i, before := range g.parameters {
		if before != none {
			controller.Parameters[i] = values[before]
		}
	}
	if controller.Entered != controller.Graph {
		return // it begins in the next frame
	}
	states := controller.Layers
	var played [components.MaxLayers]components.Layer // before
	for i := range g.before.Layers() {
		if layer := c.layer(i); layer != nil {
			played[i] = *layer
		}
	}
	controller.Layers = [components.MaxLayers]components.ControllerLayer{}
	for i := range g.now.Layers() {
		if i > 0 && c.Layers.At(i) == nil {
			break // SetUpLayer
		}
		before := g.layers[i]
		layer, state := components.Layer{TimeScale: 1}, components.ControllerLayer{}
		if before != none {
			layer, state = played[before], states[before]
		}
		if before == none && i == 0 {
			layer = played[0] // a character has one layer 0, whose pause and scale are the program's
			layer.Sync = 0
		}
		if before == none {
			setUpLayer(&layer, &g.now.Layers()[i])
		} else {
			g.takeOverLayer(library, i, &layer, &state)
		}
		controller.Layers[i] = state
		c.setLayer(i, &layer)
	}
	for i := len(g.now.Layers()); i < len(g.before.Layers()); i++ {
		if layer := c.Layers.At(i); layer != nil {
			*layer = components.Layer{Playback: components.Playback{Mode: assets.Loop, Speed: 1}, Weight: 1, TimeScale: 1}
		}
	}
}

// SetUpLayer initializes a layer that a character of the graph did not have. Its first state is
// entered in the next frame.
func SetUpLayer(g *machine.Graph, i int, layer *components.Layer) {
	*layer = components.Layer{TimeScale: 1}
	setUpLayer(layer, &g.Layers()[i])
}

// setUpLayer gives a layer what a graph sets of it.
func setUpLayer(layer *components.Layer, of *machine.Layer) {
	layer.Mask, layer.Blend, layer.Weight, layer.Target, layer.Rate = of.Mask, of.Mode, of.Weight, 0, 0
}

// layer returns a copy of a layer, or nil if the character lacks it. Of layer 0 it has what that
// has of a layer.
func (c *Character) layer(i int) *components.Layer {
	if i > 0 {
		return c.Layers.At(i)
	}
	layer := &components.Layer{
		Playback: c.Player.Playback, Paused: c.Player.Paused, Sync: c.Player.Sync, Weight: 1, TimeScale: 1,
	}
	if c.Fades != nil {
		layer.Fades = *c.Fades
	}
	return layer
}

// setLayer writes what [Character.layer] returns.
func (c *Character) setLayer(i int, layer *components.Layer) {
	if i > 0 {
		*c.Layers.At(i) = *layer
		return
	}
	c.Player.Playback, c.Player.Paused, c.Player.Sync = layer.Playback, layer.Paused, layer.Sync
	if c.Fades != nil {
		*c.Fades = layer.Fades
	}
}

// takeOverLayer changes what a layer plays, and the state of its machine, from the graph before to
// the one now. The index of the layer is that of now.
func (g *ReplacedGraph) takeOverLayer(
	library *assets.Library, index int, layer *components.Layer, state *components.ControllerLayer,
) {
	old, now := &g.before.Layers()[g.layers[index]], &g.now.Layers()[index]
	if layer.Mask == old.Mask {
		layer.Mask = now.Mask
	}
	if layer.Blend == old.Mode {
		layer.Blend = now.Mode
	}
	switch {
	case layer.Rate > 0 && layer.Target == old.Weight:
		layer.Target = now.Weight
	case !(layer.Rate > 0) && layer.Weight == old.Weight:
		layer.Weight = now.Weight
	}
	was := *state
	*state = components.ControllerLayer{}
	current := g.State(int(was.State) - 1)
	if current == none {
		return // the entry of the layer is entered in the next frame
	}
	*state = components.ControllerLayer{State: int16(current) + 1, Reached: was.Reached}
	from, to := &g.before.States()[was.State-1], &g.now.States()[current]
	g.adjust(&layer.Playback, from, to)
	retarget(library, &layer.Playback, from, to)
	if layer.Sync == from.SyncGroup {
		layer.Sync = to.SyncGroup
	}
	previous := g.State(int(was.Previous) - 1)
	if previous == none {
		return
	}
	state.Previous, state.PreviousReached = int16(previous)+1, was.PreviousReached
	if n := min(layer.Fades.Count, components.MaxFading); n > 0 {
		source, left := &layer.Fades.Fading[n-1], &g.before.States()[was.Previous-1]
		if source.Motion == left.Motion {
			retarget(library, source, left, &g.now.States()[previous])
		}
	}
	state.Transition, state.Found = g.transition(was.Transition, was.Found)
}

// transition returns the transition that is or was in progress and the state that owns it, as a
// [components.ControllerLayer] counts them: 0 for what is gone.
func (g *ReplacedGraph) transition(transition, found int16) (now, foundNow int16) {
	owner := g.State(int(found) - 1)
	if owner == none {
		return 0, 0
	}
	foundNow = int16(owner) + 1
	list := g.before.Transitions(&g.before.States()[found-1])
	if transition < 1 || int(transition) > len(list) {
		return 0, foundNow
	}
	authored := g.transitions[list[transition-1].Index]
	for i, t := range g.now.Transitions(&g.now.States()[owner]) {
		if authored == int(t.Index) {
			return int16(i) + 1, foundNow
		}
	}
	return 0, foundNow
}

// adjust changes the current playback of a state to what another one sets. What is the same in both
// stays as it is, also where the program changed it.
func (g *ReplacedGraph) adjust(p *components.Playback, from, to *machine.LeafState) {
	if to.PlayMode != from.PlayMode || to.LoopLimit != from.LoopLimit {
		p.Mode, p.LoopLimit, p.Finished = to.PlayMode, to.LoopLimit, false
		p.Backward = p.Backward && p.Mode == assets.PingPong
	}
	if to.SpeedParameter < 0 && (to.Speed != from.Speed || from.SpeedParameter >= 0) {
		p.Speed = to.Speed
	}
	seconds, ok := g.now.FadeOut(to)
	if before, had := g.before.FadeOut(from); ok && (!had || before != seconds) {
		p.FadeOut = seconds
	}
}

// retarget lets a playback of a state play the motion of another one, at the same fraction of its
// time.
func retarget(library *assets.Library, p *components.Playback, from, to *machine.LeafState) {
	if p.Motion != from.Motion || to.Motion == from.Motion {
		return
	}
	there := Span(library, p)
	p.Motion = to.Motion
	here := Span(library, p)
	if there.Duration() > 0 {
		p.Time = atFraction(here, there, p.Time)
	} else {
		p.Time = here.Start
	}
}
