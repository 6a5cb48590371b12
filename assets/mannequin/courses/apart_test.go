package courses

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/internal/exact"
)

// about stands, walks a circle, and steps aside and back; then it runs in curves, around corners
// and back, and starts aside, to both sides.
func about() (moves []Move) {
	heading := 0.0
	ahead := func(seconds, speed, turn float64) {
		heading += turn
		moves = append(moves, Move{
			Seconds: seconds, X: speed * math.Sin(heading), Z: speed * math.Cos(heading), Heading: heading,
		})
	}
	curve := func(parts int, speed, turn float64) {
		for range parts {
			ahead(0.1, speed, turn/float64(parts))
		}
	}
	ahead(0.6, 0, 0)
	curve(80, 0.8, 2*math.Pi)
	ahead(0.5, 0, 0)
	moves = append(moves, Move{Seconds: 1.4, X: 0.4}, Move{Seconds: 0.4}, Move{Seconds: 1.4, X: -0.4},
		Move{Seconds: 0.4},
		Move{Seconds: 1.4, Z: -0.4}, Move{Seconds: 0.6})
	const jog = (posing.WalkSpeed + posing.RunSpeed) / 2
	heading = 0
	ahead(2.8, jog, 0)
	for _, side := range []float64{1, -1} {
		curve(16, jog, side*0.5*math.Pi)
		curve(14, jog, side*math.Pi)
		ahead(0.9, jog, 0)
		ahead(1, jog, side*math.Pi/2)
		ahead(1, jog, side*math.Pi/4)
		ahead(1.3, jog, side*math.Pi)
		ahead(0.9, 0, 0)
		ahead(1.3, jog, side*2.4)
	}
	return moves
}

// In curves, in steps aside and in turns on the spot no leg passes through the other one and no arm
// through a leg, and ankles keep to what a person's can do.
func TestRoamingLimbsKeepApart(t *testing.T) {
	const most = 0.008 // meters, of two limbs in each other
	rest, seconds := posing.NewRestPose(), 0.0
	for _, m := range about() {
		seconds += m.Seconds
	}
	near := 0
	for k, p := range newRoamer(rest, about(), seconds).poses(int(seconds * posing.KeyRate)) {
		s := rest.Solve(p)
		legs := [2][3]capsule{legCapsules(s, posing.Left), legCapsules(s, posing.Right)}
		between := legsDepth(&legs[posing.Left], &legs[posing.Right], 0)
		if between > most {
			t.Errorf("%.2f s: the legs are %.0f mm in each other", float64(k)/posing.KeyRate, 1000*between)
		}
		if between > -0.05 {
			near++
		}
		for _, on := range posing.BothSides {
			for i := range armLimbs {
				limb := armLimbs[i].capsule(s, on)
				for q := range legs[on] {
					if d := limb.depth(&legs[on][q]); d > most {
						t.Errorf("%.2f s: arm %v is %.0f mm in the leg", float64(k)/posing.KeyRate, on, 1000*d)
					}
				}
			}
			turn := posing.Compose(s.Bones[posing.Foot.On(on)].Rotation.Conjugate(), s.Local[posing.Foot.On(on)])
			if bend := math.Remainder(2*math.Atan2(turn[0], turn[3]), 2*math.Pi); bend > posing.Degrees(45) ||
				bend < -posing.Degrees(60) {
				t.Errorf("%.2f s: ankle %v bends by %.0f degrees", float64(k)/posing.KeyRate, on, bend*180/math.Pi)
			}
		}
	}
	if near < 20 {
		t.Errorf("the legs come near in %d frames: this test cannot fail", near)
	}
}

func TestSegmentDistance(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	point := func() exact.Vec3 {
		return exact.Vec3{random.Float64(), random.Float64(), random.Float64()}
	}
	for range 200 {
		p1, q1, p2, q2 := point(), point(), point(), point()
		least := math.Inf(1)
		const n = 100
		for i := range n + 1 {
			for k := range n + 1 {
				a, b := p1.Lerp(q1, float64(i)/n), p2.Lerp(q2, float64(k)/n)
				least = min(least, a.Sub(b).Length())
			}
		}
		if d := segmentDistance(p1, q1, p2, q2); d > least+1e-12 || d < least-0.02 {
			t.Fatalf("distance %v of segments that come as near as %v", d, least)
		}
	}
	along := exact.Vec3{1, 0, 0}
	if d := segmentDistance(exact.Vec3{}, along, exact.Vec3{0.5, 1, 0}, exact.Vec3{1.5, 1, 0}); d != 1 {
		t.Errorf("parallel segments are %v apart, expected 1", d)
	}
}

// An envelope is nowhere below its values, and smooth.
func TestEnvelope(t *testing.T) {
	values := make([]float64, 60)
	values[0], values[20], values[23], values[55] = 0.2, 1, 0.4, 0.5
	out := envelope(values, 6)
	for k, v := range values {
		if out[k] < v-1e-12 || out[k] > 1+1e-12 {
			t.Errorf("%v at frame %d, expected %v to 1", out[k], k, v)
		}
		if k > 0 && math.Abs(out[k]-out[k-1]) > 0.15 {
			t.Errorf("it steps by %v at frame %d", out[k]-out[k-1], k)
		}
	}
	if out[38] != 0 {
		t.Errorf("%v far from all values, expected 0", out[38])
	}
}
