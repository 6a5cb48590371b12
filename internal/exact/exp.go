package exact

import "math"

// Ln 2 as the sum of two numbers. The high part has 32 significant bits, so its product with an
// exponent below 2^21 is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// Exp returns e to the power x. The error is below 3e-16 of the result. It is 0 where the result is
// below the least number, infinite where it is above the greatest, and NaN for NaN.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	}
	exponent := math.Floor(float64(x*math.Log2E) + 0.5)
	r := x - float64(exponent*ln2High)
	r -= float64(exponent * ln2Low)
	// The Taylor polynomial of degree 13 on [-ln 2 / 2, ln 2 / 2], whose first omitted term is 5e-18.
	p := 1.0 / 6227020800
	p = float64(p*r) + 1.0/479001600
	p = float64(p*r) + 1.0/39916800
	p = float64(p*r) + 1.0/3628800
	p = float64(p*r) + 1.0/362880
	p = float64(p*r) + 1.0/40320
	p = float64(p*r) + 1.0/5040
	p = float64(p*r) + 1.0/720
	p = float64(p*r) + 1.0/120
	p = float64(p*r) + 1.0/24
	p = float64(p*r) + 1.0/6
	p = float64(p*r) + 0.5
	return math.Ldexp(1+(r+float64(float64(r*r)*p)), int(exponent))
}
