package scene

import (
	"image"
	"image/color"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/components"
)

// standSegments is the number of straight sides of a row.
const standSegments = 96

// addStand adds the steps that the spectators stand on, a row of seats behind each, a roof over the
// last rows, the track and the lawn.
func (s *Stadium) addStand(rows int) error {
	var steps, seats, roof, track, lines, lawn surface
	inner := rowInner - rowStep/2
	for row := range rows {
		radius, height := inner+rowStep*float64(row), rowRise*float64(row+1)
		// Less light comes to where a step meets the next one.
		steps.wall(radius, height-rowRise, height, 0.55, 1)
		steps.ring(radius, radius+rowStep, height, 1, 0.5)
		seats.seats(radius+0.78*rowStep, height+0.1, height+0.44)
	}
	outer, top := inner+rowStep*float64(rows), rowRise*float64(rows)
	if rows > 0 {
		s.addRoof(&roof, outer, top)
	}
	edge := laneInner - laneStep
	track.ring(edge, laneRadius(lanes), 0.01, 1, 1)
	for lane := 0; lane <= lanes; lane += 2 {
		radius := laneRadius(lane) - laneStep/2
		lines.ring(radius-0.04, radius+0.04, 0.02, 1, 1)
	}
	lawn.ring(0, edge, 0.01, 1, 1)
	lawn.ring(laneRadius(lanes), inner, 0.01, 1, 0.7)
	for _, part := range []struct {
		surface *surface
		name    string
		color   mgl32.Vec4
	}{
		{&steps, "steps", mgl32.Vec4{0.34, 0.35, 0.37, 1}},
		{&seats, "seats", mgl32.Vec4{1, 1, 1, 1}},
		{&roof, "roof", mgl32.Vec4{0.55, 0.56, 0.58, 1}},
		{&track, "track", mgl32.Vec4{0.36, 0.1, 0.06, 1}},
		{&lines, "lines", mgl32.Vec4{0.7, 0.68, 0.64, 1}},
		{&lawn, "lawn", mgl32.Vec4{0.08, 0.22, 0.05, 1}},
	} {
		if len(part.surface.Indices) == 0 {
			continue
		}
		material := mesh.DefaultMaterial()
		material.Name, material.BaseColor, material.Metallic, material.Roughness = part.name, part.color, 0, 0.9
		if part.surface == &seats {
			material.BaseColorTexture = &mesh.Texture{
				Image: s.library.AddImage(picture.New("seats", drawSeat())), Transform: mgl32.Ident3(),
			}
		}
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

// addRoof adds a roof over the last rows, seen from both sides, which leaves them in its shade.
func (s *Stadium) addRoof(out *surface, outer, top float64) {
	const reach, high, rise = 9.0, 5.5, 1.6 // meters: inward, over the last row, and toward its inner edge
	for i := range standSegments {
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		corners := []mgl32.Vec3{
			around(a, outer-reach, top+high+rise), around(a, outer+1, top+high), around(b, outer+1, top+high),
			around(b, outer-reach, top+high+rise),
		}
		up, down := mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, -1, 0}
		out.quad(up, up, 1, 1, corners...)
		out.quad(down, down, 1, 1, corners[3], corners[2], corners[1], corners[0])
		if i%4 == 0 { // a mast
			out.quad(around(a, -1, 0), around(a, -1, 0), 1, 1, around(a-0.002, outer, top-rowRise),
				around(a-0.002, outer, top+high), around(a+0.002, outer, top+high), around(a+0.002, outer, top-rowRise))
		}
	}
	out.wall(outer-reach, top+high+rise-0.5, top+high+rise+0.1, 1, 1)
	out.wall(outer+0.9, top-rowRise, top+1.6, 0.7, 1)
}

// seatColors are the colors of the seats of a section, in linear RGB.
var seatColors = [...]mgl32.Vec3{{0.5, 0.1, 0.06}, {0.5, 0.36, 0.08}, {0.07, 0.18, 0.5}, {0.5, 0.5, 0.54}}

// drawSeat returns the picture of the back of a seat, which is repeated along a row: a plate with
// round corners before a dark gap.
func drawSeat() *image.NRGBA {
	const size, gap, corner = 32, 3, 7
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			right, below := math.Abs(float64(x)-15.5)-(size/2-gap-corner), math.Abs(float64(y)-15.5)-(size/2-corner)
			outside := math.Hypot(max(right, 0), max(below, 0)) - corner
			light := uint8(40 + 205*min(1, max(0, 0.5-outside))*(1-0.25*float64(y)/size))
			out.SetNRGBA(x, y, color.NRGBA{light, light, light, 255})
		}
	}
	return out
}

// seats adds the backs of a row of seats, seen from inside, in the colors of the sections.
func (s *surface) seats(radius, low, high float64) {
	count := math.Floor(2 * math.Pi * radius / seatSpacing)
	for i := range standSegments {
		color := seatColors[8*i/standSegments%len(seatColors)].Vec4(1)
		first := len(s.Positions)
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		s.quad(around(a, -1, 0), around(b, -1, 0), 1, 1, around(a, radius, low), around(a, radius, high),
			around(b, radius, high), around(b, radius, low))
		for v := range s.Colors[first:] {
			s.Colors[first+v] = color
		}
		left, right := float32(count*float64(i)/standSegments), float32(count*float64(i+1)/standSegments)
		s.TexCoords[0] = append(s.TexCoords[0], mgl32.Vec2{left, 1}, mgl32.Vec2{left, 0}, mgl32.Vec2{right, 0},
			mgl32.Vec2{right, 1})
	}
}

// surface is triangles around the y axis. Vertex colors are shades.
type surface struct{ mesh.Primitive }

// ring adds a flat ring at a height, seen from above, with a shade inside and one outside.
func (s *surface) ring(inner, outer, height float64, shadeInside, shadeOutside float32) {
	for i := range standSegments {
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		s.quad(mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0}, shadeInside, shadeOutside, around(a, inner, height),
			around(a, outer, height), around(b, outer, height), around(b, inner, height))
	}
}

// wall adds a wall between two heights, seen from inside, with a shade below and one above.
func (s *surface) wall(radius, low, high float64, shadeBelow, shadeAbove float32) {
	for i := range standSegments {
		a, b := 2*math.Pi*float64(i)/standSegments, 2*math.Pi*float64(i+1)/standSegments
		s.quad(around(a, -1, 0), around(b, -1, 0), shadeBelow, shadeAbove, around(a, radius, low),
			around(a, radius, high), around(b, radius, high), around(b, radius, low))
	}
}

// around returns a point at an angle about the y axis.
func around(angle, radius, height float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(radius * math.Sin(angle)), float32(height), float32(radius * math.Cos(angle))}
}

// quad adds two triangles with the corners, counterclockwise, the normals of the first two and of
// the last two, and the shades of the outer two and of the middle two.
func (s *surface) quad(first, last mgl32.Vec3, outer, middle float32, corners ...mgl32.Vec3) {
	n := uint32(len(s.Positions))
	s.Positions = append(s.Positions, corners...)
	s.Normals = append(s.Normals, first, first, last, last)
	for _, shade := range []float32{outer, middle, middle, outer} {
		s.Colors = append(s.Colors, mgl32.Vec4{shade, shade, shade, 1})
	}
	s.Indices = append(s.Indices, n, n+1, n+2, n, n+2, n+3)
}
