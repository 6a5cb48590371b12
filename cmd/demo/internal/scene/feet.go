package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/systems"
)

// level is the ground of scenes without slopes.
func level(_, _ float32) (height float32, normal mgl32.Vec3) { return 0, mgl32.Vec3{0, 1, 0} }

// placeFeet sets the ground, and returns a stack that places the feet of a mannequin on it.
func (s *Scene) placeFeet(model *assets.Model, ground systems.GroundFunc) (id.ModifierStack, error) {
	s.animation.SetGround(ground)
	b := modifier.New("feet", s.library.Skeleton(model.Skeleton))
	addFeet(b)
	stack, err := b.Add(s.library)
	if err != nil {
		return 0, fmt.Errorf("scene: %w", err)
	}
	return stack, nil
}

// mannequinFeet returns the feet of the mannequin.
func mannequinFeet() (feet []modifier.Foot) {
	for _, side := range []string{"left", "right"} {
		feet = append(feet, modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe",
			Bend: mgl32.Vec3{0, 0, 1}, ToeLength: 0.072, TipHeight: 0.018, HeelLength: 0.04, HeelHeight: 0.03,
		})
	}
	return feet
}

// addFeet adds the placement of a mannequin's feet to a stack.
func addFeet(b *modifier.Builder) {
	// A foot that a crossfade brings to its place comes to stand before it is there.
	feet := modifier.Feet{Pelvis: "hips", LockSpeed: 0.8, Feet: mannequinFeet()}
	b.Feet("feet", feet)
	for i := range feet.Feet { // an ankle bends no farther than a person's, also on the edge of a step
		b.LimitRotation("feet", modifier.JointLimit{
			Joint: feet.Feet[i].End, Axis: mgl32.Vec3{1, 0, 0}, Twist: [2]float32{-1.04, 0.78},
		})
	}
}

// standOn lets a character place its feet by a stack of [Scene.placeFeet].
func (s *Scene) standOn(a *character, stack id.ModifierStack) error {
	if err := s.animation.Modify(a.entity, stack); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	return s.animation.Modifier(a.entity, "feet").Fade(1, 0)
}

// StandOnFloor lets the character of an index place its feet on the level floor, where those that
// are planted stay until they are lifted. Its skeleton is that of the mannequin.
func (s *Scene) StandOnFloor(i int) error {
	feet, err := s.placeFeet(s.characters[i].model, level)
	if err != nil {
		return err
	}
	return s.standOn(s.characters[i], feet)
}
