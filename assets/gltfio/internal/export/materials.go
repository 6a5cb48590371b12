package export

import (
	"bytes"
	"fmt"
	"image/png"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/internal/exact"
)

// emissiveStrength is the name of the extension for emissive colors above 1.
const emissiveStrength = "KHR_materials_emissive_strength"

// material writes a material, unless it was written before, and returns its index: nil for the
// default material.
func (e *exporter) material(id id.Material) (*int, error) {
	if id == 0 {
		return nil, nil
	}
	if i, known := e.materials[id]; known {
		return &i, nil
	}
	m := e.lib.Material(id)
	if m == nil {
		return nil, fmt.Errorf("expected a material of the library, found the ID %#x", uint32(id))
	}
	out, err := e.newMaterial(m)
	if err == nil {
		err = e.setAnimatedValues(id, out)
	}
	if err != nil {
		return nil, fmt.Errorf("material %q: %w", m.Name, err)
	}
	e.materials[id] = len(e.doc.Materials)
	e.doc.Materials = append(e.doc.Materials, out)
	return gltf.Index(e.materials[id]), nil
}

// newMaterial returns a material as it is written.
func (e *exporter) newMaterial(m *mesh.Material) (*gltf.Material, error) {
	for _, f := range append(m.BaseColor[:], m.Metallic, m.Roughness) {
		if !(f >= 0 && f <= 1) {
			return nil, fmt.Errorf("expected colors and factors from 0 to 1, as glTF does, found %v", f)
		}
	}
	for _, f := range m.Emissive {
		if !(f >= 0 && f <= math.MaxFloat32) {
			return nil, fmt.Errorf("expected a finite emissive color of at least 0, found the component %v", f)
		}
	}
	out := &gltf.Material{Name: m.Name, DoubleSided: m.DoubleSided, PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
		BaseColorFactor: &[4]float64{
			float64(m.BaseColor[0]), float64(m.BaseColor[1]), float64(m.BaseColor[2]),
			float64(m.BaseColor[3]),
		},
		MetallicFactor: gltf.Float(float64(m.Metallic)), RoughnessFactor: gltf.Float(float64(m.Roughness)),
	}}
	e.emissive(out, m.Emissive)
	switch m.AlphaMode {
	case mesh.AlphaMask:
		out.AlphaMode, out.AlphaCutoff = gltf.AlphaMask, gltf.Float(float64(m.AlphaCutoff))
	case mesh.AlphaBlend:
		out.AlphaMode = gltf.AlphaBlend
	}
	if m.Unlit {
		e.addExtension(out, unlit.ExtensionName, unlit.Unlit{})
	}
	var err error
	for _, t := range []struct {
		from *mesh.Texture
		to   **gltf.TextureInfo
	}{
		{m.BaseColorTexture, &out.PBRMetallicRoughness.BaseColorTexture},
		{m.MetallicRoughnessTexture, &out.PBRMetallicRoughness.MetallicRoughnessTexture},
		{m.EmissiveTexture, &out.EmissiveTexture},
	} {
		if *t.to, err = e.texture(t.from); err != nil {
			return nil, err
		}
	}
	if err := e.surfaceTextures(out, m); err != nil {
		return nil, err
	}
	return out, e.toon(out, m.Toon)
}

// surfaceTextures writes the normal texture and the occlusion texture with their factors.
func (e *exporter) surfaceTextures(out *gltf.Material, m *mesh.Material) error {
	if s := m.NormalScale; m.NormalTexture != nil && !exact.IsFinite(s) {
		return fmt.Errorf("expected a finite normal scale, found %v", s)
	}
	normal, err := e.texture(m.NormalTexture)
	if err != nil {
		return err
	}
	if normal != nil {
		out.NormalTexture = &gltf.NormalTexture{
			Index: &normal.Index, TexCoord: normal.TexCoord, Extensions: normal.Extensions,
			Scale: gltf.Float(float64(m.NormalScale)),
		}
	}
	if s := m.OcclusionStrength; m.OcclusionTexture != nil && !(s >= 0 && s <= 1) {
		return fmt.Errorf("expected an occlusion strength from 0 to 1, as glTF does, found %v", s)
	}
	occlusion, err := e.texture(m.OcclusionTexture)
	if err != nil {
		return err
	}
	if occlusion != nil {
		out.OcclusionTexture = &gltf.OcclusionTexture{
			Index: &occlusion.Index, TexCoord: occlusion.TexCoord, Extensions: occlusion.Extensions,
			Strength: gltf.Float(float64(m.OcclusionStrength)),
		}
	}
	return nil
}

