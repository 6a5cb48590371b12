package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// textureKey names an image and its color space: colors are sRGB, other data are linear.
type textureKey struct {
	image id.Image
	srgb  bool
}

// textures holds images in GPU memory, and the sampler objects.
type textures struct {
	device   gpu.Device
	library  *assets.Library
	images   map[textureKey]gpuImage
	samplers map[samplerKey]gpu.Sampler
	white    gpu.Texture // stands in for an image that is not in the library
	largest  int         // width and height
}

type gpuImage struct {
	source  *mesh.Image
	texture gpu.Texture
}

type samplerKey struct {
	wrapU, wrapV mesh.Wrap
	nearest      bool
}

func newTextures(d gpu.Device, library *assets.Library) *textures {
	t := &textures{
		device: d, library: library, images: map[textureKey]gpuImage{}, samplers: map[samplerKey]gpu.Sampler{},
		largest: d.Limits().TextureSize,
	}
	t.white = upload(d, &mesh.Image{Width: 1, Height: 1, Pixels: []byte{255, 255, 255, 255}}, true)
	return t
}

// texture returns an image's texture, uploading it if need be.
func (t *textures) texture(id id.Image, srgb bool) (gpu.Texture, error) {
	key := textureKey{id, srgb}
	if known, ok := t.images[key]; ok {
		return known.texture, nil
	}
	source := t.library.Image(id)
	if source.IsEmpty() {
		return t.white, nil
	}
	if err := source.Check(); err != nil {
		return 0, fmt.Errorf("image %q: %w", source.Name, err)
	}
	if source.Width > t.largest || source.Height > t.largest {
		return 0, fmt.Errorf("image %q: expected at most %dx%d pixels, the driver's limit, found %dx%d", source.Name,
			t.largest, t.largest, source.Width, source.Height)
	}
	uploaded := gpuImage{source, upload(t.device, source, srgb)}
	t.images[key] = uploaded
	return uploaded.texture, nil
}

// upload makes a texture with mipmaps.
func upload(d gpu.Device, source *mesh.Image, srgb bool) gpu.Texture {
	format := gpu.RGBA8
	if srgb {
		format = gpu.SRGBAlpha8
	}
	texture := d.CreateTexture()
	d.BindTexture(unitPicture, texture)
	d.ResetPixels()
	d.TexImage(unitPicture, format, source.Width, source.Height, source.Pixels)
	d.GenerateMipmap(unitPicture)
	return texture
}

// sampler returns the sampler object of a material's texture.
func (t *textures) sampler(use *mesh.Texture) gpu.Sampler {
	key := samplerKey{use.WrapU, use.WrapV, use.Nearest}
	if known, ok := t.samplers[key]; ok {
		return known
	}
	sampling := gpu.Sampling{
		Min: gpu.LinearMipmapsLinear, Mag: gpu.Linear, WrapU: wrapMode(use.WrapU),
		WrapV: wrapMode(use.WrapV),
	}
	if use.Nearest {
		sampling.Min, sampling.Mag = gpu.NearestMipmapsLinear, gpu.Nearest
	}
	sampler := t.device.CreateSampler(sampling)
	t.samplers[key] = sampler
	return sampler
}

func wrapMode(w mesh.Wrap) gpu.Wrap {
	switch w {
	case mesh.WrapMirror:
		return gpu.MirroredRepeat
	case mesh.WrapClamp:
		return gpu.ClampToEdge
	}
	return gpu.Repeat
}

// sweep frees the textures of images that are no longer in the library.
func (t *textures) sweep() {
	for key, known := range t.images {
		if t.library.Image(key.image) != known.source {
			t.device.DeleteTexture(known.texture)
			delete(t.images, key)
		}
	}
}

func (t *textures) delete() {
	for _, known := range t.images {
		t.device.DeleteTexture(known.texture)
	}
	for _, sampler := range t.samplers {
		t.device.DeleteSampler(sampler)
	}
	t.device.DeleteTexture(t.white)
}
