package advance

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains what the layers of a character play, and why.
func Explain(s *explaining.Subject) {
	player := explaining.Of[components.AnimationPlayer](s)
	if player == nil {
		s.Find("no-player", "", "expected a components.AnimationPlayer to play motions, found none",
			"add one, or create the character by Animation.Spawn")
		return
	}
	e := explainer{Subject: s, scales: explain.Scales{Clock: clockScale(s), Character: 1, Layer: 1}}
	scale := explaining.Of[components.TimeScale](s)
	for i := 0; scale == nil && i < len(s.Wearers); i++ { // a garment passes time as its wearer
		scale = explaining.On[components.TimeScale](s, s.Wearers[i])
	}
	if scale != nil {
		e.scales.Character = explaining.Number(scale.Scale)
	}
	e.controller = explaining.Of[components.Controller](s)
	if e.controller != nil {
		e.graph = s.Library.Graph(e.controller.Graph)
	}
	e.base = explain.Layer{
		Weight: 1, Target: 1, Mode: clip.Override.String(), MaskJoints: s.Skeleton.Len(), Paused: player.Paused,
		Sync: int(player.Sync),
	}
	e.explainLayer(0, e.base, &player.Playback, explaining.Of[components.BlendState](s))
	layers := Layers{explaining.Of[components.Layers](s), explaining.Of[components.MoreLayers](s)}
	if first := layers.First; first != nil && first.Count > 1 && layers.More == nil {
		s.Find("layers-missing", "",
			fmt.Sprintf("expected components.MoreLayers for %d layers above layer 0, found none",
				first.Count), "add components.MoreLayers, or let Player.Layer add what a layer needs")
	}
	for i := 1; layers.At(i) != nil; i++ {
		e.explainUpperLayer(i, layers.At(i))
	}
	e.explainController(layers)
}

// clockScale returns the scale of the clock.
func clockScale(s *explaining.Subject) explain.Number {
	if s.Clock == nil {
		return 1
	}
	return explain.Number(s.Clock.Scale)
}

// explainer explains the layers of one character.
type explainer struct {
	*explaining.Subject
	controller *components.Controller
	graph      *machine.Graph // that drives the character, or nil
	scales     explain.Scales
	base       explain.Layer
	movesRoot  bool // a motion has root motion
}

// explainUpperLayer explains a layer above layer 0.
func (e *explainer) explainUpperLayer(i int, layer *components.Layer) {
	where := explaining.InLayer(i)
	out := explain.Layer{
		Number: i, Weight: explaining.Number(layer.Weight), Target: explaining.Number(layer.Target),
		Rate: explaining.Number(layer.Rate), Mode: layer.Blend.String(), MaskJoints: e.Skeleton.Len(),
		Paused: layer.Paused,
		Sync:   int(layer.Sync),
	}
	isWhole := true
	if layer.Mask != 0 {
		isWhole, out.MaskJoints = false, 0
		mask := e.Library.Mask(layer.Mask)
		if mask == nil {
			e.Find("mask-removed", where, e.Library.Describe(layer.Mask)+"; the layer does not show",
				"give the layer a mask of the library by Player.SetMask, or WholeBody")
		} else {
			out.Mask, isWhole = mask.Name(), true
			for j := range mask.Skeleton().Len() {
				if mask.Weight(j) > 0 {
					out.MaskJoints++
				}
				isWhole = isWhole && mask.Weight(j) >= 1
			}
			if out.MaskJoints == 0 {
				e.Find("mask-empty", where,
					fmt.Sprintf("expected a mask that covers joints, found %q, which covers no joint",
						mask.Name()), "build the mask from joints of the skeleton with weights above 0")
			}
			if mask.Skeleton() != e.Skeleton {
				e.Find("mask-of-other-skeleton", where,
					fmt.Sprintf("expected a mask of skeleton %q, found %q of skeleton %q",
						e.Skeleton.Name(), mask.Name(), mask.Skeleton().Name()),
					"build the mask for the skeleton of the character")
			}
		}
	}
	_, weight := LayerMaskAndWeight(e.Library, layer)
	if plays := layer.Playback.Motion != 0; plays && weight == 0 && !(layer.Rate > 0) && layer.Mask == 0 {
		e.Find("layer-without-weight", where,
			fmt.Sprintf("expected a weight above 0, found %v; the layer does not show",
				layer.Weight), "call Player.FadeWeight")
	}
	e.scales.Layer = explaining.Number(layer.TimeScale)
	e.explainLayer(i, out, &layer.Playback, &layer.Fades)
	e.scales.Layer = 1
	if m := e.motion(&layer.Playback); m != nil && !m.Additive && layer.Blend == clip.Override && weight == 1 &&
		isWhole && layer.Fades.Count <= 0 && !isHidden(&layer.Playback) && !layer.Held &&
		EndWeight(e.Library, &layer.Playback) == 1 {
		e.Find("covers-all", where,
			"expected a mask or a weight below 1, so that the layers below show, found all joints "+
				"at weight 1", "give the layer a mask by Player.SetMask, or play the motion in layer 0")
	}
}

