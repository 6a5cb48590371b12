package simulation

import (
	"errors"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// matchedCount is the number of characters that play databases.
const matchedCount = 24

// PlayMatched runs a script of [Frames] frames in which characters play databases of motions, by
// themselves and in states of graphs: wishes by velocity, along paths and by points, tags, levels of
// detail, other motions between. It hashes the databases with what searches find in them, and the
// results of each frame, as [ModelSet.Play] does.
func (c *ModelSet) PlayMatched(workers int, baked bool) ([]StageHash, error) {
	if c.matched == nil {
		if err := c.makeMatchedModels(); err != nil {
			return nil, err
		}
	}
	if err := c.setBaked(baked); err != nil {
		return nil, err
	}
	if len(c.matched) == 0 {
		return nil, nil
	}
	sampling := "exact"
	if baked {
		sampling = "baked"
	}
	var stages []StageHash
	for _, m := range c.matched {
		if baked {
			break // the databases are the same
		}
		d := newDigest("frames and searches")
		addDatabase(d, c.Library.Motion(m.database).Motion.(*matching.Database))
		if d.err != nil {
			return nil, fmt.Errorf("%s: %w", m.model.Name, d.err)
		}
		stages = append(stages, d.stage(m.model.Name+": "))
	}
	w, err := newCrowd(c, workers)
	if err != nil {
		return nil, err
	}
	defer w.animation.Close()
	p := newMatchedCrowd(w)
	if err := p.spawnMembers(); err != nil {
		return nil, err
	}
	for frame := range c.frames() {
		err := p.changeMembers(frame)
		if err == nil {
			err = w.animation.Update(deltas[frame%len(deltas)])
		}
		if err != nil {
			return nil, fmt.Errorf("matched, frame %d: %w", frame, err)
		}
		p.record()
		for _, d := range []*digest{p.wishes, w.players, p.events, p.places, w.palettes, w.morphs} {
			if d.err != nil {
				return nil, fmt.Errorf("matched, frame %d: %w", frame, d.err)
			}
			if slices.Contains(hashedFrames, frame) {
				stages = append(stages, d.stage(fmt.Sprintf("%s, matched, up to frame %d: ", sampling, frame)))
			}
		}
	}
	return stages, nil
}

// matchedCrowd is a crowd of characters that play databases.
type matchedCrowd struct {
	*crowd
	reader     ecs.EventReader
	members    []matchedCharacter
	transforms generic.Map1[components.Transform]

	wishes, events, places *digest
}

// matchedCharacter is a character that plays a database, or a graph whose states do.
type matchedCharacter struct {
	matchedModel
	entity     ecs.Entity
	controller systems.Controller
}

func newMatchedCrowd(w *crowd) *matchedCrowd {
	return &matchedCrowd{
		crowd: w, transforms: generic.NewMap1[components.Transform](&w.world),
		wishes: newDigest("wishes"), events: newDigest("events"), places: newDigest("root motion and transforms"),
	}
}

// spawnMembers spawns the characters. Every third one is driven by a graph.
func (p *matchedCrowd) spawnMembers() error {
	for i := range matchedCount {
		m := p.models.matched[i%len(p.models.matched)]
		entity, err := p.animation.Spawn(m.model,
			[16]float32{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, float32(i), 0, 1, 1})
		if err != nil {
			return err
		}
		c := matchedCharacter{matchedModel: m, entity: entity}
		if i%3 == 2 {
			c.controller, err = p.animation.Control(entity, m.graph)
		} else {
			err = p.animation.Player(entity).Play(m.database)
		}
		if err != nil {
			return err
		}
		p.members = append(p.members, c)
	}
	return nil
}

// vector returns a random vector on the ground, of at most some meters along each axis.
func (p *matchedCrowd) vector(most float32) mgl32.Vec3 {
	return mgl32.Vec3{
		float32(float32(p.random.IntN(33)-16) / 16 * most), 0, float32(float32(p.random.IntN(33)-16) / 16 * most),
	}
}

// changeMembers makes one random change to each of three characters.
func (p *matchedCrowd) changeMembers(frame int) error {
	for range 3 {
		c := &p.members[p.random.IntN(len(p.members))]
		w, player := p.animation.Wish(c.entity), p.animation.Player(c.entity)
		if w == nil {
			continue
		}
		switch p.random.IntN(14) {
		case 0, 1, 2, 3:
			w.Velocity, w.Given = p.vector(4), false
		case 4:
			w.Facing = p.vector(1)
		case 5:
			at := p.transforms.Get(c.entity).Matrix.Col(3).Vec3()
			err := p.animation.FollowPath(c.entity, []mgl32.Vec3{at, at.Add(mgl32.Vec3{0, 0, 2}), at.Add(p.vector(8))},
				float64(p.random.IntN(16))/8, float64(p.random.IntN(16))/4)
			if err != nil {
				return err
			}
		case 6:
			w.Given = true
			w.Place = components.WishPoint{
				Position: w.Place.Position.Add(p.vector(0.5)), Direction: mgl32.Vec3{0, 0, 1},
			}
			for i := range 3 {
				w.Points[i] = components.WishPoint{Position: w.Place.Position.Add(p.vector(2)), Direction: p.vector(1)}
			}
		case 7:
			w.Interval, w.Stay = float32(p.random.IntN(8))/32, float32(p.random.IntN(4))/32
		case 8:
			w.HalfLife, w.TurnHalfLife = float32(p.random.IntN(4))/8, float32(p.random.IntN(4))/8
			w.MaxDrift = float32(p.random.IntN(8)) / 8
		case 9:
			w.Required, w.Forbidden = uint32(p.random.IntN(2)), uint32(p.random.IntN(8))&4
		case 10:
			if p.details.Get(c.entity) == nil {
				p.details.Add(c.entity)
			}
			p.details.Get(c.entity).Interval = uint16(p.random.IntN(5))
		default:
			if err := p.changeMotion(c, player, frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// changeMotion changes what a character plays.
func (p *matchedCrowd) changeMotion(c *matchedCharacter, player systems.Player, frame int) error {
	if component := c.controller.Component(); component != nil {
		err := c.controller.SetBool("odd", p.random.IntN(2) == 0)
		if p.random.IntN(4) == 0 {
			err = errors.Join(err, c.controller.Trigger("go"))
		}
		return err
	}
	switch p.random.IntN(4) {
	case 0:
		return player.SetSpeed(speeds[p.random.IntN(len(speeds))])
	case 1:
		return player.CrossFade(c.model.Clips[p.random.IntN(len(c.model.Clips))], 0.25)
	default:
		return errors.Join(player.SetSpeed(1), player.CrossFade(c.database, float64(frame%3)/8))
	}
}

// record hashes the results of the frame.
func (p *matchedCrowd) record() {
	events, missed := p.animation.Events().Read(&p.reader)
	p.events.integers(int64(len(events)), int64(missed))
	for i := range events {
		e := &events[i]
		p.events.integers(int64(e.Entity.ID()), int64(e.Kind), int64(e.Layer), int64(e.Marker), int64(e.State))
		p.events.double(e.Time)
	}
	for i := range p.members {
		c := &p.members[i]
		if w := p.animation.Wish(c.entity); w != nil {
			p.wishes.floats(w.Wait, w.Turning)
			p.wishes.vectors3([]mgl32.Vec3{
				w.Place.Position, w.Place.Direction, w.Moving, w.Gaining, w.Asked.Position, w.Asked.Direction,
			})
			for k := range w.Points[:2] {
				p.wishes.vectors3([]mgl32.Vec3{w.Points[k].Position, w.Points[k].Direction})
			}
			p.wishes.flags(w.Matched == c.database)
			p.wishes.integers(int64(w.MatchedLayer), int64(w.MatchedState))
		}
		p.recordPlayback(c)
		matrix := p.transforms.Get(c.entity).Matrix
		p.places.floats(matrix[:]...)
		for _, skin := range c.model.Skins {
			p.palettes.floats(p.animation.Palette(c.entity, skin)...)
		}
		p.morphs.floats(p.animation.Morphs(c.entity)...)
	}
}

// recordPlayback hashes the playback of a character and its fades. Motions have their numbers among
// the clips of the model, because those of the library depend on what was played before.
func (p *matchedCrowd) recordPlayback(c *matchedCharacter) {
	player, fades := p.animation.Player(c.entity).Component(), p.animation.Player(c.entity).Blend()
	p.players.integers(int64(slices.Index(c.model.Clips, player.Motion)), int64(player.LoopsDone), int64(fades.Count))
	p.players.flags(player.Motion == c.database, player.Finished, player.Backward)
	p.players.double(player.Time)
	p.players.double(fades.Elapsed)
	for i := range fades.Fading[:fades.Count] {
		p.players.double(fades.Fading[i].Time)
		p.players.floats(fades.Weights[i])
	}
}