// emissive writes the emissive color. A component above 1 needs KHR_materials_emissive_strength:
// the largest component becomes the strength, and the color is divided by it.
func (e *exporter) emissive(out *gltf.Material, color mgl32.Vec3) {
	strength := max(1, float64(color[0]), float64(color[1]), float64(color[2]))
	for i, v := range color {
		out.EmissiveFactor[i] = float64(v) / strength
	}
	if strength > 1 {
		e.addExtension(out, emissiveStrength, map[string]float64{"emissiveStrength": strength})
	}
}

// addExtension adds an extension to a material.
func (e *exporter) addExtension(out *gltf.Material, name string, value any) {
	e.used[name] = true
	if out.Extensions == nil {
		out.Extensions = gltf.Extensions{}
	}
	out.Extensions[name] = value
}

// texture writes a texture with its image and sampler, and returns the reference to it. Nil gives
// nil.
func (e *exporter) texture(t *mesh.Texture) (*gltf.TextureInfo, error) {
	if t == nil {
		return nil, nil
	}
	source, err := e.image(t.Image)
	if err != nil {
		return nil, err
	}
	wraps := map[mesh.Wrap]gltf.WrappingMode{
		mesh.WrapRepeat: gltf.WrapRepeat, mesh.WrapMirror: gltf.WrapMirroredRepeat,
		mesh.WrapClamp: gltf.WrapClampToEdge,
	}
	sampler := gltf.Sampler{
		MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear, WrapS: wraps[t.WrapU],
		WrapT: wraps[t.WrapV],
	}
	if t.Nearest {
		sampler.MagFilter, sampler.MinFilter = gltf.MagNearest, gltf.MinNearest
	}
	e.doc.Textures = append(e.doc.Textures, &gltf.Texture{Source: &source, Sampler: gltf.Index(e.sampler(sampler))})
	info := &gltf.TextureInfo{Index: len(e.doc.Textures) - 1, TexCoord: t.TexCoord}
	if t.Transform != mgl32.Ident3() {
		transform, err := textureTransform(t.Transform)
		if err != nil {
			return nil, err
		}
		e.used[texturetransform.ExtensionName] = true
		info.Extensions = gltf.Extensions{texturetransform.ExtensionName: transform}
	}
	return info, nil
}

// textureTransform splits a transform into translation · rotation · scale, the form of
// KHR_texture_transform.
func textureTransform(m mgl32.Mat3) (*texturetransform.TextureTranform, error) {
	a, b, c, d := float64(m[0]), float64(m[1]), float64(m[3]), float64(m[4])
	angle := exact.Atan2(-b, a)
	sin, cos := exact.SinCos(angle)
	scale := [2]float64{math.Sqrt(float64(a*a) + float64(b*b)), float64(c*sin) + float64(d*cos)}
	off := math.Abs(c-float64(scale[1]*sin)) + math.Abs(d-float64(scale[1]*cos))
	if off > 1e-4*(math.Abs(c)+math.Abs(d)) || m[2] != 0 || m[5] != 0 || m[8] != 1 {
		return nil, fmt.Errorf("expected a texture transform of translation, rotation and scale, found %v", m)
	}
	return &texturetransform.TextureTranform{
		Offset: [2]float64{float64(m[6]), float64(m[7])}, Rotation: angle,
		Scale: scale,
	}, nil
}

// sampler writes a sampler, unless it was written before, and returns its index.
func (e *exporter) sampler(s gltf.Sampler) int {
	for i, known := range e.doc.Samplers {
		if known.MagFilter == s.MagFilter && known.WrapS == s.WrapS && known.WrapT == s.WrapT {
			return i
		}
	}
	e.doc.Samplers = append(e.doc.Samplers, &s)
	return len(e.doc.Samplers) - 1
}

// image writes an image as PNG, unless it was written before, and returns its index.
func (e *exporter) image(id id.Image) (int, error) {
	if i, known := e.images[id]; known {
		return i, nil
	}
	source := e.lib.Image(id)
	if source == nil {
		return 0, fmt.Errorf("expected an image of the library with pixels, found the ID %#x", uint32(id))
	}
	if source.IsEmpty() {
		return 0, fmt.Errorf("image %q: expected pixels, found none", source.Name)
	}
	var data bytes.Buffer
	err := source.Check()
	if err == nil {
		err = png.Encode(&data, picture.NRGBA(source))
	}
	if err != nil {
		return 0, fmt.Errorf("image %q: %w", source.Name, err)
	}
	e.images[id] = len(e.doc.Images)
	e.doc.Images = append(e.doc.Images, &gltf.Image{
		Name: source.Name, MimeType: "image/png",
		BufferView: e.view(data.Bytes(), gltf.TargetNone),
	})
	return e.images[id], nil
}
