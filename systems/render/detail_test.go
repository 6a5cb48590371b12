//go:build !js

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// globe returns a sphere of radius 1 in two primitives that share the equator.
func globe(rings, sectors int) *mesh.Mesh {
	mesh := &mesh.Mesh{Name: "globe", Primitives: make([]mesh.Primitive, 2)}
	for half := range mesh.Primitives {
		p := &mesh.Primitives[half]
		for ring := range rings + 1 {
			for sector := range sectors {
				up, round := (float64(ring)/float64(rings)-float64(half))*math.Pi/2,
					float64(sector)/float64(sectors)*2*math.Pi
				at := mgl32.Vec3{
					float32(math.Cos(up) * math.Cos(round)), float32(math.Sin(up)),
					float32(math.Cos(up) * math.Sin(round)),
				}
				if ring == 0 && half == 0 || ring == rings && half == 1 {
					at[1] = 0
				}
				p.Positions, p.Normals = append(p.Positions, at), append(p.Normals, at)
				if ring < rings {
					a, b := uint32(ring*sectors+sector), uint32(ring*sectors+(sector+1)%sectors)
					p.Indices = append(p.Indices, a, a+uint32(sectors), b, b, a+uint32(sectors), b+uint32(sectors))
				}
			}
		}
	}
	return mesh
}

func TestLevelsByTolerance(t *testing.T) {
	d := detail{errors: []float32{0, 1, 2, 4}}
	nan := float32(math.NaN())
	for _, row := range []struct {
		tolerance float32
		want      int
	}{{0, 0}, {-1, 0}, {nan, 0}, {0.99, 0}, {1, 1}, {3.9, 2}, {4, 3}, {float32(math.Inf(1)), 3}} {
		if got := d.level(row.tolerance); got != row.want {
			t.Errorf("tolerance %v: level %d, want %d", row.tolerance, got, row.want)
		}
	}
}

func TestDistantCrowdsUseCoarserLevels(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	ball := globe(60, 120)
	ball.Primitives[0].Material = s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1})
	ball.Primitives[1].Material = ball.Primitives[0].Material
	s.spawnRigid(s.addMesh(ball), mgl32.Ident4())
	triangles := func(distance, pixelError float32) int {
		s.renderer.Style.PixelError = pixelError
		s.draw(Camera{Position: mgl32.Vec3{0, 0, distance}})
		return s.renderer.Stats().Triangles
	}
	full := 2 * 2 * 60 * 120 * 2 // halves, triangles per square, squares, and once more for the shadow
	if n := triangles(100, 0); n != full {
		t.Errorf("%d triangles in full detail, want %d", n, full)
	}
	near, far := triangles(2, 2), triangles(40, 2)
	if near <= far || far > full/20 {
		t.Errorf("%d triangles near, %d far", near, far)
	}
}
