package mannequin

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
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
	checkFeetStand(t, lib, model, c, r)
	reach := 0.0
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
	if n := len(c.Markers()); n < 20 {
		t.Errorf("%d footfalls", n)
	}
}

// The companion moves at the speeds of its moves, with steps that suit its size.
func TestRoamingOfTheCompanion(t *testing.T) {
	lib, _, companion := companions(t)
	skeleton := lib.Skeleton(companion.Skeleton)
	c, err := Roaming("course", skeleton, course...)
	if err != nil {
		t.Fatal(err)
	}
	size := sizeOf(skeleton, newRestPose())
	if size > 0.95 {
		t.Errorf("the companion has %v of the size of the mannequin: this test cannot fail", size)
	}
	checkFeetStand(t, lib, companion, c, newRoamer(resized(course, 1/size), c.Duration()))
	if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
		t.Fatal(err)
	}
	const end = 5.5 // of the run
	if d := c.RootMotion().Delta(end-0.1, end); math.Abs(d.Z*10-course[2].Z) > 0.05 {
		t.Errorf("it runs at %v m/s, want %v", d.Z*10, course[2].Z)
	}
}

// checkFeetStand checks that planted feet do not slide in a clip of a course.
func checkFeetStand(t *testing.T, lib *assets.Library, model *assets.Model, c *assets.Clip, r *roamer) {
	t.Helper()
	worst, contacts := 0.0, 0
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
	if worst > 0.012 || contacts < 200 {
		t.Errorf("the balls of planted feet slide by %.1f mm in %d samples, want at most 12", 1000*worst, contacts)
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
		if math.Hypot(x*10-m.X, z*10-m.Z) > 0.05 || math.Abs(exact.Wrap(heading-m.Heading, -math.Pi, math.Pi)) > 0.02 {
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
	joints := make([]rig.Joint, jointCount)
	for j := range joints {
		joints[j] = rig.Joint{Name: strings.Repeat("x", j+1), Parent: -1, Rest: rig.IdentityTRS()}
	}
	flat, err := rig.NewSkeleton("flat", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Roaming("x", flat, Move{Seconds: 1})
	if err == nil || !strings.Contains(err.Error(), "hips above the ground") {
		t.Errorf("without a height: %v", err)
	}
	if _, err := Roaming("x", nil, Move{Seconds: 1}); err == nil || !strings.Contains(err.Error(), "skeleton") {
		t.Errorf("without a skeleton: %v", err)
	}
}
