package retarget

import (
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// ReferencePose returns the pose of a skeleton that suits [Options], [humanoid.FindInPose] and
// [MirrorOptions]: nil, which stands for the rest pose, if that is symmetric, and else the first
// symmetric bind pose of the skins. If none is symmetric, it returns nil.
func ReferencePose(skeleton *rig.Skeleton, skins ...*rig.Skin) *rig.Pose {
	symmetric := func(pose *rig.Pose) bool {
		m, err := NewMirror(skeleton, MirrorOptions{Pose: pose})
		return err == nil && m.symmetric
	}
	if skeleton == nil || symmetric(nil) {
		return nil
	}
	for _, skin := range skins {
		if skin != nil && skin.Skeleton() == skeleton {
			if pose := BindPose(skin); symmetric(pose) {
				return pose
			}
		}
	}
	return nil
}

// BindPose returns the pose in which a skin was bound to its skeleton: the pose in which its
// influence joints undo their inverse bind matrices. The rest pose of some files is a frame of a
// clip instead, and a bind pose then is the better reference. Joints that the skin does not move
// keep their rest transforms, and so do joints whose bind transform cannot be expressed as
// translation, rotation and scale.
//
// A skin's mesh may be modeled in a space that is turned and scaled against model space. The pose
// is turned by the rotation between axes, and scaled by the factor, that bring it nearest to the
// rest pose.
func BindPose(skin *rig.Skin) *rig.Pose {
	s := skin.Skeleton()
	pose := rig.NewPose(s)
	binds := make([]exact.Affine, s.Len())
	bound := make([]bool, s.Len())
	for i, j := range skin.Joints() {
		matrix := rig.MatrixAt(skin.InverseBinds(), i)
		inverse := exact.ToAffine((*[rig.MatrixSize]float32)(&matrix))
		binds[j], bound[j] = inverse.Inverse()
	}
	rest := anatomy.RestFrames(s, nil)
	toModel := meshToModel(rest, binds, bound)
	for j := range s.Len() {
		if !bound[j] {
			continue
		}
		above := rest.ParentModel(j)
		own := toModel.Mul(&binds[j])
		if parent := s.Parent(j); parent >= 0 && bound[parent] {
			above, own = binds[parent], binds[j]
		}
		inverse, ok := above.Inverse()
		if !ok {
			continue
		}
		own = inverse.Mul(&own)
		var m rig.Matrix
		for e, v := range own {
			m[e] = float32(v)
		}
		if t, err := m.Decompose(); err == nil {
			pose.SetJoint(j, t)
		}
	}
	return pose
}

// meshToModel returns the transform from the space in which a mesh was bound to model space.
func meshToModel(rest *anatomy.Frames, binds []exact.Affine, bound []bool) exact.Affine {
	first := -1
	turns := axisRotations()
	fits := make([]float64, len(turns))
	for j := range binds {
		if !bound[j] {
			continue
		}
		if first < 0 {
			first = j
		}
		a := binds[j].Translation().Sub(binds[first].Translation())
		b := rest.Position(j).Sub(rest.Position(first))
		for i, q := range turns {
			fits[i] += q.Rotate(a).Dot(b)
		}
	}
	if first < 0 {
		return exact.IdentityAffine
	}
	best, unturned := exact.IdentityQuat, 0.0
	highest := 0.0
	for i, q := range turns {
		if q == exact.IdentityQuat {
			unturned = fits[i]
		}
		if fits[i] > highest {
			best, highest = q, fits[i]
		}
	}
	if unturned > 0.95*highest {
		best = exact.IdentityQuat
	}
	ratio := scaleOf(&rest.Models[first]) / scaleOf(&binds[first])
	whole := anatomy.Local{Rotation: best, Scale: exact.Vec3{ratio, ratio, ratio}}
	return whole.Affine()
}
