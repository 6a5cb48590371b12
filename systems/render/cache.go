package render

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/systems/internal/appearance"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// cache holds the library's assets that are in GPU memory. An asset is uploaded when it is first
// drawn, and freed when it is no longer in the library.
type cache struct {
	device          gpu.Device
	contexts        *contexts
	library         *assets.Library
	maxTexels       int
	images          *textures
	materials       map[id.Material]*gpuMaterial
	defaultMaterial *gpuMaterial // of primitives without a material
	meshes          map[id.Mesh]*gpuMesh
	models          map[assets.ModelID]*gpuModel
	clips           []*assets.Clip // of the library, in the last frame
	maker           *levelMaker    // makes levels of detail in the background; nil to make them at once
	folderError     error          // the last one of the folder of the library's cache
	grew            bool           // an asset was uploaded since the memory was last checked
}

// gpuModel is a model with its meshes in GPU memory.
type gpuModel struct {
	source   *assets.Model
	skeleton *assets.Skeleton
	parts    []gpuPart
	center   mgl32.Vec3 // of a sphere around the rest pose, in model space
	radius   float32
	// swingRadius is the radius of the sphere that gpuModel.swing returns.
	swingRadius float32
	girth       float32 // 1 + [appearance.Girth] once a character with a build shows it; 0 before
}

// girthIn returns how far from its bones a model of the library reaches.
func (m *gpuModel) girthIn(library *assets.Library) float32 {
	if m.girth == 0 {
		m.girth = 1 + appearance.Girth(m.source, library)
	}
	return m.girth - 1
}

// gpuPart is a part of a model.
type gpuPart struct {
	hidden uint64 // the part's bit in components.SkinnedMesh.Hidden
	// source is the part if a pose decides whether it is drawn, otherwise nil.
	source       *assets.Part
	meshID       id.Mesh
	mesh         *gpuMesh
	skin         assets.SkinID
	rigid        bool
	skinning     mesh.Skinning
	paletteIndex int
	morphOffset  int // offset in the pose's weights
	materials    *partMaterials
	// usesMeshWeights is true if the mesh has morph targets, but the pose has no weights for them.
	// The mesh's own weights apply.
	usesMeshWeights bool
	boxes           []influenceBox // for culling
	pairs           []influencePair
	occluders       []occluder        // once it is near the camera; nil before
	bones           []appearance.Bone // of the skin once a character with a build shows the part; nil before
}

// bonesIn returns the bones of the part's skin of the library.
func (p *gpuPart) bonesIn(library *assets.Library) []appearance.Bone {
	if skin := library.Skin(p.skin); p.bones == nil && skin != nil {
		p.bones = appearance.BonesOf(skin)
	}
	return p.bones
}

func newCache(d gpu.Device, contexts *contexts, library *assets.Library, maxTexels int) (*cache, error) {
	c := &cache{
		device: d, contexts: contexts, library: library, maxTexels: maxTexels, images: newTextures(d, library),
		materials: map[id.Material]*gpuMaterial{}, meshes: map[id.Mesh]*gpuMesh{},
		models: map[assets.ModelID]*gpuModel{},
	}
	standard := mesh.DefaultMaterial()
	var err error
	c.defaultMaterial, err = newMaterial(d, &standard, c.images)
	return c, err
}

// model returns a model, uploading its meshes if need be. It returns nil if the library does not
// hold the model.
func (c *cache) model(id assets.ModelID) (*gpuModel, error) {
	if known, ok := c.models[id]; ok {
		return known, nil
	}
	source := c.library.Model(id)
	if source == nil {
		return nil, nil
	}
	p := &gpuModel{source: source, skeleton: c.library.Skeleton(source.Skeleton)}
	if size := source.Bounds.Max.Sub(source.Bounds.Min); size[0] >= 0 && size[1] >= 0 && size[2] >= 0 {
		p.center, p.radius = source.Bounds.Min.Add(size.Mul(0.5)), size.Len()/2
	}
	for i, part := range source.Parts {
		if part.Hidden {
			continue
		}
		mesh, err := c.mesh(part.Mesh)
		if err != nil {
			return nil, fmt.Errorf("model %q: part %d (%q): %w", source.Name, i, part.Name, err)
		}
		if mesh == nil {
			continue
		}
		gpu := gpuPart{
			meshID: part.Mesh, mesh: mesh, skin: part.Skin, rigid: part.Rigid, skinning: part.Skinning,
			morphOffset: part.Morphs.Offset, usesMeshWeights: part.Morphs.Count == 0 && len(mesh.restMorphs) > 0,
		}
		gpu.materials = newPartMaterials(&source.Parts[i], len(c.library.Mesh(part.Mesh).Primitives), p.parts)
		if len(part.Visibility) > 0 {
			gpu.source = &source.Parts[i]
		}
		gpu.boxes = newInfluenceBoxes(mesh.source, &source.Parts[i])
		gpu.pairs = newInfluencePairs(mesh.source, &source.Parts[i])
		if part.Rigid {
			gpu.paletteIndex = part.PaletteIndex
		}
		if i < 64 {
			gpu.hidden = 1 << i
		}
		p.parts = append(p.parts, gpu)
	}
	p.swingRadius = max(2*source.Reach(c.library).Radius, 2*p.radius)
	c.models[id] = p
	return p, nil
}

