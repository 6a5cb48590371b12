//go:build !js

package render

import (
	"errors"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

func TestTargetImageStartsWithTheTopRow(t *testing.T) {
	requireGL(t)
	for _, samples := range []int{0, 1, 4} {
		target, err := NewTarget(8, 6, samples)
		if err != nil {
			t.Fatal(err)
		}
		gl.BindFramebuffer(gl.FRAMEBUFFER, uint32(target.drawFramebuffer))
		gl.Enable(gl.FRAMEBUFFER_SRGB)
		gl.Disable(gl.SCISSOR_TEST)
		gl.ClearColor(0.5, 0, 0, 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		gl.Enable(gl.SCISSOR_TEST)
		gl.Scissor(0, 3, 8, 3) // the upper half
		gl.ClearColor(0, 0, 1, 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		gl.Disable(gl.SCISSOR_TEST)
		target.resolve()
		picture, err := target.Image()
		if err != nil {
			t.Fatal(err)
		}
		// A linear value of 0.5 is 188 in sRGB.
		if up, low := picture.NRGBAAt(3, 1), picture.NRGBAAt(3, 4); up != (color.NRGBA{0, 0, 255, 255}) ||
			low != (color.NRGBA{188, 0, 0, 255}) {
			t.Errorf("%d samples: upper half %v, lower half %v", samples, up, low)
		}
		target.Close()
		target.Close()
	}
	if err := glError(device(t), "targets"); err != nil {
		t.Error(err)
	}
}

func TestTargetErrors(t *testing.T) {
	requireGL(t)
	for _, row := range []struct{ width, height, samples int }{{0, -5, 1}, {5, -1, 1}, {1 << 24, 5, 1}, {5, 5, 4096}} {
		if target, err := NewTarget(row.width, row.height, row.samples); err == nil {
			t.Errorf("no error for %+v", row)
			target.Close()
		}
	}
	target, err := NewTarget(8, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	if err := target.Read(image.NewNRGBA(image.Rect(0, 0, 7, 8))); err == nil || !strings.Contains(err.Error(), "8x8") {
		t.Errorf("no error for a picture of another size: %v", err)
	}
	if err := target.Resize(-1, 8); err == nil {
		t.Error("no error for a width of -1")
	}
	if w, h := target.Size(); w != 8 || h != 8 {
		t.Errorf("after a failed resize the target has %dx%d pixels", w, h)
	}
}

func TestResize(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.spawnRigid(s.addMesh(square(s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1}))), mgl32.Ident4())
	camera := Camera{Position: mgl32.Vec3{0, 0, 5}}
	for _, size := range []image.Point{{64, 64}, {90, 30}, {30, 90}, {257, 131}, {1, 1}} {
		if err := s.target.Resize(size.X, size.Y); err != nil {
			t.Fatal(err)
		}
		picture := s.draw(camera)
		if picture.Rect.Size() != size {
			t.Fatalf("the picture has %v pixels, want %v", picture.Rect.Size(), size)
		}
		if size.X == 1 {
			continue
		}
		if c := picture.NRGBAAt(size.X/2, size.Y/2); c.R < 200 || c.G > 60 {
			t.Errorf("%v: the center is %v, want the red square", size, c)
		}
		if c := picture.NRGBAAt(0, 0); c.B < 100 {
			t.Errorf("%v: the corner is %v, want the sky", size, c)
		}
	}
}

// A minimized window draws nothing and is no error, and comes back.
func TestEmptyWindow(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	camera := Camera{Position: mgl32.Vec3{0, 0, 5}}
	want := s.draw(camera)
	for _, size := range []image.Point{{0, 0}, {0, 8}, {8, 0}} {
		if err := s.target.Resize(size.X, size.Y); err != nil {
			t.Fatal(err)
		}
		if picture := s.draw(camera); picture.Rect.Size() != size {
			t.Errorf("%v: the picture is %v", size, picture.Rect)
		}
		if err := s.renderer.Present(s.target, size.X, size.Y); err != nil {
			t.Errorf("%v: %v", size, err)
		}
	}
	if err := s.target.Resize(64, 64); err != nil {
		t.Fatal(err)
	}
	if got := s.draw(camera); string(got.Pix) != string(want.Pix) {
		t.Error("the picture differs after the window was minimized")
	}
	s.target.Close()
	if err := s.renderer.Present(s.target, 8, 8); !errors.Is(err, ErrClosed) {
		t.Errorf("presenting a closed target: %v", err)
	}
	if _, err := s.target.Image(); err != nil && !errors.Is(err, ErrClosed) {
		t.Errorf("reading a closed target: %v", err)
	}
}

func TestPresentCopiesToTheWindow(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.spawnRigid(s.addMesh(square(s.addUnlitMaterial(mgl32.Vec4{0.5, 0.2, 0.05, 1}))), mgl32.Ident4())
	want := s.draw(Camera{Position: mgl32.Vec3{0, 0, 1}}).NRGBAAt(32, 32)
	if err := s.renderer.Present(s.target, 32, 32); err != nil {
		t.Fatal(err)
	}
	var got color.NRGBA
	pixel := make([]uint8, 4)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.ReadPixels(16, 16, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pixel))
	got.R, got.G, got.B, got.A = pixel[0], pixel[1], pixel[2], 255
	if got != want {
		t.Errorf("the window shows %v, want %v as in the target", got, want)
	}
}

func TestWithoutContext(t *testing.T) {
	if _, err := NewTarget(1, 1, 1); !errors.Is(err, ErrNoContext) {
		t.Errorf("a target without a context: %v", err)
	}
	if _, err := New(nil, nil, Options{}); !errors.Is(err, ErrNoContext) {
		t.Errorf("a renderer without a context: %v", err)
	}
}

// scarce is a device whose context was restored, and which has no memory for targets while it is
// set.
type scarce struct {
	gpu.Device
	lacks *bool
}

func (scarce) Generation() (n int, lost bool) { return 1, false }

func (d scarce) FramebufferStatus() uint32 {
	if *d.lacks {
		return 0x8CDD // FRAMEBUFFER_UNSUPPORTED
	}
	return d.Device.FramebufferStatus()
}

// A target whose memory cannot be made again after its context was restored is an error in each
// frame until it can.
func TestTargetTriesAgainAfterALostContext(t *testing.T) {
	for _, samples := range []int{1, 4} {
		s := newFixture(t, Options{})
		target, err := NewTarget(32, 32, samples)
		must(err)
		t.Cleanup(target.Close)
		s.target = target
		camera := Camera{Position: mgl32.Vec3{0, 1, 4}}
		want := s.draw(camera)
		lacks := true
		target.device = scarce{target.device, &lacks}
		for range 2 {
			if err := s.renderer.Draw(camera, target); err == nil ||
				!strings.Contains(err.Error(), "incomplete framebuffer") {
				t.Errorf("%d samples: a frame without a target's memory: %v", samples, err)
			}
		}
		must(target.Resize(32, 32)) // changes nothing
		lacks = false
		if got := s.draw(camera); !slices.Equal(got.Pix, want.Pix) {
			t.Errorf("%d samples: the picture is another one afterward", samples)
		}
	}
}
