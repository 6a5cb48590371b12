package stage

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// dyes are the colours, linear RGB, that the mannequins' accents come in.
var dyes = []mgl32.Vec3{
	{0.90, 0.22, 0.03}, {0.02, 0.30, 0.62}, {0.03, 0.42, 0.16}, {0.72, 0.45, 0.02}, {0.40, 0.06, 0.44}, {0.65, 0.03, 0.08},
}

// Dressed returns copies of the mannequin that differ in the colour of what the material 'accent' covers. They share all else.
func Dressed(library *assets.Library, mannequin *assets.Model) ([]*assets.Model, error) {
	var models []*assets.Model
	for _, dye := range dyes {
		model := *mannequin
		model.Parts = append([]assets.Part(nil), mannequin.Parts...)
		for i := range model.Parts {
			mesh, err := dyed(library, model.Parts[i].Mesh, dye)
			if err != nil {
				return nil, fmt.Errorf("dressing the mannequin: %w", err)
			}
			model.Parts[i].Mesh = mesh
		}
		if _, err := library.AddModel(&model); err != nil {
			return nil, fmt.Errorf("dressing the mannequin: %w", err)
		}
		models = append(models, &model)
	}
	return models, nil
}

// dyed files a copy of the mesh with other accents.
func dyed(library *assets.Library, id assets.MeshID, dye mgl32.Vec3) (assets.MeshID, error) {
	mesh := *library.Mesh(id)
	mesh.Primitives = append([]assets.Primitive(nil), mesh.Primitives...)
	for i := range mesh.Primitives {
		material := library.Material(mesh.Primitives[i].Material)
		if material == nil || material.Name != "accent" {
			continue
		}
		fresh := *material
		fresh.BaseColor = dye.Vec4(material.BaseColor[3])
		mesh.Primitives[i].Material = library.AddMaterial(&fresh)
	}
	return library.AddMesh(&mesh)
}
