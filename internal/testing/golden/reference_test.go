package golden_test

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// The reference is in float64: only the rounding of the golden numbers and of the assets separates
// the two.
func TestTheReferenceAgreesWithTheGoldenFiles(t *testing.T) {
	forEachFile(t, func(t *testing.T, s *goldenModel) {
		s.check(t, "rest", s.Rest, s.ofReference(t, reference.Rest(s.skeleton)), s.ForFloat64())
		for _, c := range s.Clips {
			clip := s.clip(c.Animation)
			for i := range c.Samples {
				sample := &c.Samples[i]
				time := reference.Clamp(sample.T, clip.Start(), clip.End())
				if sample.Mode == "loop" {
					time = reference.Loop(sample.T, clip.Start(), clip.End())
				}
				what := fmt.Sprintf("clip %d at %v s (%s)", c.Animation, sample.T, sample.Mode)
				s.check(t, what, sample.Pose, s.ofReference(t, reference.Sample(clip, time)), s.ForFloat64())
			}
		}
		for i, b := range s.Blends {
			from, to := reference.Sample(s.clip(b.A.Animation), b.A.T), reference.Sample(s.clip(b.B.Animation), b.B.T)
			what := fmt.Sprintf("blend %d", i)
			s.check(t, what, b.Pose, s.ofReference(t, reference.BlendSlerp(from, to, b.B.Weight)), s.ForFloat64())
			nlerp := s.ofReference(t, reference.Blend([]reference.Pose{from, to}, []float64{b.A.Weight, b.B.Weight}))
			s.check(t, what+" by nlerp", golden.Pose{Local: b.LocalNlerp}, golden.Pose{Local: nlerp.Local},
				s.ForFloat64())
		}
	})
}

// ofReference computes all results of a pose in float64, in the golden file's order.
func (s *goldenModel) ofReference(t *testing.T, pose reference.Pose) golden.Pose {
	var p golden.Pose
	joints := reference.Models(s.skeleton, pose)
	for _, n := range s.Nodes {
		node := &s.model.Nodes[n.Node]
		local := reference.TRSOf(node.Rest)
		matrix := reference.MatrixOf(rig.MatrixFromMat4(node.Offset))
		if node.Joint >= 0 {
			matrix = joints[node.Joint].Mul(matrix)
		}
		if node.IsJoint {
			local = pose.Locals[node.Joint]
			if channel, ok := s.skeleton.MorphChannel(node.Joint); ok {
				if p.Morph == nil {
					p.Morph = map[int][]float64{}
				}
				p.Morph[n.Node] = pose.Morphs[channel.Offset:][:channel.Count]
			}
		}
		p.Local = append(p.Local, flat(local))
		p.Model = append(p.Model, columns(matrix))
	}
	for _, skin := range s.Skins {
		var palette []golden.Matrix
		for _, m := range reference.Palette(s.library.Skin(s.model.Skins[skin.Skin]), joints) {
			palette = append(palette, columns(m))
		}
		p.Palette = append(p.Palette, palette)
	}
	surfaces := map[[2]int]reference.Surface{} // by part and primitive
	for _, ref := range s.VertexRefs {
		key := [2]int{s.part(t, ref), ref[2]}
		if _, made := surfaces[key]; !made {
			surfaces[key] = s.referenceSurface(key[0], key[1], pose, joints)
		}
		p.Verts = append(p.Verts, surfaces[key].Positions[ref[3]])
	}
	return p
}

func (s *goldenModel) referenceSurface(part, primitive int, pose reference.Pose,
	joints []reference.Matrix,
) reference.Surface {
	p := &s.model.Parts[part]
	source := &s.library.Mesh(p.Mesh).Primitives[primitive]
	morphs := pose.Morphs[p.Morphs.Offset:][:p.Morphs.Count]
	palette := reference.Palette(s.library.Skin(p.Skin), joints)
	if p.Rigid {
		return reference.Rigid(source, palette[p.PaletteIndex], morphs)
	}
	return reference.Skin(source, palette, morphs)
}

func flat(t reference.TRS) golden.Local {
	var l golden.Local
	copy(l[0:], t.Translation[:])
	copy(l[3:], t.Rotation[:])
	copy(l[7:], t.Scale[:])
	return l
}

func columns(m reference.Matrix) golden.Matrix {
	var out golden.Matrix
	for r := range 4 {
		for c := range 4 {
			out[4*c+r] = m[r][c]
		}
	}
	return out
}
