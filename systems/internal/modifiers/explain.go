package modifiers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains the stack of a character, and what its solvers work toward.
func Explain(s *explaining.Subject) {
	component, stack := stackOf(s)
	if component == nil || component.Stack == 0 {
		return
	}
	if stack == nil {
		if other := s.Library.ModifierStack(component.Stack); other != nil {
			s.Find("stack-of-other-skeleton", "",
				fmt.Sprintf("expected a modifier stack of skeleton %q, found %q of skeleton %q; "+
					"it changes nothing", s.Skeleton.Name(), other.Name(), other.Skeleton().Name()),
				"build the stack for the skeleton of the character")
			return
		}
		s.Find("stack-removed", "", s.Library.Describe(component.Stack)+"; it changes nothing",
			"call Animation.Modify with a stack of the library")
		return
	}
	out := &explain.Modifiers{Stack: stack.Name(), Goals: []explain.Goal{}, Solvers: []explain.Solver{}}
	more := explaining.Of[components.MoreGoals](s)
	for i, name := range stack.Goals() {
		goal := components.GoalAt(component, more, i)
		if goal == nil {
			s.Find("goals-missing", fmt.Sprintf("goal %q", name),
				"expected components.MoreGoals for the goals of stack "+
					fmt.Sprintf("%q after the first, found none", stack.Name()),
				"call Animation.Modify, which adds what a stack needs")
			continue
		}
		out.Goals = append(out.Goals, describeGoal(stack, i, goal))
		explainGoal(s, stack, i, goal)
	}
	for _, d := range describeSolvers(s, component, stack) {
		out.Solvers = append(out.Solvers, explain.Solver{
			Kind: d.Kind, Goal: strings.Join(d.Goals, ", "), Weight: explaining.Number(d.Weight),
			Joints: len(d.Changes),
		})
	}
	explainUnits(s, stack)
	s.Out.Modifiers = out
}

// stackOf returns the component of a character and its stack, or nil. A stack for another skeleton
// is none.
func stackOf(s *explaining.Subject) (*components.Modifiers, *solving.Stack) {
	component := explaining.Of[components.Modifiers](s)
	if component == nil {
		return nil, nil
	}
	stack := (*solving.Stack)(s.Library.ModifierStack(component.Stack))
	if stack != nil && stack.Skeleton() != s.Skeleton {
		stack = nil
	}
	return component, stack
}

// describeSolvers returns the solvers of a character with their weights.
func describeSolvers(s *explaining.Subject, c *components.Modifiers, stack *solving.Stack) []solving.Description {
	goals := make([]solving.Goal, solving.MaxGoals)
	more := explaining.Of[components.MoreGoals](s)
	for i := range stack.Goals() {
		if goal := components.GoalAt(c, more, i); goal != nil && whyNoTarget(s, stack, i, goal) == "" {
			goals[i].Weight = goal.Weight
		}
	}
	level := 0
	if s.Pool != nil {
		level = s.Pool.Level(s.Slot)
	}
	return stack.Describe(goals, level)
}

// spaces are the names of the spaces of goals.
var spaces = [...]string{"none", "world", "character", "joint", "entity", "joint of entity"}

func describeGoal(stack *solving.Stack, i int, goal *components.Goal) explain.Goal {
	out := explain.Goal{
		Name: stack.Goals()[i], Weight: explaining.Number(goal.Weight), Target: explaining.Number(goal.WeightTarget),
		Rate: explaining.Number(goal.Rate), Space: spaces[0], Position: explaining.Numbers(goal.Position),
		Entity: goal.Entity.ID(), Joint: int(goal.Joint),
	}
	switch use := stack.TargetUse(i); {
	case use == solving.WeightOnly:
		out.Space = "weight only"
	case use == solving.NeedsGround && goal.Space == components.NoTarget:
		out.Space = "ground"
	case int(goal.Space) < len(spaces):
		out.Space = spaces[goal.Space]
	}
	return out
}

