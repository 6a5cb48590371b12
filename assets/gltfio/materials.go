package gltfio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// loadedMaterial is a material whose images have no IDs yet.
type loadedMaterial struct {
	mesh.Material
	images map[*mesh.Texture]*mesh.Image
}

// buildMaterials reads the materials of the parts and their images. Other materials and images are
// ignored.
func (l *loader) buildMaterials() error {
	for _, p := range l.parts {
		for _, index := range p.mesh.materials {
			if _, known := l.materials[index]; known || index < 0 {
				continue
			}
			m, err := l.readMaterial(fmt.Sprintf("materials[%d]", index), l.doc.Materials[index])
			if err != nil {
				return err
			}
			m.Name = l.materialName(index)
			if channels := l.channelsOfMaterial(index); len(channels) > 0 { // the very numbers of the rest pose
				set := assets.NewMaterialValues(channels...)
				before := m.Textures()
				m.Material = set.Apply(&m.Material, l.skeleton.RestMorphs())
				for i, texture := range m.Textures() { // copies of those that move
					image := m.images[before[i]]
					delete(m.images, before[i])
					m.images[texture] = image
				}
			}
			l.materials[index] = m
			l.materialOrder = append(l.materialOrder, index)
		}
	}
	return nil
}

func (l *loader) readMaterial(path string, source *gltf.Material) (*loadedMaterial, error) {
	m := &loadedMaterial{Material: mesh.DefaultMaterial(), images: map[*mesh.Texture]*mesh.Image{}}
	m.Name = source.Name
	m.DoubleSided = source.DoubleSided
	m.AlphaMode = map[gltf.AlphaMode]mesh.AlphaMode{
		gltf.AlphaOpaque: mesh.AlphaOpaque, gltf.AlphaMask: mesh.AlphaMask, gltf.AlphaBlend: mesh.AlphaBlend,
	}[source.AlphaMode]
	var err error
	if pbr := source.PBRMetallicRoughness; pbr != nil {
		at := path + ".pbrMetallicRoughness"
		base := pbr.BaseColorFactorOrDefault()
		factors := []float64{pbr.MetallicFactorOrDefault(), pbr.RoughnessFactorOrDefault()}
		narrowed := make([]float32, 2)
		if err := toFloat32s(m.BaseColor[:], base[:]); err != nil {
			return nil, &Error{Path: at + ".baseColorFactor", Err: err}
		}
		if err := toFloat32s(narrowed, factors); err != nil {
			return nil, &Error{Path: at, Err: err}
		}
		m.Metallic, m.Roughness = narrowed[0], narrowed[1]
		if m.BaseColorTexture, err = l.readTexture(at+".baseColorTexture", pbr.BaseColorTexture, m); err != nil {
			return nil, err
		}
		if m.MetallicRoughnessTexture, err = l.readTexture(at+".metallicRoughnessTexture", pbr.MetallicRoughnessTexture,
			m); err != nil {
			return nil, err
		}
	}
	if m.EmissiveTexture, err = l.readTexture(path+".emissiveTexture", source.EmissiveTexture, m); err != nil {
		return nil, err
	}
	if err := l.readSurfaceTextures(path, source, m); err != nil {
		return nil, err
	}
	cutoff := []float32{0}
	if err := toFloat32s(cutoff, []float64{source.AlphaCutoffOrDefault()}); err != nil {
		return nil, &Error{Path: path + ".alphaCutoff", Err: err}
	}
	m.AlphaCutoff = cutoff[0]
	return m, l.readMaterialExtensions(path, source, m)
}

// readSurfaceTextures reads the normal texture and the occlusion texture with their factors.
func (l *loader) readSurfaceTextures(path string, source *gltf.Material, m *loadedMaterial) (err error) {
	if t := source.NormalTexture; t != nil {
		at := path + ".normalTexture"
		scale := []float32{0}
		if err = toFloat32s(scale, []float64{t.ScaleOrDefault()}); err != nil {
			return &Error{Path: at + ".scale", Err: err}
		}
		m.NormalScale = scale[0]
		if m.NormalTexture, err = l.readTexture(at, normalInfo(t), m); err != nil {
			return err
		}
	}
	if t := source.OcclusionTexture; t != nil {
		at := path + ".occlusionTexture"
		strength := t.StrengthOrDefault()
		if !(strength >= 0 && strength <= 1) {
			return errorAt(at+".strength", "expected a strength from 0 to 1, found %v", strength)
		}
		m.OcclusionStrength = float32(strength)
		if m.OcclusionTexture, err = l.readTexture(at, occlusionInfo(t), m); err != nil {
			return err
		}
	}
	return nil
}

// normalInfo returns the reference of a material to its normal texture.
func normalInfo(t *gltf.NormalTexture) *gltf.TextureInfo {
	return &gltf.TextureInfo{Index: *t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions}
}

// occlusionInfo returns the reference of a material to its occlusion texture.
func occlusionInfo(t *gltf.OcclusionTexture) *gltf.TextureInfo {
	return &gltf.TextureInfo{Index: *t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions}
}

