package simulation

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// controlledCount is the number of characters under state machines.
const controlledCount = 16

// PlayControlled runs a script of [Frames] frames in which state machines choose the clips: layers
// with masks, additive clips, blend spaces, crossfades, inertialized transitions, events and root
// motion. It hashes the results of each frame, as [ModelSet.Play] does.
func (c *ModelSet) PlayControlled(workers int, baked bool) ([]StageHash, error) {
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	if c.controlled == nil {
		models, err := c.makeControlledModels()
		if err != nil {
			return nil, err
		}
		c.controlled = models
	}
	if len(c.controlled) == 0 {
		return nil, nil
	}
	sampling := "exact"
	if baked {
		sampling = "baked"
	}
	w, err := newCrowd(c, workers)
	if err != nil {
		return nil, err
	}
	defer w.animation.Close()
	p := newControlledCrowd(w)
	if err := p.spawnMembers(); err != nil {
		return nil, err
	}
	var stages []StageHash
	for frame := range c.frames() {
		err := p.changeMembers()
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
			if slices.Contains(hashedFrames, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, controlled, up to frame %d: ", sampling, frame)))
			}
		}
	}
	return stages, nil
}

// controlledCrowd is a crowd of characters under state machines.
type controlledCrowd struct {
	*crowd
	reader     ecs.EventReader
	members    []controlledCharacter
	moved      generic.Map1[components.RootMotion]
	transforms generic.Map1[components.Transform]

	states, events, roots *digest
}

// controlledCharacter is a character under a state machine.
type controlledCharacter struct {
	controlledModel
	entity     ecs.Entity
	controller systems.Controller
	player     systems.Player
}

func newControlledCrowd(w *crowd) *controlledCrowd {
	return &controlledCrowd{
		crowd: w, states: newDigest("states, players and layers"), events: newDigest("events"),
		roots:      newDigest("root motion and transforms"),
		moved:      generic.NewMap1[components.RootMotion](&w.world),
		transforms: generic.NewMap1[components.Transform](&w.world),
	}
}

// spawnMembers spawns the characters, each with an additive layer above the layers of its graph.
func (p *controlledCrowd) spawnMembers() error {
	for i := range controlledCount {
		model := p.crowd.models.controlled[i%len(p.crowd.models.controlled)]
		entity, err := p.animation.Spawn(model.model,
			[16]float32{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, float32(i), 0, 1, 1})
		if err != nil {
			return err
		}
		controller, err := p.animation.Control(entity, model.graph)
		if err != nil {
			return err
		}
		switch err := p.animation.EnableRootMotion(entity); {
		case errors.Is(err, systems.ErrNoRootMotion): // no joint of the model moves; it stands still
			rootMotions := generic.NewMap1[components.RootMotion](&p.world)
			rootMotions.Add(entity)
		case err != nil:
			return err
		}
		player := p.animation.Player(entity)
		p.members = append(p.members, controlledCharacter{model, entity, controller, player})
		layer := player.Layer(2)
		for _, err := range []error{
			layer.SetBlend(clip.Additive), layer.FadeWeight(0.5, 0),
			layer.CrossFade(model.additive, 0), player.SetSync(uint8(i % 2)),
		} {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// changeMembers makes one random change to each of three characters.
func (p *controlledCrowd) changeMembers() error {
	for range 3 {
		c := &p.members[p.random.IntN(len(p.members))]
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
			err = c.player.Layer(2).FadeWeight(float32(p.random.IntN(64)-32)/32, float64(p.random.IntN(700))/1000)
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

// record hashes the results of the frame.
func (p *controlledCrowd) record() {
	events, missed := p.animation.Events().Read(&p.reader)
	p.events.integers(int64(len(events)), int64(missed))
	for i := range events {
		e := &events[i]
		clip, _ := numbersOf(p.animation.Library(), e.Motion)
		if e.Kind == ecs.MarkerPassed {
			clip, _ = numbersOf(p.animation.Library(), e.Clip)
		}
		p.events.integers(int64(e.Entity.ID()), int64(e.Kind), int64(e.Layer), clip, int64(e.Marker), indexOf(e.Graph), int64(e.State))
		p.events.double(e.Time)
		p.events.floats(e.Weight)
	}
	for i := range p.members {
		c := &p.members[i]
		for _, l := range c.controller.Component().Layers {
			p.states.integers(int64(l.State), int64(l.Previous), int64(l.Transition), int64(l.Found))
		}
		p.recordPlayback(c.player.Playback(), c.player.Blend())
		for k := 1; ; k++ {
			layer := c.player.Layer(k).LayerComponent()
			if layer == nil {
				break
			}
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

// recordPlayback hashes the state of a playback and its fades.
func (p *controlledCrowd) recordPlayback(playback *components.Playback, fades *components.BlendState) {
	p.states.double(playback.Time)
	clip, space := numbersOf(p.animation.Library(), playback.Motion)
	p.states.integers(clip, space, int64(playback.LoopsDone), int64(fades.Count))
	p.states.floats(playback.Speed, playback.X, playback.Y)
	p.states.flags(playback.Finished, playback.Backward)
	p.states.double(fades.Elapsed)
	for i := range fades.Fading[:fades.Count] {
		p.states.double(fades.Fading[i].Time)
		p.states.floats(fades.Weights[i])
	}
}
