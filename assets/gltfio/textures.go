package gltfio

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// readTexture reads a texture as a material uses it. It is nil, with a warning, when its image cannot be had.
func (l *loader) readTexture(path string, info *gltf.TextureInfo, m *material) (*mesh.Texture, error) {
	if info == nil {
		return nil, nil
	}
	t := &mesh.Texture{TexCoord: info.TexCoord}
	if err := readTextureTransform(path, info, t); err != nil {
		return nil, err
	}
	if t.TexCoord < 0 {
		return nil, fault(path+".texCoord", "%d is negative", t.TexCoord)
	}
	if t.TexCoord > 1 {
		l.warn(path+".texCoord", "only TEXCOORD_0 and TEXCOORD_1 are read, not %d; the texture was left out", t.TexCoord)
		return nil, nil
	}
	source := l.doc.Textures[info.Index]
	if source.Sampler != nil {
		sampler := l.doc.Samplers[*source.Sampler]
		wraps := map[gltf.WrappingMode]mesh.Wrap{
			gltf.WrapRepeat: mesh.WrapRepeat, gltf.WrapMirroredRepeat: mesh.WrapMirror, gltf.WrapClampToEdge: mesh.WrapClamp,
		}
		t.WrapU, t.WrapV = wraps[sampler.WrapS], wraps[sampler.WrapT]
		t.Nearest = sampler.MagFilter == gltf.MagNearest
	}
	if source.Source == nil {
		l.warn(fmt.Sprintf("textures[%d]", info.Index), "it has no image in PNG or JPEG; it was left out")
		return nil, nil
	}
	image, err := l.readImage(*source.Source)
	if err != nil || image == nil {
		return nil, err
	}
	m.images[t] = image
	return t, nil
}

// readTextureTransform sets the transform of KHR_texture_transform, translation · rotation · scale, which turns the
// picture clockwise: texture coordinates have v downward.
func readTextureTransform(path string, info *gltf.TextureInfo, t *mesh.Texture) error {
	transform := struct {
		Offset, Scale []float64
		Rotation      float64
		TexCoord      *int
	}{}
	t.Transform = mgl32.Ident3()
	if ok, err := extension(path, info.Extensions, extTextureTransform, &transform); !ok || err != nil {
		return err
	}
	offset, scale := []float64{0, 0}, []float64{1, 1}
	copy(offset, transform.Offset)
	copy(scale, transform.Scale)
	if transform.TexCoord != nil {
		t.TexCoord = *transform.TexCoord
	}
	sin, cos := exact.SinCos(transform.Rotation)
	columns := []float64{
		float64(cos * scale[0]), float64(-sin * scale[0]), 0,
		float64(sin * scale[1]), float64(cos * scale[1]), 0,
		offset[0], offset[1], 1,
	}
	if err := narrow(t.Transform[:], columns); err != nil {
		return &Error{Path: path + ".extensions." + extTextureTransform, Err: err}
	}
	return nil
}
