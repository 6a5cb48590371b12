package givenmorphs

import (
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains the morph weights that a program gives a character.
func Explain(s *explaining.Subject) {
	if override := explaining.Of[components.MorphOverride](s); override != nil {
		isSet := s.Pool != nil && s.Pool.Row(s.Slot, column.GivenMorphs) >= 0
		s.Out.Given = append(s.Out.Given, explain.Given{
			What: "morphs", Weight: explaining.Number(override.Weight), Set: isSet,
		})
	}
}
