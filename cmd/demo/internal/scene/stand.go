package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
)

// standSegments is the number of straight sides of a row.
const standSegments = 96

// addStand adds the steps that the spectators stand on, the track and the lawn.
func (s *Stadium) addStand(rows int) error {
	var steps, track, lawn surface
	inner := rowInner - rowStep/2
	for row := range rows {
		radius, height := inner+rowStep*float64(row), rowRise*float64(row+1)
		steps.wall(radius, height-rowRise, height)
		steps.ring(radius, radius+rowStep, height)
	}
	edge := laneInner - laneStep
	track.ring(edge, laneRadius(lanes), 0.01)
	lawn.ring(0, edge, 0.01)
	lawn.ring(laneRadius(lanes), inner, 0.01)
	for _, part := range []struct {
		surface *surface
		name    string
		color   mgl32.Vec4
	}{
		{&steps, "steps", mgl32.Vec4{0.3, 0.31, 0.33, 1}},
		{&track, "track", mgl32.Vec4{0.42, 0.14, 0.09, 1}},
		{&lawn, "lawn", mgl32.Vec4{0.1, 0.25, 0.07, 1}},
	} {
		if len(part.surface.Indices) == 0 {
			continue
		}
		material := mesh.DefaultMaterial()
		material.Name, material.BaseColor, material.Metallic, material.Roughness = part.name, part.color, 0, 0.9
		part.surface.Material = s.library.AddMaterial(&material)
		id, err := s.library.AddMesh(&mesh.Mesh{
			Name:       part.name,
			Primitives: []mesh.Primitive{part.surface.Primitive},
		})
		if err != nil {
			return err
		}
		rigid := generic.NewMap2[components.RigidMesh, components.Transform](&s.world)
		rigid.NewWith(&components.RigidMesh{Mesh: id}, components.NewTransform(0, 0, 0))
	}
	return nil
}

// surface is triangles around the y axis.
type surface struct{ mesh.Primitive }

// ring adds a flat ring at a height, seen from above.
func (s *surface) ring(inner, outer, height float64) {
	for i := range standSegments {
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		s.quad(mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0}, around(a, inner, height), around(a, outer, height),
			around(b, outer, height), around(b, inner, height))
	}
}

// wall adds a wall between two heights, seen from inside.
func (s *surface) wall(radius, low, high float64) {
	for i := range standSegments {
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		s.quad(around(a, -1, 0), around(b, -1, 0), around(a, radius, low), around(a, radius, high),
			around(b, radius, high), around(b, radius, low))
	}
}

// around returns a point at an angle about the y axis.
func around(angle, radius, height float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(radius * math.Sin(angle)), float32(height), float32(radius * math.Cos(angle))}
}

// quad adds two triangles with the corners, counterclockwise, and the normals of the first two and
// of the last two.
func (s *surface) quad(first, last mgl32.Vec3, corners ...mgl32.Vec3) {
	n := uint32(len(s.Positions))
	s.Positions = append(s.Positions, corners...)
	s.Normals = append(s.Normals, first, first, last, last)
	s.Indices = append(s.Indices, n, n+1, n+2, n, n+2, n+3)
}
