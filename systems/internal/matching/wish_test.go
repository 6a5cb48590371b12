package matching

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// halfway is where (1 + x)·e^-x is 1/2.
const halfway = 1.678346990016661

func ground(m mgl32.Mat4) (g Ground) {
	g.StandOn(&m)
	return g
}

// The place and the points of a wish agree with the closed form of the springs in float64, by
// package math, for characters that stand anywhere and turned in any way.
func TestWishAgainstTheClosedForm(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	times := []float64{0.2, 0.4, 0.9}
	for range 200 {
		yaw := random.Float64()*6 - 3
		g := ground(mgl32.Translate3D(random.Float32()*10, 2, -5).Mul4(mgl32.HomogRotate3DY(float32(yaw))))
		w := components.NewWish()
		new(Springs).Move(w, &g, 0, times) // begins where the character is
		begin, heading := w.Place.Position, math.Atan2(float64(w.Place.Direction[0]), float64(w.Place.Direction[2]))
		if math.Abs(exact.Wrap(heading-yaw, -math.Pi, math.Pi)) > 1e-6 {
			t.Fatalf("the wish begins toward %v, the character looks toward %v", heading, yaw)
		}
		w.Velocity = mgl32.Vec3{random.Float32()*8 - 4, 0, random.Float32()*8 - 4}
		wished := math.Atan2(float64(w.Velocity[0]), float64(w.Velocity[2]))
		seconds := 0.0
		for range 12 {
			h := random.Float64() * 0.03
			new(Springs).Move(w, &g, h, times)
			seconds += h
		}
		at := func(seconds float64) (p mgl32.Vec3, angle float64) {
			r, d := halfway/float64(w.HalfLife), halfway/float64(w.TurnHalfLife)
			for i, v := range w.Velocity { // the velocity comes from 0: -v·(1+r·t)·e^-rt away
				e := math.Exp(-r * seconds)
				p[i] = begin[i] + float32(float64(v)*(seconds-(2-(2+r*seconds)*e)/r))
			}
			away := exact.Wrap(heading-wished, -math.Pi, math.Pi) * (1 + d*seconds) * math.Exp(-d*seconds)
			return p, wished + away
		}
		expect := func(noun string, found components.WishPoint, seconds float64) {
			t.Helper()
			p, angle := at(seconds)
			direction := mgl32.Vec3{float32(math.Sin(angle)), 0, float32(math.Cos(angle))}
			if found.Position.Sub(p).Len() > 1e-4 || found.Direction.Sub(direction).Len() > 1e-3 {
				t.Fatalf("%s: found %v, expected %v toward %v", noun, found, p, direction)
			}
		}
		expect("place", w.Place, seconds)
		for k, time := range times {
			expect("point", w.Points[k], seconds+time)
		}
	}
}

// A character whose model is in centimeters sees the points of its wish in centimeters.
func TestPointsInCentimeters(t *testing.T) {
	g := ground(mgl32.Translate3D(3, 0, 1).Mul4(mgl32.Scale3D(0.01, 0.01, 0.01)))
	p := g.Seen(&components.WishPoint{Position: mgl32.Vec3{2.5, 7, 3}, Direction: mgl32.Vec3{2, 0, 0}})
	for i, e := range []float32{p.X + 50, p.Z - 200, p.DirectionX - 1, p.DirectionZ} {
		if math.Abs(float64(e)) > 1e-3 {
			t.Errorf("number %d of %+v is off by %v", i, p, e)
		}
	}
	w := components.NewWish()
	w.HalfLife, w.Velocity = 0, mgl32.Vec3{0, 0, 2} // meters a second, at once
	new(Springs).Move(w, &g, 0.5, []float64{1})
	if e := w.Points[0].Position.Sub(mgl32.Vec3{3, 0, 4}).Len(); e > 1e-4 {
		t.Errorf("after 0.5 s and 1 s the wish is at %v", w.Points[0].Position)
	}
}

