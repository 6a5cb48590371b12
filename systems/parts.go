package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
)

// hideableParts is how many parts of a model [components.SkinnedMesh.Hidden] has a bit for.
const hideableParts = 64

// HidePart stops drawing the parts of a name of a character's model, from the next frame on: for
// instance a sword that is in its sheath. A skin of hidden parts alone costs nothing: its matrices
// are not computed. HidePart changes the bits of [components.SkinnedMesh.Hidden]. To leave a part
// out of ragdolls and hit boxes too, see [assets.Model.WithoutParts].
//
// The errors are [ErrNoCharacter], [ErrNoModel], and [ErrNoPart] for a name that no part has or a
// part that is not among the first 64.
func (a *Animation) HidePart(entity ecs.Entity, name string) error {
	return a.setPart(entity, name, true)
}

// ShowPart draws the parts of a name again that [Animation.HidePart] hid. The errors are the same,
// and [ErrNoPart] for a part that the model itself hides ([assets.Part.Hidden]).
func (a *Animation) ShowPart(entity ecs.Entity, name string) error {
	return a.setPart(entity, name, false)
}

func (a *Animation) setPart(entity ecs.Entity, name string, hide bool) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	model := a.shownModel(entity)
	if model == nil {
		return fmt.Errorf("%w: entity %d shows no model", ErrNoModel, entity.ID())
	}
	var bits uint64
	for i := range model.Parts {
		part := &model.Parts[i]
		switch {
		case part.Name != name:
		case i >= hideableParts:
			return fmt.Errorf("%w: model %q: expected one of the first %d parts, found part %d, %q", ErrNoPart,
				model.Name, hideableParts, i, name)
		case part.Hidden && !hide:
			return fmt.Errorf("%w: model %q hides part %q itself", ErrNoPart, model.Name, name)
		default:
			bits |= 1 << i
		}
	}
	if bits == 0 {
		return names.NotFound(ErrNoPart, fmt.Sprintf("model %q", model.Name), "part", name, partNames(model))
	}
	mesh := a.meshes.Get(entity)
	if hide {
		mesh.Hidden |= bits
	} else {
		mesh.Hidden &^= bits
	}
	return nil
}
