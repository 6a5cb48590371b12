package courses

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
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
	r := newRoamer(posing.NewRestPose(), course, c.Duration())
	checkFeetStand(t, lib, model, c, r)
	reach := 0.0
	rest := posing.NewRestPose()
	for k, pose := range r.poses(int(c.Duration()*posing.KeyRate + 0.5)) {
		solved := rest.Solve(pose)
		for _, on := range posing.BothSides {
			if x := solved.LegReach[on]; x > reach {
				reach = x
				t.Logf("leg %v reaches %.3f at %.2f s", on, x, float64(k)/posing.KeyRate)
			}
		}
	}
	if reach > 1.02 {
		t.Errorf("a leg reaches %.3f of its length", reach)
	}
	if n := len(c.Markers()); n < 20 {
		t.Errorf("%d footfalls", n)
	}
}

// turns are what is hardest for feet: turns on the spot and at a run, stops, steps aside.
var turns = []Move{
	{Seconds: 0.6},
	{Seconds: 1, Z: 2.4},
	{Seconds: 0.9},
	{Seconds: 1.1, Heading: math.Pi},
	{Seconds: 1, Z: -2.4, Heading: math.Pi},
	{Seconds: 1.3, Z: 2.4, Heading: 0.1},
	{Seconds: 1.3, X: -1.35, Heading: -1.5},
	{Seconds: 1.3, X: -0.3, Z: -0.3, Heading: -1.5},
	{Seconds: 0.8, Heading: -1.5},
	{Seconds: 1.1, Heading: 0.5},
	{Seconds: 1.1, Heading: -1.5},
	{Seconds: 1.3, X: 0.4, Heading: -3},
	{Seconds: 1.3, Z: 3.6, Heading: 0},
	{Seconds: 1.3, X: -3.6, Heading: -1.57},
	{Seconds: 1},
}

// climb goes up and down a slope along Z, after two seconds in which the ground inclines.
var climb = onSlope(0.3, []Move{
	{Seconds: 2},
	{Seconds: 3, Z: 1.35},
	{Seconds: 1.5},
	{Seconds: 2, Z: -1.35, Heading: math.Pi},
	{Seconds: 2, Z: -3, Heading: math.Pi},
	{Seconds: 2, Z: 3},
	{Seconds: 2, Z: -0.7},
	{Seconds: 1},
})

func onSlope(slope float64, moves []Move) []Move {
	for i := range moves {
		moves[i].SlopeZ = slope
	}
	return moves
}

// Whatever the turn and the slope, no sole that touches the ground moves over it: the heel, the
// ball of the foot, and the tip of the toes, which roll as balls do.
func TestRoamingSolesDoNotSlip(t *testing.T) {
	lib, model := newModel(t)
	rest := posing.NewRestPose()
	for name, moves := range map[string][]Move{"course": course, "turns": turns, "climb": climb} {
		slope, begin := float32(moves[0].SlopeZ), 0.0
		if slope != 0 {
			begin = moves[0].Seconds
		}
		normal := mgl32.Vec3{0, 1, -slope}.Normalize() // of the ground
		c, err := Roaming(name, lib.Skeleton(model.Skeleton), moves...)
		if err != nil {
			t.Fatal(err)
		}
		contacts, allowed := 0, 0.008
		if slope != 0 {
			allowed = 0.013
		}
		for _, s := range slipsOf(t, lib, model, c, normal, begin, posing.KeyRate) {
			contacts += s.contacts
			if !(s.farthest <= allowed) || s.lowest < -0.02 {
				t.Errorf("%s, %.2f s: a sole of the %s slips %.1f mm, expected at most %.0f, and is %.0f mm below the ground",
					name, s.when, rest.Bones[s.of].Name, 1000*s.farthest, 1000*allowed, -1000*s.lowest)
			}
		}
		if contacts < 300 {
			t.Errorf("%s: soles touched the ground in %d frames", name, contacts)
		}
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
	size := posing.SizeOf(skeleton, posing.NewRestPose())
	if size > 0.95 {
		t.Errorf("the companion has %v of the size of the mannequin: this test cannot fail", size)
	}
	checkFeetStand(t, lib, companion, c, newRoamer(posing.NewRestPose(), resized(course, 1/size), c.Duration()))
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
	for _, on := range posing.BothSides {
		for k := range r.steps[on] {
			s := &r.steps[on][k]
			var spot mgl32.Vec3
			begun := false
			for time := max(s.land, 0); time <= min(s.lift, c.Duration()); time += 1.0 / 120 {
				u := (time - s.land) / (s.lift - s.land)
				if u < 0.2 || u > 0.6 || math.Abs(s.heading-r.at(time).heading) > 1 {
					continue // it rolls
				}
				pose := poseAt(t, lib, model, c, time)
				ball := pose.joint(posing.Toe.On(on))
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

// On a slope the root is on the ground, and root motion along all axes carries the character up.
func TestRoamingClimbs(t *testing.T) {
	lib, model := newModel(t)
	c, err := Roaming("climb", lib.Skeleton(model.Skeleton), climb...)
	if err != nil {
		t.Fatal(err)
	}
	all := clip.RootMotionOptions{Translation: clip.AxisX | clip.AxisY | clip.AxisZ, Yaw: true}
	if c, err = clip.ExtractRootMotion(c, all); err != nil {
		t.Fatal(err)
	}
	highest := 0.0
	for k := range int(c.Duration() * posing.KeyRate) {
		at := c.RootMotion().At(float64(k) / posing.KeyRate)
		highest = max(highest, at.Y)
		if d := at.Y - 0.3*at.Z; math.Abs(d) > 1e-4 {
			t.Fatalf("%.2f s: the root is %v m from the ground", float64(k)/posing.KeyRate, d)
		}
	}
	if highest < 1 {
		t.Errorf("it climbs %v m", highest)
	}
}

func TestRoamingRejectsInvalidArguments(t *testing.T) {
	lib, model := newModel(t)
	for want, moves := range map[string][]Move{
		"0 moves": nil, "1 moves of 0.01 s": {{Seconds: 0.01}}, "move 1": {{Seconds: 1}, {Seconds: 1, X: math.NaN()}},
		"move 0": {{Seconds: -1}}, "slopes from -0.5 to 0.5": {{Seconds: 1, SlopeX: 0.6}},
		"found 0 along X and NaN": {{Seconds: 1, SlopeZ: math.NaN()}},
	} {
		_, err := Roaming("x", lib.Skeleton(model.Skeleton), moves...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	joints := make([]rig.Joint, posing.JointCount)
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
