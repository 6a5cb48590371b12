package render

import (
	"fmt"
	"image"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Target is an image in the GPU's memory that can be drawn to: multisampled, sRGB, with a depth
// buffer. Its methods must be called on the thread of the context it was made with.
type Target struct {
	device                              gpu.Device
	generation                          int // of the device's objects
	width, height, samples              int
	drawFramebuffer, resolveFramebuffer gpu.Framebuffer // the same one without multisampling
	colorBuffer, depthBuffer            gpu.Renderbuffer
	picture                             gpu.Texture
	empty                               bool // its width or height is 0, and it has no memory
}

// NewTarget makes a target of that size in pixels, with that many samples per pixel; 0 or 1 for no
// multisampling. Every driver supports 4 samples. The error reports a size or number of samples
// that the driver does not support.
func NewTarget(width, height, samples int) (*Target, error) {
	device, err := currentDevice()
	if err != nil {
		return nil, err
	}
	t := &Target{device: device, samples: max(samples, 1)}
	if maxSamples := device.Limits().Samples; t.samples > maxSamples {
		return nil, fmt.Errorf("target: expected at most %d samples, found %d", maxSamples, samples)
	}
	if err := t.Resize(width, height); err != nil {
		return nil, err
	}
	return t, nil
}

// Size returns the width and height in pixels.
func (t *Target) Size() (width, height int) { return t.width, t.height }

// Samples returns the number of samples in each pixel.
func (t *Target) Samples() int { return t.samples }

// Resize changes the size in pixels. The image is lost. A target of width or height 0, as of a
// minimized window, has no image, and drawing to it does nothing. After an error the target is
// unchanged.
func (t *Target) Resize(width, height int) error {
	if width == t.width && height == t.height && (t.resolveFramebuffer != 0 || t.empty) {
		return nil
	}
	if width == 0 && height >= 0 || height == 0 && width >= 0 {
		t.Close()
		t.width, t.height, t.empty = width, height, true
		return nil
	}
	maxSize := t.device.Limits().RenderbufferSize
	if width < 1 || height < 1 || width > maxSize || height > maxSize {
		return fmt.Errorf("target: expected at most %dx%d pixels, found %dx%d", maxSize, maxSize, width, height)
	}
	if _, lost := t.device.Generation(); lost && t.resolveFramebuffer != 0 {
		t.width, t.height, t.generation = width, height, -1 // restore makes the memory
		return nil
	}
	fresh := &Target{device: t.device, width: width, height: height, samples: t.samples}
	if err := fresh.allocate(); err != nil {
		fresh.Close()
		return err
	}
	t.Close()
	*t = *fresh
	return nil
}

func (t *Target) allocate() error {
	d := t.device
	t.generation, _ = d.Generation()
	discardErrors(d) // so that the errors below come from the allocation
	t.picture = d.CreateTexture()
	d.BindTexture(unitPicture, t.picture)
	d.ResetPixels()
	d.TexImage(unitPicture, gpu.SRGBAlpha8, t.width, t.height, nil)
	d.TexSampling(unitPicture, gpu.Sampling{
		Min: gpu.Linear, Mag: gpu.Linear, WrapU: gpu.ClampToEdge,
		WrapV: gpu.ClampToEdge,
	})
	t.depthBuffer = d.CreateRenderbuffer(gpu.Depth24, t.samples, t.width, t.height)
	t.resolveFramebuffer = d.CreateFramebuffer()
	d.BindFramebuffer(t.resolveFramebuffer, t.resolveFramebuffer)
	d.AttachTexture(t.picture, false)
	if t.samples == 1 {
		t.drawFramebuffer = t.resolveFramebuffer
	} else {
		if err := framebufferError(d); err != nil {
			return fmt.Errorf("target of %dx%d pixels: %w", t.width, t.height, err)
		}
		t.colorBuffer = d.CreateRenderbuffer(gpu.SRGBAlpha8, t.samples, t.width, t.height)
		t.drawFramebuffer = d.CreateFramebuffer()
		d.BindFramebuffer(t.drawFramebuffer, t.drawFramebuffer)
		d.AttachRenderbuffer(t.colorBuffer, false)
	}
	d.AttachRenderbuffer(t.depthBuffer, true)
	if err := framebufferError(d); err != nil {
		return fmt.Errorf("target of %dx%d pixels with %d samples: %w", t.width, t.height, t.samples, err)
	}
	return nil
}

// restore makes the memory again if the context was lost and restored. The image is lost.
func (t *Target) restore() error {
	if generation, lost := t.device.Generation(); lost || t.empty || generation == t.generation {
		return nil
	}
	fresh := &Target{device: t.device, width: t.width, height: t.height, samples: t.samples}
	t.Close()
	*t = *fresh
	err := t.allocate()
	if err != nil {
		t.generation = -1 // try again in the next frame
	}
	return err
}

// framebufferError returns an error if the framebuffer that is drawn to is not complete.
func framebufferError(d gpu.Device) error {
	if err := glError(d, "allocating"); err != nil {
		return err
	}
	if status := d.FramebufferStatus(); status != 0 {
		return fmt.Errorf("incomplete framebuffer: status %#x", status)
	}
	return nil
}

// resolve averages the samples of each pixel.
func (t *Target) resolve() {
	if t.drawFramebuffer == t.resolveFramebuffer {
		return
	}
	t.device.BindFramebuffer(t.resolveFramebuffer, t.drawFramebuffer)
	t.device.Disable(gpu.ScissorTest)
	t.device.BlitColor(t.width, t.height)
}

// Image reads the image back. While a browser's context is lost, and until the next frame is drawn
// after it, the error is an [ErrNoContext].
func (t *Target) Image() (*image.NRGBA, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, t.width, t.height))
	if err := t.Read(picture); err != nil {
		return nil, err
	}
	return picture, nil
}

// Read reads the image back into a picture of the target's size. It fails as [Target.Image] does.
func (t *Target) Read(picture *image.NRGBA) error {
	if picture.Rect.Dx() != t.width || picture.Rect.Dy() != t.height || picture.Stride != 4*t.width ||
		len(picture.Pix) < 4*t.width*t.height {
		return fmt.Errorf(
			"target: expected a picture of %dx%d pixels without padding, found %v with a stride of %d bytes",
			t.width, t.height, picture.Rect, picture.Stride)
	}
	if t.empty {
		return nil
	}
	if t.resolveFramebuffer == 0 {
		return fmt.Errorf("target: %w", ErrClosed)
	}
	if generation, lost := t.device.Generation(); lost || generation != t.generation {
		return fmt.Errorf("target: %w: it was lost", ErrNoContext)
	}
	t.device.BindFramebuffer(t.resolveFramebuffer, t.resolveFramebuffer)
	t.device.ResetPixels()
	t.device.ReadPixels(t.width, t.height, picture.Pix)
	if err := glError(t.device, "reading a target"); err != nil {
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
	t.device.DeleteFramebuffer(t.resolveFramebuffer)
	if t.drawFramebuffer != t.resolveFramebuffer {
		t.device.DeleteFramebuffer(t.drawFramebuffer)
	}
	t.device.DeleteRenderbuffer(t.colorBuffer)
	t.device.DeleteRenderbuffer(t.depthBuffer)
	t.device.DeleteTexture(t.picture)
	*t = Target{device: t.device, samples: t.samples}
}
