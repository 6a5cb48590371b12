package exact

import "math"

// Pi/2 as the sum of two numbers, for argument reduction after Cody and Waite. The high part has 33
// significant bits, so its product with a quadrant number below 2^20 is exact.
const (
	halfPiHigh = 1.57079632673412561417e+00
	halfPiLow  = 6.07710050650619224932e-11
)

// SinCos returns the sine and the cosine of x radians. For |x| up to 1e5 the error is below 1e-15
// of the result plus 1e-16·|x|; beyond that it grows with |x|. Both results are NaN for a NaN or an
// infinity.
func SinCos(x float64) (sin, cos float64) {
	if !IsFinite(x) {
		return math.NaN(), math.NaN()
	}
	if math.Abs(x) > 1e5 {
		x = math.Mod(x, 4*math.Pi)
	}
	quadrant := math.Floor(float64(x*(2/math.Pi)) + 0.5)
	r := x - float64(quadrant*halfPiHigh)
	r -= float64(quadrant * halfPiLow)
	// By the quadrant (s, c), (c, -s), (-s, -c) or (-c, s), without branches, which processors guess
	// wrong.
	s, c := math.Float64bits(sinKernel(r)), math.Float64bits(cosKernel(r))
	q := uint64(int64(quadrant))
	swapped := (s ^ c) & -(q & 1)
	s, c = s^swapped, c^swapped
	return math.Float64frombits(s ^ q>>1<<63), math.Float64frombits(c ^ (q^q>>1)<<63)
}

// Sin returns the sine of x radians; see [SinCos].
func Sin(x float64) float64 { s, _ := SinCos(x); return s }

// Cos returns the cosine of x radians; see [SinCos].
func Cos(x float64) float64 { _, c := SinCos(x); return c }

// sinKernel is the Taylor polynomial of degree 17 of the sine on [-pi/4, pi/4], whose first omitted
// term is 1e-19.
func sinKernel(x float64) float64 {
	z := float64(x * x)
	p := 1.0 / 355687428096000
	p = float64(p*z) - 1.0/1307674368000
	p = float64(p*z) + 1.0/6227020800
	p = float64(p*z) - 1.0/39916800
	p = float64(p*z) + 1.0/362880
	p = float64(p*z) - 1.0/5040
	p = float64(p*z) + 1.0/120
	p = float64(p*z) - 1.0/6
	return x + float64(float64(x*z)*p)
}

// cosKernel is the Taylor polynomial of degree 18 of the cosine on [-pi/4, pi/4].
func cosKernel(x float64) float64 {
	z := float64(x * x)
	p := -1.0 / 6402373705728000
	p = float64(p*z) + 1.0/20922789888000
	p = float64(p*z) - 1.0/87178291200
	p = float64(p*z) + 1.0/479001600
	p = float64(p*z) - 1.0/3628800
	p = float64(p*z) + 1.0/40320
	p = float64(p*z) - 1.0/720
	p = float64(p*z) + 1.0/24
	return (1 - float64(0.5*z)) + float64(float64(z*z)*p)
}

// atanSteps[i] is the tangent of i/16 radians. atanUnit measures its argument from the nearest of
// these.
var atanSteps = func() (t [17]float64) {
	for i := range t {
		s, c := SinCos(float64(i) / 16)
		t[i] = s / c
	}
	return t
}()

// atanCells[i] is the last step that may be at or below a number in [i/32, (i+1)/32): two steps are
// farther apart.
var atanCells = func() (cells [33]uint8) {
	for i := range cells {
		for atanSteps[cells[i]+1] < float64(i+1)/32 {
			cells[i]++
		}
	}
	return cells
}()

// atanUnit returns the arc tangent of x in [0, 1].
func atanUnit(x float64) float64 {
	// atan x = i/16 + atan((x - t)/(1 + x·t)) with t = tan(i/16), which leaves an argument below
	// 1/16 to the polynomial.
	i := int(atanCells[int(x*32)])
	above := 0
	if atanSteps[i] > x {
		above = 1
	}
	i -= above
	t := atanSteps[i]
	r := (x - t) / (1 + float64(x*t))
	z := float64(r * r)
	p := 1.0 / 13
	p = 1.0/11 - float64(p*z)
	p = 1.0/9 - float64(p*z)
	p = 1.0/7 - float64(p*z)
	p = 1.0/5 - float64(p*z)
	p = 1.0/3 - float64(p*z)
	return float64(float64(i)/16) + (r - float64(float64(r*z)*p))
}

// Atan2 returns the angle of the point (x, y) in radians, in [-pi, pi], as math.Atan2 does, also
// for zeros of either sign, infinities and NaN.
func Atan2(y, x float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	var a float64
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case ax == 0 && ay == 0:
		a = 0
	case math.IsInf(ax, 1) && math.IsInf(ay, 1):
		a = math.Pi / 4
	case ay <= ax:
		a = atanUnit(ay / ax)
	default:
		a = math.Pi/2 - atanUnit(ax/ay)
	}
	if math.Signbit(x) {
		a = math.Pi - a
	}
	if math.Signbit(y) {
		a = -a
	}
	return a
}

// Acos returns the arc cosine of x in radians, in [0, pi]. It clamps x to [-1, 1], for cosines that
// rounding pushed out of that range.
func Acos(x float64) float64 {
	x = max(-1, min(1, x))
	return Atan2(math.Sqrt(float64((1-x)*(1+x))), x)
}
