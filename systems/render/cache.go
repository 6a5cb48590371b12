package render

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// cache holds what of the library is in the GPU's memory. Assets are uploaded when they are met for the first time, and freed
// when the library no longer holds them.
type cache struct {
	library         *assets.Library
	maxTexels       int
	images          *textures
	materials       map[assets.MaterialID]*gpuMaterial
	defaultMaterial *gpuMaterial // for primitives without a material
	meshes          map[assets.MeshID]*gpuMesh
	models          map[assets.ModelID]*gpuModel
}

// plan is a model taken apart for drawing.
type gpuModel struct {
	source   *assets.Model
	skeleton *assets.Skeleton
	parts    []gpuPart
	center   mgl32.Vec3 // of a ball around the rest pose, in model space
	radius   float32
}

// planPart is a part of a model.
type gpuPart struct {
	hidden       uint64 // the bit of components.SkinnedMesh.Hidden
	meshID       assets.MeshID
	mesh         *gpuMesh
	skin         assets.SkinID
	rigid        bool
	paletteIndex int
	morphOffset  int // offset in the pose's weights
	// ownMorphs says that the mesh has targets, and the pose no weights for them: those of the mesh stand in.
	usesMeshWeights bool

	region      *region // where the skin's palettes lay when the part was last drawn
	regionFrame uint64
}

func newCache(library *assets.Library, maxTexels int) (*cache, error) {
	c := &cache{
		library: library, maxTexels: maxTexels, images: newTextures(library),
		materials: map[assets.MaterialID]*gpuMaterial{}, meshes: map[assets.MeshID]*gpuMesh{}, models: map[assets.ModelID]*gpuModel{},
	}
	standard := mesh.DefaultMaterial()
	var err error
	c.defaultMaterial, err = newMaterial(&standard, c.images)
	return c, err
}

// model returns the plan of a model, or nil when the library does not hold it.
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
		mesh, err := c.mesh(part.Mesh)
		if err != nil {
			return nil, fmt.Errorf("model %q: part %d (%q): %w", source.Name, i, part.Name, err)
		}
		if mesh == nil {
			continue
		}
		use := gpuPart{
			meshID: part.Mesh, mesh: mesh, skin: part.Skin, rigid: part.Rigid,
			morphOffset: part.Morphs.Offset, usesMeshWeights: part.Morphs.Count == 0 && len(mesh.restMorphs) > 0,
		}
		if part.Rigid {
			use.paletteIndex = part.PaletteIndex
		}
		if i < 64 {
			use.hidden = 1 << i
		}
		p.parts = append(p.parts, use)
	}
	c.models[id] = p
	return p, nil
}

// mesh returns a mesh in the GPU's memory, or nil when the library does not hold it.
func (c *cache) mesh(id assets.MeshID) (*gpuMesh, error) {
	if known, ok := c.meshes[id]; ok {
		return known, nil
	}
	source := c.library.Mesh(id)
	if source == nil {
		return nil, nil
	}
	mesh, err := newMesh(source, c.maxTexels)
	if err != nil {
		return nil, err
	}
	for _, p := range mesh.primitives {
		if _, err := c.material(p.material); err != nil {
			mesh.delete()
			return nil, fmt.Errorf("mesh %q: %w", source.Name, err)
		}
	}
	c.meshes[id] = mesh
	return mesh, nil
}

// material returns a material in the GPU's memory: the default one where the library holds none of that ID.
func (c *cache) material(id assets.MaterialID) (*gpuMaterial, error) {
	if known, ok := c.materials[id]; ok {
		return known, nil
	}
	source := c.library.Material(id)
	if source == nil {
		return c.defaultMaterial, nil
	}
	material, err := newMaterial(source, c.images)
	if err != nil {
		return nil, err
	}
	material.source = source
	c.materials[id] = material
	return material, nil
}

// sweep frees what the library no longer holds.
func (c *cache) sweep() {
	for id, p := range c.models {
		if c.library.Model(id) != p.source || c.hasStaleMesh(p) {
			delete(c.models, id)
		}
	}
	for id, mesh := range c.meshes {
		if c.library.Mesh(id) != mesh.source {
			mesh.delete()
			delete(c.meshes, id)
		}
	}
	for id, material := range c.materials {
		if c.library.Material(id) != material.source {
			material.delete()
			delete(c.materials, id)
		}
	}
	c.images.sweep()
}

// stale says whether a plan draws a mesh that is gone.
func (c *cache) hasStaleMesh(p *gpuModel) bool {
	for i := range p.parts {
		if c.library.Mesh(p.parts[i].meshID) != p.parts[i].mesh.source {
			return true
		}
	}
	return false
}

func (c *cache) delete() {
	for _, mesh := range c.meshes {
		mesh.delete()
	}
	for _, material := range c.materials {
		material.delete()
	}
	c.defaultMaterial.delete()
	c.images.delete()
}
