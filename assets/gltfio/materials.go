package gltfio

import (
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// material is a material whose textures do not know their images' IDs yet.
type material struct {
	assets.Material
	images map[*mesh.Texture]*assets.Image
}

// buildMaterials reads the materials that the parts use, and the images that those use.
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
			if m.Name == "" {
				m.Name = fmt.Sprintf("material_%d", index)
			}
			l.materials[index] = m
			l.materialOrder = append(l.materialOrder, index)
		}
	}
	return nil
}

func (l *loader) readMaterial(path string, source *gltf.Material) (*material, error) {
	m := &material{Material: mesh.DefaultMaterial(), images: map[*mesh.Texture]*assets.Image{}}
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
		if err := narrow(m.BaseColor[:], base[:]); err != nil {
			return nil, &Error{Path: at + ".baseColorFactor", Err: err}
		}
		if err := narrow(narrowed, factors); err != nil {
			return nil, &Error{Path: at, Err: err}
		}
		m.Metallic, m.Roughness = narrowed[0], narrowed[1]
		if m.BaseColorTexture, err = l.readTexture(at+".baseColorTexture", pbr.BaseColorTexture, m); err != nil {
			return nil, err
		}
		if m.MetallicRoughnessTexture, err = l.readTexture(at+".metallicRoughnessTexture", pbr.MetallicRoughnessTexture, m); err != nil {
			return nil, err
		}
	}
	if m.EmissiveTexture, err = l.readTexture(path+".emissiveTexture", source.EmissiveTexture, m); err != nil {
		return nil, err
	}
	cutoff := []float32{0}
	if err := narrow(cutoff, []float64{source.AlphaCutoffOrDefault()}); err != nil {
		return nil, &Error{Path: path + ".alphaCutoff", Err: err}
	}
	m.AlphaCutoff = cutoff[0]
	return m, l.readMaterialExtensions(path, source, m)
}

// readMaterialExtensions reads the emissive factor, which an extension may strengthen, and whether the material is unlit.
func (l *loader) readMaterialExtensions(path string, source *gltf.Material, m *material) error {
	strength := struct{ EmissiveStrength *float64 }{}
	if _, err := extension(path, source.Extensions, extEmissiveStrength, &strength); err != nil {
		return err
	}
	emissive := source.EmissiveFactor
	if s := strength.EmissiveStrength; s != nil {
		if *s < 0 {
			return fault(path+".extensions."+extEmissiveStrength+".emissiveStrength", "%v is negative", *s)
		}
		for c := range emissive {
			emissive[c] *= *s
		}
	}
	if err := narrow(m.Emissive[:], emissive[:]); err != nil {
		return &Error{Path: path + ".emissiveFactor", Err: err}
	}
	var err error
	m.Unlit, err = extension(path, source.Extensions, extUnlit, &struct{}{})
	return err
}
