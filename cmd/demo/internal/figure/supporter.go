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
	Flag  = "flag"
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
			at(prop.Box(mgl32.Vec3{0.075, 0.007, 0.06}), mgl32.Vec3{0, 1.742, 0.145}),
		)},
		{Hair, "head", wood, prop.Join(
			rounded(mgl32.Vec3{0, 1.72, -0.022}, mgl32.Vec3{0.1, 0.096, 0.105}),
			rounded(mgl32.Vec3{0, 1.63, -0.075}, mgl32.Vec3{0.085, 0.13, 0.05}),
		)},
		{Scarf, "spine_4", cloth, prop.Join(
			rounded(mgl32.Vec3{0, 1.485, -0.004}, mgl32.Vec3{0.125, 0.042, 0.105}),
			at(prop.Box(mgl32.Vec3{0.035, 0.15, 0.012}), mgl32.Vec3{0.06, 1.33, 0.125}),
		)},
		{Flag, "right_hand", cloth, prop.Join(
			at(prop.Box(mgl32.Vec3{0.012, 0.012, 0.55}), mgl32.Vec3{-0.54, 0.93, 0.5}),
			at(prop.Box(mgl32.Vec3{0.006, 0.2, 0.3}), mgl32.Vec3{-0.54, 0.74, 0.74}),
		)},
		{Pack, "spine_4", wood, at(prop.Box(mgl32.Vec3{0.13, 0.17, 0.07}), mgl32.Vec3{0, 1.28, -0.2})},
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

// at returns a surface at a place.
func at(surface mesh.Primitive, place mgl32.Vec3) mesh.Primitive {
	return prop.Moved(surface, mgl32.Translate3D(place[0], place[1], place[2]))
}

// rounded returns an ellipsoid of few triangles at a place.
func rounded(place, radii mgl32.Vec3) (out mesh.Primitive) {
	const rings, sides = 4, 8
	for ring := range rings + 1 {
		for side := range sides {
			sin, cos := math.Sincos(math.Pi * float64(ring) / rings)
			east, north := math.Sincos(2 * math.Pi * float64(side) / sides)
			on := mgl32.Vec3{float32(sin * east), float32(cos), float32(sin * north)}
			normal := on
			for axis := range on {
				on[axis], normal[axis] = place[axis]+on[axis]*radii[axis], on[axis]/radii[axis]
			}
			out.Positions, out.Normals = append(out.Positions, on), append(out.Normals, normal.Normalize())
			a, b := uint32(ring*sides+side), uint32(ring*sides+(side+1)%sides)
			if ring > 0 && ring < rings {
				out.Indices = append(out.Indices, a, a+sides, b)
			}
			if ring < rings-1 {
				out.Indices = append(out.Indices, b, a+sides, b+sides)
			}
		}
	}
	return out
}
