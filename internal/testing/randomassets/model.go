package randomassets

import (
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// Model makes a model of a random skeleton and adds it to the library. It has a number of clips of
// up to 30 keys per track, and two parts, of 4 and 8 influences per vertex, each with its own skin.
// If the skeleton has morph channels, the parts have morph targets.
func Model(r *rand.Rand, library *assets.Library, shape Shape, clips int) *assets.Model {
	s := Skeleton(r, shape)
	m := &assets.Model{Name: "random", Skeleton: library.AddSkeleton(s)}
	var ids []assets.ClipID
	for range clips {
		ids = append(ids, library.AddClip(Clip(r, s, shape, 30)))
	}
	m.SetClips(library, ids)
	for _, influences := range []int{4, 8} {
		entries := 1 + r.IntN(2*s.Len())
		skin := library.AddSkin(Skin(r, s, shape, entries))
		part := assets.Part{Name: "part", Skin: skin}
		if channels := s.MorphChannels(); len(channels) > 0 {
			part.Morphs = channels[r.IntN(len(channels))]
		}
		mesh := &mesh.Mesh{
			Name:       "mesh",
			Primitives: []mesh.Primitive{*Primitive(r, 30, entries, influences, part.Morphs.Count)},
			Weights:    make([]float32, part.Morphs.Count),
		}
		part.Mesh = must(library.AddMesh(mesh))
		m.Skins, m.Parts = append(m.Skins, skin), append(m.Parts, part)
	}
	must(library.AddModel(m))
	return m
}

// Skin makes a skin with a number of random influence joints, some of them twice, and random
// inverse bind matrices.
func Skin(r *rand.Rand, s *assets.Skeleton, shape Shape, count int) *rig.Skin {
	joints, matrices := make([]int, count), make([]mgl32.Mat4, count)
	for i := range joints {
		joints[i] = r.IntN(s.Len())
		matrices[i] = Transform(r, shape).Matrix().Mat4()
	}
	return must(rig.NewSkin("random", s, joints, matrices))
}

// Primitive makes a surface with a number of vertices, for a skin with a number of influence
// joints, of up to influences (4 or 8) joints per vertex. Some of the morph targets lack a stream.
func Primitive(r *rand.Rand, vertices, influenceJoints, influences, targets int) *mesh.Primitive {
	p := &mesh.Primitive{Influences: influences}
	vector := func() mgl32.Vec3 {
		return mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}
	}
	stream := func(scale float32) (v []mgl32.Vec3) {
		for range vertices {
			v = append(v, vector().Mul(scale))
		}
		return v
	}
	p.Positions = stream(1)
	for v := range vertices {
		p.Normals = append(p.Normals, unit(vector()))
		p.Tangents = append(p.Tangents, unit(vector()).Vec4(float32(1-2*r.IntN(2))))
		joints, weights := influence(r, influenceJoints, influences)
		p.Joints, p.Weights = append(p.Joints, joints...), append(p.Weights, weights...)
		if v >= 2 {
			p.Indices = append(p.Indices, uint32(v-2), uint32(v-1), uint32(v))
		}
	}
	for range targets {
		target := mesh.MorphTarget{Positions: stream(0.2), Normals: stream(0.1), Tangents: stream(0.1)}
		if r.IntN(4) == 0 {
			target.Normals = nil
		}
		p.Targets = append(p.Targets, target)
	}
	return p
}

// unit returns the vector scaled to length 1, and the x axis for the zero vector.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	if v.Len() == 0 {
		return mgl32.Vec3{1, 0, 0}
	}
	return v.Normalize()
}

// influence makes the palette indices and weights of a vertex, heaviest first.
func influence(r *rand.Rand, influenceJoints, influences int) ([]uint16, []float32) {
	joints, weights := make([]uint16, influences), make([]float32, influences)
	used, left := 1+r.IntN(influences), float32(1)
	for i := range joints {
		joints[i] = mesh.NoInfluence
		if i >= used {
			continue
		}
		joints[i] = uint16(r.IntN(influenceJoints))
		weights[i] = left
		if i < used-1 {
			weights[i] = left * (0.5 + 0.4*r.Float32())
		}
		left -= weights[i]
	}
	return joints, weights
}
