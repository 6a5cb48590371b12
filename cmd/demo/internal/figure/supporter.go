package figure

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

// Names of the parts that a [Supporter] has besides its body.
const (
	Cap   = "cap"
	Hair  = "hair"
	Scarf = "scarf"
	Pack  = "pack"
)

// Supporter adds a copy of the mannequin to the library, with the same skeleton, that can wear
// things: each is a part of its own, so that those who share the model differ in what they hide.
func Supporter(library *assets.Library, model *assets.Model) (*assets.Model, error) {
	skeleton, skin := library.Skeleton(model.Skeleton), library.Skin(model.Skins[0])
	out := &assets.Model{Name: "supporter", Skeleton: model.Skeleton, Bounds: model.Bounds, Skins: model.Skins}
	out.SetClips(library, model.Clips)
	out.Parts = append(out.Parts, model.Parts...)
	cloth, wood := mgl32.Vec3{0.95, 0.95, 0.95}, mgl32.Vec3{0.3, 0.22, 0.15}
	for _, part := range []struct {
		name, joint string
		color       mgl32.Vec3
		surface     mesh.Primitive
	}{
		{Cap, "head", cloth, prop.Join(
			rounded(mgl32.Vec3{0, 1.728, 0.002}, mgl32.Vec3{0.098, 0.088, 0.112}),
			rounded(mgl32.Vec3{0, 1.745, 0.1}, mgl32.Vec3{0.09, 0.012, 0.11}),
		)},
		{Hair, "head", wood, prop.Join(
			rounded(mgl32.Vec3{0, 1.72, -0.022}, mgl32.Vec3{0.1, 0.096, 0.105}),
			rounded(mgl32.Vec3{0, 1.63, -0.075}, mgl32.Vec3{0.085, 0.13, 0.05}),
		)},
		{Scarf, "spine_4", cloth, prop.Join(
			rounded(mgl32.Vec3{0, 1.485, -0.004}, mgl32.Vec3{0.125, 0.042, 0.105}),
			rounded(mgl32.Vec3{0.06, 1.33, 0.12}, mgl32.Vec3{0.04, 0.16, 0.02}),
		)},
		{Pack, "spine_4", wood, rounded(mgl32.Vec3{0, 1.27, -0.19}, mgl32.Vec3{0.16, 0.22, 0.11})},
	} {
		joint, err := skeleton.FindJoint(part.joint)
		if err != nil {
			return nil, err
		}
		id, err := prop.Add(library, part.name, part.color, part.surface)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, assets.Part{
			Name: part.name, Mesh: id, Skin: model.Skins[0], Rigid: true, PaletteIndex: int(skin.PaletteIndices()[joint]),
		})
		for _, p := range part.surface.Positions {
			for axis := range 3 {
				out.Bounds.Min[axis] = min(out.Bounds.Min[axis], p[axis])
				out.Bounds.Max[axis] = max(out.Bounds.Max[axis], p[axis])
			}
		}
	}
	_, err := library.AddModel(out)
	return out, err
}

// rounded returns an ellipsoid of few triangles at a place. It is closed, so that coarser levels of
// detail have even fewer.
func rounded(place, radii mgl32.Vec3) (out mesh.Primitive) {
	const rings, sides = 4, 8
	add := func(on mgl32.Vec3) {
		normal := on
		for axis := range on {
			on[axis], normal[axis] = place[axis]+on[axis]*radii[axis], on[axis]/radii[axis]
		}
		out.Positions, out.Normals = append(out.Positions, on), append(out.Normals, normal.Normalize())
	}
	add(mgl32.Vec3{0, 1, 0})
	for ring := 1; ring < rings; ring++ {
		for side := range sides {
			sin, cos := math.Sincos(math.Pi * float64(ring) / rings)
			east, north := math.Sincos(2 * math.Pi * float64(side) / sides)
			add(mgl32.Vec3{float32(sin * east), float32(cos), float32(sin * north)})
		}
	}
	add(mgl32.Vec3{0, -1, 0})
	bottom := uint32(len(out.Positions) - 1)
	for side := range uint32(sides) {
		next := (side + 1) % sides
		out.Indices = append(out.Indices, 0, 1+side, 1+next)
		for ring := uint32(1); ring < rings-1; ring++ {
			a, b := 1+(ring-1)*sides+side, 1+(ring-1)*sides+next
			out.Indices = append(out.Indices, a, a+sides, b, b, a+sides, b+sides)
		}
		out.Indices = append(out.Indices, bottom, bottom-sides+next, bottom-sides+side)
	}
	return out
}
