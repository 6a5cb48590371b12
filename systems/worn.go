package systems

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
)

// Wear draws a model on a character besides its own from the next frame on, such as a jacket or
// hair from a file that joined the skeleton (Options.Skeleton of package gltfio). It is drawn as if
// the character's own model had its parts too: [Animation.HidePart] and [Animation.SetMorph] find
// them by name. A character wears at most [components.MaxWorn] models. One that it wears already
// stays as it is.
//
// A model whose skeleton has joints besides all those of the character, such as those of a skirt, or
// materials that clips change (ExtendSkeleton in the Options of package gltfio), becomes a garment,
// an entity of its own, which [Animation.Garment] returns: see there. Of such models a character
// wears any number.
//
// Otherwise it adds a [components.Worn] and, if there is none, a [components.SkinnedMesh] without a
// model. The errors are [ErrNoCharacter], [ErrOtherSkeleton], which names joints that differ,
// [ErrNoModel], also for the character's own model and for one too many, and [ErrWorldLocked] if a
// component or a garment must be added; nothing changed then. Models that were removed from the
// library do not count.
func (a *Animation) Wear(entity ecs.Entity, model *assets.Model) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if err := a.checkModel(model); err != nil {
		return err
	}
	mesh, worn := a.meshes.Get(entity), a.worn.Get(entity)
	if mesh != nil && mesh.Model == model.ID {
		return fmt.Errorf("%w: entity %d: expected a model besides its own, found its own, %q", ErrNoModel, entity.ID(),
			model.Name)
	}
	if a.extends(entity, model) {
		return a.dress(entity, model)
	}
	if err := a.checkSkeleton(entity, model); err != nil {
		return err
	}
	switch {
	case mesh != nil && worn != nil:
	case a.world.IsLocked():
		return ErrWorldLocked
	}
	at := -1
	if worn != nil {
		if at = a.placeFor(worn, model.ID); at < 0 {
			return fmt.Errorf("%w: entity %d: expected at most %d worn models, found %q besides %s", ErrNoModel,
				entity.ID(), components.MaxWorn, model.Name, strings.Join(a.wornNames(worn, true), ", "))
		}
	}
	if mesh == nil {
		a.meshes.Kind.Add(entity)
	}
	if worn == nil {
		a.worn.Kind.Add(entity)
		at = 0
	}
	one := &a.worn.Get(entity).Models[at]
	if one.Model != model.ID {
		*one = components.SkinnedMesh{Model: model.ID}
	}
	one.Hidden |= model.HiddenParts()
	return nil
}

// placeFor returns the index of the element with a model, or else of the first one that draws
// nothing, or -1 if there is none.
func (a *Animation) placeFor(worn *components.Worn, id assets.ModelID) int {
	free := -1
	for i := range worn.Models {
		switch own := worn.Models[i].Model; {
		case own == id:
			return i
		case free < 0 && a.library.Model(own) == nil:
			free = i
		}
	}
	return free
}

// wornNames returns the names of the models of a component that are in the library.
func (a *Animation) wornNames(worn *components.Worn, quoted bool) (list []string) {
	for i := range worn.Models {
		if model := a.library.Model(worn.Models[i].Model); model != nil {
			name := model.Name
			if quoted {
				name = strconv.Quote(name)
			}
			list = append(list, name)
		}
	}
	return list
}

// TakeOff undoes [Animation.Wear] from the next frame on, also for a model that was removed from
// the library. The [components.Worn] stays; the entity of a garment is removed. The errors are
// [ErrNoCharacter], [ErrNoModel] if the character does not wear the model, and [ErrWorldLocked] for
// a garment; the character's own model is changed by [Animation.SetModel].
func (a *Animation) TakeOff(entity ecs.Entity, model *assets.Model) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	if model == nil {
		return fmt.Errorf("%w: expected a model that entity %d wears, found nil", ErrNoModel, entity.ID())
	}
	if a.takeOff(entity, model.ID) {
		return nil
	}
	garment := a.findGarment(entity, model.ID)
	if mesh := a.meshes.Get(entity); mesh != nil && mesh.Model == model.ID && !garment.IsZero() {
		return fmt.Errorf("%w: entity %d: expected a model besides its own, found its own, %q, which SetModel replaces",
			ErrNoModel, entity.ID(), model.Name)
	}
	if !garment.IsZero() {
		if a.world.IsLocked() {
			return ErrWorldLocked
		}
		a.world.RemoveEntity(garment)
		return nil
	}
	has := a.garmentNames(entity)
	if worn := a.worn.Get(entity); worn != nil {
		has = append(a.wornNames(worn, false), has...)
	}
	return names.NotFound(ErrNoModel, fmt.Sprintf("entity %d", entity.ID()), "worn model", model.Name, has)
}