// motion returns what a playback plays on the character, or nil.
func (e *explainer) motion(p *components.Playback) *motion.Asset {
	if m := e.Library.Motion(p.Motion); m != nil && m.Skeleton == e.Skeleton {
		return m
	}
	return nil
}

// explainLayer explains the playbacks of a layer and adds it.
func (e *explainer) explainLayer(i int, out explain.Layer, p *components.Playback, fades *components.BlendState) {
	if e.graph != nil && i < len(e.graph.Layers()) {
		out.Name = e.graph.Layers()[i].Name
	}
	where := explaining.InLayer(i)
	fadedIn, count := 1.0, 0
	if fades != nil {
		count = FadeCount(fades)
	}
	if count > 0 {
		if fadedIn = FadeProgress(e.Library, fades); p.Held {
			fadedIn = 0
		}
		out.Fade = &explain.Fade{
			Elapsed: explain.Number(fades.Elapsed), Duration: explain.Number(fades.Duration),
			Progress: explain.Number(fadedIn),
		}
		if fades.Curve != clip.StraightLine {
			if c := e.Library.Curve(fades.Curve); c != nil {
				out.Fade.Curve = c.Name()
			} else {
				out.Fade.Curve = e.Library.Describe(fades.Curve)
			}
		}
		if fades.Duration > longFade {
			e.Find("long-fade", where,
				fmt.Sprintf("expected a fade of at most %v s, found one of %v s; fades are in seconds",
					longFade, fades.Duration), "give the fade in seconds: 0.25 is a quarter of a second")
		}
	}
	out.Plays = append(out.Plays, e.playing(p, fadedIn))
	e.explainPlayback(&out, where, p)
	for f := range count {
		fading := e.playing(&fades.Fading[f], (1-fadedIn)*float64(fades.Weights[f]))
		fading.FadesOut = true
		out.Plays = append(out.Plays, fading)
	}
	if out.Paused && p.Motion != 0 {
		e.Find("paused", where, "expected a layer that plays, found one that is paused", "call Player.Resume")
	}
	e.Out.Layers = append(e.Out.Layers, out)
}

// longFade is the duration of a fade in seconds beyond which milliseconds were meant.
const longFade = 60.0

// playing describes a playback, which shows with a weight in its layer.
func (e *explainer) playing(p *components.Playback, weight float64) explain.Playing {
	scales := e.scales
	scales.Playback = explaining.Number(p.Speed)
	m := e.motion(p)
	if m != nil {
		weight *= EndWeight(e.Library, p)
	}
	out := explain.Playing{
		Time: explain.Number(p.Time), Mode: p.Mode.String(), LoopsDone: p.LoopsDone, LoopLimit: p.LoopLimit,
		Weight: explain.Number(weight), Scales: scales,
		Speed:    scales.Clock * scales.Character * scales.Layer * scales.Playback,
		Finished: p.Finished, Backward: p.Backward, Held: p.Held,
	}
	if p.Mode != assets.Loop && p.Mode != assets.PingPong {
		out.LoopLimit = 0
	}
	if m == nil {
		switch other := e.Library.Motion(p.Motion); {
		case p.Motion == 0:
			out.Missing = "no motion"
		case other == nil:
			out.Missing = e.Library.Describe(p.Motion)
		default:
			out.Missing = fmt.Sprintf("%s %q of skeleton %q", other.Kind, other.Name, other.Skeleton.Name())
		}
		return out
	}
	out.Motion, out.Kind = m.Name, m.Kind
	out.Start, out.End = explain.Number(m.Span.Start), explain.Number(m.Span.End)
	if p.Held || isHidden(p) {
		out.Weight = 0
	}
	if m.Single != 0 {
		return out
	}
	for _, at := range []float32{p.X, p.Y}[:min(int(m.Dimensions), 2)] {
		out.At = append(out.At, explaining.Number(at))
	}
	still := m.Still(p.Time, p.X, p.Y)
	for i := range still.Inputs {
		input := &still.Inputs[i]
		name := ""
		if c := e.Library.Clip(input.Clip); c != nil {
			name = c.Name()
		}
		out.Clips = append(out.Clips, explain.Clip{
			Name: name, Time: explain.Number(input.Time), Weight: explaining.Number(input.Weight),
		})
	}
	return out
}

