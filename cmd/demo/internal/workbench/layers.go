package workbench

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// playModes and layerModes are the modes in the order of their numbers.
var (
	playModes  = []string{"once", "loop", "ping-pong", "hold"}
	layerModes = []string{"override", "additive"}
)

// layerCount returns the number of layers of a character, the player included.
func (p *Panel) layerCount(player systems.Player) int {
	n := 1
	for n < components.MaxLayers && player.Layer(n).LayerComponent() != nil {
		n++
	}
	return n
}

// driven returns the graph that drives a layer of a character, or nil.
func (p *Panel) driven(character ecs.Entity, layer int) *graph.Graph {
	graph := p.animation.Controller(character).Graph()
	if graph == nil || layer >= len(graph.Layers()) {
		return nil
	}
	return graph
}

// layerName returns the name of a layer after a colon, if it has one.
func (p *Panel) layerName(character ecs.Entity, layer int) string {
	if graph := p.driven(character, layer); graph != nil {
		return ": " + graph.Layers()[layer].Name
	}
	return ""
}

// addLayer adds the controls of a layer: what it plays, and above layer 0 how it covers what lies
// below.
func (p *Panel) addLayer(s *section, character ecs.Entity, layer int) {
	player := p.animation.Player(character).Layer(layer)
	playback := player.Playback()
	if playback == nil {
		return
	}
	graph := p.driven(character, layer)
	p.addClip(s, character, player, playback, graph != nil)
	p.addTimeline(s, player, playback)
	if motion := p.library.Motion(playback.Motion); motion != nil && motion.Dimensions > 0 {
		p.addPad(s, character, layer, player, playback, motion)
	}
	if playback.Motion != 0 {
		s.slider("speed", float64(playback.Speed), -2, 2, "x"+number(float64(playback.Speed), 2), func(x float64) error {
			return player.SetSpeed(float32(x))
		}).Step = 0.05
		mode := s.choice("mode", playModes, int(playback.Mode), func(i int) error { return player.SetMode(assets.PlayMode(i), playback.LoopLimit) })
		mode.Fixed, mode.yield = graph != nil, true
		addLoops(s, player, playback, graph != nil)
	}
	if text := p.fading(playback, player.Blend()); text != "" {
		s.text("fading", text)
	}
	if l := player.LayerComponent(); l != nil {
		p.addCover(s, character, player, l, graph != nil)
	}
	if layer > 0 && graph == nil {
		s.button("remove the layer", player.RemoveLayer).yield = true
	}
	if n := p.layerCount(p.animation.Player(character)); layer == n-1 && n < components.MaxLayers {
		s.button("add a layer", func() error { return p.addLayerTo(character, n) }).yield = true
	}
}

// mostLoops is the largest number of loops that can be chosen, unless the playback has a larger
// limit already.
const mostLoops = 10

// addLoops adds the number of loops after which a motion that repeats finishes. Those that it has
// played do not count when the number is changed.
func addLoops(s *section, player systems.Player, playback *components.Playback, driven bool) {
	if playback.Mode != assets.Loop && playback.Mode != assets.PingPong {
		return
	}
	text := "no limit"
	if playback.LoopLimit > 0 {
		text = strconv.Itoa(int(playback.LoopsDone)) + " of " + strconv.Itoa(int(playback.LoopLimit)) + " done"
	}
	c := s.slider("loops", float64(playback.LoopLimit), 0, float64(max(mostLoops, playback.LoopLimit)), text,
		func(x float64) error {
			playback := player.Playback()
			if playback == nil {
				return systems.ErrNoCharacter
			}
			playback.LoopsDone = 0
			return player.SetMode(playback.Mode, uint32(math.Round(x)))
		})
	c.Step, c.Fixed, c.yield = 1, driven, true
}

// addLayerTo adds a layer of weight 1 that plays the first clip of the model.
func (p *Panel) addLayerTo(character ecs.Entity, layer int) error {
	clips, _ := p.clips(character)
	if len(clips) == 0 {
		return errors.New("expected a clip of the model to play in it, found none")
	}
	var err error
	for _, id := range clips { // the first clip that is not additive
		if err = p.animation.Player(character).Layer(layer).Overlay(id, systems.WholeBody, 0); err == nil {
			break
		}
	}
	return err
}

// clips returns the clips of a character's model, with their names.
func (p *Panel) clips(character ecs.Entity) (ids []assets.ClipID, names []string) {
	if model := p.model(character); model != nil {
		return model.Clips, model.ClipNames()
	}
	return nil, nil
}

// addClip adds the choice of the clip that the layer plays. What a graph plays, and a motion of
// another kind, can only be seen.
func (p *Panel) addClip(s *section, character ecs.Entity, player systems.Player, playback *components.Playback, driven bool) {
	motion := p.library.Motion(playback.Motion)
	if motion != nil && motion.Single == 0 {
		s.text(motion.Kind, motion.Name)
		return
	}
	ids, names := p.clips(character)
	at := slices.Index(ids, playback.Motion)
	if motion != nil && at < 0 { // one that is not the model's own
		ids, names = append(slices.Clone(ids), playback.Motion), append(slices.Clone(names), motion.Name)
		at = len(ids) - 1
	}
	if len(ids) == 0 {
		s.text("clip", "none")
		return
	}
	c := s.choice("clip", names, at, func(i int) error {
		if p.Paused {
			return player.CrossFade(ids[i], 0)
		}
		return player.CrossFade(ids[i], Fade)
	})
	c.Fixed, c.yield = driven, true
	if at < 0 {
		c.Text = "rest pose"
	}
}

