package appearance

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/explain"
	"github.com/sinew-go/sinew/systems/internal/explaining"
)

// Explain explains what is drawn of a character, and why not.
func Explain(s *explaining.Subject) {
	mesh := explaining.Of[components.SkinnedMesh](s)
	if mesh == nil {
		s.Find("no-model", "", "expected a components.SkinnedMesh to draw, found none",
			"call Animation.SetModel, or create the character by Animation.Spawn")
		return
	}
	worn := explaining.Of[components.Worn](s)
	drawn, parts, isElsewhere := explainModel(s, mesh, "model", false)
	if mesh.Model == 0 && worn == nil {
		s.Find("no-model", "", "expected a model to draw, found model 0", "call Animation.SetModel")
	}
	if worn != nil {
		for i := range worn.Models {
			if worn.Models[i].Model == 0 {
				continue
			}
			shown, of, isMissing := explainModel(s, &worn.Models[i], fmt.Sprintf("worn model %d", i), true)
			drawn, parts, isElsewhere = drawn+shown, parts+of, isElsewhere || isMissing
		}
	}
	switch {
	case drawn > 0 || isElsewhere:
	case parts > 0:
		s.Find("all-parts-hidden", "", fmt.Sprintf("expected parts that are drawn, found %d, all of which are hidden",
			parts),
			"call Animation.ShowPart, or let the clip show them")
	case len(s.Out.Models) > 0:
		s.Find("no-parts", "", "expected a model with parts to draw, found none",
			"draw a model of a file with meshes by Animation.SetModel; files of clips often have none")
	}
}

// explainModel explains a model. It returns how many of its parts are drawn and how many it has, or
// that the character itself has nothing to draw of it, because it is missing or a garment shows it.
func explainModel(s *explaining.Subject, mesh *components.SkinnedMesh, where string, worn bool) (drawn, parts int,
	isElsewhere bool,
) {
	if mesh.Model == 0 {
		return 0, 0, false
	}
	out := explain.Model{Worn: worn, Parts: []explain.Part{}}
	defer func() { s.Out.Models = append(s.Out.Models, out) }()
	model := s.Library.Model(mesh.Model)
	if model == nil {
		out.Missing = s.Library.Describe(mesh.Model)
		s.Find("model-removed", where, out.Missing+"; nothing is drawn",
			"call Animation.SetModel with a model of the library")
		return 0, 0, true
	}
	out.Name = model.Name
	if skeleton := s.Library.Skeleton(model.Skeleton); !s.Skeleton.Equal(skeleton) {
		name := ""
		if skeleton != nil {
			name = skeleton.Name()
		}
		if _, err := skeleton.JointsOf(s.Skeleton); err == nil && !worn {
			if out.ShownBy = s.ShownBy.ID(); s.ShownBy.IsZero() {
				out.Missing = fmt.Sprintf("the garment that shows model %q", model.Name)
				s.Find("no-garment", where, fmt.Sprintf("expected a garment that shows model %q, whose skeleton %q has more "+
					"than %q, found none; nothing is drawn", model.Name, name, s.Skeleton.Name()),
					"call Animation.SetModel with the model, which spawns the garment")
			}
			return 0, 0, true
		}
		out.Missing = fmt.Sprintf("model %q of skeleton %q", model.Name, name)
		s.Find("model-of-other-skeleton", where,
			fmt.Sprintf("expected a model of skeleton %q, found %q of skeleton %q; "+
				"nothing is drawn", s.Skeleton.Name(), model.Name, name),
			"open the file of the model with Options.Skeleton of package gltfio, and set it by Animation.SetModel or Wear")
		return 0, 0, true
	}
	var morphs []float32
	if s.Pool != nil {
		n := s.Skeleton.MorphCount()
		morphs = s.Pool.Morphs()[s.Slot*n:][:n]
	}
	for i := range model.Parts {
		part := &model.Parts[i]
		p := explain.Part{Name: part.Name, Shown: true, Why: whyHidden(part, i, mesh, morphs)}
		if p.Why != "" {
			p.Shown = false
		} else {
			drawn++
		}
		if skin := s.Library.Skin(part.Skin); skin != nil {
			p.Skin = skin.Name()
		}
		if s.Pool != nil {
			p.Palette = len(s.Pool.Palette(part.Skin, s.Slot)) / assets.MatrixSize
		}
		out.Parts = append(out.Parts, p)
	}
	return drawn, len(model.Parts), false
}

// whyHidden says why part i of a model is not drawn, or returns an empty text.
func whyHidden(part *assets.Part, i int, mesh *components.SkinnedMesh, morphs []float32) string {
	switch {
	case part.Hidden:
		return "the model hides it"
	case i < hideableParts && mesh.Hidden>>i&1 != 0:
		return "the program hid it"
	case morphs != nil && !part.Shown(morphs):
		return "the motions hide it"
	}
	return ""
}
