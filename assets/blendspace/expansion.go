package blendspace

// expansion is a number without rounding: the sum of its terms. They do not overlap and grow in
// magnitude, so the last one has the number's sign; 0 has no terms. A sum and a product of two
// float64s are exactly two float64s, the rounded result and what rounding took away, as long as
// nothing overflows or underflows, which sums of products of four differences of float32s are far
// from. See J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates", Discrete & Computational Geometry 18, 1997.
type expansion []float64

// difference returns a - b.
func difference(a, b float64) expansion {
	sum, rest := twoSum(a, -b)
	return expansion(nil).add(rest).add(sum)
}

// add adds a number and returns the sum, in the memory of e if it is large enough.
func (e expansion) add(number float64) expansion {
	sum := e[:0]
	for _, term := range e {
		var rest float64
		if number, rest = twoSum(number, term); rest != 0 {
			sum = append(sum, rest)
		}
	}
	if number != 0 {
		sum = append(sum, number)
	}
	return sum
}

// plus returns e + sign·f, for a sign of 1 or -1, in the memory of e if it is large enough.
func (e expansion) plus(sign float64, f expansion) expansion {
	for _, term := range f {
		e = e.add(float64(sign * term))
	}
	return e
}

// times returns e · f in memory of its own.
func (e expansion) times(f expansion) expansion {
	var product expansion
	for _, a := range e {
		for _, b := range f {
			rounded, rest := twoProduct(a, b)
			product = product.add(rest).add(rounded)
		}
	}
	return product
}

// sign returns 1, 0 or -1.
func (e expansion) sign() int {
	if len(e) == 0 {
		return 0
	}
	return signOf(e[len(e)-1])
}

// twoSum returns the rounded sum of two numbers, and what rounding took away.
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	second := sum - a
	first := sum - second
	return sum, (a - first) + (b - second)
}

// twoProduct returns the rounded product of two numbers, and what rounding took away.
func twoProduct(a, b float64) (product, rest float64) {
	product = float64(a * b)
	aHigh, aLow := halves(a)
	bHigh, bLow := halves(b)
	missing := product - float64(aHigh*bHigh) - float64(aLow*bHigh) - float64(aHigh*bLow)
	return product, float64(aLow*bLow) - missing
}

// halves returns two numbers of 26 bits each with that sum, so that products of halves are exact.
func halves(a float64) (high, low float64) {
	scaled := float64(a * (1<<27 + 1))
	high = scaled - (scaled - a)
	return high, a - high
}
