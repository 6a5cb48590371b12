//go:build !js

package render

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
)

// drawBall returns the pixels, as seen from the camera ahead, of a ball of a material under an
// environment alone: in its middle, and above and below it.
func drawBall(t *testing.T, e *Environment, change func(*Style), metallic, roughness, albedo float32) (
	middle, above, below color.NRGBA,
) {
	t.Helper()
	s := newFixture(t, Options{Debug: true})
	style := &s.renderer.Style
	*style = Style{NoGround: true, Environment: e}
	if change != nil {
		change(style)
	}
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Metallic, m.Roughness = mgl32.Vec4{albedo, albedo, albedo, 1}, metallic, roughness
	surface := ball(96, false)
	surface.Primitives[0].Material = s.library.AddMaterial(&m)
	s.spawnRigid(s.addMesh(surface), mgl32.Ident4())
	picture := s.draw(ahead)
	return at(picture, 0, 0), at(picture, 0, 0.85), at(picture, 0, -0.85)
}

// uniform returns an environment of one color.
func uniform(t *testing.T, c mgl32.Vec3) *Environment {
	t.Helper()
	colors := make([]mgl32.Vec3, 8)
	for i := range colors {
		colors[i] = c
	}
	e, err := NewEnvironment(4, 2, colors)
	must(err)
	return e
}

// gray returns the pixel of linear light after tone mapping without compression.
func gray(light float64) color.NRGBA {
	light -= 0.04
	v := uint8(255*(1.055*math.Pow(light, 1/2.4)-0.055) + 0.5)
	return color.NRGBA{v, v, v, 255}
}

// In light that is the same from everywhere, a surface that absorbs nothing cannot be told from its
// surroundings: matt, and as smooth and as rough metal (the furnace test).
func TestFurnace(t *testing.T) {
	e := uniform(t, mgl32.Vec3{0.5, 0.5, 0.5})
	for _, row := range []struct{ metallic, roughness float32 }{{1, 0}, {1, 0.5}, {1, 1}, {0, 0.5}, {0, 1}} {
		middle, above, below := drawBall(t, e, nil, row.metallic, row.roughness, 1)
		for _, got := range []color.NRGBA{middle, above, below} {
			if want := gray(0.5); !near(got, want, 5) {
				t.Errorf("metallic %v, roughness %v: %v, want %v", row.metallic, row.roughness, got, want)
			}
		}
	}
	middle, _, _ := drawBall(t, e, func(s *Style) { s.Exposure = 0.5 }, 1, 0.5, 1)
	if want := gray(0.25); !near(middle, want, 5) {
		t.Errorf("exposure 0.5: %v, want %v", middle, want)
	}
}

// Smooth metal mirrors what is in the direction of the reflection, rough metal a mean around it.
func TestMetalMirrorsItsSurroundings(t *testing.T) {
	colors := make([]mgl32.Vec3, 64*32)
	for i := range colors {
		x, y := i%64, i/64
		switch {
		case y < 12: // up
			colors[i] = mgl32.Vec3{0.6, 0.1, 0.1}
		case y >= 20: // down
			colors[i] = mgl32.Vec3{0.1, 0.1, 0.6}
		case x >= 40 && x < 56: // around +Z, where the camera is
			colors[i] = mgl32.Vec3{0.1, 0.6, 0.1}
		}
	}
	e, err := NewEnvironment(64, 32, colors)
	must(err)
	middle, above, below := drawBall(t, e, nil, 1, 0, 1)
	for _, row := range []struct{ got, want color.NRGBA }{
		{middle, color.NRGBA{R: 32, G: 200, B: 32}},
		{above, color.NRGBA{R: 200, G: 32, B: 32}},
		{below, color.NRGBA{R: 32, G: 32, B: 200}},
	} {
		for i, pair := range [][2]uint8{{row.got.R, row.want.R}, {row.got.G, row.want.G}, {row.got.B, row.want.B}} {
			if (pair[0] > 128) != (pair[1] > 128) {
				t.Errorf("channel %d of the mirror is %d, want about %d", i, pair[0], pair[1])
			}
		}
	}
	smooth, _, _ := drawBall(t, e, nil, 1, 0.3, 1)
	rough, _, _ := drawBall(t, e, nil, 1, 1, 1)
	if !(middle.G >= smooth.G && smooth.G > rough.G+10 && rough.G > 0) {
		t.Errorf("from ahead, by growing roughness: %v, %v, %v", middle, smooth, rough)
	}
}

