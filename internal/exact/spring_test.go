package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A spring is where its differential equation d” = -2·rate·d' - rate²·d leads, and its velocity
// travels as far as the sum of many short steps.
func TestSpringAgainstItsEquation(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		halfLife, seconds := float32(0.05+random.Float64()), 0.01+2*random.Float64()
		d, v := random.NormFloat64()*3, random.NormFloat64()*10
		s := NewSpring(halfLife, seconds)
		rate := springHalfway / float64(halfLife)
		x, w, sum := d, v, 0.0
		const steps = 20000
		h := seconds / steps
		for range steps { // fourth order of Runge and Kutta; the sum by Simpson's rule
			f := func(x, w float64) float64 { return -2*rate*w - rate*rate*x }
			k1x, k1w := w, f(x, w)
			k2x, k2w := w+h/2*k1w, f(x+h/2*k1x, w+h/2*k1w)
			k3x, k3w := w+h/2*k2w, f(x+h/2*k2x, w+h/2*k2w)
			k4x, k4w := w+h*k3w, f(x+h*k3x, w+h*k3w)
			next, nextW := x+h/6*(k1x+2*k2x+2*k3x+k4x), w+h/6*(k1w+2*k2w+2*k3w+k4w)
			middle := (x+next)/2 + h/8*(w-nextW)
			sum += h / 6 * (x + 4*middle + next)
			x, w = next, nextW
		}
		gotX, gotW := s.At(d, v)
		scale := math.Abs(d) + math.Abs(v) + 1
		if math.Abs(gotX-x) > 1e-8*scale || math.Abs(gotW-w) > 1e-7*scale*rate || math.Abs(s.Travel(d, v)-sum) > 1e-8*scale {
			t.Fatalf("half-life %v, %v s from %v, %v: found %v, %v, travel %v, expected %v, %v, %v", halfLife, seconds, d, v,
				gotX, gotW, s.Travel(d, v), x, w, sum)
		}
	}
}

// From rest, half of the way is made after the half-life; without one all of it at once; and two
// steps lead where one does.
func TestHalfLife(t *testing.T) {
	if d, _ := NewSpring(0.25, 0.25).At(1, 0); math.Abs(d-0.5) > 1e-12 {
		t.Errorf("after the half-life %v of the difference is left", d)
	}
	for _, halfLife := range []float32{0, -1, float32(math.NaN())} {
		s := NewSpring(halfLife, 0.1)
		if d, v := s.At(3, 4); d != 0 || v != 0 || s.Travel(3, 4) != 0 {
			t.Errorf("with a half-life of %v a difference of %v is left", halfLife, d)
		}
	}
	d, v := NewSpring(0.2, 0.3).At(1, -2)
	d, v = NewSpring(0.2, 0.4).At(d, v)
	if x, w := NewSpring(0.2, 0.7).At(1, -2); math.Abs(d-x) > 1e-14 || math.Abs(v-w) > 1e-13 {
		t.Errorf("two steps lead to %v, %v, one to %v, %v", d, v, x, w)
	}
}
