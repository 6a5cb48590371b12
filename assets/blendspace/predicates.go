package blendspace

import (
	"math"
	"math/big"
)

// plane is a set of points with the two questions that a triangulation asks of them. The answers are exact for the coordinates as they are,
// which come from float32: where float64 leaves room for doubt, the determinants are found in big numbers. So no set of points, however
// nearly on a line or on a circle, leads to a triangulation that contradicts itself, and every machine makes the same one.
type plane struct{ x, y []float64 }

// A determinant in float64 is trusted where it is above the sum of the sizes of its products by this much; that is many times
// the rounding it can have.
const determinantTolerance = 1e-14

// turn returns 1 where a, b, c go round anticlockwise, -1 where clockwise, 0 where they are on a line.
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

// inCircle returns 1 where d is inside the circle through a, b, c, which go round anticlockwise; -1 where outside, 0 where on it.
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

// bigPrecision is bits enough for every float32, 2^-149 to 2^128, and for the sums of products of four differences.
const bigPrecision = 1280

func bigDifference(a, b float64) *big.Float {
	x := new(big.Float).SetPrec(bigPrecision).SetFloat64(a)
	return x.Sub(x, new(big.Float).SetPrec(bigPrecision).SetFloat64(b))
}

func bigProduct(a, b *big.Float) *big.Float { return new(big.Float).Mul(a, b) }

func signOf(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}

// before orders the points by how soon they are joined by a diagonal where several triangulations are as good as each other: the
// nearer to the origin the sooner. So the squares of a grid around standing still are cut alike on all sides.
func (p plane) nearerOrigin(a, b int) bool {
	da := float64(p.x[a]*p.x[a]) + float64(p.y[a]*p.y[a])
	db := float64(p.x[b]*p.x[b]) + float64(p.y[b]*p.y[b])
	if da != db {
		return da < db
	}
	return p.sweepOrder(a, b)
}

// left orders the points by x, then y.
func (p plane) sweepOrder(a, b int) bool {
	if p.x[a] != p.x[b] {
		return p.x[a] < p.x[b]
	}
	return p.y[a] < p.y[b]
}
