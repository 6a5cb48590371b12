//go:build !js

package render

import (
	"errors"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// clearTo fills a target with a color and a depth.
func clearTo(target *Target, c [3]float32, depth float64) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, uint32(target.drawFramebuffer))
	gl.Disable(gl.SCISSOR_TEST)
	gl.DepthMask(true)
	gl.Enable(gl.FRAMEBUFFER_SRGB)
	gl.ClearColor(c[0], c[1], c[2], 1)
	gl.ClearDepth(depth)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// DrawInto draws the same characters as Draw, in the viewport only, over what was there, and behind
// what is nearer.
func TestDrawInto(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	s.renderer.Style.ShadowStrength = 0
	whole := s.draw(camera)
	view, projection := camera.View(), camera.Projection(320.0/240)
	half := image.Rect(0, 0, 320, 240)
	into := func(depth float64, viewport image.Rectangle, p mgl32.Mat4, options IntoOptions) *image.NRGBA {
		t.Helper()
		clearTo(s.target, [3]float32{1, 0, 1}, depth)
		if err := s.renderer.DrawInto(uint32(s.target.drawFramebuffer), viewport, view, p, options); err != nil {
			t.Fatal(err)
		}
		s.target.resolve()
		picture, err := s.target.Image()
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	background := color.NRGBA{255, 0, 255, 255}
	// The figure has the same pixels as in Draw; everything else is the program's.
	over := into(1, half, projection, IntoOptions{})
	perceptual.Keep(t, over, "into.png")
	figure, same := 0, 0
	for y := range 240 {
		for x := range 320 {
			if c := over.NRGBAAt(x, y); c != background && c.B < 200 {
				figure++
				if near(c, whole.NRGBAAt(x, y), 3) {
					same++
				}
			}
		}
	}
	t.Logf("%d of %d pixels are the same", same, figure)
	if figure < 3000 || same < figure*95/100 || over.NRGBAAt(5, 5) != background ||
		over.NRGBAAt(160, 235) != background {
		t.Errorf("%d pixels of the figure, %d as in Draw; the corner is %v", figure, same, over.NRGBAAt(5, 5))
	}
	hidden := into(0, half, projection, IntoOptions{})
	for y := range 240 {
		for x := range 320 {
			if c := hidden.NRGBAAt(x, y); c != background {
				t.Fatalf("at %d, %d there is %v before a nearer depth", x, y, c)
			}
		}
	}
	// Reversed depth: the projection's z is negated, and the buffer starts at 0.
	flipped := mgl32.Scale3D(1, 1, -1).Mul4(projection)
	if got := into(0, half, flipped, IntoOptions{ReversedDepth: true}); string(got.Pix) != string(over.Pix) {
		perceptual.Keep(t, got, "reversed.png")
		t.Error("with reversed depth the picture differs")
	}
	corner := into(1, image.Rect(0, 0, 160, 120), projection, IntoOptions{})
	perceptual.Keep(t, corner, "corner.png")
	if corner.NRGBAAt(80, 180) == background || corner.NRGBAAt(160+80, 60) != background ||
		corner.NRGBAAt(80, 60) != background {
		t.Error("the viewport is not the lower left quarter")
	}
	s.renderer.Style.ShadowStrength = 0.85
	if got := into(1, half, projection, IntoOptions{ShadowDistance: 20}); string(got.Pix) == string(over.Pix) {
		t.Error("there are no shadows")
	}
}

func TestCamerasThatAreNotFinite(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, camera := range []Camera{
		{Position: mgl32.Vec3{nan, 0, 5}}, {Target: mgl32.Vec3{0, inf, 0}}, {FieldOfView: nan}, {Near: nan}, {Far: inf},
	} {
		if err := s.renderer.Draw(camera, s.target); !errors.Is(err, ErrCamera) {
			t.Errorf("%+v: %v", camera, err)
		}
	}
	view := mgl32.Ident4()
	view[13] = nan
	if err := s.renderer.DrawInto(0, image.Rect(0, 0, 4, 4), view, mgl32.Ident4(), IntoOptions{}); !errors.Is(err,
		ErrCamera) {
		t.Errorf("a view with NaN: %v", err)
	}
	if err := s.renderer.DrawInto(0, image.Rectangle{}, mgl32.Ident4(), mgl32.Ident4(), IntoOptions{}); err != nil {
		t.Errorf("an empty viewport: %v", err)
	}
	if err := s.renderer.Present(s.target, 0, 0); err != nil {
		t.Errorf("a window of 0x0: %v", err)
	}
}

func TestHeadless(t *testing.T) {
	requireGL(t) // skips without a display
	target, release, err := Headless(40, 30)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	clearTo(target, [3]float32{0, 1, 0}, 1)
	target.resolve()
	picture, err := target.Image()
	if err != nil {
		t.Fatal(err)
	}
	if c := picture.NRGBAAt(39, 29); c != (color.NRGBA{0, 255, 0, 255}) || picture.Rect.Dx() != 40 {
		t.Errorf("a picture of %v with %v", picture.Rect, c)
	}
	if _, _, err := Headless(-1, 5); err == nil {
		t.Error("no error for a width of -1")
	}
}

// The driver's lack of memory is seen without debug mode, in the frame that allocates.
func TestOutOfMemory(t *testing.T) {
	s := newFixture(t, Options{})
	camera := Camera{Position: mgl32.Vec3{0, 0, 5}}
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.COPY_WRITE_BUFFER, buffer)
	fail := func() { gl.BufferData(gl.COPY_WRITE_BUFFER, 1<<60, nil, gl.STATIC_DRAW) }
	if fail(); gl.GetError() != gl.OUT_OF_MEMORY {
		t.Skip("this driver gives 2^60 bytes: run the test with another one, such as Mesa's")
	}
	s.draw(camera)
	fail()
	s.spawnRigid(s.addMesh(square(0)), mgl32.Ident4())
	if err := s.renderer.Draw(camera, s.target); !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("a frame with a new mesh: %v", err)
	}
	if err := s.renderer.Draw(camera, s.target); err != nil {
		t.Errorf("the frame after it: %v", err)
	}
}
