package assets

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// IDMap translates the IDs of one library to the IDs of another that has imported it, or that has
// the same assets: see [Library.Import], [Library.MapKeys] and [Translate]. An IDMap is immutable;
// the zero IDMap knows no ID.
type IDMap struct {
	skeletons map[SkeletonID]SkeletonID
	motions   map[id.Motion]id.Motion
	skins     map[SkinID]SkinID
	meshes    map[id.Mesh]id.Mesh
	materials map[id.Material]id.Material
	images    map[id.Image]id.Image
	models    map[ModelID]*Model
	masks     map[id.Mask]id.Mask
	curves    map[id.Curve]id.Curve
	graphs    map[GraphID]GraphID
	modifiers map[id.ModifierStack]id.ModifierStack
	from      *Library
}

// assetID is each type of package id. That of clips and of blend spaces is that of motions.
type assetID interface {
	id.Skeleton | id.Motion | id.Skin | id.Mesh | id.Material | id.Image | id.Model | id.Mask | id.Curve | id.Graph |
		id.ModifierStack
}

// Translate returns the ID that an asset of an imported library has in the library that imported
// it. It returns 0 for 0 and for an ID that named nothing. The built-in curves keep their IDs.
func Translate[I assetID](m IDMap, of I) I {
	switch of := any(of).(type) {
	case id.Skeleton:
		return I(m.skeletons[of])
	case id.Motion:
		return I(m.motions[of])
	case id.Skin:
		return I(m.skins[of])
	case id.Mesh:
		return I(m.meshes[of])
	case id.Material:
		return I(m.materials[of])
	case id.Image:
		return I(m.images[of])
	case id.Model:
		if model := m.models[of]; model != nil {
			return I(model.ID)
		}
	case id.Mask:
		return I(m.masks[of])
	case id.Curve:
		if of == clip.SmoothStep {
			return I(of)
		}
		return I(m.curves[of])
	case id.Graph:
		return I(m.graphs[of])
	case id.ModifierStack:
		return I(m.modifiers[of])
	}
	return 0
}

// Model returns the model that was made of a model of the imported library, without the parts that
// [Model.WithoutParts] left out, or nil for a model of no or of another library.
func (m IDMap) Model(model *Model) *Model {
	if m.from == nil || model == nil || model.library != m.from {
		return nil
	}
	made := m.models[model.ID]
	if made == nil || model.whole == nil {
		return made
	}
	less := *made
	less.whole, less.Parts = made, slices.Clone(made.Parts)
	for i := range min(len(less.Parts), len(model.Parts)) {
		less.Parts[i].Hidden = model.Parts[i].Hidden
	}
	return &less
}

