package render

import (
	"fmt"
	"image"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// materialTextures is the number of textures of a material: base color, metallic-roughness, emissive, normal and
// occlusion, in this order.
const materialTextures = 5

// materialBlock is the uniform block Material of the shaders, in their layout (std140).
type materialBlock struct {
	baseColor   mgl32.Vec4
	emissive    mgl32.Vec4 // w: alpha cutoff
	surface     mgl32.Vec4 // metallic, roughness, unlit, alpha mode
	relief      mgl32.Vec4 // normal scale, occlusion strength, texture coordinate set of the occlusion texture
	textureSets [4]int32   // of base color, metallic-roughness, emissive and normal texture
	textureRows [2 * materialTextures]mgl32.Vec4
}

// gpuMaterial is a material in GPU memory.
type gpuMaterial struct {
	source      *mesh.Material // nil for the default material
	block       gpu.Buffer
	textures    [materialTextures]gpu.Texture // 0 for none
	samplers    [materialTextures]gpu.Sampler
	alphaMode   mesh.AlphaMode
	doubleSided bool
}

// newMaterial uploads a material with its textures.
func newMaterial(d gpu.Device, m *mesh.Material, images *textures) (*gpuMaterial, error) {
	g := &gpuMaterial{alphaMode: m.AlphaMode, doubleSided: m.DoubleSided}
	b := materialBlock{
		baseColor:   m.BaseColor,
		emissive:    m.Emissive.Vec4(m.AlphaCutoff),
		surface:     mgl32.Vec4{m.Metallic, m.Roughness, 0, float32(m.AlphaMode)},
		relief:      mgl32.Vec4{m.NormalScale, m.OcclusionStrength, -1, 0},
		textureSets: [4]int32{-1, -1, -1, -1},
	}
	if m.Unlit {
		b.surface[2] = 1
	}
	for i, use := range [materialTextures]*mesh.Texture{
		m.BaseColorTexture, m.MetallicRoughnessTexture, m.EmissiveTexture, m.NormalTexture, m.OcclusionTexture,
	} {
		if use == nil {
			continue
		}
		texture, err := images.texture(use.Image, i == 0 || i == 2)
		if err != nil {
			return nil, fmt.Errorf("material %q: %w", m.Name, err)
		}
		g.textures[i], g.samplers[i] = texture, images.sampler(use)
		if i < len(b.textureSets) {
			b.textureSets[i] = int32(use.TexCoord)
		} else {
			b.relief[2] = float32(use.TexCoord)
		}
		transform := use.Transform
		if transform == (mgl32.Mat3{}) { // a texture that was made without a transform
			transform = mgl32.Ident3()
		}
		b.textureRows[2*i] = transform.Row(0).Vec4(0)
		b.textureRows[2*i+1] = transform.Row(1).Vec4(0)
	}
	g.block = newBuffer(d, gpu.Uniforms, unsafe.Slice(&b, 1))
	return g, nil
}

// bind makes the material the current one.
func (g *gpuMaterial) bind(d gpu.Device) {
	d.BindUniformBuffer(bindingMaterial, g.block)
	for i, texture := range g.textures {
		if texture != 0 {
			unit := unitBaseColor + uint32(i)
			d.BindTexture(unit, texture)
			d.BindSampler(unit, g.samplers[i])
		}
	}
}

func (g *gpuMaterial) delete(d gpu.Device) {
	if g != nil {
		d.DeleteBuffer(g.block)
	}
}

// partMaterials is where poses hold the values of a part's materials, by primitive of its mesh.
type partMaterials struct {
	mesh     assets.MeshID
	values   []assets.MaterialValues
	animated []bool // whether clips change the primitive's material
}

// newPartMaterials returns the values of the materials of a part, or nil if clips change none. Parts of one mesh share
// them, so that they are drawn together.
func newPartMaterials(part *assets.Part, primitives int, others []gpuPart) *partMaterials {
	if len(part.Materials) == 0 {
		return nil
	}
	m := &partMaterials{mesh: part.Mesh}
	for i := range primitives {
		values, animated := part.MaterialValues(i)
		m.values, m.animated = append(m.values, values), append(m.animated, animated)
	}
	for i := range others {
		if o := others[i].materials; o != nil && o.mesh == m.mesh && slices.Equal(o.values, m.values) {
			return o
		}
	}
	return m
}

// setMaterialValues sets where the program finds the values of the material of a primitive. It costs nothing while no
// material is animated.
func (p *program) setMaterialValues(m *partMaterials, primitive int) {
	animated := m != nil && m.animated[primitive]
	if animated != p.isAnimated {
		value := int32(0)
		if animated {
			value = 1
		}
		p.device.Uniform1i(p.animatedMaterial, value)
		p.isAnimated = animated
	}
	if animated {
		p.device.Uniform1iv(p.materialValues, m.values[primitive][:])
	}
}

// textureKey names an image and its color space: colors are sRGB, other data are linear.
type textureKey struct {
	image assets.ImageID
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
	pixel := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	copy(pixel.Pix, []byte{255, 255, 255, 255})
	t.white = upload(d, pixel, true)
	return t
}

// texture returns an image's texture, uploading it if need be.
func (t *textures) texture(id assets.ImageID, srgb bool) (gpu.Texture, error) {
	key := textureKey{id, srgb}
	if known, ok := t.images[key]; ok {
		return known.texture, nil
	}
	source := t.library.Image(id)
	if source == nil || source.Pixels == nil || source.Pixels.Rect.Empty() {
		return t.white, nil
	}
	size := source.Pixels.Rect.Size()
	if size.X > t.largest || size.Y > t.largest {
		return 0, fmt.Errorf("image %q: %dx%d pixels are more than the driver's %dx%d", source.Name, size.X, size.Y, t.largest, t.largest)
	}
	uploaded := gpuImage{source, upload(t.device, source.Pixels, srgb)}
	t.images[key] = uploaded
	return uploaded.texture, nil
}

// upload makes a texture with mipmaps.
func upload(d gpu.Device, pixels *image.NRGBA, srgb bool) gpu.Texture {
	format := gpu.RGBA8
	if srgb {
		format = gpu.SRGBAlpha8
	}
	texture := d.CreateTexture()
	d.BindTexture(unitPicture, texture)
	d.ResetPixels()
	d.UnpackRowLength(pixels.Stride / 4)
	d.TexImage(unitPicture, format, pixels.Rect.Dx(), pixels.Rect.Dy(), pixels.Pix)
	d.UnpackRowLength(0)
	d.GenerateMipmap(unitPicture)
	return texture
}

// sampler returns the sampler object of a material's texture.
func (t *textures) sampler(use *mesh.Texture) gpu.Sampler {
	key := samplerKey{use.WrapU, use.WrapV, use.Nearest}
	if known, ok := t.samplers[key]; ok {
		return known
	}
	sampling := gpu.Sampling{Min: gpu.LinearMipmapsLinear, Mag: gpu.Linear, WrapU: wrapMode(use.WrapU), WrapV: wrapMode(use.WrapV)}
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
