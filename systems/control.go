package systems

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/matching"
)

// ErrControlled means that a graph drives a layer, and would undo what a method of [Player] does:
// see [Animation.Control].
var ErrControlled = errors.New("a graph drives the layer")

// Control makes a graph select what a character plays. In the next frame the character enters the
// graph's first states. It adds the components that the entity lacks, also those for states that
// play a database ([Player.Play]). The errors are [ErrNoCharacter], [ErrNoGraph],
// [ErrOtherSkeleton], [ErrSeconds], also for a transition of the graph that fades longer than
// [WithLongestFade] allows, [ErrNoCurve] and [ErrWorldLocked]; nothing has changed then.
//
// Without options the character switches to the first states at once. [WithFade] fades from what
// shows to the first states, in each of the graph's layers; [WithCurve], [WithFrozenSource] and
// [WithInertialization] change that fade. A layer gets the graph's mask and mode at once and its
// weight within the fade. If another graph drove the character before, the layers that only that
// one had stop, within the fade.
//
// The layers of the graph belong to the graph until [Animation.Release], or until the graph is
// removed from the library; the layers above belong to the program. In a layer of the graph the
// methods of [Player] work as follows:
//
//   - Pause, Resume, FadeWeight, SetTimeScale, SetMask and Inertialize work as in any layer. While
//     a layer is paused, its transitions are still taken when their conditions hold.
//   - Seek, SeekFraction and SeekFiring move in the clip of the current state, and SetSpeed sets
//     its speed until the state is left. They return [ErrControlled] before the first frame, and
//     SetSpeed in a state with a speed parameter.
//   - SetSync returns ErrControlled in a state with a sync group.
//   - Play, CrossFade, Overlay, Restart, Stop, SetMode, SetPosition and SetBlend return
//     ErrControlled: the states and parameters of the graph decide what they set.
//
// A program that writes components instead of calling methods sets [components.Controller].Graph,
// which switches to the first states at once.
func (a *Animation) Control(entity ecs.Entity, id assets.GraphID, options ...FadeOption) (Controller, error) {
	if err := a.checkCharacter(entity); err != nil {
		return Controller{}, err
	}
	fade := newHandOver(options)
	if err := a.checkHandOver(fade); err != nil {
		return Controller{}, err
	}
	skeleton := a.skeleton(entity)
	graph := a.library.Graph(id)
	switch {
	case graph == nil:
		return Controller{}, fmt.Errorf("%w: %s", ErrNoGraph, a.library.Describe(id))
	case graph.Unresolved():
		return Controller{}, fmt.Errorf("%w: expected a graph that was built or read with a library, found graph %q, "+
			"whose assets are not resolved", ErrNoGraph, graph.Name())
	case graph.Skeleton() != nil && graph.Skeleton() != skeleton:
		return Controller{}, fmt.Errorf("%w: entity %d: expected a graph for skeleton %q, found graph %q for %s",
			ErrOtherSkeleton, entity.ID(), skeleton.Name(), graph.Name(),
			names.Unlike("skeleton", skeleton.Name(), graph.Skeleton().Name()))
	}
	if err := a.checkFades(graph); err != nil {
		return Controller{}, err
	}
	if a.world.IsLocked() {
		return Controller{}, ErrWorldLocked
	}
	if a.players.Get(entity) == nil {
		a.players.Kind.Add(entity)
	}
	if a.blends.Get(entity) == nil {
		a.blends.Kind.Add(entity)
	}
	a.addLayers(entity, len(graph.Layers())-1)
	if (needsInertialization(graph) || fade.Inertialized && fade.IsTimed()) && a.inertializations.Get(entity) == nil {
		a.inertializations.Kind.Add(entity)
	}
	if a.controllers.Get(entity) == nil {
		a.controllers.Kind.Add(entity)
	}
	if a.searchesIn(graph) {
		a.addWish(entity)
	}
	controller := Controller{a, entity}
	controller.handOver(graph, fade)
	component := controller.Component()
	*component = *components.NewController(id, graph)
	component.Entered = id // the layers are set up; the first states are entered in the next frame
	return controller, nil
}

// WithFade makes [Animation.Control] and [Animation.Release] fade within some seconds. Methods with
// a duration of their own ignore it.
func WithFade(seconds float64) FadeOption { return func(c *crossfade) { c.handOver = seconds } }

