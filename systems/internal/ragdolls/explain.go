package ragdolls

import (
	"fmt"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains the bodies of a character.
func Explain(s *explaining.Subject) {
	component := explaining.Of[components.Ragdoll](s)
	if component == nil {
		return
	}
	out := &explain.Ragdoll{
		Weight: explaining.Number(component.Weight), Target: explaining.Number(component.WeightTarget),
		Rate: explaining.Number(component.Rate), Bodies: []explain.Body{},
	}
	s.Out.Ragdoll = out
	given := 0
	if s.Pool != nil {
		if run := Of(s.Pool, s.Slot); run != nil {
			for i := range run.Bodies {
				body := &run.Bodies[i]
				out.Bodies = append(out.Bodies, explain.Body{
					Joint: s.Skeleton.JointName(int(body.Joint)), Weight: explaining.Number(body.Weight),
					Given: body.IsGiven,
				})
				if body.IsGiven {
					given++
				}
			}
		}
	}
	switch {
	case !(component.Weight > 0):
	case len(out.Bodies) == 0:
		s.Find("ragdoll-without-bodies", "",
			fmt.Sprintf("expected bodies for a ragdoll of weight %v, found none; it has no effect",
				component.Weight), "call Ragdoll.Bind with the joints of the bodies")
	case given == 0:
		s.Find("ragdoll-without-places", "",
			fmt.Sprintf("expected places of the %d bodies, found none; they have no effect",
				len(out.Bodies)), "call Ragdoll.SetBody for each body in every frame")
	}
}

// Working returns the bodies that pose a joint, with their weights: its own, if there is one.
func Working(s *explaining.Subject, joint int) (list []explain.Cause) {
	component := explaining.Of[components.Ragdoll](s)
	if component == nil || s.Pool == nil || !(component.Weight > 0) {
		return nil
	}
	run := Of(s.Pool, s.Slot)
	if run == nil {
		return nil
	}
	for i := range run.Bodies {
		if body := &run.Bodies[i]; int(body.Joint) == joint && body.IsGiven {
			list = append(list, explain.Cause{
				Name:   fmt.Sprintf("body of joint %q", s.Skeleton.JointName(joint)),
				Weight: explaining.Number(min(component.Weight, 1) * body.Weight),
			})
		}
	}
	return list
}
