package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
)

// colorScheme is the base colors, in linear RGB, of materials by their names.
type colorScheme map[string]mgl32.Vec3

// colorSchemes are those of the mannequin.
var colorSchemes = []colorScheme{
	{"shell": mgl32.Vec3{0.78, 0.76, 0.72}, "accent": mgl32.Vec3{0.90, 0.20, 0.02}},
	{"shell": mgl32.Vec3{0.16, 0.42, 0.66}, "accent": mgl32.Vec3{0.90, 0.62, 0.06}},
	{"shell": mgl32.Vec3{0.80, 0.30, 0.10}, "accent": mgl32.Vec3{0.06, 0.30, 0.55}},
	{"shell": mgl32.Vec3{0.14, 0.48, 0.34}, "accent": mgl32.Vec3{0.92, 0.80, 0.25}},
	{"shell": mgl32.Vec3{0.82, 0.56, 0.12}, "accent": mgl32.Vec3{0.50, 0.04, 0.10}},
	{"shell": mgl32.Vec3{0.50, 0.20, 0.42}, "accent": mgl32.Vec3{0.10, 0.60, 0.55}},
}

// companionSchemes are those of the companion, which differ in skin and hair too.
var companionSchemes = []colorScheme{
	{
		"cloth": {0.055, 0.19, 0.24}, "trim": {0.75, 0.3, 0.035}, "skin": {0.56, 0.27, 0.16},
		"hair": {0.05, 0.02, 0.011},
	},
	{
		"cloth": {0.42, 0.055, 0.045}, "trim": {0.8, 0.66, 0.4}, "skin": {0.18, 0.075, 0.04},
		"hair": {0.012, 0.009, 0.008},
	},
	{
		"cloth": {0.55, 0.36, 0.05}, "trim": {0.1, 0.25, 0.3}, "skin": {0.68, 0.38, 0.26},
		"hair": {0.36, 0.11, 0.025},
	},
	{
		"cloth": {0.16, 0.09, 0.28}, "trim": {0.75, 0.45, 0.12}, "skin": {0.4, 0.18, 0.095},
		"hair": {0.03, 0.02, 0.017},
	},
	{
		"cloth": {0.62, 0.56, 0.46}, "trim": {0.09, 0.3, 0.14}, "skin": {0.63, 0.33, 0.21},
		"hair": {0.42, 0.27, 0.1},
	},
}

// Recolored returns copies of the mannequin in other colors. The copies share everything else.
func Recolored(library *assets.Library, mannequin *assets.Model) ([]*assets.Model, error) {
	return recolored(library, mannequin, colorSchemes)
}

// cast returns characters of different builds and colors, in turn a mannequin and a companion. The
// clips of both have the same names.
func cast(library *assets.Library, model *assets.Model) ([]*assets.Model, error) {
	mannequins, err := Recolored(library, model)
	if err != nil {
		return nil, err
	}
	companion, err := mannequin.NewCompanion(library)
	if err != nil {
		return nil, err
	}
	companions, err := recolored(library, companion, companionSchemes)
	if err != nil {
		return nil, err
	}
	var all []*assets.Model
	for i := range mannequins {
		all = append(all, mannequins[i], companions[i%len(companions)])
	}
	return all, nil
}

// recolored returns a copy of a model in each of the color schemes.
func recolored(library *assets.Library, of *assets.Model, schemes []colorScheme) ([]*assets.Model, error) {
	var models []*assets.Model
	for _, d := range schemes {
		model := *of
		model.Parts = append([]assets.Part(nil), of.Parts...)
		for i := range model.Parts {
			mesh, err := d.recolor(library, model.Parts[i].Mesh)
			if err != nil {
				return nil, fmt.Errorf("recoloring %s: %w", of.Name, err)
			}
			model.Parts[i].Mesh = mesh
		}
		if _, err := library.AddModel(&model); err != nil {
			return nil, fmt.Errorf("recoloring %s: %w", of.Name, err)
		}
		models = append(models, &model)
	}
	return models, nil
}

// recolor adds a copy of the mesh in these colors to the library and returns the copy's ID.
func (d colorScheme) recolor(library *assets.Library, id id.Mesh) (id.Mesh, error) {
	m := *library.Mesh(id)
	m.Primitives = append([]mesh.Primitive(nil), m.Primitives...)
	for i := range m.Primitives {
		material := library.Material(m.Primitives[i].Material)
		if material == nil {
			continue
		}
		fresh := *material
		color, colored := d[material.Name]
		if !colored {
			continue
		}
		fresh.BaseColor = color.Vec4(1)
		m.Primitives[i].Material = library.AddMaterial(&fresh)
	}
	return library.AddMesh(&m)
}
