package randomassets

import (
	"math/rand/v2"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Model makes a model of a random skeleton and files it: so many clips of up to 30 keys a track, and two parts, one of 4
// influences a vertex and one of 8, each with a skin of its own. Where the skeleton has morph channels, the parts have morph targets.
func Model(r *rand.Rand, library *assets.Library, shape Shape, clips int) *assets.Model {
	s := Skeleton(r, shape)
	m := &assets.Model{Name: "random", Skeleton: library.AddSkeleton(s)}
	var ids []assets.ClipID
	for range clips {
		ids = append(ids, library.AddClip(Clip(r, s, shape, 30)))
	}
	m.SetClips(library, ids)
	for _, influences := range []int{4, 8} {
		entries := 1 + r.IntN(2*s.Len())
		skin := library.AddSkin(Skin(r, s, shape, entries))
		part := assets.Part{Name: "part", Skin: skin}
		if channels := s.MorphChannels(); len(channels) > 0 {
			part.Morphs = channels[r.IntN(len(channels))]
		}
		mesh := &assets.Mesh{
			Name:       "mesh",
			Primitives: []mesh.Primitive{*Primitive(r, 30, entries, influences, part.Morphs.Count)},
			Weights:    make([]float32, part.Morphs.Count),
		}
		part.Mesh = must(library.AddMesh(mesh))
		m.Skins, m.Parts = append(m.Skins, skin), append(m.Parts, part)
	}
	must(library.AddModel(m))
	return m
}