// newHandOver returns the fade that options of [Animation.Control] or [Animation.Release] describe.
func newHandOver(options []FadeOption) crossfade {
	var c crossfade
	for _, option := range options {
		if option != nil {
			option(&c)
		}
	}
	c.Seconds, c.fadeOut = c.handOver, 0
	return c
}

// checkHandOver returns an error unless a fade of newHandOver can be made.
func (a *Animation) checkHandOver(fade crossfade) error {
	if err := a.checkFade("fade", fade.Seconds); err != nil {
		return err
	}
	return a.checkCurve(fade.Curve)
}

// checkFades returns an error if a fade of a graph is longer than the Animation allows.
func (a *Animation) checkFades(g *machine.Graph) error {
	for i := range g.AuthoredTransitions() {
		t := &g.AuthoredTransitions()[i]
		if t.Transition.FadeIsFraction {
			continue
		}
		if err := a.checkFade("fade", t.Transition.Fade); err != nil {
			from := fmt.Sprintf("state %q", t.From)
			if t.AnyState {
				from = "any state"
			}
			return fmt.Errorf("graph %q, layer %q, transition from %s to %q: %w", g.Name(), g.Layers()[t.Layer].Name,
				from, t.To, err)
		}
	}
	for i := range g.States() {
		if seconds, ok := g.FadeOut(&g.States()[i]); ok {
			if err := a.checkFade("fade-out", seconds); err != nil {
				return fmt.Errorf("graph %q, state %q: %w", g.Name(), g.Path(i), err)
			}
		}
	}
	return nil
}

// handOver prepares the layers of a character for the first states of a graph. With a fade each
// layer of the graph plays nothing afterward, and fades out what showed; the first state takes over
// that fade.
func (c Controller) handOver(graph *machine.Graph, fade crossfade) {
	a, player := c.animation, c.animation.Player(c.entity)
	for i := len(graph.Layers()); i < c.drivenLayers(); i++ {
		if layer := player.Layer(i); layer.LayerComponent() != nil {
			advance.StartTransition(a.library, layer.Inertialization(), false, layer.Playback(), layer.Blend(), stopped,
				fade.Crossfade)
		}
	}
	var before [components.MaxLayers]components.Layer
	count, layers := 0, a.layersOf(c.entity) // count is the number of layers before
	for ; layers.At(count+1) != nil; count++ {
		before[count+1] = *layers.At(count + 1)
	}
	advance.SetUpLayers(graph, layers)
	for i := range graph.Layers() {
		layer := player.Layer(i)
		if i > 0 && i <= count {
			component, old := layer.LayerComponent(), &before[i]
			component.Playback, component.Fades = old.Playback, old.Fades
			if fade.IsTimed() {
				fadeLayerWeight(component, old.Weight, fade.Seconds)
			}
		}
		if fade.IsTimed() {
			advance.StartTransition(a.library, layer.Inertialization(), i == 0, layer.Playback(), layer.Blend(),
				components.Playback{}, fade.Crossfade)
		} else {
			*layer.Blend() = components.BlendState{}
		}
	}
}

// fadeLayerWeight makes the weight of a layer move from another weight to its own within some
// seconds.
func fadeLayerWeight(layer *components.Layer, from float32, seconds float64) {
	rate := max(layer.Weight-from, from-layer.Weight) / float32(min(seconds, math.MaxFloat32))
	if rate > 0 && rate <= math.MaxFloat32 {
		layer.Weight, layer.Target, layer.Rate = from, layer.Weight, rate
	}
}

// drivenLayers returns the number of layers of the graph that drives the character, or 0.
func (c Controller) drivenLayers() int {
	if graph := c.Graph(); graph != nil {
		return len(graph.Layers())
	}
	return 0
}

