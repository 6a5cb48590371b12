package blendspace

import "math"

// plane is a set of points with the geometric predicates of a triangulation. The predicates are
// exact: if float64 leaves doubt about the sign of a determinant, it is computed without rounding.
// So no set of points, however close to a line or a circle, leads to a contradictory triangulation,
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
	bx, by := difference(p.x[b], p.x[a]), difference(p.y[b], p.y[a])
	cx, cy := difference(p.x[c], p.x[a]), difference(p.y[c], p.y[a])
	return bx.times(cy).plus(-1, by.times(cx)).sign()
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
	u := [3]expansion{difference(p.x[a], dx), difference(p.x[b], dx), difference(p.x[c], dx)}
	v := [3]expansion{difference(p.y[a], dy), difference(p.y[b], dy), difference(p.y[c], dy)}
	var total expansion
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		square := u[i].times(u[i]).plus(1, v[i].times(v[i]))
		cross := u[j].times(v[k]).plus(-1, v[j].times(u[k]))
		total = total.plus(1, square.times(cross))
	}
	return total.sign()
}

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