// A wish faces where Facing points, keeps its direction where it stands, and survives numbers that
// are none.
func TestFacingOfWishes(t *testing.T) {
	g := ground(mgl32.Ident4())
	w := components.NewWish()
	w.Velocity, w.Facing = mgl32.Vec3{2, 0, 0}, mgl32.Vec3{0, 0, -3}
	for range 100 {
		new(Springs).Move(w, &g, 1.0/60, nil)
	}
	if d := w.Place.Direction; d.Sub(mgl32.Vec3{0, 0, -1}).Len() > 1e-3 {
		t.Errorf("looks toward %v", d)
	}
	w.Velocity, w.Facing = mgl32.Vec3{}, mgl32.Vec3{}
	new(Springs).Move(w, &g, 1, nil)
	if d := w.Place.Direction; d.Sub(mgl32.Vec3{0, 0, -1}).Len() > 1e-3 {
		t.Errorf("standing it looks toward %v", d)
	}
	nan := float32(math.NaN())
	w.Velocity, w.Facing = mgl32.Vec3{nan, 0, 0}, mgl32.Vec3{0, nan, 0}
	new(Springs).Move(w, &g, 1, []float64{0.5})
	w.Gaining[1] = nan
	new(Springs).Move(w, &g, 1, []float64{0.5})
	if !isFinite(w) || w.Place.Position != (mgl32.Vec3{}) || w.Points[0].Position.Len() > 1e-6 {
		t.Errorf("after numbers that are none the wish is %+v", w)
	}
}

func TestAlongPath(t *testing.T) {
	path := []mgl32.Vec3{{0, 0, 0}, {0, 0, 2}, {0, 0, 2}, {3, 0, 2}}
	w := &components.Wish{}
	if !AlongPath(w, path, 1, 2, []float64{0.5, 1, 9}) {
		t.Fatal("the path has no direction")
	}
	ahead, aside := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{1, 0, 0}
	expected := []components.WishPoint{
		{Position: mgl32.Vec3{0, 0, 2}, Direction: ahead},
		{Position: mgl32.Vec3{1, 0, 2}, Direction: aside},
		{Position: mgl32.Vec3{3, 0, 2}, Direction: aside},
	}
	if w.Place != (components.WishPoint{Position: mgl32.Vec3{0, 0, 1}, Direction: ahead}) {
		t.Errorf("the place is %v", w.Place)
	}
	for k := range expected {
		if w.Points[k] != expected[k] {
			t.Errorf("point %d is %v, expected %v", k, w.Points[k], expected[k])
		}
	}
	for _, path := range [][]mgl32.Vec3{nil, {{1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}}} {
		if AlongPath(&components.Wish{}, path, 0, 1, nil) {
			t.Errorf("%v has a direction", path)
		}
	}
	if !AlongPath(w, path, math.NaN(), 1, nil) || w.Place.Position != (mgl32.Vec3{}) {
		t.Errorf("at no distance the place is %v", w.Place)
	}
}

// A place that is too far away is drawn to the character, and the character to one that is given.
func TestHoldDrift(t *testing.T) {
	m := mgl32.Translate3D(10, 0, 0)
	w := &components.Wish{MaxDrift: 0.5, Place: components.WishPoint{Position: mgl32.Vec3{13, 1, 4}}}
	c := &Character{Wish: w, Matrix: &m}
	if HoldDrift(c, true) || w.Place.Position.Sub(mgl32.Vec3{10.3, 0, 0.4}).Len() > 1e-6 {
		t.Errorf("the place is drawn to %v", w.Place.Position)
	}
	w.Given, w.Place.Position = true, mgl32.Vec3{13, 1, 4}
	if !HoldDrift(c, true) || m.Col(3).Vec3().Sub(mgl32.Vec3{12.7, 0, 3.6}).Len() > 1e-6 {
		t.Errorf("the character is drawn to %v", m.Col(3))
	}
	if w.Place.Position != (mgl32.Vec3{13, 1, 4}) {
		t.Errorf("the place that is given became %v", w.Place.Position)
	}
	if HoldDrift(c, true) && m.Col(3).Vec3().Sub(mgl32.Vec3{12.7, 0, 3.6}).Len() > 1e-6 {
		t.Error("the character is drawn again")
	}
}
