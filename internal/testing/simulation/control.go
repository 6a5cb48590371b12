package simulation

import (
	"fmt"
	"slices"
	"time"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// controlled is how many characters play under state machines.
const controlled = 16

// Control runs a second piece of [Frames] frames, in which state machines decide what is played: layers with masks, differences, blend spaces, crossfades,
// inertial transitions, events and root motion. It hashes what each frame leaves of them, as [Cast.Play] does.
func (c *Cast) Control(workers int, baked bool) ([]Stage, error) {
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	if c.parts == nil {
		parts, err := c.repertoires()
		if err != nil {
			return nil, err
		}
		c.parts = parts
	}
	if len(c.parts) == 0 {
		return nil, nil
	}
	way := "exact"
	if baked {
		way = "baked"
	}
	w, err := newStage(c, workers)
	if err != nil {
		return nil, err
	}
	defer w.animation.Close()
	p := newPiece(w)
	if err := p.begin(); err != nil {
		return nil, err
	}
	var stages []Stage
	for frame := 1; frame <= Frames; frame++ {
		err := p.act()
		if err == nil {
			err = w.animation.Update(deltas[frame%len(deltas)])
		}
		if err != nil {
			return nil, fmt.Errorf("controlled, frame %d: %w", frame, err)
		}
		p.record()
		for _, d := range []*digest{p.states, p.events, p.roots, w.palettes, w.morphs} {
			if d.err != nil {
				return nil, fmt.Errorf("controlled, frame %d: %w", frame, d.err)
			}
			if slices.Contains(reported, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, controlled, up to frame %d: ", way, frame)))
			}
		}
	}
	return stages, nil
}

// piece is the second piece as it is played.
type piece struct {
	*stage
	reader     ecs.EventReader
	cast       []controlledCharacter
	layers     generic.Map1[components.Layers]
	moved      generic.Map1[components.RootMotion]
	transforms generic.Map1[components.Transform]

	states, events, roots *digest
}

type controlledCharacter struct {
	repertoire
	entity     ecs.Entity
	controller systems.Controller
	player     systems.Player
}

func newPiece(w *stage) *piece {
	return &piece{
		stage: w, states: newDigest("states, players and layers"), events: newDigest("events"), roots: newDigest("root motion and transforms"),
		layers: generic.NewMap1[components.Layers](&w.world), moved: generic.NewMap1[components.RootMotion](&w.world),
		transforms: generic.NewMap1[components.Transform](&w.world),
	}
}

// begin puts the characters on the stage, each with a layer that adds over those of its graph.
func (p *piece) begin() error {
	for i := range controlled {
		part := p.stage.cast.parts[i%len(p.stage.cast.parts)]
		entity, err := p.animation.Spawn(part.model, [16]float32{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, float32(i), 0, 1, 1})
		if err != nil {
			return err
		}
		controller, err := p.animation.Control(entity, part.graph)
		if err != nil {
			return err
		}
		if err := p.animation.EnableRootMotion(entity); err != nil {
			return err
		}
		player := p.animation.Player(entity)
		p.cast = append(p.cast, controlledCharacter{part, entity, controller, player})
		lean := player.Layer(2)
		for _, err := range []error{lean.SetBlend(assets.Additive), lean.FadeWeight(0.5, 0), lean.CrossFade(part.add, 0), player.SetSync(uint8(i % 2))} {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// act has three characters do one thing each.
func (p *piece) act() error {
	for range 3 {
		c := &p.cast[p.random.IntN(len(p.cast))]
		var err error
		switch p.random.IntN(10) {
		case 0, 1:
			err = c.controller.SetFloat("x", float32(p.random.IntN(96)-16)/32)
		case 2:
			err = c.controller.SetFloat("y", float32(p.random.IntN(64)-16)/32)
		case 3:
			err = c.controller.SetFloat("pace", speeds[p.random.IntN(len(speeds))])
		case 4:
			err = c.controller.SetInt("mode", int32(p.random.IntN(4)))
		case 5:
			err = c.controller.SetBool("wave", p.random.IntN(2) == 0)
		case 6:
			err = c.controller.Trigger("go")
		case 7:
			err = c.player.Layer(2).FadeWeight(float32(p.random.IntN(64)-32)/32, time.Duration(p.random.IntN(700))*time.Millisecond)
		case 8:
			err = c.player.Layer(1).SetSync(uint8(p.random.IntN(2)))
		default:
			err = c.player.SeekFiring(float64(p.random.IntN(4096)-1024) / 512)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// record hashes what the frame left.
func (p *piece) record() {
	events, missed := p.animation.Events().Read(&p.reader)
	p.events.integers(int64(len(events)), int64(missed))
	for i := range events {
		e := &events[i]
		p.events.integers(int64(e.Entity.ID()), int64(e.Kind), int64(e.Layer), int64(e.Clip), int64(e.Marker), int64(e.Graph), int64(e.State))
		p.events.double(e.Time)
		p.events.floats(e.Weight)
	}
	for i := range p.cast {
		c := &p.cast[i]
		for _, l := range c.controller.Component().Layers {
			p.states.integers(int64(l.State), int64(l.Previous), int64(l.Transition), int64(l.Found))
		}
		p.recordPlayback(c.player.Playback(), c.player.Blend())
		layers := p.layers.Get(c.entity)
		for k := range layers.List[:layers.Count] {
			layer := &layers.List[k]
			p.recordPlayback(&layer.Playback, &layer.Fades)
			p.states.floats(layer.Weight, layer.Target, layer.Rate)
		}
		root := p.moved.Get(c.entity)
		for _, v := range []float64{root.Delta.X, root.Delta.Y, root.Delta.Z, root.Delta.Yaw} {
			p.roots.double(v)
		}
		matrix := p.transforms.Get(c.entity).Matrix
		p.roots.floats(matrix[:]...)
		for _, skin := range c.model.Skins {
			p.palettes.floats(p.animation.Palette(c.entity, skin)...)
		}
		p.morphs.floats(p.animation.Morphs(c.entity)...)
	}
}

func (p *piece) recordPlayback(playback *components.Playback, fades *components.BlendState) {
	p.states.double(playback.Time)
	p.states.integers(int64(playback.Clip), int64(playback.BlendSpace), int64(playback.LoopsDone), int64(fades.Count))
	p.states.floats(playback.Speed, playback.X, playback.Y)
	p.states.flags(playback.Finished, playback.Backward)
	p.states.double(fades.Elapsed)
	for _, fade := range fades.Fading[:fades.Count] {
		p.states.double(fade.Time)
		p.states.floats(fade.Weight)
	}
}
