package figure

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

// surface makes the mesh of a millipede: plates over the segments, tubes around the legs and
// antennas, and eyes.
func (m Millipede) surface(library *assets.Library, feelers []Chain) *mesh.Mesh {
	front := mgl32.Vec3{0, bodyHeight, float32(m.length() / 2)}
	var plates, limbs, eyes mesh.Primitive
	for i := range m.Segments {
		back := front.Sub(mgl32.Vec3{0, 0, segmentLength * float32(i)})
		shade := mgl32.Vec4{1, 1, 1, 1}
		if i%2 == 1 {
			shade = mgl32.Vec4{0.5, 0.5, 0.5, 1}
		}
		half := mgl32.Vec3{0.105, 0.08, 0.088}
		if i == m.Segments-1 {
			half = half.Mul(0.85)
		}
		join(&plates, ellipsoid(half, back.Sub(mgl32.Vec3{0, 0, segmentLength / 2}), segmentJoint(i, 0), shade))
		for side := range sides {
			chain := Chain{Radius: [2]float32{0.024, 0.008}}
			at := back.Add(hipAt(side))
			chain.Points = []mgl32.Vec3{at}
			for _, length := range legBones {
				at = at.Add(mgl32.Vec3{float32(sides[side] * length), 0, 0})
				chain.Points = append(chain.Points, at)
			}
			join(&limbs, chain.tube(segmentJoint(i, hip+side*jointsOfLeg)))
		}
	}
	white := mgl32.Vec4{1, 1, 1, 1}
	join(&plates, ellipsoid(mgl32.Vec3{0.09, 0.075, 0.09}, front.Add(mgl32.Vec3{0, 0, 0.04}),
		segmentJoint(0, 0), white))
	for side := range sides {
		eye := front.Add(mgl32.Vec3{0.055 * float32(sides[side]), 0.03, 0.095})
		join(&eyes, ellipsoid(mgl32.Vec3{0.022, 0.022, 0.022}, eye, segmentJoint(0, 0), white))
		join(&limbs, feelers[side].tube(segmentJoint(m.Segments, side*(len(feelers[side].Points)-1))))
	}
	out := &mesh.Mesh{Name: "millipede"}
	for _, part := range []struct {
		surface   *mesh.Primitive
		name      string
		color     mgl32.Vec4
		roughness float32
	}{
		{&plates, "plates", m.Color, 0.35},
		{&limbs, "limbs", mgl32.Vec4{0.75, 0.42, 0.08, 1}, 0.5},
		{&eyes, "eyes", mgl32.Vec4{0.01, 0.01, 0.012, 1}, 0.2},
	} {
		material := mesh.DefaultMaterial()
		material.Name, material.BaseColor, material.Metallic, material.Roughness = part.name, part.color, 0,
			part.roughness
		part.surface.Material = library.AddMaterial(&material)
		out.Primitives = append(out.Primitives, *part.surface)
	}
	return out
}

// ellipsoid returns the surface of an ellipsoid, given half the lengths of its axes and its middle,
// that moves with a joint.
func ellipsoid(half, middle mgl32.Vec3, joint int, color mgl32.Vec4) mesh.Primitive {
	out := prop.Ball(1)
	out.Influences = 4
	for i, at := range out.Positions {
		for axis := range 3 {
			out.Positions[i][axis] = middle[axis] + at[axis]*half[axis]
			out.Normals[i][axis] = at[axis] / half[axis]
		}
		out.Normals[i] = out.Normals[i].Normalize()
		out.Colors = append(out.Colors, color)
		out.Joints = append(out.Joints, uint16(joint), mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence)
		out.Weights = append(out.Weights, 1, 0, 0, 0)
	}
	return out
}

// join adds a surface with joints to another one.
func join(to *mesh.Primitive, more mesh.Primitive) {
	first := uint32(len(to.Positions))
	to.Influences = more.Influences
	to.Positions, to.Normals, to.Colors = append(to.Positions, more.Positions...), append(to.Normals, more.Normals...),
		append(to.Colors, more.Colors...)
	to.Joints, to.Weights = append(to.Joints, more.Joints...), append(to.Weights, more.Weights...)
	for _, i := range more.Indices {
		to.Indices = append(to.Indices, first+i)
	}
}
