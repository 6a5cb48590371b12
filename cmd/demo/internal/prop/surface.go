package prop

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Add adds surfaces to the library as one mesh of a color, in linear RGB.
func Add(library *assets.Library, name string, color mgl32.Vec3, surfaces ...mesh.Primitive) (id.Mesh, error) {
	material := mesh.DefaultMaterial()
	material.Name, material.BaseColor, material.Metallic, material.Roughness = name, color.Vec4(1), 0, 0.8
	id := library.AddMaterial(&material)
	out := &mesh.Mesh{Name: name}
	for _, surface := range surfaces {
		surface.Material = id
		out.Primitives = append(out.Primitives, surface)
	}
	return library.AddMesh(out)
}

// Box returns a box around the origin, given half the lengths of its sides.
func Box(half mgl32.Vec3) (out mesh.Primitive) {
	for axis := range 3 {
		for _, sign := range []float32{-1, 1} {
			var normal mgl32.Vec3
			normal[axis] = sign
			var corners []mgl32.Vec3
			for _, corner := range [][2]float32{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
				at := normal.Mul(half[axis])
				at[(axis+1)%3] = half[(axis+1)%3] * corner[0] * sign
				at[(axis+2)%3] = half[(axis+2)%3] * corner[1]
				corners = append(corners, at)
			}
			quad(&out, normal, corners...)
		}
	}
	return out
}

// Ring returns a flat ring on the plane y = 0 around the origin, seen from above; with an inner
// radius of 0 a disk.
func Ring(inner, outer float32) (out mesh.Primitive) {
	const sides = 64
	for i := range sides {
		a, b := ringPoint(i, sides), ringPoint(i+1, sides)
		quad(&out, mgl32.Vec3{0, 1, 0}, a.Mul(inner), a.Mul(outer), b.Mul(outer), b.Mul(inner))
	}
	return out
}

// ringPoint returns the point at a part of the unit circle around the y axis, from +Z toward +X.
func ringPoint(i, of int) mgl32.Vec3 {
	sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(of))
	return mgl32.Vec3{float32(sin), 0, float32(cos)}
}

// Ball returns a sphere around the origin.
func Ball(radius float32) (out mesh.Primitive) {
	const rings, sides = 12, 20
	for ring := range rings + 1 {
		sin, cos := math.Sincos(math.Pi * float64(ring) / rings)
		for side := range sides {
			normal := ringPoint(side, sides).Mul(float32(sin))
			normal[1] = float32(cos)
			out.Positions, out.Normals = append(out.Positions, normal.Mul(radius)), append(out.Normals, normal)
			if ring < rings {
				a, b := uint32(ring*sides+side), uint32(ring*sides+(side+1)%sides)
				out.Indices = append(out.Indices, a, a+sides, b+sides, a, b+sides, b)
			}
		}
	}
	return out
}

// Turned returns a surface of revolution about the y axis, in flat sides: its outline is given by
// radii and heights from the bottom to the top, and has an edge at each point.
func Turned(sides int, outline ...mgl32.Vec2) (out mesh.Primitive) {
	for i := range len(outline) - 1 {
		low, high := outline[i], outline[i+1]
		way := high.Sub(low)
		for side := range sides {
			a, b := ringPoint(side, sides), ringPoint(side+1, sides)
			at := func(on mgl32.Vec3, of mgl32.Vec2) mgl32.Vec3 {
				return mgl32.Vec3{on[0] * of[0], of[1], on[2] * of[0]}
			}
			slope := func(on mgl32.Vec3) mgl32.Vec3 {
				return mgl32.Vec3{on[0] * way[1], -way[0], on[2] * way[1]}.Normalize()
			}
			n := uint32(len(out.Positions))
			out.Positions = append(out.Positions, at(a, low), at(b, low), at(b, high), at(a, high))
			out.Normals = append(out.Normals, slope(a), slope(b), slope(b), slope(a))
			if low[0] > 0 {
				out.Indices = append(out.Indices, n, n+1, n+2)
			}
			if high[0] > 0 {
				out.Indices = append(out.Indices, n, n+2, n+3)
			}
		}
	}
	return out
}

// Moved returns the surface, moved by a matrix without scale.
func Moved(surface mesh.Primitive, by mgl32.Mat4) mesh.Primitive {
	out := surface
	out.Positions, out.Normals = nil, nil
	for i := range surface.Positions {
		out.Positions = append(out.Positions, mgl32.TransformCoordinate(surface.Positions[i], by))
		out.Normals = append(out.Normals, mgl32.TransformNormal(surface.Normals[i], by))
	}
	return out
}

// Colored returns the surface with a color at each vertex, in linear RGB, by which the color of its
// material is multiplied: surfaces of several colors can be one.
func Colored(surface mesh.Primitive, color mgl32.Vec3) mesh.Primitive {
	out := surface
	out.Colors = make([]mgl32.Vec4, len(out.Positions))
	for i := range out.Colors {
		out.Colors[i] = color.Vec4(1)
	}
	return out
}

// Join returns one surface that consists of several: all with colors, or all without.
func Join(surfaces ...mesh.Primitive) (out mesh.Primitive) {
	for _, surface := range surfaces {
		first := uint32(len(out.Positions))
		out.Positions, out.Normals = append(out.Positions, surface.Positions...),
			append(out.Normals, surface.Normals...)
		out.Colors = append(out.Colors, surface.Colors...)
		for _, i := range surface.Indices {
			out.Indices = append(out.Indices, first+i)
		}
	}
	return out
}

// quad adds two triangles with the corners, counterclockwise.
func quad(out *mesh.Primitive, normal mgl32.Vec3, corners ...mgl32.Vec3) {
	n := uint32(len(out.Positions))
	out.Positions = append(out.Positions, corners...)
	out.Normals = append(out.Normals, normal, normal, normal, normal)
	out.Indices = append(out.Indices, n, n+1, n+2, n, n+2, n+3)
}
