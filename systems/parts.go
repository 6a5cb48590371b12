package systems

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// HidePart stops drawing the parts of a name of a character's models, its own and those that it
// wears, from the next frame on: for instance a sword that is in its sheath. With models it changes
// only their parts, where several have a part of that name. A skin of hidden parts alone costs
// nothing: its matrices are not computed. HidePart changes the bits of
// [components.SkinnedMesh.Hidden]. To leave a part out of ragdolls and hit boxes too, see
// [assets.Model.WithoutParts].
//
// The errors are [ErrNoCharacter], [ErrNoModel], also for one of the models that the character does
// not show, and [ErrNoPart] for a name that no part has or a part that is not among the first 64 of
// its model.
func (a *Animation) HidePart(entity ecs.Entity, name string, models ...*assets.Model) error {
	return a.setPart(entity, name, true, models)
}

// ShowPart draws the parts of a name again that [Animation.HidePart] hid. The errors are the same,
// and [ErrNoPart] for a part that the model itself hides ([assets.Part.Hidden]).
func (a *Animation) ShowPart(entity ecs.Entity, name string, models ...*assets.Model) error {
	return a.setPart(entity, name, false, models)
}

func (a *Animation) setPart(entity ecs.Entity, name string, hide bool, models []*assets.Model) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	shown := a.shownModels(entity)
	if shown.count == 0 {
		return fmt.Errorf("%w: entity %d shows no model", ErrNoModel, entity.ID())
	}
	if len(models) > 0 {
		if err := shown.keep(entity, models); err != nil {
			return err
		}
	}
	var bits [len(shown.models)]uint64
	found := false
	for k, model := range shown.models[:shown.count] {
		var err error
		if bits[k], err = appearance.PartBits(model, name, hide); err != nil {
			return fmt.Errorf("%w: %w", ErrNoPart, err)
		}
		found = found || bits[k] != 0
	}
	if !found {
		return appearance.NoPart(ErrNoPart, shown.describe(), name, shown.models[:shown.count]...)
	}
	for k, mesh := range shown.meshes[:shown.count] {
		if hide {
			mesh.Hidden |= bits[k]
		} else {
			mesh.Hidden &^= bits[k]
		}
	}
	return nil
}
