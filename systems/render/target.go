package render

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/internal/glcontext"
)

// Target is an image in the GPU's memory that can be drawn to: multisampled, sRGB, with a depth buffer. Its methods
// must be called on the thread of the context it was made with.
type Target struct {
	width, height, samples              int
	drawFramebuffer, resolveFramebuffer uint32 // framebuffers; the same one without multisampling
	colorBuffer, depthBuffer            uint32 // renderbuffers
	picture                             uint32 // texture
	empty                               bool   // its width or height is 0, and it has no memory
}

// NewTarget makes a target of that size in pixels, with that many samples per pixel; 0 or 1 for no multisampling. Every
// driver supports 4 samples. The error reports a size or number of samples that the driver does not support.
func NewTarget(width, height, samples int) (*Target, error) {
	if err := requireContext(); err != nil {
		return nil, err
	}
	t := &Target{samples: max(samples, 1)}
	var maxSamples int32
	if gl.GetIntegerv(gl.MAX_SAMPLES, &maxSamples); t.samples > int(maxSamples) {
		return nil, fmt.Errorf("target: got %d samples, want at most %d", samples, maxSamples)
	}
	if err := t.Resize(width, height); err != nil {
		return nil, err
	}
	return t, nil
}

// Headless returns a target of that size in pixels, with 4 samples per pixel, on a machine where no window is wanted, for
// tests and tools: in a context of its own, which it makes current and locks to the goroutine's thread. It needs a
// display, which may be a virtual one such as Xvfb; without one the error is [ErrNoContext]. Release frees the target and
// the context, and must come after the renderer's Close.
func Headless(width, height int) (target *Target, release func(), err error) {
	context, err := glcontext.Open(glcontext.Options{Title: "headless", Width: 1, Height: 1})
	if err != nil {
		return nil, nil, fmt.Errorf("render: %w: %w", ErrNoContext, err)
	}
	if target, err = NewTarget(width, height, 4); err != nil {
		context.Close()
		return nil, nil, err
	}
	return target, func() {
		target.Close()
		context.Close()
	}, nil
}

// Size returns the width and height in pixels.
func (t *Target) Size() (width, height int) { return t.width, t.height }

// Samples returns the number of samples in each pixel.
func (t *Target) Samples() int { return t.samples }

// Resize changes the size in pixels. The image is lost. A target of width or height 0, as of a minimized window, has no
// image, and drawing to it does nothing. After an error the target is unchanged.
func (t *Target) Resize(width, height int) error {
	if width == t.width && height == t.height && (t.drawFramebuffer != 0 || t.empty) {
		return nil
	}
	var maxSize int32
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &maxSize)
	if width == 0 && height >= 0 || height == 0 && width >= 0 {
		t.Close()
		t.width, t.height, t.empty = width, height, true
		return nil
	}
	if width < 1 || height < 1 || width > int(maxSize) || height > int(maxSize) {
		return fmt.Errorf("target: got %dx%d pixels, want at most %dx%d", width, height, maxSize, maxSize)
	}
	fresh := &Target{width: width, height: height, samples: t.samples}
	if err := fresh.allocate(); err != nil {
		fresh.Close()
		return err
	}
	t.Close()
	*t = *fresh
	return nil
}

func (t *Target) allocate() error {
	w, h := int32(t.width), int32(t.height)
	for range 8 { // discard older errors, so that the errors below come from the allocation
		if gl.GetError() == gl.NO_ERROR {
			break
		}
	}
	gl.GenTextures(1, &t.picture)
	gl.ActiveTexture(gl.TEXTURE0 + unitPicture)
	gl.BindTexture(gl.TEXTURE_2D, t.picture)
	setPixelState()
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	gl.GenRenderbuffers(1, &t.depthBuffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, t.depthBuffer)
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, t.storageSamples(), gl.DEPTH_COMPONENT24, w, h)
	gl.GenFramebuffers(1, &t.resolveFramebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.resolveFramebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.picture, 0)
	if t.samples == 1 {
		t.drawFramebuffer = t.resolveFramebuffer
	} else {
		if err := framebufferError(); err != nil {
			return fmt.Errorf("target of %dx%d pixels: %w", w, h, err)
		}
		gl.GenRenderbuffers(1, &t.colorBuffer)
		gl.BindRenderbuffer(gl.RENDERBUFFER, t.colorBuffer)
		gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, t.storageSamples(), gl.SRGB8_ALPHA8, w, h)
		gl.GenFramebuffers(1, &t.drawFramebuffer)
		gl.BindFramebuffer(gl.FRAMEBUFFER, t.drawFramebuffer)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, t.colorBuffer)
	}
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, t.depthBuffer)
	if err := framebufferError(); err != nil {
		return fmt.Errorf("target of %dx%d pixels with %d samples: %w", w, h, t.samples, err)
	}
	return nil
}

// storageSamples returns the number of samples for OpenGL, where 0 means no multisampling.
func (t *Target) storageSamples() int32 {
	if t.samples == 1 {
		return 0
	}
	return int32(t.samples)
}

// framebufferError returns an error if the current framebuffer cannot be drawn to.
func framebufferError() error {
	if err := glError("allocating"); err != nil {
		return err
	}
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("incomplete framebuffer: status %#x", status)
	}
	return nil
}

// resolve averages the samples of each pixel.
func (t *Target) resolve() {
	if t.drawFramebuffer == t.resolveFramebuffer {
		return
	}
	w, h := int32(t.width), int32(t.height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.drawFramebuffer)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.resolveFramebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// Image reads the image back.
func (t *Target) Image() (*image.NRGBA, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, t.width, t.height))
	if err := t.Read(picture); err != nil {
		return nil, err
	}
	return picture, nil
}

// Read reads the image back into a picture of the target's size.
func (t *Target) Read(picture *image.NRGBA) error {
	if picture.Rect.Dx() != t.width || picture.Rect.Dy() != t.height || picture.Stride != 4*t.width || len(picture.Pix) < 4*t.width*t.height {
		return fmt.Errorf("target: got a picture of %v with a stride of %d bytes, want %dx%d pixels without padding",
			picture.Rect, picture.Stride, t.width, t.height)
	}
	if t.empty {
		return nil
	}
	if t.resolveFramebuffer == 0 {
		return fmt.Errorf("target: %w", ErrClosed)
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.resolveFramebuffer)
	setPixelState()
	gl.ReadBuffer(gl.COLOR_ATTACHMENT0)
	gl.ReadPixels(0, 0, int32(t.width), int32(t.height), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(unsafe.SliceData(picture.Pix)))
	if err := glError("reading a target"); err != nil {
		return err
	}
	flip(picture.Pix[:4*t.width*t.height], picture.Stride)
	return nil
}

// flip reverses the order of rows: the first row in OpenGL is the bottom one.
func flip(pixels []byte, stride int) {
	for low, high := 0, len(pixels)-stride; low < high; low, high = low+stride, high-stride {
		a, b := pixels[low:low+stride], pixels[high:high+stride]
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
	}
}

// Close frees the memory. A closed target can be used again after [Target.Resize].
func (t *Target) Close() {
	gl.DeleteFramebuffers(1, &t.resolveFramebuffer)
	if t.drawFramebuffer != t.resolveFramebuffer {
		gl.DeleteFramebuffers(1, &t.drawFramebuffer)
	}
	gl.DeleteRenderbuffers(1, &t.colorBuffer)
	gl.DeleteRenderbuffers(1, &t.depthBuffer)
	gl.DeleteTextures(1, &t.picture)
	*t = Target{samples: t.samples}
}
