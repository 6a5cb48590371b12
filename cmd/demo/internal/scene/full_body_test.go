package scene_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

// The mannequin stands on the ground, and the box that it lifts stays a hand's breadth clear of its
// knees, thighs, chest and head.
func TestTheBoxStaysClearOfTheBody(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewFullBody(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Ground() != 0 {
		t.Errorf("expected the ground at the feet, 0, found it at %v", s.Ground())
	}
	half := mgl32.Vec3{0.16, 0.1, 0.11}
	body := s.Entity(1)
	for frame := range int(scene.Period * 30) {
		if err := s.Update(1.0 / 30); err != nil {
			t.Fatal(err)
		}
		box, err := s.Animation().JointWorld(s.Entity(0), "box")
		if err != nil {
			t.Fatal(err)
		}
		for _, ball := range []struct {
			joint  string
			at     mgl32.Vec3 // in the joint's space
			radius float32
		}{
			{"left_shin", mgl32.Vec3{0, 0, 0.006}, 0.05},
			{"right_shin", mgl32.Vec3{0, 0, 0.006}, 0.05},
			{"left_thigh", mgl32.Vec3{0, 0.25, 0.01}, 0.07},
			{"right_thigh", mgl32.Vec3{0, 0.25, 0.01}, 0.07},
			{"spine_3", mgl32.Vec3{0, 0.05, 0.02}, 0.1},
			{"head", mgl32.Vec3{0, 0.09, 0}, 0.1},
		} {
			joint, err := s.Animation().JointWorld(body, ball.joint)
			if err != nil {
				t.Fatal(err)
			}
			at := mgl32.TransformCoordinate(mgl32.TransformCoordinate(ball.at, joint), box.Inv())
			var outside mgl32.Vec3 // from the nearest point of the box
			for i, x := range at {
				outside[i] = x - min(max(x, -half[i]), half[i])
			}
			if gap := outside.Len() - ball.radius; gap < 0.1 {
				t.Errorf("at %.2f s the box is %.0f mm from %s, want 100 or more", float64(frame+1)/30, 1000*gap, ball.joint)
			}
		}
	}
}
