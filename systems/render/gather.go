package render

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// candidate is a character or a rigid mesh that may be drawn.
type candidate struct {
	models []shownModel // of a character: its own and those that it wears; nil for a rigid mesh
	mesh   *gpuMesh     // nil for a character
	pool   *ecs.Pool
	slot   int
	ahead  arche.Entity // a character whose vertices are skinned ahead; otherwise the zero entity
	world  rig.Matrix
	scale  float32 // of world: by how much it stretches at most
	rest   sphere  // around the rest pose
	swing  sphere  // around the present pose, for a quick look
	shown  bool    // the camera sees it

	looks *components.Appearance // of a character; may be nil
	// margin is how far the build of a character moves vertices at most, in model space.
	margin float32
}

// shownModel is a model that a character shows.
type shownModel struct {
	model  *gpuModel
	hidden uint64 // parts
}

// gather collects the frame's instances, and the palettes and morph weights to upload for them: of
// the characters and rigid meshes that the camera or the shadow map shows.
func (r *Renderer) gather(store *ecs.PoseStore) error {
	r.cache.sweep()
	r.ahead.sweep(r)
	r.palettes.reset()
	r.morphs.reset()
	r.morphRanges = r.morphRanges[:0]
	r.batches.reset()
	r.bones.reset()
	r.occlusion.begin(&r.Style)
	r.lights = lightList{}
	r.bounds = emptyBox
	r.stats = Stats{}
	clear(r.candidates) // do not keep the memory alive
	r.candidates = r.candidates[:0]
	clear(r.shown)
	r.shown = r.shown[:0]
	if err := r.checkSkinning(); err != nil {
		return err
	}
	if store != nil {
		if err := r.findCharacters(store); err != nil {
			return err
		}
	}
	if err := r.findRigid(); err != nil {
		return err
	}
	if err := r.crowd.begin(r); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	r.addCrowdLights()
	r.frame.setLights(&r.lights)
	r.stats.Lights, r.stats.LightsLeftOut = r.lights.count, r.lights.leftOut
	r.addCrowdBounds()
	r.placeCascades()
	casting := r.frame.lightDirection[3] > 0
	for i := range r.candidates {
		c := &r.candidates[i]
		var casts casts
		if casting {
			casts = r.castsInto(c)
			r.stats.CulledCasters += count(casts == 0)
		}
		if !c.shown && casts == 0 {
			continue
		}
		if err := r.add(c, casts); err != nil {
			return fmt.Errorf("render: %w", err)
		}
		if c.shown {
			r.addOccluders(c)
		}
	}
	if err := r.gatherCrowd(casting); err != nil {
		return err
	}
	r.addCrowdOccluders()
	r.occlusion.finish()
	r.frame.setOcclusion(r.occlusion)
	if r.morphs.used > r.palettes.maxTexels {
		return fmt.Errorf("render: the frame has %d morph weights, more than a texture's %d texels", r.morphs.used,
			r.palettes.maxTexels)
	}
	return nil
}

// findCharacters collects the characters that have a pose. It leaves out models that were removed
// or have another skeleton.
func (r *Renderer) findCharacters(store *ecs.PoseStore) error {
	var id assets.ModelID
	var c candidate
	var model *gpuModel // of the last character, as characters of the same model often follow each other
	casting := r.frame.lightDirection[3] > 0
	query := r.characters.Query(r.world)
	for query.Next() {
		component, poseSlot, transform, detail, ahead, worn, looks := query.Get()
		pool, slot := store.Pool(query.Entity(), *poseSlot)
		if pool == nil {
			continue
		}
		if detail != nil && detail.Culled {
			r.stats.Culled++
			r.stats.CulledCasters += count(casting)
			r.addCulledLights(component.Model, pool, slot, transform)
			if worn != nil {
				for i := range worn.Models {
					r.addCulledLights(worn.Models[i].Model, pool, slot, transform)
				}
			}
			continue
		}
		if model == nil || component.Model != id {
			var err error
			if model, err = r.cache.model(component.Model); err != nil {
				query.Close()
				return fmt.Errorf("render: %w", err)
			}
			id = component.Model
		}
		first := len(r.shown)
		if model != nil && model.skeleton.Equal(pool.Skeleton()) {
			r.shown = append(r.shown, shownModel{model, component.Hidden})
		}
		if worn != nil {
			if err := r.addWorn(worn, pool); err != nil {
				query.Close()
				return fmt.Errorf("render: %w", err)
			}
		}
		if len(r.shown) == first {
			continue
		}
		c.models, c.pool, c.slot, c.world = r.shown[first:], pool, slot, worldMatrix(transform)
		if c.ahead = (arche.Entity{}); ahead != nil {
			c.ahead = query.Entity()
		}
		c.scale = exact.LongestAxis(&c.world)
		c.looks, c.margin = looks, 0
		wider := appearance.Build(looks) - 1
		for i := range c.models {
			m := c.models[i].model
			rest, swing := c.inWorld(m.center, m.radius), c.inWorld(m.swing(pool, slot))
			if wider > 0 {
				c.margin = max(c.margin, wider*m.girthIn(r.cache.library))
			}
			if i > 0 {
				rest, swing = c.rest.around(rest), c.swing.around(swing)
			}
			c.rest, c.swing = rest, swing
		}
		c.rest.radius += c.margin * c.scale
		c.swing.radius += c.margin * c.scale
		for i := range c.models {
			r.addLights(c.models[i].model.source, pool, slot, &c.world)
		}
		r.consider(&c, casting)
	}
	return nil
}

