package simulation

import (
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/systems"
)

// boundsRecorder is a block system that records the bounds of the characters in model space.
type boundsRecorder struct {
	joints map[assets.SkeletonID]assets.JointBounds
	boxes  [][6]float32 // by entity ID: minimum x, y, z, maximum x, y, z
}

// maxEntities is larger than any entity ID in the script.
const maxEntities = 4096

func newBoundsRecorder(c *ModelSet) *boundsRecorder {
	m := &boundsRecorder{map[assets.SkeletonID]assets.JointBounds{}, make([][6]float32, maxEntities)}
	for _, model := range c.Models {
		m.joints[model.Skeleton] = model.JointBounds(c.Library)
	}
	return m
}

// Name implements [ecs.BlockSystem].
func (m *boundsRecorder) Name() string { return "measure" }

// RunBlock implements [ecs.BlockSystem].
func (m *boundsRecorder) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	joints := m.joints[b.Pool().ID()]
	if len(joints.Joints) == 0 {
		return
	}
	var bounds [kernel.BoundsSize]float32
	kernel.EmptyBounds(&bounds)
	kernel.Bounds(&bounds, b.Model(), joints.Joints, joints.Boxes)
	for lane := range b.Lanes() {
		box := &m.boxes[b.Pool().Owner(b.Slot(lane)).ID()]
		for i := range box {
			box[i] = bounds[i*kernel.Lanes+lane]
		}
	}
}

// crowd is a world of characters, with a digest for each kind of result.
type crowd struct {
	models     *ModelSet
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

	boundsRecorder *boundsRecorder

	players, palettes, matrices, morphs, vertices, transforms, bounds *digest
}

// character is a living character of the crowd.
type character struct {
	entity ecs.Entity
	model  *assets.Model
	skins  []assets.SkinID
}

func newCrowd(c *ModelSet, workers int) (*crowd, error) {
	w := &crowd{
		models: c, world: arche.NewWorld(), random: rand.New(rand.NewPCG(2, 71)),
		players: newDigest("players"), palettes: newDigest("palettes"), matrices: newDigest("model matrices"),
		morphs: newDigest("morph weights"), vertices: newDigest("vertices"), transforms: newDigest("transforms"),
		bounds:         newDigest("bounds"),
		boundsRecorder: newBoundsRecorder(c),
	}
	var err error
	if w.animation, err = systems.NewAnimation(&w.world, c.Library, systems.WithWorkers(workers)); err != nil {
		return nil, err
	}
	if err := w.animation.UseVertices(); err != nil {
		return nil, err
	}
	if err := w.animation.Schedule().InsertAfter(systems.AtLocalToModel, ecs.EachBlock(w.boundsRecorder)); err != nil {
		return nil, err
	}
	w.kept = generic.NewMap1[components.ModelPose](&w.world)
	w.skinned = generic.NewMap1[components.SkinnedVertices](&w.world)
	w.details = generic.NewMap1[components.LevelOfDetail](&w.world)
	w.attached = generic.NewMap2[components.Attachment, components.Transform](&w.world)
	return w, nil
}

// digests returns the digests in the order of the pipeline.
func (w *crowd) digests() []*digest {
	return []*digest{w.players, w.morphs, w.matrices, w.bounds, w.palettes, w.vertices, w.transforms}
}

// spawn adds a character of the next model.
func (w *crowd) spawn() (*character, error) {
	model := w.models.Models[w.spawned%len(w.models.Models)]
	w.spawned++
	x := float32(w.spawned)
	transform := mgl32.Mat4{0.6, 0, -0.8, 0, 0, 1, 0, 0, 0.8, 0, 0.6, 0, x, 0.125, -x, 1}
	entity, err := w.animation.Spawn(model, transform)
	if err != nil {
		return nil, err
	}
	w.characters = append(w.characters, character{entity, model, skinsOf(model)})
	return &w.characters[len(w.characters)-1], nil
}

// remove removes a character. Its sockets stay for now; sockets of characters that were removed
// before are removed.
func (w *crowd) remove(i int) {
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

// attach attaches a new entity to a random joint of the character.
func (w *crowd) attach(c *character) error {
	skeleton := w.models.Library.Skeleton(c.model.Skeleton)
	offset := mgl32.Mat4{1, 0, 0, 0, 0, 0.28, 0.96, 0, 0, -0.96, 0.28, 0, 0.1, 0.2, 0.3, 1}
	socket, err := w.animation.Attach(c.entity, skeleton.JointName(w.random.IntN(skeleton.Len())),
		systems.WithOffset(offset))
	if err == nil {
		w.sockets = append(w.sockets, socket)
	}
	return err
}
