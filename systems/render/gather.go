package render

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// gather collects the frame's instances, and the palettes and morph weights to upload for them.
func (r *Renderer) gather(store *ecs.PoseStore) error {
	r.cache.sweep()
	r.palettes.reset()
	r.morphs.reset()
	r.morphRanges = r.morphRanges[:0]
	r.batches.reset()
	r.bones.reset()
	r.bounds = emptyBox
	if store != nil {
		if err := r.gatherCharacters(store); err != nil {
			return err
		}
	}
	if err := r.gatherRigid(); err != nil {
		return err
	}
	if r.morphs.used > r.cache.maxTexels {
		return fmt.Errorf("render: the frame has %d morph weights, more than a texture buffer's %d texels", r.morphs.used, r.cache.maxTexels)
	}
	return nil
}

// gatherCharacters collects the instances of all characters that have a pose.
func (r *Renderer) gatherCharacters(store *ecs.PoseStore) error {
	query := r.characters.Query(r.world)
	for query.Next() {
		mesh, poseSlot, transform := query.Get()
		pool, slot := store.Pool(query.Entity(), *poseSlot)
		if pool == nil {
			continue
		}
		err := r.addCharacter(pool, slot, mesh, worldMatrix(transform))
		if err != nil {
			query.Close()
			return fmt.Errorf("render: %w", err)
		}
	}
	return nil
}

// addCharacter adds the instances of a character's parts and, if wanted, its bones. It skips a character whose model
// was removed or has another skeleton, and parts whose palettes do not exist yet.
func (r *Renderer) addCharacter(pool *ecs.Pool, slot int, mesh *components.SkinnedMesh, world rig.Matrix) error {
	model, err := r.cache.model(mesh.Model)
	if err != nil {
		return err
	}
	if model == nil || model.skeleton != pool.Skeleton() {
		return nil
	}
	sphere := transformedSphere(&world, model.center, model.radius)
	if r.Style.Skeletons {
		r.bones.add(model.skeleton, pool.ModelMatrices(slot), &world, 2*sphere.radius, r.Style.SkeletonColor)
	}
	r.bounds = enclose(r.bounds, sphere)
	mirrored, worldScale, tolerance := isMirrored(&world), longestAxis(&world), r.viewer.tolerance(sphere)
	morphs := uint32(0)
	if n := model.skeleton.MorphCount(); n > 0 {
		morphs = uint32(r.addMorphs(pool.Morphs()) + slot*n)
	}
	for i := range model.parts {
		part := &model.parts[i]
		if part.hidden&mesh.Hidden != 0 || part.source != nil && !part.source.Shown(pool.Morphs()[slot*model.skeleton.MorphCount():]) {
			continue
		}
		region, err := r.palettes.region(pool, part)
		if err != nil {
			return fmt.Errorf("model %q: %w", model.source.Name, err)
		}
		if region == nil {
			continue
		}
		page, texel := region.location(slot)
		weights := morphs + uint32(part.morphOffset)
		if part.usesMeshWeights {
			weights = uint32(r.addMorphs(part.mesh.restMorphs))
		}
		matrix := (*rig.Matrix)(region.palette(slot)[part.paletteIndex*assets.MatrixSize:])
		scale := longestAxis(matrix) * worldScale
		key := batchKey{page: page, rigid: part.rigid, mirrored: mirrored != isMirrored(matrix), level: part.mesh.detail.level(tolerance / scale)}
		r.batches.add(part.mesh, key, scale, instance{
			world: world, palette: uint32(texel + part.paletteIndex*matrixTexels), morphs: weights,
		})
	}
	return nil
}

// gatherRigid collects the instances of the rigid meshes.
func (r *Renderer) gatherRigid() error {
	query := r.rigid.Query(r.world)
	for query.Next() {
		component, transform := query.Get()
		mesh, err := r.cache.mesh(component.Mesh)
		if err != nil {
			query.Close()
			return fmt.Errorf("render: %w", err)
		}
		if mesh == nil {
			continue
		}
		world := worldMatrix(transform)
		sphere := transformedSphere(&world, mesh.center, mesh.radius)
		r.bounds = enclose(r.bounds, sphere)
		scale := longestAxis(&world)
		key := batchKey{rigid: true, mirrored: isMirrored(&world), level: mesh.detail.level(r.viewer.tolerance(sphere) / scale)}
		r.batches.add(mesh, key, scale, instance{world: world, morphs: uint32(r.addMorphs(mesh.restMorphs))})
	}
	return nil
}

// morphRange is the location of some morph weights in this frame's buffer.
type morphRange struct {
	source     *float32 // the address of the first weight identifies the weights
	firstTexel int
}

// addMorphs returns the first texel of some morph weights, which belong to a pool, slot by slot, or are the default weights
// of a mesh. It adds them to the upload when they are first used in a frame.
func (r *Renderer) addMorphs(weights []float32) int {
	if len(weights) == 0 {
		return 0
	}
	source := unsafe.SliceData(weights)
	for _, known := range r.morphRanges {
		if known.source == source {
			return known.firstTexel
		}
	}
	base := r.morphs.add(weights)
	r.morphRanges = append(r.morphRanges, morphRange{source, base})
	return base
}

// worldMatrix returns an entity's model-to-world matrix; without a transform, the identity.
func worldMatrix(t *components.Transform) rig.Matrix {
	if t == nil {
		return rig.IdentityMatrix()
	}
	return rig.MatrixFromMat4(t.Matrix)
}

// sphere is a bounding sphere in world space.
type sphere struct {
	center mgl32.Vec3
	radius float32
}

// transformedSphere returns the bounding sphere of a transformed sphere.
func transformedSphere(world *rig.Matrix, center mgl32.Vec3, radius float32) sphere {
	return sphere{world.Point(center), radius * longestAxis(world)}
}

var emptyBox = assets.Box{
	Min: mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
	Max: mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32},
}

// enclose returns the smallest box that contains the box and the sphere. It ignores a sphere that is not finite.
func enclose(box assets.Box, s sphere) assets.Box {
	if sum := s.center[0] + s.center[1] + s.center[2] + s.radius; sum-sum != 0 {
		return box
	}
	for c := range 3 {
		box.Min[c] = min(box.Min[c], s.center[c]-s.radius)
		box.Max[c] = max(box.Max[c], s.center[c]+s.radius)
	}
	return box
}

// longestAxis returns the largest factor by which a matrix scales an axis.
func longestAxis(m *rig.Matrix) float32 {
	var longest float32
	for c := range 3 {
		longest = max(longest, m[c]*m[c]+m[4+c]*m[4+c]+m[8+c]*m[8+c])
	}
	return float32(math.Sqrt(float64(longest)))
}

// isMirrored reports whether a matrix mirrors: whether its determinant is negative.
func isMirrored(m *rig.Matrix) bool {
	return m[0]*(m[5]*m[10]-m[6]*m[9])-m[1]*(m[4]*m[10]-m[6]*m[8])+m[2]*(m[4]*m[9]-m[5]*m[8]) < 0
}
