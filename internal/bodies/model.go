package bodies

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// ModelMatrices returns the model matrices of a local pose.
func ModelMatrices(locals []float32, skeleton *rig.Skeleton) []exact.Affine {
	matrices := make([]exact.Affine, skeleton.Len())
	for j := range matrices {
		local := [rig.MatrixSize]float32(rig.JointAt(locals, j).Matrix())
		matrices[j] = exact.ToAffine(&local)
		if parent := skeleton.Parent(j); parent >= 0 {
			matrices[j] = matrices[parent].Mul(&matrices[j])
		}
	}
	return matrices
}

// ToJoint returns a direction in model space in the space of a joint, at length 1.
func ToJoint(v exact.Vec3, joint *exact.Affine) mgl32.Vec3 {
	if inverse, ok := joint.Inverse(); ok {
		v = inverse.Direction(v)
	}
	return v.Normalized().Float32()
}

// Across returns a direction without its part along another, at length 1.
func Across(v, along mgl32.Vec3) mgl32.Vec3 {
	a, b := exact.ToVec3(along), exact.ToVec3(v)
	b = b.AddScaled(-b.Dot(a), a)
	if b.Length() < 1e-6 { // any direction at a right angle
		for axis := range 3 {
			var e exact.Vec3
			e[axis] = 1
			if e = e.AddScaled(-e.Dot(a), a); e.Length() > b.Length() {
				b = e
			}
		}
	}
	return b.Normalized().Float32()
}
