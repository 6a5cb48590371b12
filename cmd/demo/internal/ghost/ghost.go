//go:build cgo || js

package ghost

import (
	"slices"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

// Ghost draws a character at a moment that the timeline has marked, half transparent, over the
// picture. It stands in a world of its own, since it is no part of the scene and of its past, and its
// models are in a library of its own, since what the scene writes names all that is in the scene's.
type Ghost struct {
	world     ecs.World
	scene     *assets.Library // of the characters
	library   *assets.Library // of the ghosts
	animation *systems.Animation
	renderer  *render.Renderer
	entity    ecs.Entity
	shown     *timeline.Shape                 // that the entity shows; nil without an entity
	models    map[*assets.Model]*assets.Model // half transparent, by what they are of
	materials map[id.Material]id.Material     // likewise
}

// New returns a ghost of the characters of a library, for the context that is current.
func New(scene *assets.Library) (g *Ghost, err error) {
	g = &Ghost{
		world: ecs.NewWorld(), scene: scene, library: assets.NewLibrary(),
		models: map[*assets.Model]*assets.Model{}, materials: map[id.Material]id.Material{},
	}
	if g.animation, err = systems.NewAnimation(&g.world, g.library, systems.WithWorkers(1)); err != nil {
		return nil, err
	}
	if g.renderer, err = render.New(&g.world, g.library, render.Options{}); err != nil {
		g.Close()
		return nil, err
	}
	g.renderer.Style.Occlusion, g.renderer.Style.ShadowStrength = 0, 0
	return g, nil
}

// Close frees what the ghost has. A nil Ghost has nothing.
func (g *Ghost) Close() {
	if g == nil {
		return
	}
	if g.renderer != nil {
		g.renderer.Close()
	}
	g.animation.Close()
}

// Draw draws the ghost of a moment over the picture of the scene that a target holds.
func (g *Ghost) Draw(shape *timeline.Shape, camera render.Camera, target *render.Target) error {
	if err := g.show(shape); err != nil {
		return err
	}
	return g.renderer.DrawOver(camera, target)
}

// show makes the ghost that of a moment.
func (g *Ghost) show(shape *timeline.Shape) error {
	if g.shown == shape {
		return nil
	}
	if g.shown != nil {
		g.world.RemoveEntity(g.entity)
		g.shown = nil
	}
	model, err := g.transparent(shape.Model)
	if err != nil {
		return err
	}
	if g.entity, err = g.animation.Spawn(model, shape.Place); err != nil {
		return err
	}
	g.shown = shape
	meshes := generic.NewMap1[components.SkinnedMesh](&g.world)
	meshes.Get(g.entity).Hidden = shape.Hidden
	if err := g.animation.SetLocalPose(g.entity, shape.Pose, 1); err != nil {
		return err
	}
	return g.animation.Update(0)
}

// transparent returns a half transparent copy of a model.
func (g *Ghost) transparent(of *assets.Model) (*assets.Model, error) {
	if model := g.models[of]; model != nil {
		return model, nil
	}
	model := &assets.Model{
		Name: of.Name, Skeleton: g.library.AddSkeleton(g.scene.Skeleton(of.Skeleton)),
		Parts: slices.Clone(of.Parts), Nodes: of.Nodes, Bounds: of.Bounds,
	}
	skins := map[assets.SkinID]assets.SkinID{}
	for i := range model.Parts {
		part := &model.Parts[i]
		if _, known := skins[part.Skin]; !known {
			skins[part.Skin] = g.library.AddSkin(g.scene.Skin(part.Skin))
		}
		part.Skin, part.Materials = skins[part.Skin], nil
		surface := *g.scene.Mesh(part.Mesh)
		surface.Primitives = slices.Clone(surface.Primitives)
		for k := range surface.Primitives {
			p := &surface.Primitives[k]
			p.Material = g.faint(p.Material)
		}
		var err error
		if part.Mesh, err = g.library.AddMesh(&surface); err != nil {
			return nil, err
		}
	}
	if _, err := g.library.AddModel(model); err != nil {
		return nil, err
	}
	g.models[of] = model
	return model, nil
}

// ghostAlpha is how much of its background a ghost hides.
const ghostAlpha = 0.5

// faint returns a half transparent copy of a material, in the color of ghosts.
func (g *Ghost) faint(of id.Material) id.Material {
	if fresh, known := g.materials[of]; known {
		return fresh
	}
	fresh := mesh.DefaultMaterial()
	if m := g.scene.Material(of); m != nil {
		fresh.Name, fresh.DoubleSided = m.Name, m.DoubleSided
		if m.BaseColorTexture != nil {
			texture := *m.BaseColorTexture
			texture.Image = g.library.AddImage(g.scene.Image(texture.Image))
			fresh.BaseColorTexture = &texture
		}
	}
	c := workbench.Ghost
	color := [3]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255}
	fresh.BaseColor = [4]float32{color[0], color[1], color[2], ghostAlpha}
	fresh.AlphaMode, fresh.Metallic, fresh.Roughness = mesh.AlphaBlend, 0, 1
	toon := mesh.DefaultToon()
	toon.ShadeColor, toon.ShadingToony = [3]float32{color[0] / 2, color[1] / 2, color[2] / 2}, 0
	toon.WritesDepth = true // of its surfaces the nearest is seen
	fresh.Toon = &toon
	g.materials[of] = g.library.AddMaterial(&fresh)
	return g.materials[of]
}
