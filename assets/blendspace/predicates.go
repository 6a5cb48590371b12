package blendspace

import (
	"math"
	"math/big"
)

// plane is a set of points with the geometric predicates of a triangulation. The predicates are
// exact: if float64 leaves doubt about the sign of a determinant, it is computed in big numbers. So
// no set of points, however close to a line or a circle, leads to a contradictory triangulation,
// and every machine makes the same one. Coordinates must come from float32.
type plane struct{ x, y []float64 }

// determinantTolerance is the smallest determinant whose sign is trusted in float64, relative to
// the sum of the absolute values of its products. It is many times the possible rounding error.
const determinantTolerance = 1e-14

// turn returns 1 if a, b, c are counterclockwise, -1 if they are clockwise, and 0 if they are on a
// line.
func (p plane) turn(a, b, c int) int {
	left := float64((p.x[b] - p.x[a]) * (p.y[c] - p.y[a]))
	right := float64((p.y[b] - p.y[a]) * (p.x[c] - p.x[a]))
	if d := left - right; math.Abs(d) > determinantTolerance*(math.Abs(left)+math.Abs(right)) {
		return signOf(d)
	}
	bx, by := bigDifference(p.x[b], p.x[a]), bigDifference(p.y[b], p.y[a])
	cx, cy := bigDifference(p.x[c], p.x[a]), bigDifference(p.y[c], p.y[a])
	return bigProduct(bx, cy).Cmp(bigProduct(by, cx))
}

// inCircle returns 1 if d is inside the circle through the counterclockwise points a, b, c, -1 if
// it is outside, and 0 on the circle.
func (p plane) inCircle(a, b, c, d int) int {
	ax, ay := p.x[a]-p.x[d], p.y[a]-p.y[d]
	bx, by := p.x[b]-p.x[d], p.y[b]-p.y[d]
	cx, cy := p.x[c]-p.x[d], p.y[c]-p.y[d]
	aa, bb, cc := float64(ax*ax)+float64(ay*ay), float64(bx*bx)+float64(by*by), float64(cx*cx)+float64(cy*cy)
	terms := [6]float64{aa * bx * cy, -aa * by * cx, bb * cx * ay, -bb * cy * ax, cc * ax * by, -cc * ay * bx}
	sum, size := 0.0, 0.0
	for _, t := range terms {
		sum += t
		size += math.Abs(t)
	}
	if math.Abs(sum) > determinantTolerance*size {
		return signOf(sum)
	}
	dx, dy := p.x[d], p.y[d]
	u := [3]*big.Float{bigDifference(p.x[a], dx), bigDifference(p.x[b], dx), bigDifference(p.x[c], dx)}
	v := [3]*big.Float{bigDifference(p.y[a], dy), bigDifference(p.y[b], dy), bigDifference(p.y[c], dy)}
	total := new(big.Float).SetPrec(bigPrecision)
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		square := new(big.Float).Add(bigProduct(u[i], u[i]), bigProduct(v[i], v[i]))
		cross := new(big.Float).Sub(bigProduct(u[j], v[k]), bigProduct(v[j], u[k]))
		total.Add(total, bigProduct(square, cross))
	}
	return total.Sign()
}

// bigPrecision is the precision in bits that holds sums of products of four differences of any
// float32s, 2^-149 to 2^128.
const bigPrecision = 1280

// bigDifference returns a - b.
func bigDifference(a, b float64) *big.Float {
	x := new(big.Float).SetPrec(bigPrecision).SetFloat64(a)
	return x.Sub(x, new(big.Float).SetPrec(bigPrecision).SetFloat64(b))
}

// bigProduct returns a * b.
func bigProduct(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }

func signOf(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}

// nearerOrigin reports whether a is nearer to the origin than b, or before b in sweepOrder at the
// same distance. Among equally good triangulations, the nearer point gets the diagonal. So the
// squares of a grid around the origin are divided alike on all sides.
func (p plane) nearerOrigin(a, b int) bool {
	da := float64(p.x[a]*p.x[a]) + float64(p.y[a]*p.y[a])
	db := float64(p.x[b]*p.x[b]) + float64(p.y[b]*p.y[b])
	if da != db {
		return da < db
	}
	return p.sweepOrder(a, b)
}

// sweepOrder reports whether a is before b by x, then y.
func (p plane) sweepOrder(a, b int) bool {
	if p.x[a] != p.x[b] {
		return p.x[a] < p.x[b]
	}
	return p.y[a] < p.y[b]
}