// whyNoTarget says why a goal that needs a target has none, or returns an empty text.
func whyNoTarget(s *explaining.Subject, stack *solving.Stack, i int, goal *components.Goal) string {
	switch use := stack.TargetUse(i); {
	case use != solving.NeedsTarget && (use != solving.MayUseTarget || goal.Space == components.NoTarget):
		return ""
	case goal.Space == components.NoTarget:
		return "found none"
	case goal.Space > components.EntityJointSpace:
		return fmt.Sprintf("found the unknown space %d", goal.Space)
	case !explaining.IsFinite(goal.Position[:]...):
		return fmt.Sprintf("found %v, which is not finite", goal.Position)
	case goal.Space == components.JointSpace && (goal.Joint < 0 || int(goal.Joint) >= s.Skeleton.Len()):
		return fmt.Sprintf("found joint %d of %d", goal.Joint, s.Skeleton.Len())
	case goal.Space != components.EntitySpace && goal.Space != components.EntityJointSpace:
		return ""
	case explaining.On[components.Transform](s, goal.Entity) == nil:
		return fmt.Sprintf("found entity %d, which is dead or has no Transform", goal.Entity.ID())
	}
	return ""
}

// explainGoal finds why a goal has no effect.
func explainGoal(s *explaining.Subject, stack *solving.Stack, i int, goal *components.Goal) {
	name := stack.Goals()[i]
	where := fmt.Sprintf("goal %q", name)
	if why := whyNoTarget(s, stack, i, goal); why != "" {
		s.Find("no-target", where, fmt.Sprintf("expected a target of goal %q, %s; it has no effect", name, why),
			"call Modifier.Aim with a point, or Modifier.Follow with an entity")
		return
	}
	if stack.TargetUse(i) == solving.NeedsGround {
		if !s.HasGround && (!(goal.Weight > 0) || goal.Space == components.NoTarget) {
			s.Find("no-ground", where, "expected ground under a foot, found none; the foot stays as its clips pose it",
				"call Animation.SetGround, or Modifier.StandOn in every frame")
		}
		return
	}
	if !(goal.Weight > 0) && !(goal.Rate > 0 && goal.WeightTarget > 0) {
		s.Find("goal-without-weight", where, fmt.Sprintf("expected a weight above 0, found %v; the goal has no effect",
			goal.Weight), "call Modifier.Fade, or Modifier.Aim, which fades it in")
	}
}

// explainUnits finds springs whose unit of length is not that of the world.
func explainUnits(s *explaining.Subject, stack *solving.Stack) {
	goal, meters, ok := stack.SpringUnits()
	if !ok {
		return
	}
	scale := max(s.Scale[0], s.Scale[1], s.Scale[2])
	if ratio := scale / meters; ratio < 1.0/mostRatio || ratio > mostRatio {
		s.Find("spring-units", fmt.Sprintf("goal %q", goal),
			fmt.Sprintf("expected a scale near %v in the world, "+
				"because the springs take a unit of the model for %v m, found %.4g", meters, meters, scale),
			"open the file with Options.Meters of package gltfio, or set SpringSettings.Scale to the scale in the world")
	}
}

// mostRatio is how many times larger or smaller than its springs expect a character may be.
const mostRatio = 5

// Working returns the solvers that change a joint and have a weight.
func Working(s *explaining.Subject, joint int) (list []explain.Cause) {
	component, stack := stackOf(s)
	if stack == nil {
		return nil
	}
	for _, d := range describeSolvers(s, component, stack) {
		if !(d.Weight > 0) || !slices.Contains(d.Changes, int16(joint)) {
			continue
		}
		name := "solver " + d.Kind
		if len(d.Goals) > 0 {
			name += fmt.Sprintf(", goal %q", strings.Join(d.Goals, ", "))
		}
		list = append(list, explain.Cause{Name: name, Weight: explaining.Number(d.Weight)})
	}
	return list
}
