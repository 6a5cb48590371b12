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

// gather finds what there is to draw and where, and notes what has to be uploaded for it.
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
		return fmt.Errorf("render: %d morph weights are more than the driver's %d texels", r.morphs.used, r.cache.maxTexels)
	}
	return nil
}

// gatherCharacters gathers the parts of all characters that have a pose.
func (r *Renderer) gatherCharacters(store *ecs.PoseStore) error {
	query := r.characters.Query(r.world)
	for query.Next() {
		mesh, place, transform := query.Get()
		pool, slot := store.Pool(*place)
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

// addCharacter gathers a character's parts and, where wanted, its bones. A character whose model is gone, or made for another
// skeleton, or whose palettes do not exist yet, is left out.
func (r *Renderer) addCharacter(pool *ecs.Pool, slot int, mesh *components.SkinnedMesh, world rig.Matrix) error {
	model, err := r.cache.model(mesh.Model)
	if err != nil {
		return err
	}
	if model == nil || model.skeleton != pool.Skeleton() {
		return nil
	}
	ball := transformedSphere(&world, model.center, model.radius)
	if r.Style.Skeletons {
		r.bones.add(model.skeleton, pool.ModelMatrices(slot), &world, 2*ball.radius, r.Style.SkeletonColor)
	}
	r.bounds = enclose(r.bounds, ball)
	mirrored, worldScale, coarseness := isMirrored(&world), longestAxis(&world), r.viewer.tolerance(ball)
	morphs := uint32(0)
	if n := model.skeleton.MorphCount(); n > 0 {
		morphs = uint32(r.addMorphs(pool.Morphs()) + slot*n)
	}
	for i := range model.parts {
		part := &model.parts[i]
		if part.hidden&mesh.Hidden != 0 {
			continue
		}
		area, err := r.palettes.region(pool, part)
		if err != nil {
			return fmt.Errorf("model %q: %w", model.source.Name, err)
		}
		if area == nil {
			continue
		}
		page, texel := area.location(slot)
		weights := morphs + uint32(part.morphOffset)
		if part.usesMeshWeights {
			weights = uint32(r.addMorphs(part.mesh.restMorphs))
		}
		matrix := (*rig.Matrix)(area.palette(slot)[part.paletteIndex*assets.MatrixSize:])
		scale := longestAxis(matrix) * worldScale
		k := batchKey{page: page, rigid: part.rigid, mirrored: mirrored != isMirrored(matrix), level: part.mesh.detail.level(coarseness / scale)}
		r.batches.add(part.mesh, k, scale, instance{
			world: world, palette: uint32(texel + part.paletteIndex*matrixTexels), morphs: weights,
		})
	}
	return nil
}

// gatherRigid gathers the meshes that stand where their entity is.
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
		ball := transformedSphere(&world, mesh.center, mesh.radius)
		r.bounds = enclose(r.bounds, ball)
		scale := longestAxis(&world)
		k := batchKey{rigid: true, mirrored: isMirrored(&world), level: mesh.detail.level(r.viewer.tolerance(ball) / scale)}
		r.batches.add(mesh, k, scale, instance{world: world, morphs: uint32(r.addMorphs(mesh.restMorphs))})
	}
	return nil
}

// morphPool is where the weights of a pool lie in this frame.
type morphRange struct {
	source     *float32 // the first weight: a pool's or a mesh's
	firstTexel int
}

// placeMorphs returns where weights will lie: those of a pool, slot after slot, or those that a mesh has by itself.
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

// worldMatrix returns where an entity is: at the origin without a transform.
func worldMatrix(t *components.Transform) rig.Matrix {
	if t == nil {
		return rig.IdentityMatrix()
	}
	return rig.MatrixFromMat4(t.Matrix)
}

// ball encloses what is drawn, in world space.
type sphere struct {
	center mgl32.Vec3
	radius float32
}

// placed returns where a matrix puts a ball.
func transformedSphere(world *rig.Matrix, center mgl32.Vec3, radius float32) sphere {
	return sphere{world.Point(center), radius * longestAxis(world)}
}

var emptyBox = assets.Box{
	Min: mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
	Max: mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32},
}

// grow returns a box that also holds the ball. What is not finite is left out.
func enclose(box assets.Box, b sphere) assets.Box {
	if sum := b.center[0] + b.center[1] + b.center[2] + b.radius; sum-sum != 0 {
		return box
	}
	for c := range 3 {
		box.Min[c] = min(box.Min[c], b.center[c]-b.radius)
		box.Max[c] = max(box.Max[c], b.center[c]+b.radius)
	}
	return box
}

// longestAxis returns by how much a matrix stretches the axis that it stretches most.
func longestAxis(m *rig.Matrix) float32 {
	var longest float32
	for c := range 3 {
		longest = max(longest, m[c]*m[c]+m[4+c]*m[4+c]+m[8+c]*m[8+c])
	}
	return float32(math.Sqrt(float64(longest)))
}

// mirrors says whether a matrix turns left to right.
func isMirrored(m *rig.Matrix) bool {
	return m[0]*(m[5]*m[10]-m[6]*m[9])-m[1]*(m[4]*m[10]-m[6]*m[8])+m[2]*(m[4]*m[9]-m[5]*m[8]) < 0
}