// Import takes over all assets of another library, typically one that another goroutine has filled
// while frames ran, and returns the map from their IDs there to their IDs here. The work does not
// depend on the size of the assets: both libraries share their memory, and clips keep the baked
// forms that they have, whatever this library's own baking is. The other library is not changed and
// stays usable.
//
// A skeleton that this library has too, by pointer, is not added again but mapped to its ID here.
// So clips can be loaded in the background for a skeleton in use: add the skeleton to a library of
// their own first. Its levels of detail here stay, and the forms of the clips are reduced for them.
//
// Import returns an error, and changes nothing, if the other library is nil or this library itself,
// if there is no room for all assets, if a motion of the other library is no [motion.Renamer], or
// if a clip of it is not in memory ([Library.SetBudget]). Like every method that adds, it must not
// run at the same time as a frame or a look-up in this library. The other library must not change
// meanwhile; look-ups in it, and frames that use it, are safe.
func (l *Library) Import(other *Library) (IDMap, error) {
	if l == nil {
		return IDMap{}, errNoLibrary
	}
	if other == nil {
		return IDMap{}, errors.New("import: expected a library, found nil")
	}
	if other == l {
		return IDMap{}, errors.New("import: expected another library, found this one itself")
	}
	own := l.skeletonIDs()
	known := map[SkeletonID]SkeletonID{} // from the ID there to the ID here
	for i := range other.skeletons.entries {
		if id := own[other.skeletons.entries[i].asset]; id != 0 {
			known[idAt(&other.skeletons, i)] = id
		}
	}
	if err := l.checkRoom(other, len(known)); err != nil {
		return IDMap{}, err
	}
	if err := other.checkRenamers(); err != nil {
		return IDMap{}, err
	}
	for of := range other.Motions {
		if !other.IsLoaded(of) {
			return IDMap{}, fmt.Errorf("import: expected all clips in memory, found clip %q away; prefetch it first",
				other.Motion(of).Name)
		}
	}
	// From here on nothing fails.
	m := IDMap{from: other, skeletons: importTable(&l.skeletons, &other.skeletons,
		func(id SkeletonID, s *Skeleton) SkeletonID {
			if id := known[id]; id != 0 {
				return id
			}
			return l.AddSkeleton(s)
		})}
	l.importLevels(other, m, known)
	m.motions = map[id.Motion]id.Motion{}
	l.motions.entries = slices.Grow(l.motions.entries, max(0, countOf(&other.motions)-len(l.motions.free)))
	l.growBaked(len(l.motions.entries) + len(other.bakedTable()))
	for _, id := range other.clipIDs() {
		c := other.Clip(id)
		m.motions[id] = l.addClip(c)
		if forms := other.forms(id); forms != nil {
			l.importForms(m.motions[id], forms, own[c.Skeleton()] != 0)
		}
	}
	m.skins = importTable(&l.skins, &other.skins, func(_ SkinID, s *rig.Skin) SkinID { return l.AddSkin(s) })
	m.images = importTable(&l.images, &other.images, func(_ id.Image, i *mesh.Image) id.Image { return l.AddImage(i) })
	m.materials = importTable(&l.materials, &other.materials, func(_ id.Material, material *mesh.Material) id.Material {
		return l.AddMaterial(material.WithImages(func(id id.Image) id.Image { return m.images[id] }))
	})
	m.meshes = importTable(&l.meshes, &other.meshes, func(_ id.Mesh, mesh *mesh.Mesh) id.Mesh {
		return addAsset(&l.meshes, m.mesh(mesh), "mesh", mesh.Name, nil)
	})
	m.masks = importTable(&l.masks, &other.masks, func(_ id.Mask, mask *rig.Mask) id.Mask {
		return addAsset(&l.masks, mask, "mask", mask.Name(), mask.Skeleton())
	})
	m.curves = importTable(&l.curves, &other.curves, func(_ id.Curve, c *clip.Curve) id.Curve {
		return addAsset(&l.curves, c, "curve", c.Name(), nil)
	})
	for i := range other.motions.entries {
		id := idAt(&other.motions, i)
		if a := other.Motion(id); a != nil && m.motions[id] == 0 {
			renamed := a.Motion.(motion.Renamer).WithClips(renaming{m}.Motion)
			m.motions[id] = addAsset(&l.motions, motion.NewAsset(renamed, l), a.Kind, a.Name, a.Skeleton)
		}
	}
	m.graphs = importTable(&l.graphs, &other.graphs, func(_ GraphID, g *machine.Graph) GraphID {
		return addAsset(&l.graphs, machine.Rename(g, l, renaming{m}), "graph", g.Name(), g.Skeleton())
	})
	m.modifiers = importTable(&l.modifiers, &other.modifiers,
		func(_ id.ModifierStack, s *stack.Stack) id.ModifierStack {
			return addAsset(&l.modifiers, s, "modifier stack", s.Name(), s.Skeleton())
		})
	m.models = map[ModelID]*Model{}
	importTable(&l.models, &other.models, func(id ModelID, model *Model) ModelID {
		made := m.remade(model)
		made.library = l
		made.ID = addAsset(&l.models, made, "model", made.Name, l.Skeleton(made.Skeleton))
		m.models[id] = made
		return made.ID
	})
	return m, nil
}

// importTable calls add for each asset of a table, in its order, and returns the IDs that add
// returned.
func importTable[I ~uint32, P any](to, from *table[I, P], add func(I, P) I) map[I]I {
	to.entries = slices.Grow(to.entries, max(0, countOf(from)-len(to.free)))
	ids := make(map[I]I, len(from.entries))
	for i := range from.entries {
		if asset := from.entries[i].asset; !isNone(asset) {
			id := idAt(from, i)
			ids[id] = add(id, asset)
		}
	}
	return ids
}

// skeletonIDs returns the IDs of the skeletons of the library.
func (l *Library) skeletonIDs() map[*Skeleton]SkeletonID {
	ids := make(map[*Skeleton]SkeletonID, len(l.skeletons.entries))
	for i := range l.skeletons.entries {
		if s := l.skeletons.entries[i].asset; s != nil && ids[s] == 0 {
			ids[s] = idAt(&l.skeletons, i)
		}
	}
	return ids
}

