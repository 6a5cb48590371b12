//go:build !js

package render

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

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

func TestDistantMeshesUseCoarserLevels(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	fine := ball(120, false)
	fine.Primitives[0].Material = s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1})
	s.spawnRigid(s.addMesh(fine), mgl32.Ident4())
	triangles := func(distance, pixelError float32) int {
		s.renderer.Style.PixelError = pixelError
		s.draw(Camera{Position: mgl32.Vec3{0, 0, distance}})
		return s.renderer.Stats().Triangles
	}
	full := 2 * 60 * 120 * 2 // triangles of a quad, quads, and once more for the shadow
	if n := triangles(100, 0); n != full {
		t.Errorf("%d triangles in full detail, want %d", n, full)
	}
	near, far := triangles(2, 2), triangles(40, 2)
	if near <= far || far > full/20 {
		t.Errorf("%d triangles near, %d far", near, far)
	}
}
