package mannequin

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/soles"
)

// slipping is how far a sole slips at most while it touches the ground.
type slipping struct {
	of       joint
	farthest float64 // in meters
	when     float64 // seconds
	lowest   float32 // above the ground, in meters
	contacts int     // in how many frames it touches the ground
}

// slipsOf follows the heels, the balls of the feet and the tips of the toes of a clip, which roll on the
// ground as balls do, at so many frames a second from a time on. The ground leads through the origin.
func slipsOf(lib *assets.Library, model *assets.Model, c *assets.Clip, normal mgl32.Vec3, begin, rate float64) (
	list []slipping,
) {
	rest := newRestPose()
	for _, sole := range []struct {
		of            joint
		ahead, height float32
	}{{foot, -heelBack, heelHeight}, {toe, 0, ballHeight}, {toe, toeLength, toeHeight}} {
		for _, on := range bothSides {
			s := slipping{of: sole.of.on(on)}
			ball := soles.NewBall(mgl32.Translate3D(vec32(rest.position[s.of]).Elem()).
				Mul4(quat32(rest.rotation[s.of]).Mat4()), sole.ahead, sole.height)
			var contact soles.Contact
			for k := int(begin * rate); k < int(c.Duration()*rate); k++ {
				pose := poseAt(lib, model, c, float64(k)/rate, false)
				now := rig.MatrixAt(pose.matrices, int(s.of)).Mat4()
				s.lowest = min(s.lowest, ball.Above(now, normal))
				d := contact.Follow(ball, now, normal)
				if contact.Frames > 1 {
					s.contacts++
				}
				if contact.Frames > 2 && d > s.farthest {
					s.farthest, s.when = d, float64(k)/rate
				}
			}
			list = append(list, s)
		}
	}
	return list
}

// No sole slips as a foot rolls over the ground, leaves it and comes down again, in a step of any gait and
// in the clips on the spot.
func TestSolesDoNotSlip(t *testing.T) {
	lib, model := newModel(t)
	const most = 0.004
	check := func(name string, c *assets.Clip) {
		contacts := 0
		for _, s := range slipsOf(lib, model, c, mgl32.Vec3{0, 1, 0}, 0, 240) {
			contacts += s.contacts
			if !(s.farthest <= most) || s.lowest < -0.005 {
				t.Errorf("%s, %.3f s: a sole of the %s slips %.1f mm, expected at most %.0f, and is %.1f mm below the ground",
					name, s.when, newRestPose().bones[s.of].name, 1000*s.farthest, 1000*most, -1000*s.lowest)
			}
		}
		if contacts < 100 {
			t.Errorf("%s: soles touch the ground in %d samples", name, contacts)
		}
	}
	for _, row := range []struct {
		gait        *animation
		speed, turn float64
	}{
		{&walk, WalkSpeed, 0},
		{&walk, WalkSpeed, 0.9},
		{&walk, 0.7, 0.4},
		{&walk, 0, 1.4},
		{&run, RunSpeed, 0},
		{&run, RunSpeed, -1.1},
	} {
		c, err := Stepping("steps", lib.Skeleton(model.Skeleton), row.gait.name, row.speed, row.turn)
		if err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("%s at %v m/s, %v rad/s", row.gait.name, row.speed, row.turn), c)
	}
	for _, m := range animations {
		if m.gait == nil {
			check(m.name, lib.Clip(model.Clip(m.name)))
		}
	}
}