// addWorn adds the models that a character wears to those of the frame.
func (r *Renderer) addWorn(worn *components.Worn, pool *ecs.Pool) error {
	for i := range worn.Models {
		if worn.Models[i].Model == 0 {
			continue
		}
		model, err := r.cache.model(worn.Models[i].Model)
		if err != nil {
			return err
		}
		if model != nil && model.skeleton.Equal(pool.Skeleton()) {
			r.shown = append(r.shown, shownModel{model, worn.Models[i].Hidden})
		}
	}
	return nil
}

// findRigid collects the rigid meshes.
func (r *Renderer) findRigid() error {
	casting := r.frame.lightDirection[3] > 0
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
		c := candidate{mesh: mesh, world: worldMatrix(transform)}
		c.scale = exact.LongestAxis(&c.world)
		c.rest = c.inWorld(mesh.center, mesh.radius)
		c.swing = c.rest
		r.consider(&c, casting)
	}
	return nil
}

// inWorld returns a sphere in model space as a sphere in world space.
func (c *candidate) inWorld(center mgl32.Vec3, radius float32) sphere {
	return sphere{c.world.Point(center), radius * c.scale}
}

// consider adds a candidate if it is in the image or may cast a shadow.
func (r *Renderer) consider(c *candidate, casting bool) {
	if casting && !c.rest.isLost() &&
		c.rest.center.Sub(r.camera.Target).Len()-c.rest.radius <= maxShadowRadius(&r.camera) {
		r.bounds = enclose(r.bounds, c.rest)
	}
	if c.shown = r.sees(&r.view, c); !c.shown {
		r.stats.Culled++
	}
	if c.shown || casting {
		r.candidates = append(r.candidates, *c)
	}
}

