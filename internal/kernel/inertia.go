package kernel

// An inertialization carries the difference between two motions over into the second one and has it decay (D. Bollo, "Inertialization: High-Performance
// Animation Transitions in Gears of War", GDC 2018). The difference of a joint is in three parts of three numbers: rotation, translation
// and scale. Translation and scale are differences of numbers. A rotation by an angle about an axis, which is applied after that of the
// pose, is axis · 4 tan(angle/4), radians but for angles that are large: modified Rodrigues parameters, which take a division and no
// trigonometric function, and are smooth up to a whole turn.
//
// Each part x decays from x0, with velocity v0, to 0, with velocity and acceleration 0, in the time t1, as a polynomial of degree 5. With
// s = t/t1 and v = v0·t1 it is
//
//	x(s) = (1-s)³ · (x0 + (v + 3·x0)·s + (6·x0 + 3·v + a/2)·s²)
//
// where a/t1² is the acceleration at first. Let k be v·x0/|x0|², the speed along the difference. Then
//
//	t1 = k < 0 ? min(duration, time in which k is -5) : duration, at least shortestDecay of it
//	a  = x0 · clamp(-8·k - 20, 0, 20)
//
// so that what comes home by itself is braked and does not overshoot: between k = -5, where x(s) is x0·(1-s)⁵, and -2.5 the polynomial has a root of
// fourth order at its end. The velocity across the difference, and one away from it, are kept, so that no number's velocity jumps.

// InertiaRows is how many rows of 8 numbers the inertialization of a group of joints takes. While it decays they are three polynomials' coefficients
// of s⁰, s¹ and s², nine rows each (rotation, translation, scale), and 1/t1 of the three parts. Before that the first nine rows are the difference, the
// second nine its velocity a second.
const InertiaRows = 30

// InertiaSize is how many float32 that is.
const InertiaSize = InertiaRows * Lanes

// Rows of an inertialization's group.
const (
	inertiaConstant  = 0 * Lanes
	inertiaLinear    = 9 * Lanes
	inertiaQuadratic = 18 * Lanes
	inertiaRates     = 27 * Lanes
)

// Decay adds to a local pose what is left of differences after so many seconds:
//
//	s = min(seconds · rate, 1), u = 1 - s
//	x = (u·u)·u · (c0 + s·(c1 + s·c2)), for each number of the difference
//	(x, y, z) = x/4 of the rotation, n = (x·x + y·y) + z·z, i = 1 / (1 + n), (x, y, z, c) = ((2·i)·x, (2·i)·y, (2·i)·z, (1 - n)·i)
//	rotation = (x, y, z, c) · rotation as in [Add]
//	translation += x, scale += x
func ApplyInertia(pose, inertia []float32, seconds float32) {
	if groups := len(pose) / GroupSize; avx2 && groups > 0 {
		applyInertiaAVX2(&pose[0], &inertia[0], groups, seconds)
		return
	}
	applyInertiaGeneric(pose, inertia, seconds)
}

func applyInertiaGeneric(pose, inertia []float32, seconds float32) {
	for len(pose) >= GroupSize {
		p, c := (*[GroupSize]float32)(pose), (*[InertiaSize]float32)(inertia)
		for l := range Lanes {
			s, w := progress(seconds, c[inertiaRates+l])
			turned(p, l, left(c, 0+l, s, w)*0.25, left(c, 8+l, s, w)*0.25, left(c, 16+l, s, w)*0.25)
			s, w = progress(seconds, c[inertiaRates+8+l])
			for i := 3*Lanes + l; i < 6*Lanes; i += Lanes {
				p[i+Lanes] += left(c, i, s, w)
			}
			s, w = progress(seconds, c[inertiaRates+16+l])
			for i := 6*Lanes + l; i < 9*Lanes; i += Lanes {
				p[i+Lanes] += left(c, i, s, w)
			}
		}
		pose, inertia = pose[GroupSize:], inertia[InertiaSize:]
	}
}

// progress returns how far a decay is, and by how much what is left of it is multiplied.
func progress(seconds, rate float32) (s, w float32) {
	s = min(float32(seconds*rate), 1)
	u := 1 - s
	return s, u * u * u
}

func left(c *[InertiaSize]float32, i int, s, w float32) float32 {
	return float32(w * (c[i] + float32(s*(c[inertiaLinear+i]+float32(s*c[inertiaQuadratic+i])))))
}

// turned turns joint l by a rotation of the parameters x, y, z.
func turned(p *[GroupSize]float32, l int, x, y, z float32) {
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

// ScalarInertia is how many numbers the inertialization of a single number takes, a morph weight's: three coefficients and 1/t1.
const ScalarInertia = 4

// DecayScalars is [ApplyInertia] for single numbers.
func ApplyInertiaScalars(values, inertia []float32, seconds float32) {
	for i := range values {
		c := (*[ScalarInertia]float32)(inertia[i*ScalarInertia:])
		s, w := progress(seconds, c[3])
		values[i] += float32(w * (c[0] + float32(s*(c[1]+float32(s*c[2])))))
	}
}
