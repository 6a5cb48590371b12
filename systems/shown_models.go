package systems

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// shownModels are the models that a character shows and that are in the library: its own, if it has
// one, and those that it wears.
type shownModels struct {
	count  int
	models [1 + components.MaxWorn]*assets.Model
	meshes [1 + components.MaxWorn]*components.SkinnedMesh
}

// newShownModels returns the models of the components of a character, which may be nil.
func newShownModels(library *assets.Library, own *components.SkinnedMesh, worn *components.Worn) (s shownModels) {
	if own == nil {
		return s
	}
	s.add(library, own)
	if worn != nil {
		for i := range worn.Models {
			s.add(library, &worn.Models[i])
		}
	}
	return s
}

func (s *shownModels) add(library *assets.Library, mesh *components.SkinnedMesh) {
	if model := library.Model(mesh.Model); model != nil {
		s.models[s.count], s.meshes[s.count] = model, mesh
		s.count++
	}
}

// part returns a part and its model: the index counts the parts of all models. It returns nil if
// there is none.
func (s *shownModels) part(index int) (*assets.Model, *assets.Part) {
	for _, model := range s.models[:s.count] {
		switch {
		case index < 0:
			return nil, nil
		case index < len(model.Parts):
			return model, &model.Parts[index]
		}
		index -= len(model.Parts)
	}
	return nil, nil
}

// keep leaves only some models. The error wraps [ErrNoModel] and names one that is not there.
func (s *shownModels) keep(entity ecs.Entity, models []*assets.Model) error {
	var kept shownModels
	for _, model := range models {
		if model == nil {
			return fmt.Errorf("%w: entity %d: expected one of %s, found nil", ErrNoModel, entity.ID(), s.describe())
		}
		i := slices.IndexFunc(s.models[:s.count], func(m *assets.Model) bool { return m.ID == model.ID })
		if i < 0 {
			return fmt.Errorf("%w: entity %d: expected one of %s, found model %q, which it does not show", ErrNoModel,
				entity.ID(), s.describe(), model.Name)
		}
		if !slices.Contains(kept.models[:kept.count], s.models[i]) {
			kept.models[kept.count], kept.meshes[kept.count] = s.models[i], s.meshes[i]
			kept.count++
		}
	}
	*s = kept
	return nil
}

// describe returns the models for an error, such as `models "body", "jacket"`.
func (s *shownModels) describe() string {
	list := make([]string, s.count)
	for i, model := range s.models[:s.count] {
		list[i] = strconv.Quote(model.Name)
	}
	if s.count == 1 {
		return "model " + list[0]
	}
	return "models " + strings.Join(list, ", ")
}

// partNames returns the names of the parts of all models.
func (s *shownModels) partNames() (list []string) {
	for _, model := range s.models[:s.count] {
		for i := range model.Parts {
			list = append(list, model.Parts[i].Name)
		}
	}
	return list
}
