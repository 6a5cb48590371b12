package blendspace

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactTurn is plane.turn in rational numbers.
func exactTurn(p plane, a, b, c int) int {
	return determinant(p, a, [3]int{b, c, a}, false).Sign()
}

// exactInCircle is plane.inCircle in rational numbers.
func exactInCircle(p plane, a, b, c, d int) int {
	return determinant(p, d, [3]int{a, b, c}, true).Sign()
}

// determinant returns the determinant of three points relative to an origin, each with the square
// of its distance if lifted, and otherwise that of the first two.
func determinant(p plane, origin int, points [3]int, lifted bool) *big.Rat {
	rational := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	var u, v, square [3]*big.Rat
	for i, point := range points {
		u[i] = new(big.Rat).Sub(rational(p.x[point]), rational(p.x[origin]))
		v[i] = new(big.Rat).Sub(rational(p.y[point]), rational(p.y[origin]))
		square[i] = new(big.Rat).Add(new(big.Rat).Mul(u[i], u[i]), new(big.Rat).Mul(v[i], v[i]))
	}
	cross := func(i, j int) *big.Rat {
		return new(big.Rat).Sub(new(big.Rat).Mul(u[i], v[j]), new(big.Rat).Mul(v[i], u[j]))
	}
	if !lifted {
		return cross(0, 1)
	}
	total := new(big.Rat)
	for i := range 3 {
		total.Add(total, new(big.Rat).Mul(square[i], cross((i+1)%3, (i+2)%3)))
	}
	return total
}

// The signs of both predicates are those of rational numbers, for points on a line or a circle, an
// ulp beside it, and at the ends of the range of float32.
func TestPredicatesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	coordinate := []func() float32{
		func() float32 { return float32(r.IntN(5) - 2) },
		func() float32 { return float32(r.IntN(1<<24)-1<<23) / 1024 },
		func() float32 { return float32(r.NormFloat64()) },
		func() float32 {
			x := math.Float32frombits(r.Uint32())
			if x-x != 0 {
				return math.MaxFloat32
			}
			return x
		},
		func() float32 {
			return []float32{math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 0, 1}[r.IntN(5)]
		},
	}
	turns, circles := map[int]int{}, map[int]int{}
	for i := range 20000 {
		next := coordinate[i%len(coordinate)]
		var p plane
		for range 3 {
			p.x, p.y = append(p.x, float64(next())), append(p.y, float64(next()))
		}
		switch x, y := float32(p.x[0]), float32(p.y[0]); i / len(coordinate) % 3 {
		case 0: // anywhere
			x, y = next(), next()
			fallthrough
		default: // the fourth corner of a rectangle, near or exactly
			p.x[1], p.y[2] = p.x[2], p.y[1]
			if r.IntN(2) == 0 {
				x = math.Nextafter32(x, 0)
			}
			p.x, p.y = append(p.x, float64(x)), append(p.y, float64(y))
		case 2: // in the middle of two points, rounded
			p.x, p.y = append(p.x, float64(float32((p.x[0]+p.x[1])/2))), append(p.y, float64(float32((p.y[0]+p.y[1])/2)))
		}
		got, want := p.turn(0, 1, 3), exactTurn(p, 0, 1, 3)
		if got != want {
			t.Fatalf("turn of %v %v: %d, in rational numbers %d", p.x, p.y, got, want)
		}
		turns[got]++
		got, want = p.inCircle(0, 1, 2, 3), exactInCircle(p, 0, 1, 2, 3)
		if got != want {
			t.Fatalf("inCircle of %v %v: %d, in rational numbers %d", p.x, p.y, got, want)
		}
		circles[got]++
	}
	for sign := -1; sign <= 1; sign++ {
		if turns[sign] < 100 || circles[sign] < 100 {
			t.Errorf("sign %d came too seldom: turns %v, circles %v", sign, turns, circles)
		}
	}
}