// mesh returns a mesh, uploading it if need be. It returns nil if the library does not hold the
// mesh.
func (c *cache) mesh(id id.Mesh) (*gpuMesh, error) {
	if known, ok := c.meshes[id]; ok {
		return known, nil
	}
	source := c.library.Mesh(id)
	if source == nil {
		return nil, nil
	}
	store := c.store()
	levels := []decimate.Level{decimate.FullDetail(source)}
	if c.maker == nil {
		var err error
		if levels, err = levelsOf(source, store, func() bool { return true }); err != nil {
			c.folderError = err
		}
	}
	mesh, err := newMesh(c.device, c.contexts, source, levels, c.maxTexels)
	if err != nil {
		return nil, err
	}
	for _, p := range mesh.primitives {
		if _, err := c.material(p.material); err != nil {
			mesh.delete(c.device, c.contexts)
			return nil, fmt.Errorf("mesh %q: %w", source.Name, err)
		}
	}
	if c.maker != nil {
		mesh.coming = c.maker.begin(source, store)
	}
	c.meshes[id] = mesh
	c.grew = true
	return mesh, nil
}

// store returns the store of the library's cache, or nil if there is none.
func (c *cache) store() derived.Store { return c.library.CacheStore() }

// material returns a material, uploading it if need be, or the default material if the library does
// not hold it.
func (c *cache) material(id id.Material) (*gpuMaterial, error) {
	if known, ok := c.materials[id]; ok {
		return known, nil
	}
	source := c.library.Material(id)
	if source == nil {
		return c.defaultMaterial, nil
	}
	material, err := newMaterial(c.device, source, c.images)
	if err != nil {
		return nil, err
	}
	material.source = source
	c.materials[id] = material
	c.grew = true
	return material, nil
}

// sweep frees the assets that are no longer in the library.
func (c *cache) sweep() {
	if c.clipsChanged() {
		for _, p := range c.models {
			p.swingRadius = max(2*p.source.Reach(c.library).Radius, 2*p.radius)
		}
	}
	for id, p := range c.models {
		if c.library.Model(id) != p.source || c.hasStaleMesh(p) {
			delete(c.models, id)
		}
	}
	for id, mesh := range c.meshes {
		if c.library.Mesh(id) != mesh.source {
			mesh.delete(c.device, c.contexts)
			delete(c.meshes, id)
		} else if mesh.addComing(c.device, c.contexts, &c.folderError) {
			c.grew = true
		}
	}
	for id, material := range c.materials {
		if c.library.Material(id) != material.source {
			material.delete(c.device)
			delete(c.materials, id)
		}
	}
	c.images.sweep()
}

// clipsChanged reports whether the library holds other clips than in the frame before.
func (c *cache) clipsChanged() bool {
	n, changed := 0, false
	for clip := range c.library.Clips {
		if n == len(c.clips) {
			c.clips, changed = append(c.clips, nil), true
		}
		if c.clips[n] != clip {
			c.clips[n], changed = clip, true
		}
		n++
	}
	if n < len(c.clips) {
		clear(c.clips[n:])
		c.clips, changed = c.clips[:n], true
	}
	return changed
}

// hasStaleMesh reports whether a mesh of the model is no longer in the library.
func (c *cache) hasStaleMesh(p *gpuModel) bool {
	for i := range p.parts {
		if c.library.Mesh(p.parts[i].meshID) != p.parts[i].mesh.source {
			return true
		}
	}
	return false
}

func (c *cache) delete() {
	if c.maker != nil {
		c.maker.close()
	}
	for _, mesh := range c.meshes {
		mesh.delete(c.device, c.contexts)
	}
	for _, material := range c.materials {
		material.delete(c.device)
	}
	c.defaultMaterial.delete(c.device)
	c.images.delete()
}
