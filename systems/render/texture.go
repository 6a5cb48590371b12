package render

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// textureKey names an image and its color space: colors are sRGB, other data are linear.
type textureKey struct {
	image assets.ImageID
	srgb  bool
}

// textures holds images in GPU memory, and the sampler objects.
type textures struct {
	library  *assets.Library
	images   map[textureKey]gpuImage
	samplers map[samplerKey]uint32
	white    uint32 // stands in for an image that is not in the library
	largest  int32
}

type gpuImage struct {
	source  *assets.Image
	texture uint32
}

type samplerKey struct {
	wrapU, wrapV mesh.Wrap
	nearest      bool
}

func newTextures(library *assets.Library) *textures {
	t := &textures{library: library, images: map[textureKey]gpuImage{}, samplers: map[samplerKey]uint32{}}
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &t.largest)
	pixel := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	copy(pixel.Pix, []byte{255, 255, 255, 255})
	t.white = upload(pixel, true)
	return t
}

// texture returns an image's texture, uploading it if need be.
func (t *textures) texture(id assets.ImageID, srgb bool) (uint32, error) {
	key := textureKey{id, srgb}
	if known, ok := t.images[key]; ok {
		return known.texture, nil
	}
	source := t.library.Image(id)
	if source == nil || source.Pixels == nil || source.Pixels.Rect.Empty() {
		return t.white, nil
	}
	size := source.Pixels.Rect.Size()
	if size.X > int(t.largest) || size.Y > int(t.largest) {
		return 0, fmt.Errorf("image %q: %dx%d pixels are more than the driver's %dx%d", source.Name, size.X, size.Y, t.largest, t.largest)
	}
	uploaded := gpuImage{source, upload(source.Pixels, srgb)}
	t.images[key] = uploaded
	return uploaded.texture, nil
}

// upload makes a texture with mipmaps.
func upload(pixels *image.NRGBA, srgb bool) uint32 {
	format := int32(gl.RGBA8)
	if srgb {
		format = gl.SRGB8_ALPHA8
	}
	var texture uint32
	gl.GenTextures(1, &texture)
	gl.ActiveTexture(gl.TEXTURE0 + unitPicture)
	gl.BindTexture(gl.TEXTURE_2D, texture)
	setPixelState()
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, int32(pixels.Stride/4))
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, int32(pixels.Rect.Dx()), int32(pixels.Rect.Dy()), 0,
		gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(unsafe.SliceData(pixels.Pix)))
	gl.PixelStorei(gl.UNPACK_ROW_LENGTH, 0)
	gl.GenerateMipmap(gl.TEXTURE_2D)
	return texture
}

// sampler returns the sampler object of a material's texture.
func (t *textures) sampler(use *mesh.Texture) uint32 {
	key := samplerKey{use.WrapU, use.WrapV, use.Nearest}
	if known, ok := t.samplers[key]; ok {
		return known
	}
	var sampler uint32
	gl.GenSamplers(1, &sampler)
	small, large := int32(gl.LINEAR_MIPMAP_LINEAR), int32(gl.LINEAR)
	if use.Nearest {
		small, large = gl.NEAREST_MIPMAP_LINEAR, gl.NEAREST
	}
	gl.SamplerParameteri(sampler, gl.TEXTURE_MIN_FILTER, small)
	gl.SamplerParameteri(sampler, gl.TEXTURE_MAG_FILTER, large)
	gl.SamplerParameteri(sampler, gl.TEXTURE_WRAP_S, wrapMode(use.WrapU))
	gl.SamplerParameteri(sampler, gl.TEXTURE_WRAP_T, wrapMode(use.WrapV))
	t.samplers[key] = sampler
	return sampler
}

func wrapMode(w mesh.Wrap) int32 {
	switch w {
	case mesh.WrapMirror:
		return gl.MIRRORED_REPEAT
	case mesh.WrapClamp:
		return gl.CLAMP_TO_EDGE
	}
	return gl.REPEAT
}

// sweep frees the textures of images that are no longer in the library.
func (t *textures) sweep() {
	for key, known := range t.images {
		if t.library.Image(key.image) != known.source {
			gl.DeleteTextures(1, &known.texture)
			delete(t.images, key)
		}
	}
}

func (t *textures) delete() {
	for _, known := range t.images {
		gl.DeleteTextures(1, &known.texture)
	}
	for _, sampler := range t.samplers {
		gl.DeleteSamplers(1, &sampler)
	}
	gl.DeleteTextures(1, &t.white)
}
