package givenposes

import (
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains the pose that a program gives a character.
func Explain(s *explaining.Subject) {
	override := explaining.Of[components.PoseOverride](s)
	if override == nil {
		return
	}
	isSet := s.Pool != nil && s.Pool.Row(s.Slot, column.GivenPose) >= 0
	s.Out.Given = append(s.Out.Given, explain.Given{
		What: "pose", Weight: explaining.Number(override.Weight),
		Set: isSet,
	})
	switch {
	case !isSet:
		s.Find("given-pose-missing", "", "expected a pose for components.PoseOverride, found none; the motions show",
			"call Animation.SetLocalPose, which adds the component itself")
	case override.Weight >= 1:
		s.Find("given-pose-covers", "", "a pose that the program gives shows at weight 1, in place of all motions",
			"call Animation.ClearLocalPose to show the motions again")
	}
}
