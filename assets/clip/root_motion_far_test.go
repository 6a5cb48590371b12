package clip_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// below returns the joints at and below a joint.
func below(s *rig.Skeleton, joint int) []int {
	var all []int
	for j := range s.Len() {
		for k := j; k >= 0; k = s.Parent(k) {
			if k == joint {
				all = append(all, j)
				break
			}
		}
	}
	return all
}

// distanceFromClip returns the largest distance in meters between joints of the clip and of the
// extracted clip with its motion, at a time in seconds, and the largest coordinate of these joints.
func distanceFromClip(original, stripped *clip.Clip, joints []int, time float64) (distance, magnitude float64) {
	want := reference.Models(original.Skeleton(), reference.Sample(original, time))
	pose := reference.Models(original.Skeleton(), reference.Sample(stripped, time))
	motion := reference.MotionMatrix(stripped.RootMotion().At(time), stripped.RootMotion().Up())
	for _, j := range joints {
		got, square := motion.Mul(pose[j]), 0.0
		for r := range 3 {
			square += (got[r][3] - want[j][r][3]) * (got[r][3] - want[j][r][3])
			magnitude = max(magnitude, math.Abs(got[r][3]))
		}
		distance = max(distance, math.Sqrt(square))
	}
	return distance, magnitude
}

func TestRootMotionToleranceHoldsForFarJoints(t *testing.T) {
	for _, meters := range []float32{1, 20, 300} {
		s := handmade.Skeleton(t, handmade.Joint("hips", -1), handmade.Joint("kite", 0))
		var times []float32
		var turns []mgl32.Quat
		for k := range 5 {
			times = append(times, float32(k)/2)
			turns = append(turns, mgl32.QuatRotate(float32(k*k)/3, mgl32.Vec3{0.2, 1, 0.1}.Normalize()))
		}
		// The kite is far away in the clip only, not in the rest pose.
		c := handmade.Build(t, clip.NewBuilder("kite", s).Rotation(0, clip.Linear, times, turns).
			Translation(1, clip.Linear, times[:1], []mgl32.Vec3{{meters, 0, 0}}))
		const tolerance = 1e-3 // the skeleton is at one point, so that it counts as rig.CharacterSize
		stripped := extract(t, c, clip.RootMotionOptions{Tolerance: tolerance})
		for i := range 2001 {
			time := c.Duration() * float64(i) / 2000
			if d, magnitude := distanceFromClip(c, stripped, []int{0, 1}, time); d > tolerance+1e-6*magnitude {
				t.Fatalf("at %v m and %v s the error is %v m, want at most %v m", meters, time, d, tolerance)
			}
		}
	}
}

// Extraction keeps its tolerance for every joint at and below the followed one, at any time, or
// reports an error.
func TestRootMotionToleranceOfRandomClips(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	clips := 150
	if os.Getenv("SINEW_LONG") != "" {
		clips = 10000
	}
	extracted := 0
	for i := range clips {
		shape := randomassets.Shape{
			Joints: 1 + r.IntN(8), Roots: 1, Reach: 1 + r.IntN(4),
			Bone: float32(math.Exp2(6*r.Float64() - 3)),
		}
		s := randomassets.Skeleton(r, shape)
		shape.Bone *= [...]float32{1, 40}[r.IntN(2)] // the clip may move the joints far away
		c := randomassets.Clip(r, s, shape, 1+r.IntN(8))
		o := clip.RootMotionOptions{
			Number: 1 + r.IntN(s.Len()), Translation: clip.Axes(r.IntN(8)), Yaw: r.IntN(3) > 0,
			Up: clip.UpAxis(r.IntN(2)), Tolerance: 1e-3,
		}
		stripped, err := clip.ExtractRootMotion(c, o)
		if err != nil {
			if text := err.Error(); !strings.Contains(text, "exceeds the tolerance") &&
				!strings.Contains(text, "does not move") && !errors.Is(err, clip.ErrNoRootMotion) {
				t.Fatalf("%d: %v", i, err)
			}
			continue
		}
		extracted++
		tolerance := o.Tolerance * s.Size() / rig.CharacterSize
		joints := below(s, o.Number-1)
		motion := stripped.RootMotion()
		check := func(time float64) {
			if d, magnitude := distanceFromClip(c, stripped, joints, time); d > 1.02*tolerance+
				4e-6*(magnitude+s.Size()) {
				t.Errorf("%d: %+v: at %v s the error is %v m, want at most %v m", i, o, time, d, tolerance)
			}
		}
		times := motion.Times()
		for k := range 40 {
			time := c.Start() + r.Float64()*c.Duration()
			if k%2 == 0 && len(times) > 1 {
				n := r.IntN(len(times) - 1)
				time = times[n] + r.Float64()*(times[n+1]-times[n])
				if times[n+1]-times[n] < 1e-6 {
					continue // a jump, between two neighboring float32
				}
			}
			check(time)
		}
	}
	if extracted < clips/2 {
		t.Errorf("%d of %d clips extracted", extracted, clips)
	}
}

func TestRootMotionOfAJointThatDoesNotMove(t *testing.T) {
	s := walker(t)
	c := handmade.Build(t, walking(t, s))
	for _, o := range []clip.RootMotionOptions{{Joint: "camera"}, {Number: 4}, {Joint: "root"}} {
		_, err := clip.ExtractRootMotion(c, o)
		joint := o.Joint
		if joint == "" {
			joint = "camera"
		}
		if want := fmt.Sprintf("(%q): expected a joint that moves, found one that does not move", joint); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), `clip "walk"`) {
			t.Errorf("%+v: %v, want an error with %s", o, err, want)
		}
	}
	// A joint below a moving one moves.
	extract(t, c, clip.RootMotionOptions{Joint: "hand"})
}
