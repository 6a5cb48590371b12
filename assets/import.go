package assets

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// IDMap translates the IDs of one library to the IDs of another that has imported it: see
// [Library.Import]. Each method returns 0 for 0 and for an ID that named nothing. An IDMap is
// immutable; the zero IDMap knows no ID.
type IDMap struct {
	skeletons map[SkeletonID]SkeletonID
	motions   map[MotionID]MotionID
	skins     map[SkinID]SkinID
	meshes    map[MeshID]MeshID
	materials map[MaterialID]MaterialID
	images    map[ImageID]ImageID
	models    map[ModelID]*Model
	masks     map[MaskID]MaskID
	curves    map[CurveID]CurveID
	graphs    map[GraphID]GraphID
	modifiers map[ModifierStackID]ModifierStackID
	from      *Library
}

// Skeleton returns the ID of a skeleton of the imported library.
func (m IDMap) Skeleton(id SkeletonID) SkeletonID { return m.skeletons[id] }

// Clip returns the ID of a clip of the imported library.
func (m IDMap) Clip(id ClipID) ClipID { return m.motions[id] }

// Skin returns the ID of a skin of the imported library.
func (m IDMap) Skin(id SkinID) SkinID { return m.skins[id] }

// Mesh returns the ID of a mesh of the imported library.
func (m IDMap) Mesh(id MeshID) MeshID { return m.meshes[id] }

// Material returns the ID of a material of the imported library.
func (m IDMap) Material(id MaterialID) MaterialID { return m.materials[id] }

// Image returns the ID of an image of the imported library.
func (m IDMap) Image(id ImageID) ImageID { return m.images[id] }

// Mask returns the ID of a mask of the imported library.
func (m IDMap) Mask(id MaskID) MaskID { return m.masks[id] }

// Motion returns the ID of a motion of the imported library, which may be a clip.
func (m IDMap) Motion(id MotionID) MotionID { return m.motions[id] }

// Curve returns the ID of a curve of the imported library. The built-in curves keep their IDs.
func (m IDMap) Curve(id CurveID) CurveID {
	if id == clip.SmoothStep {
		return id
	}
	return m.curves[id]
}

// Graph returns the ID of a graph of the imported library.
func (m IDMap) Graph(id GraphID) GraphID { return m.graphs[id] }

// ModifierStack returns the ID of a stack of modifiers of the imported library.
func (m IDMap) ModifierStack(id ModifierStackID) ModifierStackID { return m.modifiers[id] }

// Model returns the model that was made of a model of the imported library, or nil for a model of
// no or of another library.
func (m IDMap) Model(model *Model) *Model {
	if m.from == nil || model == nil || model.library != m.from {
		return nil
	}
	return m.models[model.ID]
}