// readMaterialExtensions reads the emissive factor, multiplied by the strength of its extension,
// whether the material is unlit, and its toon shading.
func (l *loader) readMaterialExtensions(path string, source *gltf.Material, m *loadedMaterial) error {
	emissive := source.EmissiveFactor
	strength, err := emissiveStrength(path, source)
	if err != nil {
		return err
	}
	for c := range emissive {
		emissive[c] *= strength
	}
	if err := toFloat32s(m.Emissive[:], emissive[:]); err != nil {
		return &Error{Path: path + ".emissiveFactor", Err: err}
	}
	if m.Unlit, err = decodeExtension(path, source.Extensions, extUnlit, nil); err != nil {
		return err
	}
	return l.readToon(path, source, m)
}

// readTexture reads a texture of a material. If it cannot be used, readTexture adds a warning and
// returns nil.
func (l *loader) readTexture(path string, info *gltf.TextureInfo, m *loadedMaterial) (*mesh.Texture, error) {
	if info == nil {
		return nil, nil
	}
	t := &mesh.Texture{TexCoord: info.TexCoord}
	if err := readTextureTransform(path, info, t); err != nil {
		return nil, err
	}
	if t.TexCoord < 0 {
		return nil, errorAt(path+".texCoord", "expected a number of at least 0, found %d", t.TexCoord)
	}
	if t.TexCoord > 1 {
		l.warn(path+".texCoord",
			"only TEXCOORD_0 and TEXCOORD_1 are supported, not TEXCOORD_%d; the texture was skipped", t.TexCoord)
		return nil, nil
	}
	source := l.doc.Textures[info.Index]
	if source.Sampler != nil {
		sampler := l.doc.Samplers[*source.Sampler]
		wraps := map[gltf.WrappingMode]mesh.Wrap{
			gltf.WrapRepeat: mesh.WrapRepeat, gltf.WrapMirroredRepeat: mesh.WrapMirror,
			gltf.WrapClampToEdge: mesh.WrapClamp,
		}
		t.WrapU, t.WrapV = wraps[sampler.WrapS], wraps[sampler.WrapT]
		t.Nearest = sampler.MagFilter == gltf.MagNearest
	}
	sources, err := imageSources(fmt.Sprintf("textures[%d]", info.Index), source)
	if err != nil {
		return nil, err
	}
	if len(sources) == 0 {
		formats := ""
		if names := slices.Sorted(maps.Keys(source.Extensions)); len(names) > 0 {
			formats = ", only the extension " + shorten(strings.Join(names, ", "))
		}
		if _, ok := source.Extensions["KHR_texture_basisu"]; ok {
			formats += " (" + convertKTX2 + ")"
		}
		l.warn(fmt.Sprintf("textures[%d]", info.Index), "the texture has no PNG, JPEG or WebP image%s; it was skipped",
			formats)
		return nil, nil
	}
	for _, index := range sources {
		image, err := l.readImage(index)
		if err != nil {
			return nil, err
		}
		if image != nil {
			m.images[t] = image
			return t, nil
		}
	}
	return nil, nil
}

// imageSources returns the images of a texture: the image of EXT_texture_webp, then the image to
// use if that cannot be read.
func imageSources(path string, source *gltf.Texture) (sources []int, err error) {
	_, err = decodeExtension(path, source.Extensions, extTextureWebP, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v, "source") {
			if name == "source" {
				sources = append(sources, d.int(value))
			}
		}
	})
	if source.Source != nil {
		sources = append(sources, *source.Source)
	}
	return sources, err
}

// textureTransform is the transform of a texture: translation · rotation · scale. The rotation is
// in radians and clockwise, because v points down.
type textureTransform struct {
	offset, scale [2]float64
	rotation      float64
	texCoord      *int // instead of the texture's own
	present       bool
}

// decodeTextureTransform decodes KHR_texture_transform. Without it, the transform changes nothing.
func decodeTextureTransform(path string, info *gltf.TextureInfo) (t textureTransform, err error) {
	t.scale = [2]float64{1, 1}
	t.present, err = decodeExtension(path, info.Extensions, extTextureTransform, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v) {
			switch name {
			case "offset":
				d.vector(value, t.offset[:])
			case "scale":
				d.vector(value, t.scale[:])
			case "rotation":
				t.rotation = d.float(value)
			case "texCoord":
				set := d.int(value)
				t.texCoord = &set
			}
		}
	})
	return t, err
}

// readTextureTransform sets the transform of a texture from KHR_texture_transform.
func readTextureTransform(path string, info *gltf.TextureInfo, t *mesh.Texture) error {
	t.Transform = mgl32.Ident3()
	transform, err := decodeTextureTransform(path, info)
	if transform.texCoord != nil {
		t.TexCoord = *transform.texCoord
	}
	if !transform.present || err != nil {
		return err
	}
	offset, scale := transform.offset, transform.scale
	sin, cos := exact.SinCos(transform.rotation)
	columns := []float64{
		float64(cos * scale[0]), float64(-sin * scale[0]), 0,
		float64(sin * scale[1]), float64(cos * scale[1]), 0,
		offset[0], offset[1], 1,
	}
	if err := toFloat32s(t.Transform[:], columns); err != nil {
		return &Error{Path: path + ".extensions." + extTextureTransform, Err: err}
	}
	return nil
}