// takeOff takes a model off and reports whether a character wore it. Those after it move up.
func (a *Animation) takeOff(entity ecs.Entity, id assets.ModelID) bool {
	worn := a.worn.Get(entity)
	if worn == nil || id == 0 {
		return false
	}
	for i := range worn.Models {
		if worn.Models[i].Model == id {
			copy(worn.Models[i:], worn.Models[i+1:])
			worn.Models[components.MaxWorn-1] = components.SkinnedMesh{}
			return true
		}
	}
	return false
}

// shownModels returns the models that a character shows.
func (a *Animation) shownModels(entity ecs.Entity) shownModels {
	own := a.meshes.Get(entity)
	if garment := a.shownBy(entity); !garment.IsZero() {
		own = a.meshes.Get(garment) // whose parts it shows
	}
	return newShownModels(a.library, own, a.worn.Get(entity))
}

// checkSkeleton returns an error that wraps [ErrOtherSkeleton] and names joints that differ, unless
// the skeleton of a model equals that of a character.
func (a *Animation) checkSkeleton(entity ecs.Entity, model *assets.Model) error {
	own, other := a.skeleton(entity), a.library.Skeleton(model.Skeleton)
	if own.Equal(other) {
		return nil
	}
	return fmt.Errorf("%w: entity %d: expected a model for skeleton %q, found model %q for skeleton %q: %s",
		ErrOtherSkeleton, entity.ID(), own.Name(), model.Name, other.Name(), strings.Join(differences(own, other), "; "))
}

// mostDifferences is how many differences an error names.
const mostDifferences = 4

// differences tells in what another skeleton differs from one that was expected: the first few
// differences, and how many more there are.
func differences(expected, found *assets.Skeleton) (list []string) {
	has := make([]string, expected.Len())
	for j := range has {
		has[j] = expected.JointName(j)
	}
	for j := range found.Len() {
		name := found.JointName(j)
		own, ok := expected.Find(name)
		if !ok {
			text := fmt.Sprintf("it has joint %q more", name)
			if near := names.Near(name, has); len(near) > 0 {
				text += fmt.Sprintf(" (near %q)", near[0])
			}
			list = append(list, text)
			continue
		}
		above, below := parentName(expected, own), parentName(found, j)
		switch {
		case above != below:
			list = append(list, fmt.Sprintf("joint %q: expected the parent %s, found %s", name, above, below))
		case own != j:
			list = append(list, fmt.Sprintf("joint %q: expected it as joint %d, found it as joint %d", name, own, j))
		case expected.Rest(own) != found.Rest(j):
			list = append(list, fmt.Sprintf("joint %q: expected the rest pose %v, found %v", name, expected.Rest(own),
				found.Rest(j)))
		}
	}
	for _, name := range has {
		if _, ok := found.Find(name); !ok {
			list = append(list, fmt.Sprintf("it has no joint %q", name))
		}
	}
	if len(list) == 0 {
		list = append(list, "joints and rest poses agree, but not what else a skeleton consists of, such as morph weights "+
			"and the order of the nodes of its file")
	}
	if more := len(list) - mostDifferences; more > 0 {
		list = append(list[:mostDifferences], fmt.Sprintf("%d more differences", more))
	}
	return list
}

// parentName returns the name of the parent of a joint for an error.
func parentName(s *assets.Skeleton, joint int) string {
	if p := s.Parent(joint); p >= 0 {
		return strconv.Quote(s.JointName(p))
	}
	return "none"
}
