package assets

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// PartMaterial is a property of the material of one of a part's primitives that clips change, with
// the channel that holds it in a pose.
type PartMaterial struct {
	Primitive int // index in the primitives of the part's mesh
	rig.MaterialChannel
}

// MaterialValues selects, for each property of a material, its first number in [rig.Pose.Morphs];
// -1 for a property that clips do not change.
type MaterialValues [rig.MaterialProperties]int32

// NewMaterialValues returns the selection of the given channels, all of one material.
func NewMaterialValues(channels ...rig.MaterialChannel) MaterialValues {
	var v MaterialValues
	for i := range v {
		v[i] = -1
	}
	for _, c := range channels {
		if int(c.Property) < len(v) {
			v[c.Property] = int32(c.Offset)
		}
	}
	return v
}

// MaterialValues returns where a pose holds the values of the material of one of the part's
// primitives, and false if no clip changes that material.
func (p *Part) MaterialValues(primitive int) (values MaterialValues, animated bool) {
	var channels []rig.MaterialChannel
	if p == nil {
		return NewMaterialValues(), false
	}
	for _, m := range p.Materials {
		if m.Primitive == primitive {
			channels = append(channels, m.MaterialChannel)
		}
	}
	return NewMaterialValues(channels...), len(channels) > 0
}

// Apply returns the material with its values in a pose with the given [rig.Pose.Morphs]. The
// emissive color is the product of the animated color and strength; the transform of a texture is
// made of offset, rotation and scale. A texture whose transform is animated and a Toon whose colors
// are, are copied; nothing else allocates.
func (v *MaterialValues) Apply(material *mesh.Material, morphs []float32) mesh.Material {
	switch {
	case material == nil:
		return mesh.Material{}
	case v == nil:
		return *material
	}
	m := *material
	read := func(property rig.MaterialProperty, to []float32) bool {
		at := int(v[property])
		if at < 0 || at+len(to) > len(morphs) {
			return false
		}
		copy(to, morphs[at:])
		return true
	}
	one := func(property rig.MaterialProperty, to *float32) bool {
		at := int(v[property])
		if at < 0 || at >= len(morphs) {
			return false
		}
		*to = morphs[at]
		return true
	}
	read(rig.MaterialBaseColor, m.BaseColor[:])
	one(rig.MaterialMetallic, &m.Metallic)
	one(rig.MaterialRoughness, &m.Roughness)
	one(rig.MaterialAlphaCutoff, &m.AlphaCutoff)
	one(rig.MaterialNormalScale, &m.NormalScale)
	one(rig.MaterialOcclusionStrength, &m.OcclusionStrength)
	read(rig.MaterialEmissive, m.Emissive[:])
	strength := float32(1)
	if one(rig.MaterialEmissiveStrength, &strength) {
		m.Emissive = m.Emissive.Mul(strength)
	}
	if m.Toon != nil && v.movesToon() {
		toon := *m.Toon
		read(rig.MaterialShadeColor, toon.ShadeColor[:])
		read(rig.MaterialMatcapColor, toon.MatcapColor[:])
		read(rig.MaterialRimColor, toon.RimColor[:])
		read(rig.MaterialOutlineColor, toon.OutlineColor[:])
		m.Toon = &toon
	}
	for i, texture := range [rig.MaterialTextures]**mesh.Texture{
		&m.BaseColorTexture, &m.MetallicRoughnessTexture, &m.EmissiveTexture, &m.NormalTexture, &m.OcclusionTexture,
	} {
		offset, scale, rotation := mgl32.Vec2{}, mgl32.Vec2{1, 1}, float32(0)
		moved := read(rig.MaterialTextureOffset.OfTexture(i), offset[:])
		turned := one(rig.MaterialTextureRotation.OfTexture(i), &rotation)
		scaled := read(rig.MaterialTextureScale.OfTexture(i), scale[:])
		if !moved && !turned && !scaled || *texture == nil {
			continue
		}
		t := **texture
		if t.Transform == (mgl32.Mat3{}) {
			t.Transform = mgl32.Ident3()
		}
		if turned || scaled {
			sin, cos := exact.SinCos(float64(rotation))
			t.Transform[0], t.Transform[1] = float32(cos*float64(scale[0])), float32(-sin*float64(scale[0]))
			t.Transform[3], t.Transform[4] = float32(sin*float64(scale[1])), float32(cos*float64(scale[1]))
		}
		if moved {
			t.Transform[6], t.Transform[7] = offset[0], offset[1]
		}
		*texture = &t
	}
	return m
}

// movesToon reports whether clips change a color of toon shading.
func (v *MaterialValues) movesToon() bool {
	for p := rig.MaterialShadeColor; p <= rig.MaterialOutlineColor; p++ {
		if v[p] >= 0 {
			return true
		}
	}
	return false
}

// checkMaterials returns an error for a channel that is not one of the skeleton's or of a primitive
// that does not exist.
func (p *Part) checkMaterials(primitives int, skeleton *Skeleton) error {
	for i, m := range p.Materials {
		switch {
		case m.Primitive < 0 || m.Primitive >= primitives:
			return fmt.Errorf("materials[%d]: expected a primitive below %d, those of the mesh, found %d", i,
				primitives, m.Primitive)
		case int(m.Property) >= rig.MaterialProperties || m.Count != m.Property.Width() || m.Offset < 0 ||
			m.Offset > skeleton.MorphCount()-m.Count:
			return fmt.Errorf(
				"materials[%d]: expected a %s inside the %d morph weights of poses of the skeleton, found %d "+
					"numbers at offset %d", i, m.Property, skeleton.MorphCount(), m.Count, m.Offset)
		}
	}
	return nil
}