// addTimeline adds the time of the motion, which is a phase if it runs from 0 to 1. Dragging it
// pauses the scene.
func (p *Panel) addTimeline(s *section, player systems.Player, playback *components.Playback) {
	motion := p.library.Motion(playback.Motion)
	if motion == nil {
		return
	}
	span := motion.Span
	c := Control{Kind: Timeline, Label: "time", Min: span.Start, Max: span.End, Value: playback.Time, set: func(x, _ float64) error {
		p.Paused = true
		return player.Seek(x)
	}}
	if c.Text = decimal(playback.Time, 2); motion.Single == 0 && span.Start == 0 && span.End == 1 {
		c.Label, c.Name = "phase", "time"
	} else {
		c.Text += " of " + decimal(span.End, 2) + " s"
		c.Fixed = !(span.Duration() > 0)
	}
	if motion.Clip != nil {
		for _, marker := range motion.Clip.Markers() {
			c.Marks = append(c.Marks, Mark{Name: marker.Name, X: marker.Time})
		}
	}
	switch {
	case playback.Finished:
		c.Text += ", finished"
	case playback.LoopsDone > 0:
		c.Text += ", loop " + strconv.Itoa(int(playback.LoopsDone)+1)
	}
	s.add(c)
}

// addPad adds the position in a motion that has coordinates: a point in a plane, or a slider along
// a line. The parameters of a graph that give the coordinates are changed instead of these.
func (p *Panel) addPad(s *section, character ecs.Entity, layer int, player systems.Player, playback *components.Playback, motion *motion.Asset) {
	x, y := float64(playback.X), float64(playback.Y)
	c := Control{Kind: Pad, Label: "position", Value: x, Y: y, Text: number(x, 2) + ", " + number(y, 2), yield: true}
	c.Min, c.Max, c.MinY, c.MaxY = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, part := range motion.Parts {
		c.Min, c.Max = min(c.Min, float64(part.X)), max(c.Max, float64(part.X))
		c.MinY, c.MaxY = min(c.MinY, float64(part.Y)), max(c.MaxY, float64(part.Y))
		mark := Mark{X: float64(part.X), Y: float64(part.Y)}
		if clip := p.library.Clip(part.Clip); clip != nil {
			mark.Name = clip.Name()
		}
		c.Marks = append(c.Marks, mark)
	}
	for _, w := range motion.Still(playback.Time, playback.X, playback.Y).Weights {
		if w.Index < len(c.Marks) {
			c.Marks[w.Index].Weight = float64(w.Weight)
		}
	}
	if motion.Dimensions == 1 || c.MinY == c.MaxY {
		c.Kind, c.Text = Slider, number(x, 2)
	}
	c.set = func(x, y float64) error { return player.SetPosition(float32(x), float32(y)) }
	if graph := p.driven(character, layer); graph != nil {
		if state := p.state(character, layer); state != nil {
			c.set = func(x, y float64) error { return p.setCoordinates(character, graph, state, x, y) }
		}
	}
	s.add(c)
}

// fading returns the clips that a layer plays during a crossfade, with their weights in percent.
func (p *Panel) fading(playback *components.Playback, fades *components.BlendState) string {
	if fades == nil || fades.Count == 0 || !(fades.Duration > 0) || fades.Elapsed >= fades.Duration {
		return ""
	}
	in := fades.Elapsed / fades.Duration
	text := p.playing(playback) + " " + percent(in)
	for i := range fades.Fading[:fades.Count] {
		text += " + " + p.playing(&fades.Fading[i]) + " " + percent((1-in)*float64(fades.Weights[i]))
	}
	return text
}

// playing returns the name of what a playback plays.
func (p *Panel) playing(playback *components.Playback) string {
	if motion := p.library.Motion(playback.Motion); motion != nil {
		return motion.Name
	}
	return "rest pose"
}

func percent(x float64) string { return decimal(100*x, 0) + "%" }

// addCover adds how a layer covers those below: its weight, its mask and its mode.
func (p *Panel) addCover(s *section, character ecs.Entity, player systems.Player, l *components.Layer, driven bool) {
	low, high := 0.0, 1.0
	if l.Blend == clip.Additive {
		low, high = -2, 2
	}
	s.slider("weight", float64(l.Weight), low, high, percent(float64(l.Weight)), func(x float64) error {
		return player.FadeWeight(float32(x), 0)
	}).yield = true
	if skeleton := p.skeleton(character); skeleton != nil {
		names, at := p.masks.options(p.library, skeleton, l.Mask)
		s.choice("mask", names, at, func(i int) error {
			mask, err := p.masks.mask(p.library, skeleton, l.Mask, i)
			if err != nil {
				return err
			}
			if mask == 0 {
				mask = systems.WholeBody
			}
			return player.SetMask(mask)
		}).yield = true
	}
	blend := s.choice("blend", layerModes, int(l.Blend), func(i int) error {
		return player.SetBlend(clip.LayerMode(i))
	})
	blend.Fixed, blend.yield = driven, true
}
