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
	// Habits reports whether eyes blink by themselves, and whether they follow the pointer.
	Habits() (blink, follow bool)
	SetHabits(blink, follow bool)
}

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
	blink, follow := scene.Habits()
	s.toggle("blinks by itself", blink, func(on bool) error {
		scene.SetHabits(on, follow)
		return nil
	})
	s.toggle("looks at the pointer", follow, func(on bool) error {
		scene.SetHabits(blink, on)
		return nil
	})
}

// isFace reports whether a morph channel of the selected character holds the weights of its
// expressions, which have sliders of their own.
func (p *Panel) isFace(channel rig.MorphChannel) bool {
	scene, ok := p.scene.(Expressive)
	return ok && channel.Count > 0 && channel == scene.FaceNumbers(p.selected)
}
