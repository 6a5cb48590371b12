package clip

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// yawOf returns the angle in radians of the rotation about the up axis that is nearest to the
// matrix, and false if no rotation is nearer than any other. For a rotation matrix that is the
// twist of its swing-twist decomposition (P. Dobrowolski, "Swing-twist decomposition in Clifford
// algebra", 2015): with the quaternion x, y, z, w and Y up, the two arguments of the arc tangent
// are 4wy and 2(w² - y²).
func yawOf(m *exact.Affine, up UpAxis) (float64, bool) {
	s, c := m[2]-m[8], m[0]+m[10]
	if up == UpZ {
		s, c = m[4]-m[1], m[0]+m[5]
	}
	const undefined = 1e-6
	return exact.Atan2(s, c), math.Abs(s)+math.Abs(c) > undefined
}

// localYawAxis returns the axis of length 1 in the space of a joint's parent about which the joint
// rotates when the character rotates about the up axis by the same angle. It takes the matrix from
// the parent's space to model space and its inverse. It returns false if no such axis exists,
// because the matrix scales the ground plane unevenly.
func localYawAxis(parentToModel, modelToParent *exact.Affine, up UpAxis) (exact.Vec3, bool) {
	cross := exact.Affine{2: 1, 8: -1} // the matrix of v -> up × v
	if up == UpZ {
		cross = exact.Affine{1: -1, 4: 1}
	}
	n := cross.Mul(parentToModel)
	n = modelToParent.Mul(&n) // v -> axis × v if the axis exists, which is a skew-symmetric matrix
	const slack = 1e-5
	for r := range 3 {
		for c := range r + 1 {
			if math.Abs(n[4*r+c]+n[4*c+r]) > slack {
				return exact.Vec3{}, false
			}
		}
	}
	axis := exact.Vec3{n[9] - n[6], n[2] - n[8], n[4] - n[1]}
	return axis.Normalized(), axis.Length() > 0
}

// rotatedAbout returns the rotation q followed by a rotation about an axis of length 1 by an angle
// in radians. It is [exact.Quat.Mul] with the terms in another order, on which the bits of
// extracted clips depend.
func rotatedAbout(axis exact.Vec3, angle float64, q exact.Quat) exact.Quat {
	if angle == 0 {
		return q
	}
	r := exact.AxisAngle(axis, angle)
	x, y, z, w := r[0], r[1], r[2], r[3]
	return exact.Quat{
		float64(w*q[0]) + float64(x*q[3]) + float64(y*q[2]) - float64(z*q[1]),
		float64(w*q[1]) - float64(x*q[2]) + float64(y*q[3]) + float64(z*q[0]),
		float64(w*q[2]) + float64(x*q[1]) - float64(y*q[0]) + float64(z*q[3]),
		float64(w*q[3]) - float64(x*q[0]) - float64(y*q[1]) - float64(z*q[2]),
	}
}
