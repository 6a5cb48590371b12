package locomotion

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// fadeLevels is how many meshes of falling opacity a print goes through.
const fadeLevels = 12

// fadingMeshes files a flat shape in a color, ever more transparent.
func fadingMeshes(library *assets.Library, name string, shape mesh.Primitive, color mgl32.Vec3) (list [fadeLevels]assets.MeshID, err error) {
	for i := range list {
		material := mesh.DefaultMaterial()
		material.Name = fmt.Sprintf("%s %d", name, i)
		material.Metallic, material.AlphaMode = 0, mesh.AlphaBlend
		material.BaseColor = color.Vec4(0.75 * float32(fadeLevels-i) / fadeLevels)
		shape.Material = library.AddMaterial(&material)
		if list[i], err = library.AddMesh(&assets.Mesh{Name: material.Name, Primitives: []mesh.Primitive{shape}}); err != nil {
			return list, err
		}
	}
	return list, nil
}

// sole returns the shape of a shoe's print around the ankle, ahead being +Z, bent inward: side is 1 for the left foot, -1 for the right.
func sole(side float64) func() mesh.Primitive {
	return func() mesh.Primitive {
		shape := mesh.Primitive{}
		ellipse(&shape, -0.006*side, 0.105, 0.044, 0.085, 0)
		ellipse(&shape, 0, -0.045, 0.032, 0.042, 0)
		return shape
	}
}

// ring returns a circle on the ground around the character.
func ring() mesh.Primitive {
	shape := mesh.Primitive{}
	ellipse(&shape, 0, 0, 0.42, 0.42, 0.38/0.42)
	return shape
}

// ellipse adds a flat ellipse, with a hole that is a part of its size.
func ellipse(shape *mesh.Primitive, x, z, halfWidth, halfLength, hole float64) {
	const corners = 32
	first := uint32(len(shape.Positions))
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		for _, size := range []float64{1, hole} {
			shape.Positions = append(shape.Positions, mgl32.Vec3{float32(x + size*halfWidth*sin), 0, float32(z + size*halfLength*cos)})
			shape.Normals = append(shape.Normals, mgl32.Vec3{0, 1, 0})
		}
	}
	for i := range uint32(corners) {
		outer, next := first+2*i, first+2*((i+1)%corners)
		shape.Indices = append(shape.Indices, outer, next, outer+1, next, next+1, outer+1)
	}
}
