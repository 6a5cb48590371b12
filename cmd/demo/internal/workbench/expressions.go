package workbench

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// Expressive is a scene whose characters may have expressions by name.
type Expressive interface {
	// Expressions returns the names of the expressions of a character with the weights that were
	// chosen, and those that show.
	Expressions(character ecs.Entity) (names []string, chosen, shows []float32)
	Express(character ecs.Entity, name string, weight float32) error
	// FaceNumbers returns the morph weights that hold these weights.
	FaceNumbers(character ecs.Entity) rig.MorphChannel
	Habits() Habits
	SetHabits(habits Habits)
}

// Habits are what characters do by themselves: they blink, and their eyes and heads follow the
// pointer.
type Habits struct{ Blinks, EyesFollow, HeadFollows bool }

// addExpressions adds a slider for each expression of the selected character, and what the eyes do
// by themselves.
func (p *Panel) addExpressions(s *section) {
	scene, ok := p.scene.(Expressive)
	if !ok {
		return
	}
	names, chosen, shows := scene.Expressions(p.selected)
	for i, name := range names {
		text := decimal(float64(shows[i]), 2)
		s.slider(name, float64(chosen[i]), 0, 1, text, func(x float64) error {
			return scene.Express(p.selected, name, float32(x))
		})
	}
	if len(names) == 0 {
		return
	}
	habits := scene.Habits()
	for _, row := range []struct {
		label string
		does  *bool
	}{
		{"blinks by itself", &habits.Blinks},
		{"looks at the pointer", &habits.EyesFollow},
		{"turns its head to it", &habits.HeadFollows},
	} {
		s.toggle(row.label, *row.does, func(on bool) error {
			*row.does = on
			scene.SetHabits(habits)
			return nil
		})
	}
}

// isFace reports whether a morph channel of the selected character holds the weights of its
// expressions, which have sliders of their own.
func (p *Panel) isFace(channel rig.MorphChannel) bool {
	scene, ok := p.scene.(Expressive)
	return ok && channel.Count > 0 && channel == scene.FaceNumbers(p.selected)
}
