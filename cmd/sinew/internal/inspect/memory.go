package inspect

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
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
	for _, id := range model.Skins {
		skins[id] = true
	}
	for _, part := range model.Parts {
		skins[part.Skin] = true
	}
	for id := range skins {
		if skin := library.Skin(id); skin != nil {
			m.Skins += 2*len(skin.Joints()) + 4*len(skin.InverseBinds())
		}
	}
	for _, of := range library.Memory().Models {
		if of.Model == model.ID {
			m.Meshes, m.Images, m.Clips = int(of.Meshes), int(of.Pictures), int(of.Keys)
		}
	}
	m.Total = m.Skeleton + m.Skins + m.Meshes + m.Images + m.Clips
	return m
}

// describeImage returns the size and name of an image, after a space.
func describeImage(image *mesh.Image) string {
	if image == nil || image.Pixels == nil {
		return ""
	}
	text := fmt.Sprintf(" %d×%d", image.Width, image.Height)
	if image.Name != "" {
		text += " " + image.Name
	}
	return text
}
