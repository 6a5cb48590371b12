package render

import (
	"image"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// drawInto returns what DrawInto draws over black.
func (s *fixture) drawInto(camera Camera, options IntoOptions) *image.NRGBA {
	s.t.Helper()
	width, height := s.target.Size()
	d := s.renderer.device
	d.BindFramebuffer(s.target.drawFramebuffer, s.target.drawFramebuffer)
	d.ResetState()
	d.Clear(true, true)
	if err := s.renderer.DrawInto(uint32(s.target.drawFramebuffer), image.Rect(0, 0, width, height), camera.View(),
		camera.Projection(float32(width)/float32(height)), options); err != nil {
		s.t.Fatal(err)
	}
	s.target.resolve()
	picture, err := s.target.Image()
	if err != nil {
		s.t.Fatal(err)
	}
	return picture
}

// The shadow maps of one renderer shade what another one draws.
func TestShadowMapsOfAnotherRenderer(t *testing.T) {
	light := mgl32.Vec3{0, 0.6, 0.8}
	style := Style{LightDirection: light, LightColor: mgl32.Vec3{1, 1, 1}, ShadowStrength: 1}
	s := newFixture(t, Options{Debug: true})
	s.renderer.Style = style
	matt := mesh.DefaultMaterial()
	matt.Roughness, matt.Metallic = 1, 0
	s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&matt))), mgl32.Ident4())
	s.update(0)
	host := newFixtureIn(t, assets.NewLibrary(assets.Exact()), Options{Debug: true, ShadowSize: 256})
	host.renderer.Style = style
	// whose shadow is on the right half of the square
	place := mgl32.Translate3D(light[0]+0.5, light[1], light[2]).Mul4(mgl32.Scale3D(0.5, 2, 1))
	host.spawnRigid(host.addMesh(square(host.addUnlitMaterial(mgl32.Vec4{1, 1, 1, 1}))), place)
	host.update(0)

	camera := Camera{Position: mgl32.Vec3{0, 0, 4}, FieldOfView: 0.6}
	left, right := func(p *image.NRGBA) uint8 { return p.NRGBAAt(20, 32).G },
		func(p *image.NRGBA) uint8 { return p.NRGBAAt(44, 32).G }
	plain := s.drawInto(camera, IntoOptions{})
	if left(plain) < 100 || right(plain) != left(plain) {
		t.Fatalf("without shadows left is %d, right %d", left(plain), right(plain))
	}
	host.draw(camera)
	maps := host.renderer.ShadowMaps()
	if !isTexture(maps.Texture) {
		t.Fatal("the other renderer has no shadow maps")
	}
	for _, distance := range []float32{0, 20} { // with the renderer's own shadows too
		want := left(s.drawInto(camera, IntoOptions{ShadowDistance: distance}))
		shaded := s.drawInto(camera, IntoOptions{Shadows: maps, ShadowDistance: distance})
		if left(shaded) != want || right(shaded) > 10 {
			t.Errorf("shadows up to %v: left is %d, right %d, want %d and 0", distance, left(shaded), right(shaded), want)
		}
	}
	s.renderer.Style.ShadowStrength = 0.5
	if half := right(s.drawInto(camera, IntoOptions{Shadows: maps})); half < 30 || half >= right(plain) {
		t.Errorf("at half the strength right is %d, want less than %d", half, right(plain))
	}
	// the next frames are drawn without them
	if got := s.drawInto(camera, IntoOptions{}); string(got.Pix) != string(plain.Pix) {
		t.Error("shadows stay in the frame that has none")
	}
	s.renderer.Style = style
	s.renderer.Style.NoGround = true
	if got := s.draw(camera); right(got) != left(got) {
		t.Errorf("Draw after DrawInto: left is %d, right %d", left(got), right(got))
	}

	view, projection := camera.View(), camera.Projection(1)
	for _, row := range []struct {
		change func(*ShadowMaps)
		want   string
	}{
		{func(m *ShadowMaps) { m.FromWorld = nil }, "expected 1 to 4 matrices, found 0"},
		{func(m *ShadowMaps) { m.FromWorld = make([]mgl32.Mat4, 5) }, "expected 1 to 4 matrices, found 5"},
		{func(m *ShadowMaps) { m.Size = 0 }, "expected a size of at least 1 texel, found 0"},
		{func(m *ShadowMaps) { m.FromWorld = []mgl32.Mat4{{float32(math.NaN())}} }, "expected finite matrices, found"},
		{func(m *ShadowMaps) { m.Texture = ShadowMaps{}.Texture }, "expected a texture for 1 matrices, found none"},
	} {
		m := maps
		m.FromWorld = maps.FromWorld[:1]
		row.change(&m)
		err := s.renderer.DrawInto(uint32(s.target.drawFramebuffer), image.Rect(0, 0, 64, 64), view, projection,
			IntoOptions{Shadows: m})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("the error is %v, want %q", err, row.want)
		}
	}
}
