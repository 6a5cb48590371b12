package modifier

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solvers"
)

// halfTurn is the largest angle in radians, with room for what rounding makes of π.
const halfTurn = math.Pi + 1e-6

// inDegrees returns words for errors about angles in radians, if they can only have been meant in
// degrees.
func inDegrees(angles ...float32) string {
	for _, angle := range angles {
		if size := max(angle, -angle); size > 2*halfTurn && size <= 360 {
			return likeDegrees(angle)
		}
	}
	return ""
}

func likeDegrees(angle float32) string {
	return fmt.Sprintf(", which looks like degrees: %v° are %.4g radians", angle, float64(angle)*math.Pi/180)
}

// fastestTurn is the largest speed of a turn, in radians per second: ten turns. It is half a turn
// in three frames of 1/60 s, which limits nothing that is seen, and four times as fast as eyes are.
const fastestTurn = 20 * math.Pi

// turnSpeed checks a largest speed at which something turns.
func (c context) turnSpeed(noun string, speed float32) {
	if speed >= 0 && speed <= fastestTurn {
		return
	}
	degrees := ""
	if speed > fastestTurn && speed <= 3600 {
		degrees = likeDegrees(speed)
	}
	c.fail("expected a %s from 0 to %.4g radians per second, which are ten turns, found %v%s", noun, fastestTurn, speed,
		degrees)
}

// limit returns the settings of a joint's limits. The direction is the axis of a limit that has
// none.
func (c context) limit(s *JointLimit, joint int, direction mgl32.Vec3) *solvers.LimitSettings {
	axis := exact.ToVec3(s.Axis)
	if axis == (exact.Vec3{}) && !s.Hinge {
		axis = exact.ToVec3(direction)
	}
	if !axis.IsFinite() || axis.Length() == 0 {
		c.fail("joint %q: expected a finite axis that is not 0, found %v", s.Joint, s.Axis)
	}
	if !(s.Cone >= 0 && s.Cone <= halfTurn) {
		c.fail("joint %q: expected a cone from 0 to π radians, found %v%s", s.Joint, s.Cone, inDegrees(s.Cone))
	}
	if !s.Hinge && s.Cone == 0 && s.Twist == [2]float32{} {
		c.fail("joint %q: expected a limit, which is a hinge, a cone or a twist, found none", s.Joint)
	}
	low, high := float64(s.Twist[0]), float64(s.Twist[1])
	if !(low >= -math.Pi-1e-6 && low <= high && high <= math.Pi+1e-6) {
		c.fail("joint %q: expected limits of the twist that ascend from -π to π radians, found %v%s", s.Joint, s.Twist,
			inDegrees(s.Twist[:]...))
	}
	if len(c.b.errs) > 0 {
		return nil
	}
	axis = axis.Normalized()
	rest := exact.XYZW(c.b.skeleton.Rest(joint).Rotation)
	numbers := [layout.LimitOut - layout.LimitRest]float32{
		rest[0], rest[1], rest[2], rest[3], float32(axis[0]), float32(axis[1]), float32(axis[2]), 0, -2, -2, 0, 2, 0,
	}
	if s.Hinge {
		numbers[8] = 1
	} else if s.Cone > 0 {
		sin, cos := exact.SinCos(float64(s.Cone) / 2)
		numbers[7], numbers[8] = float32(sin), float32(cos)
	}
	if s.Twist != [2]float32{} {
		for i, angle := range s.Twist {
			sin, cos := exact.SinCos(min(max(float64(angle), -math.Pi), math.Pi) / 2)
			numbers[9+2*i], numbers[10+2*i] = float32(sin), float32(cos)
		}
	}
	t := new(solvers.LimitSettings)
	for i, x := range numbers {
		for l := range solvers.Lanes {
			t[i*solvers.Lanes+l] = x
		}
	}
	return t
}
