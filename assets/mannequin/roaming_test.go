package mannequin

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
)

// course starts, sidesteps, walks back, pivots at a run, turns on the spot and stops.
var course = []Move{
	{Seconds: 1.5},
	{Seconds: 2, Z: 1.35},
	{Seconds: 2, Z: 3.6},
	{Seconds: 2, Z: -3.6, Heading: math.Pi},
	{Seconds: 1.5, X: 1.2, Heading: math.Pi},
	{Seconds: 1.5, Z: 1, Heading: math.Pi},
	{Seconds: 1.5, Heading: math.Pi / 2},
	{Seconds: 2, X: 3, Z: 1, Heading: 1.2},
	{Seconds: 2, X: 0.5, Z: 0.4, Heading: 0.9},
	{Seconds: 2},
}

// Planted feet stay where they are, whatever the course, and legs are long enough for their steps.
func TestRoamingFeetStand(t *testing.T) {
	lib, model := newModel(t)
	c, err := Roaming("course", lib.Skeleton(model.Skeleton), course...)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.Duration(), 18.0; math.Abs(got-want) > 1e-5 {
		t.Errorf("the clip takes %v s, its moves %v s", got, want)
	}
	r := newRoamer(course, c.Duration())
	worst, reach, contacts := 0.0, 0.0, 0
	for _, on := range bothSides {
		for k := range r.steps[on] {
			s := &r.steps[on][k]
			var spot mgl32.Vec3
			begun := false
			for time := max(s.land, 0); time <= min(s.lift, c.Duration()); time += 1.0 / 120 {
				u := (time - s.land) / (s.lift - s.land)
				if u < 0.2 || u > 0.6 || math.Abs(s.heading-r.at(time).heading) > 1 {
					continue // it rolls
				}
				pose := poseAt(lib, model, c, time, false)
				ball := pose.joint(toe.on(on))
				if !begun {
					begun, spot = true, ball
				}
				contacts++
				if d := float64(ball.Sub(spot).Len()); d > worst {
					worst = d
					t.Logf("%v foot slides by %.1f mm at %.2f s", on, 1000*d, time)
				}
			}
		}
	}
	rest := newRestPose()
	for k := range int(c.Duration() * keyRate) {
		solved := rest.solve(r.pose(float64(k) / keyRate))
		for _, on := range bothSides {
			if x := solved.legReach[on]; x > reach {
				reach = x
				t.Logf("leg %v reaches %.3f at %.2f s", on, x, float64(k)/keyRate)
			}
		}
	}
	if worst > 0.012 || contacts < 200 {
		t.Errorf("the balls of planted feet slide by %.1f mm in %d samples, want at most 12", 1000*worst, contacts)
	}
	if n := len(c.Markers()); n < 20 {
		t.Errorf("%d footfalls", n)
	}
}

// The course is that of the moves: after the springs the velocity is as wished.
func TestRoamingFollowsItsMoves(t *testing.T) {
	lib, model := newModel(t)
	c, err := Roaming("course", lib.Skeleton(model.Skeleton), course...)
	if err != nil {
		t.Fatal(err)
	}
	if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
		t.Fatal(err)
	}
	end := 0.0
	for i, m := range course {
		end += m.Seconds
		d := c.RootMotion().Delta(end-0.1, end)
		heading := c.RootMotion().At(end - 0.1).Yaw
		x := d.X*math.Cos(heading) + d.Z*math.Sin(heading)
		z := d.Z*math.Cos(heading) - d.X*math.Sin(heading)
		if math.Hypot(x*10-m.X, z*10-m.Z) > 0.05 || math.Abs(turned(heading-m.Heading)) > 0.02 {
			t.Errorf("move %d %+v ends with %v, %v m/s toward %v", i, m, x*10, z*10, heading)
		}
	}
}

func TestRoamingRejectsInvalidArguments(t *testing.T) {
	lib, model := newModel(t)
	for want, moves := range map[string][]Move{
		"0 moves": nil, "1 moves of 0.01 s": {{Seconds: 0.01}}, "move 1": {{Seconds: 1}, {Seconds: 1, X: math.NaN()}},
		"move 0": {{Seconds: -1}},
	} {
		_, err := Roaming("x", lib.Skeleton(model.Skeleton), moves...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := Roaming("x", nil, Move{Seconds: 1}); err == nil || !strings.Contains(err.Error(), "skeleton") {
		t.Errorf("without a skeleton: %v", err)
	}
}
