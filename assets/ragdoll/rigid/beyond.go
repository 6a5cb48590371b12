package rigid

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// Beyond returns by what angle in radians a body is turned beyond its limits, the cone or the twist,
// for a character whose joints have these matrices in model space or in the world. It is 0 within
// the limits and for a body that hangs on none. It returns false if a matrix is singular or not
// finite, or there is no body i.
func (d *Definition) Beyond(i int, joint, above mgl32.Mat4) (angle float32, ok bool) {
	d = d.orNone()
	inAbove, inBody, ok := d.Frames(i, joint, above)
	if !ok {
		return 0, false
	}
	if d.Parent(i) < 0 {
		return 0, true
	}
	_, own, _, okOwn := split(joint)
	_, parent, _, okAbove := split(above)
	if !okOwn || !okAbove {
		return 0, false
	}
	a := parent.Mul(exact.ToQuat(exact.XYZW(inAbove)))
	q := a.Conjugate().Mul(own.Mul(exact.ToQuat(exact.XYZW(inBody)))).Normalized()
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	limit := &d.Bodies[i].Limit
	// The rotation is the swing of the twisted body; the twist is about x.
	half := exact.Atan2(q[0], q[3])
	twist := math.Abs(2*half) - float64(limit.Twist)
	swing := q.Mul(exact.AxisAngle(exact.Vec3{1, 0, 0}, -2*half))
	bent := 0.0
	if length := (exact.Vec3{swing[0], swing[1], swing[2]}).Length(); length > 1e-9 {
		turned := 2 * exact.Atan2(length, math.Abs(swing[3]))
		// The edge of the cone in the direction of the swing is where the ellipse has the value 1.
		y, z := swing[1]/length, swing[2]/length
		if of := math.Sqrt(square(y/float64(limit.Bend)) + square(z/float64(limit.Sway))); of > 0 {
			bent = turned - 1/of
		}
	}
	return float32(max(0, bent, twist)), true
}

// square returns x², and 0 for the direction across an axis that has no room: 0/0.
func square(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return float64(x * x)
}
