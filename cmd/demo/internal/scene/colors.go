package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
)

// colorScheme is the base colors, in linear RGB, of two of the mannequin's materials.
type colorScheme struct {
	shell, accent mgl32.Vec3
}

var colorSchemes = []colorScheme{
	{mgl32.Vec3{0.78, 0.76, 0.72}, mgl32.Vec3{0.90, 0.20, 0.02}},
	{mgl32.Vec3{0.16, 0.42, 0.66}, mgl32.Vec3{0.90, 0.62, 0.06}},
	{mgl32.Vec3{0.80, 0.30, 0.10}, mgl32.Vec3{0.06, 0.30, 0.55}},
	{mgl32.Vec3{0.14, 0.48, 0.34}, mgl32.Vec3{0.92, 0.80, 0.25}},
	{mgl32.Vec3{0.82, 0.56, 0.12}, mgl32.Vec3{0.50, 0.04, 0.10}},
	{mgl32.Vec3{0.50, 0.20, 0.42}, mgl32.Vec3{0.10, 0.60, 0.55}},
}

// Recolored returns copies of the mannequin with other base colors of the materials "shell" and
// "accent". The copies share everything else.
func Recolored(library *assets.Library, mannequin *assets.Model) ([]*assets.Model, error) {
	var models []*assets.Model
	for _, d := range colorSchemes {
		model := *mannequin
		model.Parts = append([]assets.Part(nil), mannequin.Parts...)
		for i := range model.Parts {
			mesh, err := d.recolor(library, model.Parts[i].Mesh)
			if err != nil {
				return nil, fmt.Errorf("recoloring the mannequin: %w", err)
			}
			model.Parts[i].Mesh = mesh
		}
		if _, err := library.AddModel(&model); err != nil {
			return nil, fmt.Errorf("recoloring the mannequin: %w", err)
		}
		models = append(models, &model)
	}
	return models, nil
}

// recolor adds a copy of the mesh in these colors to the library and returns the copy's ID.
func (d colorScheme) recolor(library *assets.Library, id id.Mesh) (id.Mesh, error) {
	m := *library.Mesh(id)
	m.Primitives = append([]mesh.Primitive(nil), m.Primitives...)
	for i := range m.Primitives {
		material := library.Material(m.Primitives[i].Material)
		if material == nil {
			continue
		}
		fresh := *material
		switch material.Name {
		case "shell":
			fresh.BaseColor = d.shell.Vec4(1)
		case "accent":
			fresh.BaseColor = d.accent.Vec4(1)
		default:
			continue
		}
		m.Primitives[i].Material = library.AddMaterial(&fresh)
	}
	return library.AddMesh(&m)
}