const (
	// fast is how many times faster than authored a motion plays that is hardly meant so.
	fast = 4.0
	// slow is the speed below which a motion seems to stand still.
	slow = 0.02
)

// explainPlayback finds what is wrong with what a layer plays.
func (e *explainer) explainPlayback(layer *explain.Layer, where string, p *components.Playback) {
	playing := &layer.Plays[0]
	m := e.motion(p)
	shows := "nothing shows"
	if layer.Number == 0 {
		shows = "the rest pose shows"
	}
	switch other := e.Library.Motion(p.Motion); {
	case m != nil:
	case p.Motion == 0:
		if layer.Number == 0 && layer.Fade == nil && !e.drives(0) && !e.IsGarment {
			e.Find("nothing-played", where, "expected a motion, found clip 0, because nothing was played yet, "+
				"or Play returned an error; "+shows, "call Animation.Player(entity).Play with a clip of the model; Model.Clip returns 0 for an unknown name")
		}
		return
	case other == nil:
		e.Find("motion-removed", where, e.Library.Describe(p.Motion)+"; "+shows,
			"play a motion that is in the library of the animation")
		return
	default:
		e.Find("motion-of-other-skeleton", where,
			fmt.Sprintf("expected a motion of skeleton %q, found %s %q of skeleton %q; %s",
				e.Skeleton.Name(), other.Kind, other.Name, other.Skeleton.Name(), shows),
			"retarget the motion to the skeleton by package retarget, or open its file with Options.Skeleton of package gltfio")
		return
	}
	name := fmt.Sprintf("%s %q", m.Kind, m.Name)
	if layer.Number == 0 && m.Additive {
		e.Find("additive-in-layer-0", where, "expected a motion that is not additive, found the additive "+name+
			"; the rest pose shows", "play it in a layer above layer 0")
	}
	if layer.Number > 0 && layer.Mode == clip.Additive.String() && !m.Additive {
		e.Find("not-additive", where, "expected an additive motion in an additive layer, found "+name+"; nothing shows",
			"make the clip additive by clip.MakeAdditive, or set the mode Override by Player.SetBlend")
	}
	switch {
	case p.Held:
		e.Find("clip-away", where, "expected the clips of "+name+" in memory, found one that is away",
			"call Library.Prefetch before, or raise the budget of Library.SetBudget")
	case isHidden(p):
		e.Find("finished", where, name+" was played once and has finished; "+shows,
			"play it in the mode Hold or Loop by Player.SetMode, or fade to another motion before its end")
	default:
		e.explainSpeed(where, name, playing, m, p)
	}
	e.movesRoot = e.movesRoot || e.hasRootMotion(m)
	if layer.Number == 0 && m.Clip != nil && m.Clip.RootMotion() == nil && !e.IsGarment {
		if onTheSpot := e.Walks.OnTheSpot(m.Clip, e.Skeleton); onTheSpot > 0 {
			if speed := float64(onTheSpot * math.Abs(float64(playing.Speed)) * e.Scale[0]); exact.IsFinite(speed) {
				playing.OnTheSpot = explain.Number(float32(speed))
			}
		}
	}
}

// explainSpeed finds why a motion stands still or is too fast.
func (e *explainer) explainSpeed(where, name string, playing *explain.Playing, m *motion.Asset,
	p *components.Playback,
) {
	seconds := m.Motion.Duration(p.X, p.Y)
	speed, scales := math.Abs(float64(playing.Speed)), &playing.Scales
	product := fmt.Sprintf("clock %v · character %v · layer %v · playback %v", scales.Clock, scales.Character,
		scales.Layer,
		scales.Playback)
	isStill := !(speed > 0) || speed-speed != 0
	for _, scale := range []explain.Number{scales.Clock, scales.Character, scales.Layer} {
		isStill = isStill || !(scale > 0)
	}
	switch {
	case p.Finished:
	case isStill && seconds > 0:
		e.Find("stands-still", where, fmt.Sprintf("expected a speed other than 0 for %s, found %s", name, product),
			"set the factor that is 0: Clock.Scale, TimeScale, Player.SetTimeScale or Player.SetSpeed")
	case !(seconds > 0):
	case speed >= fast:
		e.Find("too-fast", where,
			fmt.Sprintf("the times of %s end at %.4g s, and it is played %.4g times as fast: %s", name,
				float64(playing.End), speed, product),
			"set the speed to 1 by Player.SetSpeed, and check the factors; for a file in other units of time see "+
				"Options of package gltfio")
	case speed < slow:
		e.Find("too-slow", where, fmt.Sprintf("%s is played at %.4g of its speed: %s", name, speed, product),
			"set the speed to 1 by Player.SetSpeed, and check the factors")
	}
}

