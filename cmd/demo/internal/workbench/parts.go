package workbench

import (
	"slices"
	"strconv"

	"github.com/sinew-go/sinew/components"
)

// addParts adds a toggle for each name of the parts that the selected character shows: those of its
// own model, and of those that it wears.
func (p *Panel) addParts(s *section) {
	if !p.animation.World().Alive(p.selected) {
		return
	}
	if own := p.meshes.Get(p.selected); own != nil {
		p.addPartsOf(s, own, "")
	}
	if worn := p.worn.Get(p.selected); worn != nil {
		for i := range worn.Models {
			p.addPartsOf(s, &worn.Models[i], "worn "+strconv.Itoa(i)+" ")
		}
	}
}

// addPartsOf adds the toggles of the parts of a model. Parts of one name are hidden together; those
// that the model hides itself, and those that have no bit in [components.SkinnedMesh.Hidden], can
// only be seen.
func (p *Panel) addPartsOf(s *section, shown *components.SkinnedMesh, prefix string) {
	model := p.library.Model(shown.Model)
	if model == nil {
		return
	}
	character, always := p.selected, model.HiddenParts()
	var listed []string
	for i := range model.Parts {
		name := model.Parts[i].Name
		if slices.Contains(listed, name) {
			continue
		}
		listed = append(listed, name)
		bit := uint64(1) << i // 0 for a part after the first 64
		label := name
		if label == "" {
			label = "part " + strconv.Itoa(i)
		}
		c := s.toggle(label, shown.Hidden&bit == 0, func(on bool) error {
			if on {
				return p.animation.ShowPart(character, name, model)
			}
			return p.animation.HidePart(character, name, model)
		})
		c.Name, c.Fixed = s.prefix+prefix+strconv.Itoa(i), bit == 0 || always&bit != 0
	}
}
