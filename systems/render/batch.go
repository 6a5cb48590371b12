package render

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// instance is one character's, or one rigid mesh's, share in a draw: 64 bytes, as the shaders read it.
type instance struct {
	world   rig.Matrix // model to world
	palette uint32     // first texel
	morphs  uint32     // first weight
	_       [2]uint32
}

const instanceBytes = 64

// batch is the instances of a mesh that one draw for each of its primitives serves.
type batch struct {
	batchKey
	mesh          *gpuMesh
	instances     []instance
	scale         float32 // from the mesh's units to the world's: the largest of the instances
	firstInstance int     // of the instances in the buffer
	depth         float32
}

// batches gathers the instances of a frame.
type batches struct {
	active    []*batch
	instances int
}

func (b *batches) reset() {
	for _, batch := range b.active {
		batch.instances = batch.instances[:0]
	}
	b.active, b.instances = b.active[:0], 0
}

// kind is what the instances of a batch have in common.
type batchKey struct {
	page     int  // of the palettes
	rigid    bool // moved whole, whatever influences the mesh has
	mirrored bool // triangles wind the other way
	level    int  // of the mesh's detail
}

// add puts an instance where those of its kind are. Scale is that from the mesh's units to the world's.
func (b *batches) add(mesh *gpuMesh, k batchKey, scale float32, i instance) {
	for _, batch := range mesh.batches {
		if batch.batchKey == k {
			if len(batch.instances) == 0 {
				b.active = append(b.active, batch)
				batch.scale = 0
			}
			batch.instances = append(batch.instances, i)
			batch.scale = max(batch.scale, scale)
			return
		}
	}
	fresh := &batch{mesh: mesh, batchKey: k, scale: scale, instances: []instance{i}}
	mesh.batches = append(mesh.batches, fresh)
	b.active = append(b.active, fresh)
}

// finish numbers the instances.
func (b *batches) finish() {
	for _, batch := range b.active {
		batch.firstInstance = b.instances
		b.instances += len(batch.instances)
	}
}

// sortFarFirst orders the instances of batches that are blended, and these batches among each other, from the farthest to the
// nearest, seen from an eye that looks along forward.
func sortFarFirst(blended []*batch, eye, forward mgl32.Vec3) {
	for _, batch := range blended {
		slices.SortFunc(batch.instances, func(x, y instance) int {
			return cmp.Compare(depth(&y.world, eye, forward), depth(&x.world, eye, forward))
		})
		batch.depth = depth(&batch.instances[0].world, eye, forward)
	}
	slices.SortStableFunc(blended, func(x, y *batch) int { return cmp.Compare(y.depth, x.depth) })
}

func depth(m *rig.Matrix, eye, forward mgl32.Vec3) float32 {
	return (m[3]-eye[0])*forward[0] + (m[7]-eye[1])*forward[1] + (m[11]-eye[2])*forward[2]
}