// hasRootMotion reports whether a clip of a motion moves its character.
func (e *explainer) hasRootMotion(m *motion.Asset) bool {
	for _, part := range m.Parts {
		if e.Library.Clip(part.Clip).RootMotion() != nil {
			return true
		}
	}
	return m.Clip != nil && m.Clip.RootMotion() != nil
}

// drives reports whether a graph drives a layer.
func (e *explainer) drives(layer int) bool { return e.graph != nil && layer < len(e.graph.Layers()) }

// explainController explains the state machine, and whether clips move the character.
func (e *explainer) explainController(layers Layers) {
	root := explaining.Of[components.RootMotion](e.Subject)
	if root != nil {
		d := root.Delta
		e.Out.RootMotion = &explain.RootMotion{
			Delta: [3]explain.Number{explain.Number(d.X), explain.Number(d.Y), explain.Number(d.Z)},
			Yaw:   explain.Number(d.Yaw), Manual: root.Manual,
		}
	}
	if e.movesRoot && root == nil && !e.IsGarment {
		e.Find("root-motion-unused", "", "expected components.RootMotion, because a clip that plays has root motion, "+
			"found none; the character walks on the spot",
			"call Animation.EnableRootMotion, or move the character yourself "+
				"by the speed of the clip")
	}
	c := e.controller
	if c == nil || c.Graph == 0 {
		return
	}
	if e.graph == nil {
		e.Find("graph-removed", "", e.Library.Describe(c.Graph)+"; it changes nothing",
			"call Animation.Control with a graph of "+
				"the library")
		return
	}
	out := &explain.Control{Graph: e.graph.Name()}
	if skeleton := e.graph.Skeleton(); skeleton != nil && skeleton != e.Skeleton {
		e.Find("graph-of-other-skeleton", "", fmt.Sprintf("expected a graph for skeleton %q, found %q for skeleton %q",
			e.Skeleton.Name(), e.graph.Name(), skeleton.Name()), "build the graph with clips of this skeleton")
	}
	states := e.graph.States()
	for i := range e.graph.Layers() {
		state := explain.State{Layer: i}
		at := &c.Layers[i]
		if c.Entered == c.Graph && at.State >= 1 && int(at.State) <= len(states) {
			state.State = e.graph.Path(int(at.State) - 1)
			state.Transition = e.transition(at)
			if i == 0 && states[at.State-1].Motion == 0 { // above layer 0 it lets the layers below show
				e.Find("state-without-motion", explaining.InLayer(i),
					fmt.Sprintf("expected a motion of state %q, found none",
						state.State), "give the state a motion when the graph is built")
			}
		}
		if i > 0 && layers.At(i) == nil {
			e.Find("graph-layer-missing", explaining.InLayer(i),
				fmt.Sprintf("expected a layer for layer %q of graph %q, found "+
					"none", e.graph.Layers()[i].Name, e.graph.Name()),
				"call Animation.Control, which adds the layers of a graph")
		}
		out.States = append(out.States, state)
	}
	for i, parameter := range e.graph.Parameters() {
		value := explain.Parameter{Name: parameter.Name, Type: parameter.Type.String()}
		switch bits := c.Parameters[i]; parameter.Type {
		case machine.FloatParameter:
			number := math.Float32frombits(bits)
			if value.Value = explaining.Number(number); number-number != 0 {
				e.Find("parameter-not-finite", "", fmt.Sprintf("expected a finite value of parameter %q, found %v",
					parameter.Name,
					number), "set it by Controller.SetFloat, which refuses such values")
			}
		case machine.IntParameter:
			value.Value = explain.Number(int32(bits))
		default:
			value.Value = explain.Number(bits)
		}
		out.Parameters = append(out.Parameters, value)
	}
	e.Out.Control = out
}

// transition describes the transition in progress in a layer, or returns nil.
func (e *explainer) transition(at *components.ControllerLayer) *explain.Transition {
	states := e.graph.States()
	if at.Transition < 1 || at.Found < 1 || int(at.Found) > len(states) {
		return nil
	}
	list := e.graph.Transitions(&states[at.Found-1])
	if int(at.Transition) > len(list) {
		return nil
	}
	t := &list[at.Transition-1]
	out := &explain.Transition{From: e.graph.Path(int(at.Found) - 1), To: e.graph.Path(int(t.Target))}
	if authored := e.graph.AuthoredTransitions(); int(t.Index) < len(authored) {
		out.Conditions = authored[t.Index].Conditions
		if t.ExitTime >= 0 {
			out.Conditions = append(out.Conditions[:len(out.Conditions):len(out.Conditions)],
				fmt.Sprintf("exit time %v", t.ExitTime))
		}
	}
	return out
}