// The light from behind reaches the edge of what the camera sees, and not its middle.
func TestRimLight(t *testing.T) {
	dark := uniform(t, mgl32.Vec3{})
	rim := func(s *Style) { s.RimLight = mgl32.Vec3{2, 2, 2} }
	middle, _, below := drawBall(t, dark, rim, 0, 0.5, 1)
	if middle.R > 2 || below.R > 2 {
		t.Errorf("the middle is %v, below is %v, want them black", middle, below)
	}
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style = Style{NoGround: true, RimLight: mgl32.Vec3{2, 2, 2}}
	surface := ball(96, false)
	m := mesh.DefaultMaterial()
	m.Metallic = 0
	surface.Primitives[0].Material = s.library.AddMaterial(&m)
	s.spawnRigid(s.addMesh(surface), mgl32.Ident4())
	if edge := at(s.draw(ahead), 0, 0.97); edge.R < 40 {
		t.Errorf("the upper edge is %v, want light on it", edge)
	}
}

// Another environment is seen in the next frame, and none is drawn with light from above and below.
func TestEnvironmentsCanBeChanged(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	style := &s.renderer.Style
	*style = Style{NoGround: true, SkyLight: mgl32.Vec3{0.3, 0.3, 0.3}, GroundLight: mgl32.Vec3{0.3, 0.3, 0.3}}
	m := mesh.DefaultMaterial()
	m.Roughness = 0.2
	surface := ball(96, false)
	surface.Primitives[0].Material = s.library.AddMaterial(&m)
	s.spawnRigid(s.addMesh(surface), mgl32.Ident4())
	half, sixth := uniform(t, mgl32.Vec3{0.5, 0.5, 0.5}), uniform(t, mgl32.Vec3{0.16, 0.16, 0.16})
	for i, row := range []struct {
		environment *Environment
		want        color.NRGBA
	}{{nil, gray(0.3)}, {half, gray(0.5)}, {sixth, gray(0.16)}, {&Environment{}, gray(0.3)}, {half, gray(0.5)}} {
		style.Environment = row.environment
		if got := at(s.draw(ahead), 0, 0); !near(got, row.want, 5) {
			t.Errorf("frame %d: %v, want %v", i, got, row.want)
		}
	}
}

func TestWrongEnvironments(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, row := range []struct {
		width, height int
		colors        []mgl32.Vec3
		want          string
	}{
		{0, 0, nil, "found 0 for 0x0"},
		{-1, -1, make([]mgl32.Vec3, 1), "found 1 for -1x-1"},
		{2, 2, make([]mgl32.Vec3, 3), "found 3 for 2x2"},
		{2, 2, []mgl32.Vec3{{}, {}, {}, {1, inf, 1}}, "column 1 of row 1: expected a color of finite numbers from 0"},
		{1, 1, []mgl32.Vec3{{0, 0, -1}}, "column 0 of row 0"},
	} {
		if _, err := NewEnvironment(row.width, row.height, row.colors); err == nil ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("got %v, want %q", err, row.want)
		}
	}
}

// The computed environments are light without gaps: nowhere black, and brighter above than below.
func TestComputedEnvironments(t *testing.T) {
	for name, e := range map[string]*Environment{
		"sky": SkyEnvironment(DefaultStyle()), "studio": StudioEnvironment(),
	} {
		sums := e.prepared().Irradiance
		up, down := sums[0].Add(sums[1]), sums[0].Sub(sums[1])
		up, down = up.Sub(sums[6]).Sub(sums[8]), down.Sub(sums[6]).Sub(sums[8])
		for c := range up {
			if !(down[c] > 0.05 && up[c] > down[c] && up[c] < 2) {
				t.Errorf("%s: a matt surface reflects %v below and %v above", name, down, up)
			}
		}
	}
}
