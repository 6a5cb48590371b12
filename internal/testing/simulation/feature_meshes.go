package simulation

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
	"github.com/sinew-go/sinew/assets/rig"
)

// addParts adds a part of 4 influences, one of 8 influences with morph targets, and a rigid one.
func (m *featureGenerator) addParts(model *assets.Model, s *assets.Skeleton) error {
	all := make([]int, s.Len())
	for j := range all {
		all[j] = s.Len() - 1 - j
	}
	skin, err := rig.NewSkin("all", s, all, nil)
	if err != nil {
		return err
	}
	hook, err := rig.NewSkin("hook", s, []int{4},
		[]mgl32.Mat4{{0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3, 1}})
	if err != nil {
		return err
	}
	model.Skins = []assets.SkinID{m.lib.AddSkin(skin)}
	material := m.material()
	soft, morphed, rigid := m.primitive(4, material), m.primitive(8, material), m.primitive(0, material)
	morphed.Targets = []mesh.MorphTarget{m.target(len(morphed.Positions)), m.target(len(morphed.Positions))}
	for _, part := range []struct {
		part      assets.Part
		primitive mesh.Primitive
		weights   []float32
	}{
		{assets.Part{Name: "soft", Node: 1, Skin: model.Skins[0]}, soft, nil},
		{assets.Part{Name: "morphed", Skin: model.Skins[0], Morphs: s.MorphChannels()[0]}, morphed, s.RestMorphs()},
		{assets.Part{Name: "rigid", Node: 4, Skin: m.lib.AddSkin(hook), Rigid: true}, rigid, nil},
	} {
		part.part.Mesh, err = m.lib.AddMesh(&mesh.Mesh{
			Name: part.part.Name, Primitives: []mesh.Primitive{part.primitive}, Weights: part.weights,
		})
		if err != nil {
			return err
		}
		model.Parts = append(model.Parts, part.part)
	}
	return nil
}

// primitive returns a primitive of 60 random vertices.
func (m *featureGenerator) primitive(influences int, material id.Material) mesh.Primitive {
	p := mesh.Primitive{Influences: influences, Material: material}
	for v := range uint32(60) {
		p.Positions = append(p.Positions, m.vector())
		p.Normals = append(p.Normals, m.direction())
		p.Tangents = append(p.Tangents, m.direction().Vec4(1))
		p.TexCoords[0] = append(p.TexCoords[0], mgl32.Vec2{m.unit(), m.unit()})
		p.Colors = append(p.Colors, mgl32.Vec4{m.unit(), m.unit(), m.unit(), 1})
		p.Indices = append(p.Indices, v)
		if influences > 0 {
			m.influence(&p)
		}
	}
	return p
}

// influence appends a vertex's joints and weights, heaviest first. Weights are multiples of 1/256,
// so that their sum is exactly 1.
func (m *featureGenerator) influence(p *mesh.Primitive) {
	left := 256
	first := m.random.IntN(featureJoints)
	for i := range p.Influences {
		weight := (left + 1) / 2
		if i == p.Influences-1 || weight == 0 {
			weight = left
		}
		left -= weight
		joint := uint16((first + i) % featureJoints)
		if weight == 0 {
			joint = mesh.NoInfluence
		}
		p.Joints, p.Weights = append(p.Joints, joint), append(p.Weights, float32(weight)/256)
	}
}

// direction returns a vector of unit length.
func (m *featureGenerator) direction() mgl32.Vec3 {
	v := m.vector()
	v[2] += 2 // not 0
	var sum float64
	for _, x := range v {
		sum += float64(float64(x) * float64(x))
	}
	length := math.Sqrt(sum)
	for i, x := range v {
		v[i] = float32(float64(x) / length)
	}
	return v
}

// target returns a morph target.
func (m *featureGenerator) target(vertices int) mesh.MorphTarget {
	var t mesh.MorphTarget
	for range vertices {
		t.Positions = append(t.Positions, m.vector())
		t.Normals = append(t.Normals, m.vector())
		t.Tangents = append(t.Tangents, m.vector())
	}
	return t
}

// material returns a material with a noise texture.
func (m *featureGenerator) material() id.Material {
	pixels := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range pixels.Pix {
		pixels.Pix[i] = uint8(m.random.IntN(256))
	}
	material := mesh.DefaultMaterial()
	material.Name = "paint"
	material.BaseColorTexture = &mesh.Texture{
		Image: m.lib.AddImage(picture.New("noise", pixels)), Transform: mgl32.Ident3(),
	}
	return m.lib.AddMaterial(&material)
}
