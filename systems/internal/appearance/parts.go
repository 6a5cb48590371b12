package appearance

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/names"
)

// hideableParts is how many parts of a model [components.SkinnedMesh.Hidden] has a bit for.
const hideableParts = 64

// PartBits returns the bits in [components.SkinnedMesh.Hidden] of the parts of a model that have a
// name: 0 if there are none. The error tells of one that cannot be hidden or shown.
func PartBits(model *assets.Model, name string, hide bool) (bits uint64, err error) {
	for i := range model.Parts {
		part := &model.Parts[i]
		switch {
		case part.Name != name:
		case i >= hideableParts:
			return 0, fmt.Errorf("model %q: expected one of the first %d parts, found part %d, %q", model.Name,
				hideableParts, i, name)
		case part.Hidden && !hide:
			return 0, fmt.Errorf("model %q hides part %q itself", model.Name, name)
		default:
			bits |= 1 << i
		}
	}
	return bits, nil
}

// NoPart returns an error that wraps kind: an owner, such as `model "fox"`, has no part with a name
// in any of its models.
func NoPart(kind error, owner, name string, models ...*assets.Model) error {
	var has []string
	for _, model := range models {
		for i := range model.Parts {
			has = append(has, model.Parts[i].Name)
		}
	}
	return names.NotFound(kind, owner, "part", name, has)
}
