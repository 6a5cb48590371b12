//go:build !js

package render

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// newToonFixture is a fixture with one light along -z, of strength 1, and ambient light of a tenth.
func newToonFixture(t *testing.T) *fixture {
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style = Style{
		NoGround: true, LightDirection: mgl32.Vec3{0, 0, 1}, LightColor: mgl32.Vec3{0.4, 0.4, 0.4},
		SkyLight: mgl32.Vec3{0.1, 0.1, 0.1}, GroundLight: mgl32.Vec3{0.1, 0.1, 0.1},
	}
	return s
}

// A square with toon shading has its base color in the light, and the color of the shade away from
// it, along a border that the shift moves.
func TestToonShading(t *testing.T) {
	s := newToonFixture(t)
	toon := mesh.DefaultToon()
	toon.ShadeColor = mgl32.Vec3{0, 0, 1}
	m := mesh.DefaultMaterial()
	m.BaseColor, m.DoubleSided, m.Toon = mgl32.Vec4{1, 0, 0, 1}, true, &toon
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m))), mgl32.Ident4())
	pixel := func() color.NRGBA { return at(s.draw(ahead), 0.2, 0.2) }
	lit := pixel()
	if lit.R < 100 || lit.B > 10 || lit.G > 10 {
		t.Errorf("in the light: %v", lit)
	}
	s.renderer.Style.LightDirection = mgl32.Vec3{0, 0, -1}
	shade := pixel()
	if shade.B < 100 || shade.R > 100 { // red by the ambient light
		t.Errorf("in the shade: %v", shade)
	}
	toon.ShadingShift = 2
	s.library.RemoveMaterial(0)
	m2 := m
	lightened := mesh.DefaultToon()
	lightened.ShadeColor, lightened.ShadingShift = toon.ShadeColor, 2
	m2.Toon = &lightened
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&m2))), mgl32.Translate3D(0, 0, 0.01))
	if got := pixel(); !near(got, lit, 2) {
		t.Errorf("with the shift: %v, want %v", got, lit)
	}
}