// checkRoom returns an error if a table has no room for the assets of the other library, of whose
// skeletons a number is known.
func (l *Library) checkRoom(other *Library, known int) error {
	add := other.Count()
	for _, kind := range []struct {
		name       string
		room, need int
	}{
		{"skeletons", roomIn(&l.skeletons), add.Skeletons - known},
		{"motions", roomIn(&l.motions), add.Clips + add.Motions},
		{"skins", roomIn(&l.skins), add.Skins},
		{"meshes", roomIn(&l.meshes), add.Meshes},
		{"materials", roomIn(&l.materials), add.Materials},
		{"images", roomIn(&l.images), add.Images},
		{"models", roomIn(&l.models), add.Models},
		{"masks", roomIn(&l.masks), add.Masks},
		{"curves", roomIn(&l.curves), add.Curves},
		{"graphs", roomIn(&l.graphs), add.Graphs},
		{"modifier stacks", roomIn(&l.modifiers), add.ModifierStacks},
	} {
		if kind.need > kind.room {
			return fmt.Errorf("import %d %s: %w", kind.need, kind.name, errFull)
		}
	}
	return nil
}

// checkRenamers returns an error if the library has a motion that cannot be imported.
func (l *Library) checkRenamers() error {
	for i, e := range l.motions.entries {
		if a := e.asset; a != nil && a.Single != idAt(&l.motions, i) {
			if _, ok := a.Motion.(motion.Renamer); !ok {
				return fmt.Errorf(
					"import: %s %q: expected the method WithClips, by which it takes the IDs of its clips in "+
						"another library, found none", a.Kind, a.Name)
			}
		}
	}
	return nil
}

// importLevels takes over the levels of detail of the skeletons that were added.
func (l *Library) importLevels(other *Library, m IDMap, known map[SkeletonID]SkeletonID) {
	for _, levels := range other.levels {
		id := m.skeletons[levels.id]
		if id == 0 || known[levels.id] != 0 {
			continue
		}
		for len(l.levels) <= int(tableIndex(id)) {
			l.levels = append(l.levels, skeletonLevels{})
		}
		l.levels[tableIndex(id)] = skeletonLevels{id, levels.masks}
	}
}

// importForms takes over the baked forms of a clip. The reduced ones are made again if the skeleton
// was here before.
func (l *Library) importForms(id ClipID, forms *bakedForms, known bool) {
	l.changes++
	copied := *forms
	copied.id, copied.report.Clip = id, id
	if known {
		copied.levels = l.bakedLevels(copied.clip)
	}
	l.setBakedForms(copied)
	l.residencyChanged()
}

// mesh returns a mesh with the IDs of its materials translated. It shares the vertices.
func (m IDMap) mesh(mesh *mesh.Mesh) *mesh.Mesh {
	copied := *mesh
	copied.Primitives = slices.Clone(mesh.Primitives)
	for i := range copied.Primitives {
		copied.Primitives[i].Material = Translate(m, copied.Primitives[i].Material)
	}
	return &copied
}

// remade returns a model with all IDs translated.
func (m IDMap) remade(model *Model) *Model {
	made := *model
	made.Skeleton = Translate(m, model.Skeleton)
	made.Clips, made.Skins, made.Parts = slices.Clone(model.Clips), slices.Clone(model.Skins), slices.Clone(model.Parts)
	made.Masks = slices.Clone(model.Masks)
	made.Nodes, made.Scenes, made.Warnings = slices.Clip(model.Nodes), slices.Clip(model.Scenes),
		slices.Clip(model.Warnings)
	made.clipIndices = maps.Clone(model.clipIndices)
	for i, id := range made.Clips {
		made.Clips[i] = Translate(m, id)
	}
	for i, id := range made.Masks {
		made.Masks[i] = Translate(m, id)
	}
	for i, id := range made.Skins {
		made.Skins[i] = Translate(m, id)
	}
	made.Lights = slices.Clone(model.Lights)
	for i := range made.Lights {
		made.Lights[i].Skin = Translate(m, made.Lights[i].Skin)
	}
	for i := range made.Parts {
		part := &made.Parts[i]
		part.Mesh, part.Skin = Translate(m, part.Mesh), Translate(m, part.Skin)
	}
	return &made
}

// renaming translates the IDs of the assets of a graph.
type renaming struct{ IDMap }

func (r renaming) Motion(id id.Motion) id.Motion { return Translate(r.IDMap, id) }
func (r renaming) Mask(id id.Mask) id.Mask       { return Translate(r.IDMap, id) }
func (r renaming) Curve(id id.Curve) id.Curve    { return Translate(r.IDMap, id) }
