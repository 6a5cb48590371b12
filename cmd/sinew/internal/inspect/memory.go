package inspect

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
)

// memoryOf returns the size of the model's assets.
func memoryOf(library *assets.Library, model *assets.Model) Memory {
	var m Memory
	skeleton := library.Skeleton(model.Skeleton)
	const parentBytes, sourceBytes, restBytes = 2, 4, 40
	m.Skeleton = skeleton.Len()*(parentBytes+sourceBytes+restBytes) + 4*len(skeleton.RestLocals()) +
		4*skeleton.MorphCount()
	for j := range skeleton.Len() {
		m.Skeleton += len(skeleton.JointName(j))
	}
	skins := map[assets.SkinID]bool{}
	meshes := map[id.Mesh]bool{}
	images := map[id.Image]bool{}
	for _, id := range model.Skins {
		skins[id] = true
	}
	for _, part := range model.Parts {
		skins[part.Skin], meshes[part.Mesh] = true, true
	}
	for id := range skins {
		if skin := library.Skin(id); skin != nil {
			m.Skins += 2*len(skin.Joints()) + 4*len(skin.InverseBinds())
		}
	}
	for id := range meshes {
		mesh := library.Mesh(id)
		for i := range mesh.Primitives {
			p := &mesh.Primitives[i]
			m.Meshes += primitiveBytes(p)
			if material := library.Material(p.Material); material != nil {
				for _, t := range material.Textures() {
					images[t.Image] = true
				}
			}
		}
	}
	for id := range images {
		if image := library.Image(id); image != nil && image.Pixels != nil {
			m.Images += len(image.Pixels.Pix)
		}
	}
	for _, id := range model.Clips {
		m.Clips += library.Clip(id).Bytes()
	}
	m.Total = m.Skeleton + m.Skins + m.Meshes + m.Images + m.Clips
	return m
}

func primitiveBytes(p *mesh.Primitive) int {
	n := 12*len(p.Positions) + 12*len(p.Normals) + 16*len(p.Tangents) + 16*len(p.Colors)
	n += 8 * (len(p.TexCoords[0]) + len(p.TexCoords[1]))
	n += 2*len(p.Joints) + 4*len(p.Weights) + 4*len(p.Indices)
	for _, t := range p.Targets {
		n += 12 * (len(t.Positions) + len(t.Normals) + len(t.Tangents))
	}
	return n
}

// describeImage returns the size and name of an image, after a space.
func describeImage(image *mesh.Image) string {
	if image == nil || image.Pixels == nil {
		return ""
	}
	size := image.Pixels.Bounds().Size()
	text := fmt.Sprintf(" %d×%d", size.X, size.Y)
	if image.Name != "" {
		text += " " + image.Name
	}
	return text
}
