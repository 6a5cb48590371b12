package courses

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/soles"
)

// slipping is how far a sole slips at most while it touches the ground.
type slipping struct {
	of       posing.Joint
	farthest float64 // in meters
	when     float64 // seconds
	lowest   float32 // above the ground, in meters
	contacts int     // in how many frames it touches the ground
}

// slipsOf follows the heels, the balls of the feet and the tips of the toes of a clip, which roll on
// the ground as balls do, at so many frames a second from a time on. The ground leads through the
// origin.
func slipsOf(t testing.TB, lib *assets.Library, model *assets.Model, c *assets.Clip, normal mgl32.Vec3, begin,
	rate float64) (
	list []slipping,
) {
	rest := posing.NewRestPose()
	for _, sole := range []struct {
		of            posing.Joint
		ahead, height float32
	}{{posing.Foot, -posing.HeelBack, posing.HeelHeight}, {posing.Toe, 0, posing.BallHeight}, {
		posing.Toe,
		posing.ToeLength, posing.ToeHeight,
	}} {
		for _, on := range posing.BothSides {
			s := slipping{of: sole.of.On(on)}
			ball := soles.NewBall(mgl32.Translate3D(posing.Vec32(rest.Position[s.of]).Elem()).
				Mul4(posing.Quat32(rest.Rotation[s.of]).Mat4()), sole.ahead, sole.height)
			var contact soles.Contact
			for k := int(begin * rate); k < int(c.Duration()*rate); k++ {
				pose := poseAt(t, lib, model, c, float64(k)/rate)
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

// No sole slips as a foot rolls over the ground, leaves it and comes down again, in a step of any
// gait and in the clips on the spot.
func TestSolesDoNotSlip(t *testing.T) {
	lib, model := newModel(t)
	const most = 0.004
	check := func(name string, c *assets.Clip) {
		contacts := 0
		for _, s := range slipsOf(t, lib, model, c, mgl32.Vec3{0, 1, 0}, 0, 240) {
			contacts += s.contacts
			if !(s.farthest <= most) || s.lowest < -0.005 {
				t.Errorf("%s, %.3f s: a sole of the %s slips %.1f mm, expected at most %.0f, and is %.1f mm below the ground",
					name, s.when, posing.NewRestPose().Bones[s.of].Name, 1000*s.farthest, 1000*most, -1000*s.lowest)
			}
		}
		if contacts < 100 {
			t.Errorf("%s: soles touch the ground in %d samples", name, contacts)
		}
	}
	for _, row := range []struct {
		gait        *posing.Animation
		speed, turn float64
	}{
		{&posing.Walk, posing.WalkSpeed, 0},
		{&posing.Walk, posing.WalkSpeed, 0.9},
		{&posing.Walk, 0.7, 0.4},
		{&posing.Walk, 0, 1.4},
		{&posing.Run, posing.RunSpeed, 0},
		{&posing.Run, posing.RunSpeed, -1.1},
	} {
		c, err := Stepping("steps", lib.Skeleton(model.Skeleton), row.gait.Name, row.speed, row.turn)
		if err != nil {
			t.Fatal(err)
		}
		check(fmt.Sprintf("%s at %v m/s, %v rad/s", row.gait.Name, row.speed, row.turn), c)
	}
	for _, id := range model.Clips {
		if c := lib.Clip(id); c.Name() != posing.Walk.Name && c.Name() != posing.Run.Name { // those move over the ground
			check(c.Name(), c)
		}
	}
}
