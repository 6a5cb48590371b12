package render

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// instance is one drawn copy of a mesh, in the shaders' layout of 64 bytes.
type instance struct {
	world   rig.Matrix // model to world space
	palette uint32     // first texel of the palette
	morphs  uint32     // first texel of the morph weights
	pose    uint32     // first texel of the character's numbers ([rig.Pose.Morphs]), which hold the values of materials
	_       uint32
}

const instanceBytes = 64

// batch is the instances of a mesh that one draw call per primitive draws.
type batch struct {
	batchKey
	mesh          *gpuMesh
	instances     []instance
	scale         float32 // largest scale from the mesh's units to world units
	firstInstance int     // index in the instance buffer
	depth         float32 // distance of the farthest instance, for blended batches
}

// batches collects the instances of a frame.
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

// batchKey is the properties that all instances of a batch share.
type batchKey struct {
	page     int  // of the palettes' texture buffers
	rigid    bool // ignores the mesh's influences
	mirrored bool // triangles have the opposite winding
	level    int  // of detail
	// materials are the values of materials that clips change, by primitive of the mesh; nil for none.
	materials *partMaterials
}

// add adds an instance to the batch of its mesh and key. The scale is from the mesh's units to world units.
func (b *batches) add(mesh *gpuMesh, key batchKey, scale float32, i instance) {
	for _, batch := range mesh.batches {
		if batch.batchKey == key {
			if len(batch.instances) == 0 {
				b.active = append(b.active, batch)
				batch.scale = 0
			}
			batch.instances = append(batch.instances, i)
			batch.scale = max(batch.scale, scale)
			return
		}
	}
	fresh := &batch{mesh: mesh, batchKey: key, scale: scale, instances: []instance{i}}
	mesh.batches = append(mesh.batches, fresh)
	b.active = append(b.active, fresh)
}

// finish assigns each batch its range of the instance buffer.
func (b *batches) finish() {
	for _, batch := range b.active {
		batch.firstInstance = b.instances
		b.instances += len(batch.instances)
	}
}

// sortFarFirst sorts the instances of blended batches, and the batches by their farthest instance, from far to near.
// Eye is the camera's position and forward its direction.
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
