package gltfio

import (
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/internal/jsontree"
)

func (d *decoder) decodeMaterial(v jsontree.Value) *gltf.Material {
	m := &gltf.Material{}
	for name, value := range d.members(v) {
		switch name {
		case "name":
			m.Name = d.text(value)
		case "pbrMetallicRoughness":
			m.PBRMetallicRoughness = d.decodeMetallicRoughness(value)
		case "normalTexture":
			t, scale := d.decodeScaledTexture(value, "scale")
			m.NormalTexture = &gltf.NormalTexture{
				Index: &t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions,
				Scale: scale,
			}
		case "occlusionTexture":
			t, strength := d.decodeScaledTexture(value, "strength")
			m.OcclusionTexture = &gltf.OcclusionTexture{
				Index: &t.Index, TexCoord: t.TexCoord, Extensions: t.Extensions,
				Strength: strength,
			}
		case "emissiveTexture":
			m.EmissiveTexture = d.decodeTextureInfo(value)
		case "emissiveFactor":
			d.vector(value, m.EmissiveFactor[:])
		case "alphaMode":
			m.AlphaMode = named(d, value, alphaModes, "an alpha mode")
		case "alphaCutoff":
			cutoff := d.float(value)
			m.AlphaCutoff = &cutoff
		case "doubleSided":
			m.DoubleSided = d.bool(value)
		case "extensions":
			m.Extensions = d.extensions(value)
		}
	}
	return m
}

func (d *decoder) decodeMetallicRoughness(v jsontree.Value) *gltf.PBRMetallicRoughness {
	p := &gltf.PBRMetallicRoughness{}
	for name, value := range d.members(v) {
		switch name {
		case "baseColorFactor":
			p.BaseColorFactor = &[4]float64{}
			d.vector(value, p.BaseColorFactor[:])
		case "metallicFactor":
			factor := d.float(value)
			p.MetallicFactor = &factor
		case "roughnessFactor":
			factor := d.float(value)
			p.RoughnessFactor = &factor
		case "baseColorTexture":
			p.BaseColorTexture = d.decodeTextureInfo(value)
		case "metallicRoughnessTexture":
			p.MetallicRoughnessTexture = d.decodeTextureInfo(value)
		}
	}
	return p
}

// decodeTextureInfo decodes the reference of a material to a texture.
func (d *decoder) decodeTextureInfo(v jsontree.Value) *gltf.TextureInfo {
	t, _ := d.decodeScaledTexture(v, "")
	return t
}

// decodeScaledTexture decodes the reference of a material to a texture with a factor, nil if there
// is none.
func (d *decoder) decodeScaledTexture(v jsontree.Value, factor string) (t *gltf.TextureInfo, f *float64) {
	t = &gltf.TextureInfo{}
	for name, value := range d.members(v, "index") {
		switch name {
		case factor:
			number := d.float(value)
			f = &number
		case "index":
			t.Index = d.int(value)
		case "texCoord":
			t.TexCoord = d.int(value)
		case "extensions":
			t.Extensions = d.extensions(value)
		}
	}
	return t, f
}

func (d *decoder) decodeTexture(v jsontree.Value) *gltf.Texture {
	t := &gltf.Texture{}
	for name, value := range d.members(v) {
		switch name {
		case "sampler":
			t.Sampler = d.optionalInt(value)
		case "source":
			t.Source = d.optionalInt(value)
		case "extensions":
			t.Extensions = d.extensions(value)
		}
	}
	return t
}

func (d *decoder) decodeTextureSampler(v jsontree.Value) *gltf.Sampler {
	s := &gltf.Sampler{}
	for name, value := range d.members(v) {
		switch name {
		case "magFilter":
			s.MagFilter = numbered(d, value, magFilters, "a magnification filter")
		case "wrapS":
			s.WrapS = numbered(d, value, wrappingModes, "a wrapping mode")
		case "wrapT":
			s.WrapT = numbered(d, value, wrappingModes, "a wrapping mode")
		}
	}
	return s
}

func (d *decoder) decodeImage(v jsontree.Value) *gltf.Image {
	i := &gltf.Image{}
	for name, value := range d.members(v) {
		switch name {
		case "name":
			i.Name = d.text(value)
		case "uri":
			i.URI = d.text(value)
		case "bufferView":
			i.BufferView = d.optionalInt(value)
		}
	}
	return i
}
