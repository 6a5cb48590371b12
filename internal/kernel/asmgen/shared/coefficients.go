package shared

// The coefficients of the sine and of the cosine in package exact, highest power first.
var (
	SineTerms = []float64{
		1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
		1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6,
	}
	CosineTerms = []float64{
		-1.0 / 6402373705728000, 1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600,
		-1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24,
	}
)

// Half of pi in two parts, as package exact divides it.
const (
	HalfPiHigh = 1.57079632673412561417e+00
	HalfPiLow  = 6.07710050650619224932e-11
)

// The constants of NlerpRotations, which are rounded to float32.
const (
	LengthScale  = 0.8550056
	SeedCenter   = 1.057289
	SeedLeast    = 0.83689266
	FactorCenter = 1.0910844
	FactorLeast  = 0.9523505
)
