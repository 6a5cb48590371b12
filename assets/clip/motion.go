package clip

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// part returns the motion over a fraction of the time that m takes at constant speed: straight, or along an arc about the up axis.
func (m Motion) fraction(u float64, up UpAxis) Motion {
	whole := meanUnitVector(m.Yaw)
	size := float64(whole[0]*whole[0]) + float64(whole[1]*whole[1])
	way := m.translation()
	if m.Yaw != 0 && size > 1e-6 { // where whole turns lead away from where they began there is no arc, and the way is straight
		a, b := 0, 1 // the axes of the ground, of which the first turns toward the second
		if up == UpY {
			a, b = 2, 0
		}
		// The speed as the character sees it, then what it adds up to.
		x := (float64(whole[0]*way[a]) + float64(whole[1]*way[b])) / size
		y := (float64(whole[0]*way[b]) - float64(whole[1]*way[a])) / size
		now := meanUnitVector(float64(u * m.Yaw))
		way[a] = float64(now[0]*x) - float64(now[1]*y)
		way[b] = float64(now[0]*y) + float64(now[1]*x)
	}
	return Motion{float64(u * way[0]), float64(u * way[1]), float64(u * way[2]), float64(u * m.Yaw)}
}

// straightened returns the mean of the unit vectors at the angles from 0 to a given one: (sin a)/a, (1 - cos a)/a.
func meanUnitVector(angle float64) [2]float64 {
	if math.Abs(angle) < 1e-9 {
		return [2]float64{1, float64(angle / 2)}
	}
	half := exact.Sin(float64(angle / 2))
	return [2]float64{exact.Sin(angle) / angle, float64(2*half*half) / angle}
}

// UpAxis says which axis of model space points up, which is the one that yaw turns about.
type UpAxis uint8

// The up axes.
const (
	UpY UpAxis = iota // as in glTF
	UpZ
)

// turn returns the vector rotated about the up axis by an angle in radians, right-handed.
func (up UpAxis) rotate(yaw float64, v [3]float64) [3]float64 {
	if yaw == 0 {
		return v
	}
	s, c := exact.SinCos(yaw)
	if up == UpZ {
		return [3]float64{float64(c*v[0]) - float64(s*v[1]), float64(s*v[0]) + float64(c*v[1]), v[2]}
	}
	return [3]float64{float64(c*v[0]) + float64(s*v[2]), v[1], float64(c*v[2]) - float64(s*v[0])}
}

// Motion is a rigid movement of a whole character: a turn about the up axis through the origin, then a translation. The zero
// Motion stays where it is. Which axis is up is not kept here, so that motions add up as plain numbers: who turns says it.
type Motion struct {
	X, Y, Z float64 // meters
	Yaw     float64 // radians, not wrapped: a turn of 720° is one
}

func (m Motion) translation() [3]float64 { return [3]float64{m.X, m.Y, m.Z} }

func newMotion(v [3]float64, yaw float64) Motion { return Motion{v[0], v[1], v[2], yaw} }

// isFinite says whether no number is NaN or an infinity.
func (m Motion) isFinite() bool {
	sum := (m.X - m.X) + (m.Y - m.Y) + (m.Z - m.Z) + (m.Yaw - m.Yaw)
	return sum == 0
}

// Compose returns the movement that makes m, then n in the space that m leads to: as matrices m·n.
func (m Motion) Compose(n Motion, up UpAxis) Motion {
	v := up.rotate(m.Yaw, n.translation())
	return Motion{m.X + v[0], m.Y + v[1], m.Z + v[2], m.Yaw + n.Yaw}
}

// Inverse returns the movement back.
func (m Motion) Inverse(up UpAxis) Motion {
	return newMotion(up.rotate(-m.Yaw, [3]float64{-m.X, -m.Y, -m.Z}), -m.Yaw)
}

// Repeat returns the movement that makes m that many times, each in the space that the one before led to. It takes as many steps
// as n has binary digits. Below 1 it stays where it is.
func (m Motion) Repeat(n int, up UpAxis) Motion {
	if n <= 0 {
		return Motion{}
	}
	if m.Yaw == 0 {
		times := float64(n)
		return Motion{X: float64(m.X * times), Y: float64(m.Y * times), Z: float64(m.Z * times)}
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

// Plus returns m + weight·n, number by number. So movements are mixed that several clips make in one frame, each weighing as
// much as its clip does in the pose: what one frame turns is little enough for the order not to matter.
func (m Motion) AddScaled(n Motion, weight float64) Motion {
	return Motion{
		m.X + float64(n.X*weight), m.Y + float64(n.Y*weight), m.Z + float64(n.Z*weight),
		m.Yaw + float64(n.Yaw*weight),
	}
}

// BlendMotions returns the sum of the movements, each times its weight; see [Motion.Plus]. Weights are taken as they are: where
// they sum to less than 1, what is missing stands still. Movements without a weight, and weights without a movement, count for nothing.
func BlendMotions(motions []Motion, weights []float64) Motion {
	var sum Motion
	for i := range min(len(motions), len(weights)) {
		sum = sum.AddScaled(motions[i], weights[i])
	}
	return sum
}

// Matrix returns the movement as a column-major 4x4 matrix.
func (m Motion) Matrix(up UpAxis) [16]float64 {
	x, y, z := up.rotate(m.Yaw, [3]float64{1, 0, 0}), up.rotate(m.Yaw, [3]float64{0, 1, 0}), up.rotate(m.Yaw, [3]float64{0, 0, 1})
	return [16]float64{
		x[0], x[1], x[2], 0,
		y[0], y[1], y[2], 0,
		z[0], z[1], z[2], 0,
		m.X, m.Y, m.Z, 1,
	}
}
