package inspect

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
)

// addParts adds the meshes that the model draws, and their materials.
func (s *Summary) addParts(library *assets.Library, model *assets.Model) {
	skins := map[assets.SkinID]int{}
	for i, id := range model.Skins {
		skins[id] = i
	}
	seen := map[id.Material]bool{}
	hidden := model.HiddenParts()
	for i, part := range model.Parts {
		mesh := library.Mesh(part.Mesh)
		m := Mesh{
			Name: mesh.Name, Node: part.Node, Skin: -1, Primitives: len(mesh.Primitives),
			Targets: len(mesh.Weights), Hidden: i < 64 && hidden>>i&1 != 0,
		}
		if i, ok := skins[part.Skin]; ok && !part.Rigid {
			m.Skin = i
			s.Skins[i].Meshes++
		}
		for i := range mesh.Primitives {
			p := &mesh.Primitives[i]
			m.Vertices += len(p.Positions)
			m.Triangles += trianglesOf(p)
			m.Influences = max(m.Influences, p.Influences)
			if !seen[p.Material] {
				seen[p.Material] = true
				s.Materials = append(s.Materials, summarizeMaterial(library, p.Material))
			}
		}
		s.Meshes = append(s.Meshes, m)
		if part.Node >= 0 && part.Node < len(s.Nodes) {
			s.Nodes[part.Node].Mesh = mesh.Name
			if mesh.Name == "" {
				s.Nodes[part.Node].Mesh = "mesh"
			}
		}
	}
}

func summarizeMaterial(library *assets.Library, id id.Material) Material {
	material := library.Material(id)
	if material == nil {
		standard := mesh.DefaultMaterial()
		standard.Name = "default"
		material = &standard
	}
	m := Material{
		Name: material.Name, BaseColor: material.BaseColor, Metallic: material.Metallic, Roughness: material.Roughness,
		Alpha: material.AlphaMode.String(), DoubleSided: material.DoubleSided, Unlit: material.Unlit,
	}
	for _, t := range []struct {
		use     string
		texture *mesh.Texture
	}{
		{"base color", material.BaseColorTexture},
		{"metallic-roughness", material.MetallicRoughnessTexture},
		{"emissive", material.EmissiveTexture},
	} {
		if t.texture != nil {
			m.Textures = append(m.Textures, t.use+describeImage(library.Image(t.texture.Image)))
		}
	}
	return m
}

// trianglesOf returns the number of triangles of a primitive.
func trianglesOf(p *mesh.Primitive) int {
	if p.Topology != mesh.Triangles {
		return 0
	}
	return len(p.Indices) / 3
}
