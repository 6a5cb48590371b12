//go:build !js

package render

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// Lines and points are drawn in their material's color without light, one pixel wide, and cast no
// shadow; they are culled and count as no triangles. Toon shading does not change them.
func TestLinesAndPoints(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	m := mesh.DefaultMaterial()
	m.BaseColor = mgl32.Vec4{1, 0, 0, 1}
	red := s.library.AddMaterial(&m)
	toon := mesh.DefaultToon()
	toon.OutlineWidth = 0.1
	shaded := m
	shaded.Toon = &toon
	redToon := s.library.AddMaterial(&shaded)
	drawn := func(topology mesh.Topology, material id.Material) *mesh.Mesh {
		p := mesh.Primitive{
			Topology: topology, Material: material, Normals: make([]mgl32.Vec3, 4), Indices: []uint32{0, 1, 2, 3},
			Positions: []mgl32.Vec3{{-0.8, 0.3, 0}, {0.8, 0.3, 0}, {0.3, -0.8, 0}, {0.3, 0.8, 0}},
			Colors:    []mgl32.Vec4{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}},
		}
		p.Normals[2] = mgl32.Vec3{0, 0, 1} // which changes nothing
		return &mesh.Mesh{Name: "drawing", Primitives: []mesh.Primitive{p}}
	}
	camera := Camera{Position: mgl32.Vec3{0, 0, 3}}
	s.renderer.Style.NoGround = true
	var err error
	s.target.Close()
	s.target, err = NewTarget(64, 64, 1)
	must(err)
	empty := s.draw(camera)
	for topology, want := range map[mesh.Topology][2]int{mesh.Lines: {40, 140}, mesh.Points: {4, 4}} {
		e := s.spawnRigid(s.addMesh(drawn(topology, red)), mgl32.Ident4())
		s.update(0)
		got := s.draw(camera)
		perceptual.Keep(t, got, "drawn.png")
		stats := s.renderer.Stats()
		changed, colored := 0, 0
		for y := range 64 {
			for x := range 64 {
				changed += count(got.NRGBAAt(x, y) != empty.NRGBAAt(x, y))
				colored += count(near(got.NRGBAAt(x, y), color.NRGBA{R: 255}, 2))
			}
		}
		if changed != colored || changed < want[0] || changed > want[1] {
			t.Errorf("topology %d: %d pixels change, %d are red, want %v", topology, changed, colored, want)
		}
		if stats.Triangles != 0 || stats.Instances != 1 || stats.Draws != 2 {
			t.Errorf("topology %d: %+v, want one draw besides that of the sky", topology, stats)
		}
		s.draw(Camera{Position: mgl32.Vec3{0, 0, 3}, Target: mgl32.Vec3{0, 0, 9}})
		if stats := s.renderer.Stats(); stats.Instances != 0 || stats.Culled != 1 {
			t.Errorf("topology %d: behind the camera %+v", topology, stats)
		}
		s.world.RemoveEntity(e)
		e = s.spawnRigid(s.addMesh(drawn(topology, redToon)), mgl32.Ident4())
		s.update(0)
		if n := differing(s.draw(camera), got, 0); n > 0 || s.renderer.Stats().Draws != 2 {
			t.Errorf("topology %d: %d pixels differ with toon shading, in %d draws", topology, n, s.renderer.Stats().Draws)
		}
		s.world.RemoveEntity(e)
	}
	for _, wrong := range []mesh.Topology{mesh.Lines, 3} {
		bad := drawn(wrong, red)
		bad.Primitives[0].Indices = []uint32{0, 1, 2}
		if _, err := s.library.AddMesh(bad); err == nil {
			t.Errorf("3 indices of topology %d are no error", wrong)
		}
	}
}
