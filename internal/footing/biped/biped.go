package biped

import (
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/footing"
)

// BodyOf finds the body of a skeleton: of each foot the ankle, and the toes where there are any. It
// has no feet if the skeleton is no humanoid.
func BodyOf(skeleton *rig.Skeleton) footing.Body {
	b := footing.Body{Skeleton: skeleton}
	humanoid, err := humanoid.Find(skeleton)
	if err != nil {
		return b
	}
	if joint, ok := humanoid.Joint("hips"); ok {
		b.Hips = joint
	}
	for _, side := range [...]string{"left", "right"} {
		var foot []int
		for _, bone := range [...]string{"Foot", "Toes"} {
			if joint, ok := humanoid.Joint(side + bone); ok {
				foot = append(foot, joint)
			}
		}
		if len(foot) > 0 {
			b.Feet = append(b.Feet, foot)
		}
	}
	return b
}
