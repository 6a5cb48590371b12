package render

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// instance is one drawn copy of a mesh, in the shaders' layout of 64 bytes.
type instance struct {
	world   rig.Matrix // model to world space
	palette uint32     // first texel of the palette
	morphs  uint32     // first texel of the morph weights
	pose    uint32     // first texel of the character's numbers ([rig.Pose.Morphs]), which hold the values of materials
	tint    uint32     // 1 + the first texel of the tint, which is among the morph weights; 0 for none
}

const instanceBytes = 64

// batch is the instances of a mesh that one draw call per primitive draws.
type batch struct {
	batchKey
	mesh  *gpuMesh
	ahead *skinnedPart // whose vertices are drawn, if they were skinned ahead; otherwise nil
	// instances holds first those that only the image shows, then those that the image and the
	// widest shadow map show, then those that only that map shows, then those of each finer map.
	// Before finish it holds only the first kind.
	instances []instance
	both      []instance // image and shadow map; before finish
	casters   []instance // shadow map only; before finish
	// finer holds copies of those that the maps of finer cascades show; before finish
	finer      [maxCascades - 1][]instance
	finerFirst [maxCascades - 1]int // their indices in instances
	shown      int                  // number of instances in the image
	// indices in instances of the first one in the widest shadow map, and after the last one
	firstCaster, widestEnd int
	scale                  float32 // largest scale from the mesh's units to world units
	firstInstance          int     // index in the instance buffer
	depth                  float32 // distance of the farthest instance, for blended batches
}

// batches collects the instances of a frame.
type batches struct {
	active    []*batch
	instances int
}

func (b *batches) reset() {
	for _, batch := range b.active {
		batch.instances, batch.both, batch.casters = batch.instances[:0], batch.both[:0], batch.casters[:0]
		for i := range batch.finer {
			batch.finer[i] = batch.finer[i][:0]
		}
		batch.shown, batch.firstCaster, batch.widestEnd = 0, 0, 0
	}
	b.active, b.instances = b.active[:0], 0
}

// batchKey is the properties that all instances of a batch share.
type batchKey struct {
	page     int  // of the palettes' textures
	rigid    bool // ignores the mesh's influences
	mirrored bool // triangles have the opposite winding
	level    int  // of detail
	skinning mesh.Skinning
	// materials are the values of materials that clips change, by primitive of the mesh; nil for
	// none.
	materials *partMaterials
}

// add adds an instance to the batch of its mesh and key: to the image, to shadow maps, or to both.
// The scale is from the mesh's units to world units.
func (b *batches) add(of *gpuMesh, key batchKey, scale float32, i instance, shown bool, casts casts) {
	b.addTo(findBatch(&of.batches, of, nil, key), scale, i, shown, casts)
}

// addSkinned is add for a part whose vertices are skinned ahead.
func (b *batches) addSkinned(of *gpuMesh, part *skinnedPart, key batchKey, scale float32, i instance, shown bool,
	casts casts,
) {
	b.addTo(findBatch(&part.batches, of, part, key), scale, i, shown, casts)
}

func (b *batches) addTo(batch *batch, scale float32, i instance, shown bool, casts casts) {
	if len(batch.instances)+len(batch.both)+len(batch.casters) == 0 {
		b.active = append(b.active, batch)
		batch.scale = 0
	}
	batch.scale = max(batch.scale, scale)
	switch {
	case shown && casts.into(0):
		batch.both = append(batch.both, i)
	case shown:
		batch.instances = append(batch.instances, i)
	default:
		batch.casters = append(batch.casters, i)
	}
	for finer := range batch.finer {
		if casts.into(finer + 1) {
			batch.finer[finer] = append(batch.finer[finer], i)
		}
	}
}

// inShadowMap returns the range of instances that the map of a cascade shows.
func (b *batch) inShadowMap(cascade int) (first, end int) {
	if cascade == 0 {
		return b.firstCaster, b.widestEnd
	}
	first = b.finerFirst[cascade-1]
	return first, first + len(b.finer[cascade-1])
}

// findBatch returns the batch with a key from a list, to which it is added if need be.
func findBatch(list *[]*batch, of *gpuMesh, ahead *skinnedPart, key batchKey) *batch {
	for _, batch := range *list {
		if batch.batchKey == key {
			return batch
		}
	}
	fresh := &batch{mesh: of, ahead: ahead, batchKey: key}
	*list = append(*list, fresh)
	return fresh
}

// finish joins the instances of each batch and assigns it its range of the instance buffer. In a
// batch that is sorted, everything in the image is in the shadow map too, so that both remain
// consecutive.
func (b *batches) finish(sorted []*batch) {
	for _, batch := range sorted {
		batch.both = append(batch.both, batch.instances...)
		batch.instances = batch.instances[:0]
	}
	for _, batch := range b.active {
		batch.firstCaster = len(batch.instances)
		batch.instances = append(batch.instances, batch.both...)
		batch.shown = len(batch.instances)
		batch.instances = append(batch.instances, batch.casters...)
		batch.widestEnd = len(batch.instances)
		for i, list := range batch.finer {
			batch.finerFirst[i] = len(batch.instances)
			batch.instances = append(batch.instances, list...)
		}
		batch.firstInstance = b.instances
		b.instances += len(batch.instances)
	}
}

// sortFarFirst sorts the instances of blended batches, and the batches by their farthest instance,
// from far to near. Eye is the camera's position and forward its direction.
func sortFarFirst(blended []*batch, eye, forward mgl32.Vec3) {
	for _, batch := range blended {
		if batch.shown == 0 {
			continue
		}
		slices.SortFunc(batch.instances[:batch.shown], func(x, y instance) int {
			return cmp.Compare(depth(&y.world, eye, forward), depth(&x.world, eye, forward))
		})
		batch.depth = depth(&batch.instances[0].world, eye, forward)
	}
	slices.SortStableFunc(blended, func(x, y *batch) int { return cmp.Compare(y.depth, x.depth) })
}

func depth(m *rig.Matrix, eye, forward mgl32.Vec3) float32 {
	return (m[3]-eye[0])*forward[0] + (m[7]-eye[1])*forward[1] + (m[11]-eye[2])*forward[2]
}