// ModelID returns the ID of the model that was made of a model of the imported library.
func (m IDMap) ModelID(id ModelID) ModelID {
	if model := m.models[id]; model != nil {
		return model.ID
	}
	return 0
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
// if there is no room for all assets, or if a motion of the other library is no [motion.Renamer].
// Like every method that adds, it must not run at the same time as a frame or a look-up in this
// library. The other library must not change meanwhile; look-ups in it, and frames that use it, are
// safe.
func (l *Library) Import(other *Library) (IDMap, error) {
	if other == nil {
		return IDMap{}, errors.New("import: the library is nil")
	}
	if other == l {
		return IDMap{}, errors.New("import: the library is this one itself")
	}
	own := l.skeletonIDs()
	known := map[SkeletonID]SkeletonID{} // from the ID there to the ID here
	for i := range other.skeletons.entries {
		if id := own[other.skeletons.entries[i].asset]; id != 0 {
			known[other.skeletons.idAt(i)] = id
		}
	}
	if err := l.checkRoom(other, len(known)); err != nil {
		return IDMap{}, err
	}
	if err := other.checkRenamers(); err != nil {
		return IDMap{}, err
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
	m.motions = map[MotionID]MotionID{}
	l.motions.entries = slices.Grow(l.motions.entries, max(0, other.motions.len()-len(l.motions.free)))
	for _, id := range other.clipIDs() {
		c := other.Clip(id)
		m.motions[id] = l.addClip(c)
		if forms := other.forms(id); forms != nil {
			l.importForms(m.motions[id], forms, own[c.Skeleton()] != 0)
		}
	}
	m.skins = importTable(&l.skins, &other.skins, func(_ SkinID, s *Skin) SkinID { return l.AddSkin(s) })
	m.images = importTable(&l.images, &other.images, func(_ ImageID, i *mesh.Image) ImageID { return l.AddImage(i) })
	m.materials = importTable(&l.materials, &other.materials, func(_ MaterialID, material *mesh.Material) MaterialID {
		return l.AddMaterial(material.WithImages(m.Image))
	})
	m.meshes = importTable(&l.meshes, &other.meshes, func(_ MeshID, mesh *mesh.Mesh) MeshID {
		return l.meshes.add(m.mesh(mesh), "mesh", mesh.Name, nil)
	})
	m.masks = importTable(&l.masks, &other.masks, func(_ MaskID, mask *rig.Mask) MaskID {
		return l.masks.add(mask, "mask", mask.Name(), mask.Skeleton())
	})
	m.curves = importTable(&l.curves, &other.curves, func(_ CurveID, c *clip.Curve) CurveID {
		return l.curves.add(c, "curve", c.Name(), nil)
	})
	for i := range other.motions.entries {
		id := other.motions.idAt(i)
		if a := other.Motion(id); a != nil && m.motions[id] == 0 {
			renamed := a.Motion.(motion.Renamer).WithClips(m.Clip)
			m.motions[id] = l.motions.add(motion.NewAsset(renamed, l), a.Kind, a.Name, a.Skeleton)
		}
	}
	m.graphs = importTable(&l.graphs, &other.graphs, func(_ GraphID, g *Graph) GraphID {
		return l.graphs.add(g.WithIDs(m), "graph", g.Name(), g.Skeleton())
	})
	m.modifiers = importTable(&l.modifiers, &other.modifiers,
		func(_ ModifierStackID, s *modifier.Stack) ModifierStackID {
			return l.modifiers.add(s, "modifier stack", s.Name(), s.Skeleton())
		})
	m.models = map[ModelID]*Model{}
	importTable(&l.models, &other.models, func(id ModelID, model *Model) ModelID {
		made := m.remade(model)
		made.library = l
		made.ID = l.models.add(made, "model", made.Name, l.Skeleton(made.Skeleton))
		m.models[id] = made
		return made.ID
	})
	return m, nil
}

// importTable calls add for each asset of a table, in its order, and returns the IDs that add
// returned.
func importTable[I ~uint32, T any](to, from *table[I, T], add func(I, *T) I) map[I]I {
	to.entries = slices.Grow(to.entries, max(0, from.len()-len(to.free)))
	ids := make(map[I]I, len(from.entries))
	for i := range from.entries {
		if asset := from.entries[i].asset; asset != nil {
			id := from.idAt(i)
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
			ids[s] = l.skeletons.idAt(i)
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
		{"skeletons", l.skeletons.room(), add.Skeletons - known},
		{"motions", l.motions.room(), add.Clips + add.Motions},
		{"skins", l.skins.room(), add.Skins},
		{"meshes", l.meshes.room(), add.Meshes},
		{"materials", l.materials.room(), add.Materials},
		{"images", l.images.room(), add.Images},
		{"models", l.models.room(), add.Models},
		{"masks", l.masks.room(), add.Masks},
		{"curves", l.curves.room(), add.Curves},
		{"graphs", l.graphs.room(), add.Graphs},
		{"modifier stacks", l.modifiers.room(), add.ModifierStacks},
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
		if a := e.asset; a != nil && a.Single != l.motions.idAt(i) {
			if _, ok := a.Motion.(motion.Renamer); !ok {
				return fmt.Errorf("import: %s %q has no method WithClips by which it takes the IDs of its clips in "+
					"another library", a.Kind, a.Name)
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
	for len(l.baked) <= int(tableIndex(id)) {
		l.baked = append(l.baked, bakedForms{})
	}
	copied := *forms
	copied.id, copied.report.Clip = id, id
	if known {
		copied.levels = l.bakedLevels(copied.clip)
	}
	l.baked[tableIndex(id)] = copied
}

// mesh returns a mesh with the IDs of its materials translated. It shares the vertices.
func (m IDMap) mesh(mesh *mesh.Mesh) *mesh.Mesh {
	copied := *mesh
	copied.Primitives = slices.Clone(mesh.Primitives)
	for i := range copied.Primitives {
		copied.Primitives[i].Material = m.Material(copied.Primitives[i].Material)
	}
	return &copied
}

// remade returns a model with all IDs translated.
func (m IDMap) remade(model *Model) *Model {
	made := *model
	made.Skeleton = m.Skeleton(model.Skeleton)
	made.Clips, made.Skins, made.Parts = slices.Clone(model.Clips), slices.Clone(model.Skins), slices.Clone(model.Parts)
	made.Nodes, made.Scenes, made.Warnings = slices.Clip(model.Nodes), slices.Clip(model.Scenes),
		slices.Clip(model.Warnings)
	made.clipIndices = maps.Clone(model.clipIndices)
	for i, id := range made.Clips {
		made.Clips[i] = m.Clip(id)
	}
	for i, id := range made.Skins {
		made.Skins[i] = m.Skin(id)
	}
	for i := range made.Parts {
		part := &made.Parts[i]
		part.Mesh, part.Skin = m.Mesh(part.Mesh), m.Skin(part.Skin)
	}
	return &made
}
