package clip

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// UpAxis selects the axis of model space that points up, which is the axis of yaw.
type UpAxis uint8

// The up axes.
const (
	UpY UpAxis = iota // as in glTF
	UpZ
)

// rotate returns the vector rotated about the up axis by an angle in radians, right-handed.
func (up UpAxis) rotate(yaw float64, v exact.Vec3) exact.Vec3 {
	return up.rotateXYZ(yaw, v.Vector()).Vec3()
}

// rotateXYZ is rotate for a vector whose components are fields.
func (up UpAxis) rotateXYZ(yaw float64, v exact.Vector) exact.Vector {
	if yaw == 0 {
		return v
	}
	s, c := exact.SinCos(yaw)
	if up == UpZ {
		return exact.XYZ(float64(c*v.X)-float64(s*v.Y), float64(s*v.X)+float64(c*v.Y), v.Z)
	}
	return exact.XYZ(float64(c*v.X)+float64(s*v.Z), v.Y, float64(c*v.Z)-float64(s*v.X))
}

// groundAxes returns the two axes of the ground plane. A positive yaw rotates the first toward the
// second.
func (up UpAxis) groundAxes() (a, b int) {
	if up == UpZ {
		return 0, 1
	}
	return 2, 0
}

// Motion is a rigid motion of a whole character: a rotation about the up axis through the origin,
// then a translation. The zero Motion is the identity. A Motion does not hold its up axis, so that
// motions can be summed as plain numbers; methods that rotate take it as an argument.
type Motion struct {
	X, Y, Z float64 // meters
	Yaw     float64 // radians, not wrapped: two whole turns are 4π
}

func newMotion(translation exact.Vec3, yaw float64) Motion {
	return Motion{translation[0], translation[1], translation[2], yaw}
}

func (m Motion) translation() exact.Vec3 { return exact.Vec3{m.X, m.Y, m.Z} }

// isFinite reports whether no number is infinite or NaN.
func (m Motion) isFinite() bool {
	return exact.AllFinite(m.X, m.Y, m.Z, m.Yaw)
}

// Compose returns the motion by m, then by n in the space that m leads to. As matrices that is m·n.
func (m Motion) Compose(n Motion, up UpAxis) Motion {
	v := up.rotate(m.Yaw, n.translation())
	return Motion{m.X + v[0], m.Y + v[1], m.Z + v[2], m.Yaw + n.Yaw}
}

// Inverse returns the motion that undoes m.
func (m Motion) Inverse(up UpAxis) Motion {
	return newMotion(up.rotate(-m.Yaw, exact.Vec3{-m.X, -m.Y, -m.Z}), -m.Yaw)
}

// Repeat returns m composed n times with itself, or the identity for n <= 0. The number of its
// steps is the number of n's binary digits.
func (m Motion) Repeat(n int, up UpAxis) Motion {
	if n <= 0 {
		return Motion{}
	}
	if m.Yaw == 0 {
		return newMotion(m.translation().Scale(float64(n)), 0)
	}
	var out Motion
	for {
		if n&1 != 0 {
			out = out.Compose(m, up)
		}
		if n >>= 1; n == 0 {
			return out
		}
		m = m.Compose(m, up)
	}
}

// AddScaled returns m + weight·n, number by number. It blends the motions of several clips in one
// frame by the weights that the clips have in the pose. One frame rotates little, so the order of
// the motions does not matter.
func (m Motion) AddScaled(n Motion, weight float64) Motion {
	return Motion{
		m.X + float64(n.X*weight), m.Y + float64(n.Y*weight), m.Z + float64(n.Z*weight),
		m.Yaw + float64(n.Yaw*weight),
	}
}

// BlendMotions returns the sum of the motions times their weights; see [Motion.AddScaled]. It does
// not normalize the weights: if they sum to less than 1, the rest stands still. If one slice is
// longer, its extra elements are ignored.
func BlendMotions(motions []Motion, weights []float64) Motion {
	var sum Motion
	for i := range min(len(motions), len(weights)) {
		sum = sum.AddScaled(motions[i], weights[i])
	}
	return sum
}

// Matrix returns the motion as a column-major 4x4 matrix.
func (m Motion) Matrix(up UpAxis) [16]float64 {
	x, y, z := up.rotate(m.Yaw, exact.Vec3{1, 0, 0}), up.rotate(m.Yaw, exact.Vec3{0, 1, 0}),
		up.rotate(m.Yaw, exact.Vec3{0, 0, 1})
	return [16]float64{
		x[0], x[1], x[2], 0,
		y[0], y[1], y[2], 0,
		z[0], z[1], z[2], 0,
		m.X, m.Y, m.Z, 1,
	}
}

// fraction returns the motion in the first fraction u of the time in which a character makes the
// motion m at constant speed, along a straight line or an arc about the up axis.
func (m Motion) fraction(u float64, up UpAxis) Motion {
	translation := m.translation()
	whole := meanUnitVector(m.Yaw)
	square := float64(whole[0]*whole[0]) + float64(whole[1]*whole[1])
	if m.Yaw != 0 && square > 1e-6 { // whole turns lead back to the start on any arc, so with them the line is straight
		a, b := up.groundAxes()
		// The constant velocity in the character's space whose arc leads to the translation, then
		// the arc up to u.
		x := (float64(whole[0]*translation[a]) + float64(whole[1]*translation[b])) / square
		y := (float64(whole[0]*translation[b]) - float64(whole[1]*translation[a])) / square
		part := meanUnitVector(float64(u * m.Yaw))
		translation[a] = float64(part[0]*x) - float64(part[1]*y)
		translation[b] = float64(part[0]*y) + float64(part[1]*x)
	}
	return newMotion(translation.Scale(u), float64(u*m.Yaw))
}

// meanUnitVector returns the mean of the unit vectors at all angles from 0 to the given one, in
// radians: (sin a)/a and (1 - cos a)/a.
func meanUnitVector(angle float64) [2]float64 {
	if math.Abs(angle) < 1e-9 {
		return [2]float64{1, float64(angle / 2)}
	}
	half := exact.Sin(float64(angle / 2))
	return [2]float64{exact.Sin(angle) / angle, float64(2*half*half) / angle}
}