// Release ends the control by a graph. All layers belong to the program from then on, and keep
// playing what the graph's last states played, in their modes and at their speeds, so that
// [Player.CrossFade] fades from there. With [WithFade], the layers of the graph fade out as by
// [Player.Stop]. The parameters and states are forgotten. The entity keeps its
// [components.Controller], without a graph.
//
// The errors are [ErrNoController], [ErrSeconds], [ErrNoCurve], and [ErrWorldLocked] if a component
// must be added while a query is open; nothing has changed then.
func (a *Animation) Release(entity ecs.Entity, options ...FadeOption) error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	c := a.Controller(entity)
	component := c.Component()
	if component == nil || component.Graph == 0 {
		return c.describeMissing()
	}
	fade := newHandOver(options)
	if err := a.checkHandOver(fade); err != nil {
		return err
	}
	if fade.Inertialized && fade.IsTimed() && a.inertializations.Get(entity) == nil {
		if a.world.IsLocked() {
			return fmt.Errorf("%w, and entity %d has no components.Inertialization", ErrWorldLocked, entity.ID())
		}
		a.inertializations.Kind.Add(entity)
		component = c.Component()
	}
	for i := 0; fade.IsTimed() && i < c.drivenLayers(); i++ {
		layer := a.Player(entity).Layer(i)
		if playback := layer.Playback(); playback != nil {
			advance.StartTransition(a.library, layer.Inertialization(), i == 0, playback, layer.Blend(), stopped,
				fade.Crossfade)
		}
	}
	*component = components.Controller{}
	return nil
}

// searchesIn reports whether a state of a graph plays a database.
func (a *Animation) searchesIn(g *machine.Graph) bool {
	for i := range g.States() {
		if matching.IsDatabase(a.library, g.States()[i].Motion) {
			return true
		}
	}
	return false
}

// needsInertialization reports whether a graph has inertialized transitions, or interruptible ones,
// which become inertialized when too many overlap.
func needsInertialization(g *machine.Graph) bool {
	states := g.States()
	for i := range states {
		for _, t := range g.Transitions(&states[i]) {
			if t.Inertialized || t.Interruption != machine.InterruptNone {
				return true
			}
		}
	}
	return false
}

// drivenState returns the graph that drives the layer, or nil, and the layer's current state, or
// nil before the first frame.
func (p Player) drivenState() (*machine.Graph, *machine.LeafState) {
	controller := Controller{p.animation, p.entity}
	graph := controller.Graph()
	if graph == nil || p.layer < 0 || p.layer >= len(graph.Layers()) {
		return nil, nil
	}
	component := controller.Component()
	state := int(component.Layers[p.layer].State)
	if component.Entered != component.Graph || state < 1 || state > len(graph.States()) {
		return graph, nil
	}
	return graph, &graph.States()[state-1]
}

// checkFree returns an error if a graph drives the layer. instead names what the program can do.
func (p Player) checkFree(instead string) error {
	g, _ := p.drivenState()
	if g == nil {
		return nil
	}
	return p.controlledError(g, instead)
}

// checkEntered returns an error if a graph drives the layer and has not entered its first state.
func (p Player) checkEntered() error {
	if g, state := p.drivenState(); g != nil && state == nil {
		return p.controlledError(g, "the first state begins in the next frame, and can be changed after it")
	}
	return nil
}

// checkSpeed returns an error if a graph sets the speed of the layer.
func (p Player) checkSpeed() error {
	if err := p.checkEntered(); err != nil {
		return err
	}
	if g, state := p.drivenState(); state != nil && state.SpeedParameter >= 0 {
		return p.controlledError(g, fmt.Sprintf("set its parameter %q instead, which is the speed of the state",
			g.Parameters()[state.SpeedParameter].Name))
	}
	return nil
}

// checkSync returns an error if a graph sets the sync group of the layer.
func (p Player) checkSync() error {
	g, state := p.drivenState()
	if g != nil && state == nil {
		state = &g.States()[g.Layers()[p.layer].Entry]
	}
	if state != nil && state.SyncGroup != 0 {
		return p.controlledError(g, "its state has the sync group of graph.StateBuilder.SyncGroup")
	}
	return nil
}

// What a program can do in a layer that a graph drives instead of calling a method.
const (
	insteadOfPlaying = "set the graph's parameters instead, play in a layer above the graph's, or call " +
		"Animation.Release"
	insteadOfMode     = "set it by graph.StateBuilder.PlayMode and LoopLimit instead"
	insteadOfPosition = "set the parameters of the state's motion instead"
	insteadOfBlend    = "set it by graph.Builder.Additive instead"
	insteadOfRemoving = "call Animation.Release, which leaves the layer to the program"
)

func (p Player) controlledError(g *machine.Graph, instead string) error {
	return fmt.Errorf("%w: layer %d of entity %d is layer %q of graph %q; %s",
		ErrControlled, p.layer, p.entity.ID(), g.Layers()[p.layer].Name, g.Name(), instead)
}
