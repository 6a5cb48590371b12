package systems_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// TestToesStayOnTheGround: where a heel rises because the leg is too short, as at the edge of a
// high step, the toes stay on the ground.
func TestToesStayOnTheGround(t *testing.T) {
	var sinks [2]float32
	raised := 0
	for i := range sinks {
		s := newFeetStage(t, 1)
		settings := mannequinFeet()
		settings.NoToes, settings.MaxDrop = i == 0, 0.12 // the pelvis cannot go down far enough
		var err error
		s.stack, err = modifier.New("toes", s.library.Skeleton(s.model.Skeleton)).Feet("feet", settings).Add(s.library)
		s.must(err)
		entity, free := s.walker("idle", 0, true), s.walker("idle", 0, false)
		s.must(s.animation.Update(1.0 / 60))
		// The tips of the toes, at the height of the joint in the pose of the motions.
		var tips [2]mgl32.Vec4
		for k, joint := range []string{"left_toe", "right_toe"} {
			m, err := s.animation.JointWorld(free, joint)
			s.must(err)
			tips[k] = m.Inv().Mul4x1(m.Col(3).Add(mgl32.Vec4{0, 0, 0.08, 0}))
		}
		low := s.jointWorld(free, "left_toe")[1]
		s.animation.SetGround(systems.GroundFunc(func(x, _ float32) (float32, mgl32.Vec3) { // the left foot on a step
			if x > 0 {
				return 0.2, mgl32.Vec3{0, 1, 0}
			}
			return -0.19, mgl32.Vec3{0, 1, 0}
		}))
		for range 120 {
			s.must(s.animation.Update(1.0 / 60))
		}
		for k, joint := range []string{"left_toe", "right_toe"} {
			m, err := s.animation.JointWorld(entity, joint)
			s.must(err)
			ground := []float32{0.2, -0.19}[k]
			if k == 1 && s.jointWorld(entity, "right_foot")[1]-ground > s.jointWorld(free, "right_foot")[1]+0.03 {
				raised++
			}
			sinks[i] = max(sinks[i], ground+low-m.Mul4x1(tips[k])[1])
		}
	}
	t.Logf("the tips of the toes sink %.1f mm without bending and %.1f mm with", 1000*sinks[0], 1000*sinks[1])
	if raised != 2 || sinks[0] < 0.01 || sinks[1] > 0.002 {
		t.Errorf("%d raised heels; the tips of the toes sink %v m without bending, and %v m with", raised,
			sinks[0], sinks[1])
	}
}

// steepStage is a standing character whose feet tilt by 0.2 radians at most, on ground that rises
// ahead by an angle that can be changed, and one without foot placement.
type steepStage struct {
	*feetStage
	angle         float64
	entity, plain ecs.Entity
}

func newSteepStage(t *testing.T, noToes bool) *steepStage {
	t.Helper()
	s := &steepStage{feetStage: newFeetStage(t, 1)}
	settings := mannequinFeet()
	settings.MaxPitch, settings.NoToes = 0.2, noToes
	var err error
	s.stack, err = modifier.New("steep", s.library.Skeleton(s.model.Skeleton)).Feet("feet", settings).Add(s.library)
	s.must(err)
	s.animation.SetGround(systems.GroundFunc(func(_, z float32) (float32, mgl32.Vec3) {
		sin, cos := math.Sincos(s.angle)
		return float32(sin/cos) * z, mgl32.Vec3{0, float32(cos), -float32(sin)}
	}))
	s.entity, s.plain = s.walker("none", 0, true), s.walker("none", 0, false)
	return s
}

// toeAngle returns how far a toe is turned about the side axis from where the motions have it,
// against a slope.
func (s *steepStage) toeAngle(joint string) float64 {
	placed, err := s.animation.JointWorld(s.entity, joint)
	s.must(err)
	free, err := s.animation.JointWorld(s.plain, joint)
	s.must(err)
	ahead := free.Inv().Mul4x1(mgl32.Vec4{0, 0, 1, 0}) // in the space of the toe
	way := placed.Mul4x1(ahead)
	return math.Atan2(float64(way[1]), float64(way[2]))
}

// TestToesOnSteepGround: where the ground is steeper than a foot can tilt the toes lie along it,
// uphill and downhill, up to their limits.
func TestToesOnSteepGround(t *testing.T) {
	// Toes turn down by 0.5 at most. Feet point a little outward, so that what limits leave differs
	// a little from what is seen from the side.
	for _, c := range []struct{ angle, foot, toe, near float64 }{
		{0.15, 0.15, 0.15, 2e-3},
		{-0.15, -0.15, -0.15, 2e-3},
		{0.5, 0.2, 0.5, 0.01},
		{-0.5, -0.2, -0.5, 0.01},
		{-0.95, -0.2, -0.7, 0.025},
	} {
		for _, noToes := range []bool{false, true} {
			s := newSteepStage(t, noToes)
			s.angle = c.angle
			for range 60 {
				s.must(s.animation.Update(1.0 / 60))
			}
			want := c.toe
			if noToes {
				want = c.foot
			}
			for _, side := range []string{"left", "right"} {
				if got := s.toeAngle(side + "_toe"); math.Abs(got-want) > c.near {
					t.Errorf("on a slope of %v (without toes: %v) the %s toe is turned by %v, want %v", c.angle, noToes,
						side, got, want)
				}
				if got := s.toeAngle(side + "_foot"); math.Abs(got-c.foot) > c.near {
					t.Errorf("on a slope of %v the %s foot is turned by %v, want %v", c.angle, side, got, c.foot)
				}
			}
		}
	}
}

// TestToesDoNotPop: toes turn with ground that turns, beyond what the foot can follow, and do not
// jump where the ground does.
func TestToesDoNotPop(t *testing.T) {
	s := newSteepStage(t, false)
	before, most, slow := 0.0, 0.0, 0.0
	for frame := range 360 {
		switch {
		case frame < 120:
			s.angle = 0.5 * float64(frame) / 120
		case frame < 180: // it jumps
			s.angle = -0.6
		case frame < 240:
			s.angle = math.NaN()
		default:
			s.angle = 0.5
		}
		s.must(s.animation.Update(1.0 / 60))
		now := s.toeAngle("left_toe")
		if most = max(most, math.Abs(now-before)); frame < 120 {
			slow = max(slow, math.Abs(now-before))
		}
		before = now
	}
	t.Logf("toes turn by at most %.3f radians within a frame, and by %.4f where the ground turns by 0.0042", most, slow)
	if most > 0.11 || slow > 0.01 { // at most 6 radians per second
		t.Errorf("toes turn by %v radians within a frame, and by %v where the ground turns slowly", most, slow)
	}
}
