package figure

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Tinted adds a copy of a model to the library whose colors are multiplied, at each vertex, by the
// tints of the joints that move it, in linear RGB. The copy shares skeleton, skins and clips.
func Tinted(library *assets.Library, model *assets.Model, tint func(joint int) mgl32.Vec3) (*assets.Model, error) {
	out := *model
	out.Parts = append([]assets.Part(nil), model.Parts...)
	for i := range out.Parts {
		part := &out.Parts[i]
		skin := library.Skin(part.Skin)
		tinted := *library.Mesh(part.Mesh)
		tinted.Primitives = append([]mesh.Primitive(nil), tinted.Primitives...)
		for k := range tinted.Primitives {
			p := &tinted.Primitives[k]
			colors := make([]mgl32.Vec4, len(p.Positions))
			for v := range colors {
				color := mgl32.Vec4{1, 1, 1, 1}
				if p.Colors != nil {
					color = p.Colors[v]
				}
				var sum mgl32.Vec3
				for n := v * p.Influences; n < (v+1)*p.Influences; n++ {
					if p.Joints[n] != mesh.NoInfluence {
						sum = sum.Add(tint(int(skin.Joints()[p.Joints[n]])).Mul(p.Weights[n]))
					}
				}
				colors[v] = mgl32.Vec4{color[0] * sum[0], color[1] * sum[1], color[2] * sum[2], color[3]}
			}
			p.Colors = colors
		}
		id, err := library.AddMesh(&tinted)
		if err != nil {
			return nil, err
		}
		part.Mesh = id
	}
	_, err := library.AddModel(&out)
	return &out, err
}
