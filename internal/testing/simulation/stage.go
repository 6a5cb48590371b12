package simulation

import (
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// stage is the world in which the piece is played, with what was hashed of it.
type stage struct {
	cast       *Cast
	world      ecs.World
	animation  *systems.Animation
	random     *rand.Rand
	characters []character
	sockets    []ecs.Entity
	spawned    int

	kept     generic.Map1[components.ModelPose]
	skinned  generic.Map1[components.SkinnedVertices]
	details  generic.Map1[components.LevelOfDetail]
	attached generic.Map2[components.Attachment, components.Transform]

	measure *measure

	players, palettes, matrices, morphs, vertices, transforms, bounds *digest
}

// character is one that takes part at the moment.
type character struct {
	entity ecs.Entity
	model  *assets.Model
	skins  []assets.SkinID
}

func newStage(c *Cast, workers int) (*stage, error) {
	w := &stage{
		cast: c, world: arche.NewWorld(), random: rand.New(rand.NewPCG(2, 71)),
		players: newDigest("players"), palettes: newDigest("palettes"), matrices: newDigest("model matrices"),
		morphs: newDigest("morph weights"), vertices: newDigest("vertices"), transforms: newDigest("transforms"), bounds: newDigest("bounds"),
		measure: newMeasure(c),
	}
	var err error
	if w.animation, err = systems.NewAnimation(&w.world, c.Library, systems.WithWorkers(workers)); err != nil {
		return nil, err
	}
	if err := w.animation.Schedule().InsertAfter("LocalToModel", w.measure); err != nil {
		return nil, err
	}
	w.kept = generic.NewMap1[components.ModelPose](&w.world)
	w.skinned = generic.NewMap1[components.SkinnedVertices](&w.world)
	w.details = generic.NewMap1[components.LevelOfDetail](&w.world)
	w.attached = generic.NewMap2[components.Attachment, components.Transform](&w.world)
	return w, nil
}

// digests returns all of them, in the order of the pipeline.
func (w *stage) digests() []*digest {
	return []*digest{w.players, w.morphs, w.matrices, w.bounds, w.palettes, w.vertices, w.transforms}
}

// spawn adds a character of the next model.
func (w *stage) spawn() (*character, error) {
	model := w.cast.Models[w.spawned%len(w.cast.Models)]
	w.spawned++
	x := float32(w.spawned)
	place := mgl32.Mat4{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, x, 0.125, -x, 1}
	entity, err := w.animation.Spawn(model, place)
	if err != nil {
		return nil, err
	}
	w.characters = append(w.characters, character{entity, model, skinsOf(model)})
	return &w.characters[len(w.characters)-1], nil
}

// remove takes a character away. What hung from it stays where it was, until the next time.
func (w *stage) remove(i int) {
	left := w.sockets[:0]
	for _, socket := range w.sockets {
		if attachment, _ := w.attached.Get(socket); w.world.Alive(attachment.Target) {
			left = append(left, socket)
		} else {
			w.world.RemoveEntity(socket)
		}
	}
	w.sockets = left
	w.world.RemoveEntity(w.characters[i].entity)
	w.characters = append(w.characters[:i], w.characters[i+1:]...)
}

// attach hangs an entity from one of the character's joints.
func (w *stage) attach(c *character) error {
	skeleton := w.cast.Library.Skeleton(c.model.Skeleton)
	offset := mgl32.Mat4{1, 0, 0, 0, 0, 0.28, 0.96, 0, 0, -0.96, 0.28, 0, 0.1, 0.2, 0.3, 1}
	socket, err := w.animation.Attach(c.entity, skeleton.JointName(w.random.IntN(skeleton.Len())), offset)
	if err == nil {
		w.sockets = append(w.sockets, socket)
	}
	return err
}
