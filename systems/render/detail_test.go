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

func TestSimplifyMergesWithinCells(t *testing.T) {
	mesh := globe(60, 120)
	d := simplify(mesh)
	if len(d.cellSizes) < 3 || d.cellSizes[0] != 0 {
		t.Fatalf("got levels with cell sizes %v", d.cellSizes)
	}
	before := math.MaxInt
	for level, primitives := range d.indices {
		triangles := 0
		for i, indices := range primitives {
			p := &mesh.Primitives[i]
			triangles += len(indices) / 3
			for c := 0; c < len(indices); c += 3 {
				a, b, e := p.Positions[indices[c]], p.Positions[indices[c+1]], p.Positions[indices[c+2]]
				// A vertex moves within its cell, so an edge grows by at most two diagonals.
				if longest := max(a.Sub(b).Len(), b.Sub(e).Len(), e.Sub(a).Len()); longest > 0.1+
					2*1.7321*d.cellSizes[level] {
					t.Fatalf("level %d with cells of %v has an edge of %v", level, d.cellSizes[level], longest)
				}
			}
		}
		if triangles*4 > before*3 {
			t.Errorf("level %d has %d triangles, the one before %d", level, triangles, before)
		}
		before = triangles
		if want := equator(mesh, primitives, 0); len(want) == 0 {
			t.Errorf("level %d lost the equator", level)
		} else {
			for at := range equator(mesh, primitives, 1) {
				if !want[at] {
					t.Errorf("level %d: %v is on the equator of one half only", level, at)
				}
			}
		}
	}
}

// equator returns the positions on the equator that a half's triangles use.
func equator(mesh *mesh.Mesh, primitives [][]uint32, half int) map[mgl32.Vec3]bool {
	found := map[mgl32.Vec3]bool{}
	for _, v := range primitives[half] {
		if at := mesh.Primitives[half].Positions[v]; at[1] == 0 {
			found[at] = true
		}
	}
	return found
}

func TestLevelsByTolerance(t *testing.T) {
	d := detail{cellSizes: []float32{0, 1, 2, 4}}
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

func TestSmallMeshesKeepTheirDetail(t *testing.T) {
	if d := simplify(square(0)); len(d.cellSizes) != 1 {
		t.Errorf("a square has levels %v", d.cellSizes)
	}
	flat := globe(60, 120)
	for i := range flat.Primitives {
		clear(flat.Primitives[i].Positions) // all vertices at one point
	}
	if d := simplify(flat); len(d.cellSizes) != 1 {
		t.Errorf("a point has levels %v", d.cellSizes)
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