// sees reports whether a volume may contain part of a candidate. It looks at all joints only if a
// look at one leaves the answer open.
func (r *Renderer) sees(v *volume, c *candidate) bool {
	if at := v.sphere(c.swing); at != straddling {
		return at == inside
	}
	if c.mesh != nil {
		return true
	}
	box := r.poseBox(c)
	half := box.Max.Sub(box.Min).Mul(0.5)
	return !(half[0] >= 0) || !v.misses(&c.world, box.Min.Add(half), half)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add adds the instances of a candidate, and if wanted its bones.
func (r *Renderer) add(c *candidate, casts casts) error {
	if c.mesh == nil {
		return r.addCharacter(c, casts)
	}
	key := batchKey{
		rigid: true, mirrored: exact.IsMirrored(&c.world),
		level: c.mesh.detail.level(r.viewer.tolerance(c.rest) / c.scale),
	}
	i := instance{world: c.world, morphs: uint32(r.addMorphs(c.mesh.restMorphs))}
	r.stats.Instances += count(c.shown)
	r.batches.add(c.mesh, key, c.scale, i, c.shown, casts)
	return nil
}

// addCharacter adds the instances of the parts of a character's models and, if wanted, its bones
// and its box.
func (r *Renderer) addCharacter(c *candidate, casts casts) error {
	if r.Style.Skeletons && c.shown {
		r.bones.add(c.pool.Skeleton(), c.pool.ModelMatrices(c.slot), &c.world, 2*c.rest.radius, r.Style.SkeletonColor)
	}
	if r.Style.Bounds && c.shown {
		r.bones.addBox(r.poseBox(c), &c.world, 2*c.rest.radius, r.Style.BoundsColor)
	}
	pose := uint32(0)
	r.palettes.begin()
	if n := c.pool.Skeleton().MorphCount(); n > 0 {
		pose = uint32(r.morphs.add(c.pool.Morphs()[c.slot*n:][:n]))
	}
	tint := uint32(0)
	if appearance.Tint(c.looks) != (mgl32.Vec3{1, 1, 1}) {
		tint = 1 + uint32(r.morphs.add(c.looks.Tint[:]))
	}
	isSkinned := false
	for _, shown := range c.models {
		ahead, err := r.addParts(c, shown, casts, pose, tint)
		if err != nil {
			return err
		}
		isSkinned = isSkinned || ahead
	}
	r.stats.PreSkinned += count(isSkinned)
	return nil
}

// addParts adds the instances of the parts of a model that a character shows, whose morph weights
// begin at a texel, with a tint. It skips parts whose palettes do not exist yet, and reports
// whether vertices are skinned ahead.
func (r *Renderer) addParts(c *candidate, shown shownModel, casts casts, pose, tint uint32) (
	isSkinned bool, err error,
) {
	model, pool, slot := shown.model, c.pool, c.slot
	build := appearance.Build(c.looks)
	mirrored, tolerance := exact.IsMirrored(&c.world), r.viewer.tolerance(c.rest)
	weightsOfPose := pool.Morphs()[slot*pool.Skeleton().MorphCount():]
	for i := range model.parts {
		part := &model.parts[i]
		if part.hidden&shown.hidden != 0 || part.source != nil && !part.source.Shown(weightsOfPose) {
			continue
		}
		palette := pool.Palette(part.skin, slot)
		if palette == nil {
			continue
		}
		var bones []appearance.Bone // that widen the palette
		if build != 1 {
			bones = part.bonesIn(r.cache.library)
		}
		page, texel, err := r.palettes.add(part.skin, palette, bones, build)
		if err != nil {
			return false, fmt.Errorf("model %q: %w", model.source.Name, err)
		}
		weights := pose + uint32(part.morphOffset)
		if part.usesMeshWeights {
			weights = uint32(r.addMorphs(part.mesh.restMorphs))
		}
		matrix := (*rig.Matrix)(palette[part.paletteIndex*assets.MatrixSize:])
		scale := exact.LongestAxis(matrix) * c.scale * max(build, 1)
		key := batchKey{
			page: page, rigid: part.rigid, mirrored: mirrored != exact.IsMirrored(matrix),
			level:    part.mesh.detail.level(tolerance / scale),
			skinning: part.method(&r.Style), materials: part.materials,
		}
		if err := r.needSkinning(key.skinning); err != nil {
			return false, err
		}
		r.stats.Instances += count(c.shown)
		one := instance{
			world: c.world, palette: uint32(texel + part.paletteIndex*matrixTexels),
			morphs: weights, pose: pose, tint: tint,
		}
		var skinned *skinnedPart
		if !c.ahead.IsZero() {
			if skinned, err = r.ahead.part(r, c.ahead, model, i); err != nil {
				return false, err
			}
			if err := r.needSkinning(key.skinning); err != nil {
				return false, err
			}
		}
		if skinned == nil {
			r.batches.add(part.mesh, key, scale, one, c.shown, casts)
			continue
		}
		r.ahead.add(part.mesh, skinned, key, one)
		isSkinned = true
		key.page, key.rigid, key.skinning, one.palette = 0, true, mesh.SkinLinear, 0 // the identity
		r.batches.addSkinned(part.mesh, skinned, key, scale, one, c.shown, casts)
	}
	return isSkinned, nil
}

// morphRange is the location of some morph weights in this frame's buffer.
type morphRange struct {
	source     *float32 // the address of the first weight identifies the weights
	firstTexel int
}

// addMorphs returns the first texel of the default weights of a mesh. It adds them to the upload
// when they are first used in a frame.
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
