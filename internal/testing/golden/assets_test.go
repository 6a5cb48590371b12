package golden_test

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/golden"
	"github.com/sinew-go/sinew/systems"
)

// Covers the loader, the exact sampler, model matrices, palettes and CPU skinning, one pose at a
// time.
func TestSampledPosesAgreeWithTheGoldenFiles(t *testing.T) {
	forEachFile(t, func(t *testing.T, s *goldenModel) {
		pose := rig.NewPose(s.skeleton)
		s.check(t, "rest", s.Rest, s.ofPose(t, pose), s.ForFloat32())
		for _, c := range s.Clips {
			clip := s.clip(c.Animation)
			for i := range c.Samples {
				clip.Sample(s.time(clip, &c.Samples[i]), pose)
				what := fmt.Sprintf("clip %d at %v s (%s)", c.Animation, c.Samples[i].T, c.Samples[i].Mode)
				s.check(t, what, c.Samples[i].Pose, s.ofPose(t, pose), s.ForFloat32())
			}
		}
		other := rig.NewPose(s.skeleton)
		for i, b := range s.Blends {
			s.clip(b.A.Animation).Sample(b.A.T, pose)
			s.clip(b.B.Animation).Sample(b.B.T, other)
			slerpTowards(pose, other, float32(b.B.Weight))
			s.check(t, fmt.Sprintf("blend %d", i), b.Pose, s.ofPose(t, pose), s.ForFloat32())
		}
	})
}

// slerpTowards blends a pose with another one as in the golden files: rotations by slerp along the
// shorter arc.
func slerpTowards(pose, other *rig.Pose, u float32) {
	for j := range pose.Skeleton().Len() {
		a, b := pose.Joint(j), other.Joint(j)
		if a.Rotation.Dot(b.Rotation) < 0 {
			b.Rotation = b.Rotation.Scale(-1)
		}
		var q [4]float32
		exact.Slerp(&q,
			&[4]float32{a.Rotation.V[0], a.Rotation.V[1], a.Rotation.V[2], a.Rotation.W},
			&[4]float32{b.Rotation.V[0], b.Rotation.V[1], b.Rotation.V[2], b.Rotation.W}, u)
		pose.SetJoint(j, rig.TRS{
			Translation: a.Translation.Mul(1 - u).Add(b.Translation.Mul(u)),
			Rotation:    mgl32.Quat{V: mgl32.Vec3(q[:3]), W: q[3]},
			Scale:       a.Scale.Mul(1 - u).Add(b.Scale.Mul(u)),
		})
	}
	for i, w := range other.Morphs {
		pose.Morphs[i] += (w - pose.Morphs[i]) * u
	}
}

// ofPose computes all results of a pose, in the golden file's order.
func (s *goldenModel) ofPose(t *testing.T, pose *rig.Pose) golden.Pose {
	joints := pose.ModelMatrices(nil)
	palettes := map[assets.SkinID][]float32{}
	palette := func(id assets.SkinID) []float32 {
		if palettes[id] == nil {
			palettes[id] = s.library.Skin(id).Palette(nil, joints)
		}
		return palettes[id]
	}
	skinned := map[[2]int]*ecs.Vertices{}
	return s.float32Pose(t, float32Results{
		local: pose.Joint, joints: joints, morphs: pose.Morphs, palette: palette,
		positions: func(part, primitive int) []mgl32.Vec3 {
			out := skinned[[2]int{part, primitive}]
			if out == nil {
				out = &ecs.Vertices{}
				skinned[[2]int{part, primitive}] = out
				p := &s.model.Parts[part]
				weights := pose.Morphs[p.Morphs.Offset:][:p.Morphs.Count]
				systems.SkinPrimitive(out, &s.library.Mesh(p.Mesh).Primitives[primitive], p, palette(p.Skin), weights)
			}
			return out.Positions
		},
	})
}

// float32Results are the results of a pose on a float32 path, by the model's own indices.
type float32Results struct {
	local          func(joint int) rig.TRS
	joints, morphs []float32
	palette        func(assets.SkinID) []float32
	positions      func(part, primitive int) []mgl32.Vec3
}

// float32Pose returns results in the order of the golden file.
func (s *goldenModel) float32Pose(t *testing.T, o float32Results) golden.Pose {
	var p golden.Pose
	for _, n := range s.Nodes {
		node := &s.model.Nodes[n.Node]
		local, matrix := node.Rest, rig.MatrixFromMat4(node.Offset)
		if node.Joint >= 0 {
			matrix = rig.MatrixAt(o.joints, node.Joint).Mul(matrix)
		}
		if node.IsJoint {
			local = o.local(node.Joint)
			if channel, ok := s.skeleton.MorphChannel(node.Joint); ok {
				if p.Morph == nil {
					p.Morph = map[int][]float64{}
				}
				for _, w := range o.morphs[channel.Offset:][:channel.Count] {
					p.Morph[n.Node] = append(p.Morph[n.Node], float64(w))
				}
			}
		}
		p.Local = append(p.Local, widenTRS(local))
		p.Model = append(p.Model, widenMatrix(matrix))
	}
	for _, skin := range s.Skins {
		var palette []golden.Matrix
		matrices := o.palette(s.model.Skins[skin.Skin])
		for i := range skin.Joints {
			palette = append(palette, widenMatrix(rig.MatrixAt(matrices, i)))
		}
		p.Palette = append(p.Palette, palette)
	}
	for _, ref := range s.VertexRefs {
		v := o.positions(s.part(t, ref), ref[2])[ref[3]]
		p.Verts = append(p.Verts, [3]float64{float64(v[0]), float64(v[1]), float64(v[2])})
	}
	return p
}

func widenTRS(t rig.TRS) golden.Local {
	var l golden.Local
	for i := range 3 {
		l[i], l[3+i], l[7+i] = float64(t.Translation[i]), float64(t.Rotation.V[i]), float64(t.Scale[i])
	}
	l[6] = float64(t.Rotation.W)
	return l
}

func widenMatrix(m rig.Matrix) golden.Matrix {
	var out golden.Matrix
	for i, v := range m.Mat4() {
		out[i] = float64(v)
	}
	return out
}
