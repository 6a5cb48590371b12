package kernel

// An inertialization switches to a new motion at once and adds the difference from the old one, which then decays (D. Bollo,
// "Inertialization: High-Performance Animation Transitions in Gears of War", GDC 2018). A joint's difference has three parts of three
// numbers: rotation, translation and scale. Translation and scale are plain differences. The rotation, which is applied after the
// pose's, is axis · 4 tan(angle/4), nearly radians for small angles. These modified Rodrigues parameters need a division and no
// trigonometric function, and are smooth up to a whole turn.
//
// Each part x decays from x0, with velocity v0, to 0, with velocity and acceleration 0, within the time t1, as a polynomial of
// degree 5. With s = t/t1 and v = v0·t1 it is
//
//	x(s) = (1-s)³ · (x0 + (v + 3·x0)·s + (6·x0 + 3·v + a/2)·s²)
//
// where a/t1² is the initial acceleration. Let k be v·x0/|x0|², the speed along the difference. Then
//
//	t1 = k < 0 ? min(duration, the time for which k is -5) : duration, and at least minDecayFraction of duration
//	a  = x0 · clamp(-8·k - 20, 0, 20)
//
// A difference that shrinks by itself is thereby braked and does not overshoot: between k = -5, where x(s) is x0·(1-s)⁵, and
// k = -2.5 the polynomial has a root of fourth order at its end. A velocity across the difference or away from 0 is kept, so that no
// number's velocity jumps, unless it would carry a scale too far (maxScaleWay).

// inertiaRows is the number of rows of 8 numbers in the inertialization of a group of joints. While it is active they hold the
// polynomials' coefficients of s⁰, s¹ and s², nine rows each (rotation, translation, scale), then 1/t1 of the three parts. While it
// is pending the first nine rows hold the difference and the next nine its velocity per second.
const inertiaRows = 30

// InertiaSize is the number of float32 in the inertialization of a group of joints.
const InertiaSize = inertiaRows * Lanes

// The offsets of the rows of a group's inertialization.
const (
	inertiaConstant  = 0 * Lanes
	inertiaLinear    = 9 * Lanes
	inertiaQuadratic = 18 * Lanes
	inertiaRates     = 27 * Lanes
)

// ApplyInertia adds to a local pose what is left of the differences when an inertialization is that many seconds old:
//
//	s = min(seconds · rate, 1), u = 1 - s
//	x = (u·u)·u · (c0 + s·(c1 + s·c2)), for each number of the difference
//	(x, y, z) = x/4 of the rotation, n = (x·x + y·y) + z·z, i = 1 / (1 + n), (x, y, z, c) = ((2·i)·x, (2·i)·y, (2·i)·z, (1 - n)·i)
//	rotation = (x, y, z, c) · rotation as in [Add]
//	translation += x, scale += x
func ApplyInertia(pose, inertia []float32, seconds float32) {
	if groups := len(pose) / GroupSize; assembly && groups > 0 {
		applyInertiaAsm(&pose[0], &inertia[0], groups, seconds)
		return
	}
	applyInertiaGeneric(pose, inertia, seconds)
}

func applyInertiaGeneric(pose, inertia []float32, seconds float32) {
	for len(pose) >= GroupSize {
		p, c := (*[GroupSize]float32)(pose), (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			s, w := progress(seconds, c[inertiaRates+l])
			rotateBy(p, l, remaining(c, 0+l, s, w)*0.25, remaining(c, 8+l, s, w)*0.25, remaining(c, 16+l, s, w)*0.25)
			s, w = progress(seconds, c[inertiaRates+8+l])
			for i := 3*Lanes + l; i < 6*Lanes; i += Lanes {
				p[i+Lanes] += remaining(c, i, s, w)
			}
			s, w = progress(seconds, c[inertiaRates+16+l])
			for i := 6*Lanes + l; i < 9*Lanes; i += Lanes {
				p[i+Lanes] += remaining(c, i, s, w)
			}
		}
		pose, inertia = pose[GroupSize:], inertia[InertiaSize:]
	}
}

// progress returns the fraction s of the decay that has passed, and the factor (1-s)³ of the polynomial.
func progress(seconds, rate float32) (s, w float32) {
	s = min(float32(seconds*rate), 1)
	u := 1 - s
	return s, u * u * u
}

// remaining returns what is left of number i of a difference, given the results of progress.
func remaining(c *[InertiaSize]float32, i int, s, w float32) float32 {
	return float32(w * (c[i] + float32(s*(c[inertiaLinear+i]+float32(s*c[inertiaQuadratic+i])))))
}

// rotateBy applies a rotation after that of joint l, given as Rodrigues parameters tan(angle/4)·axis.
func rotateBy(p *[GroupSize]float32, l int, x, y, z float32) {
	l &= Lanes - 1
	n := float32(x*x) + float32(y*y) + float32(z*z)
	inverse := 1 / (1 + n)
	double := 2 * inverse
	x, y, z = double*x, double*y, double*z
	c := (1 - n) * inverse
	px, py, pz, pw := p[l], p[8+l], p[16+l], p[24+l]
	p[l] = float32(c*px) + float32(x*pw) + float32(y*pz) - float32(z*py)
	p[8+l] = float32(c*py) + float32(y*pw) + float32(z*px) - float32(x*pz)
	p[16+l] = float32(c*pz) + float32(z*pw) + float32(x*py) - float32(y*px)
	p[24+l] = float32(c*pw) - float32(x*px) - float32(y*py) - float32(z*pz)
}

// ScalarInertia is the number of float32 in the inertialization of one number, such as a morph weight: three coefficients and 1/t1.
const ScalarInertia = 4

// ApplyInertiaScalars is [ApplyInertia] for single numbers.
func ApplyInertiaScalars(values, inertia []float32, seconds float32) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		s, w := progress(seconds, c[3])
		values[i] += float32(w * (c[0] + float32(s*(c[1]+float32(s*c[2])))))
	}
}
