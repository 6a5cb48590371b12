package inertia

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// mostOfWay is the largest part of its way, velocity · t1, that a decay shows: (1-s)³·(s + 3·s²) is
// largest at s = 1/3.
const mostOfWay = 16.0 / 81

// mostBraked is the most by which a decay that is braked grows without the velocity for which it is
// braked: (1-s)³·(1 + 3·s + 16·s²) is largest at s = 1/4.
const mostBraked = 297.0 / 256

// A decay shows no more than the difference that it begins with and a fifth of the way that the
// difference's own velocity has within the duration:
//
//	|x(s)| <= |x0| + 16/81 · |velocity| · duration
//
// Without a brake (b = 0), |x0| is multiplied by (1-s)³·(1 + 3·s + 6·s²), which falls from 1 to 0,
// and the way by at most 16/81. With one, the part of the velocity along x0 is at most -2.5·x0/t1;
// with it the part along x0 is x0·(1-s)⁴·(1 + (4+k)·s) down to k = -5, which is between 0 and x0,
// and below -5 it is less, by no more than what the way gives. So a longer way, not a brake, is
// what makes a joint's scale grow; the limit of the way bounds it in chains. Where that limit makes
// a velocity 0, the brake for it remains, and the difference itself grows to 297/256.
func TestDecaysOvershootByAFifthOfTheirWay(t *testing.T) {
	nearest := 0.0
	for seed := range uint64(4000) {
		random := rand.New(rand.NewPCG(seed, 34))
		var poses [4][]float32
		for k := range poses {
			poses[k] = make([]float32, kernel.GroupSize)
			for i := range poses[k] {
				poses[k][i] = float32(random.NormFloat64())
			}
			kernel.Normalize(poses[k])
		}
		shown, before, last, played := poses[0], poses[1], poses[2], poses[3]
		duration := math.Exp(random.NormFloat64())
		if seed%2 == 0 {
			duration = min(duration, 1)
		}
		step := duration * (0.01 + 0.3*random.Float64())
		speed := math.Exp(3 * random.NormFloat64())
		for i := range last { // another speed, so that any is tried, with respect to the difference
			if last[i] = before[i] + float32(speed*step)*(last[i]-before[i]); i/Lanes < 4 {
				last[i] = before[i]
			}
		}
		out, decay := append([]float32(nil), played...), make([]float32, Size(1))
		Begin(out, decay, shown, before, last, 1/step, step)
		start := append([]float32(nil), out...)
		out = append(out[:0], played...)
		Extrapolate(out, decay, start, step)
		Fit(played, decay, start, step, step, duration)
		_, all := divide(decay, 1)
		for _, at := range []float64{0, 0.01, 0.05, 0.1, 0.2, 0.25, 1.0 / 3, 0.5, 0.8, 1} {
			out = append(out[:0], played...)
			Apply(out, decay, float32(at*duration))
			for part := 1; part < parts; part++ {
				row := layout.LocalTranslation
				if part == 2 {
					row = layout.LocalScale
				}
				for l := range Lanes {
					norm := func(of func(i int) float64) float64 { return math.Hypot(of(0), math.Hypot(of(1), of(2))) }
					number := func(row, i int) float64 { return float64(all[part*partSize+(row+i)*Lanes+l]) }
					difference := norm(func(i int) float64 { return number(layout.DecayDifference, i) })
					way := norm(func(i int) float64 { return number(layout.DecayVelocity, i) })
					left := norm(func(i int) float64 { return float64(out[(row+i)*Lanes+l] - played[(row+i)*Lanes+l]) })
					if rate := number(layout.DecayRate, 0); rate*duration < 1-1e-5 {
						t.Fatalf("seed %d: a decay of %v s takes %v s", seed, duration, 1/rate)
					}
					for i := range 3 {
						if part == 2 && number(layout.DecayVelocity, i) == 0 {
							difference *= mostBraked
							break
						}
					}
					bound := difference + mostOfWay*way
					if !(left <= bound*1.0001+1e-5) {
						t.Fatalf("seed %d: after %v of %v s, part %d of joint %d is %v away, at most %v by a difference of %v and a "+
							"way of %v", seed, at, duration, part, l, left, bound, difference, way)
					}
					if at > 0 && at < 1 && way > 3*difference {
						nearest = max(nearest, left/bound)
					}
				}
			}
		}
	}
	t.Logf("up to %.3g of the bound", nearest)
	if nearest < 0.85 {
		t.Errorf("no decay comes nearer than %v of the bound", nearest)
	}
}
