package assets

import "github.com/sinew-go/sinew/assets/id"

// RemoveModel removes a model, and each of its assets that no other model in the library uses. It
// reports whether the model was there.
func (l *Library) RemoveModel(id ModelID) bool {
	l = l.orNone()
	model := assetOf(&l.models, id)
	if model == nil {
		return false
	}
	l.endEdition()
	removeAsset(&l.models, id)
	kept, removed := l.usedByAll(), l.usedBy(model)
	removeUnused(&l.skeletons, []SkeletonID{model.Skeleton}, kept.skeletons)
	removeUnused(&l.motions, model.Clips, kept.clips)
	l.removeStaleBaked()
	removeUnused(&l.masks, model.Masks, kept.masks)
	removeUnused(&l.skins, keys(removed.skins), kept.skins)
	removeUnused(&l.meshes, keys(removed.meshes), kept.meshes)
	removeUnused(&l.materials, keys(removed.materials), kept.materials)
	removeUnused(&l.images, keys(removed.images), kept.images)
	return true
}

// assetSets holds a set of assets of each kind.
type assetSets struct {
	skeletons map[SkeletonID]bool
	clips     map[ClipID]bool
	masks     map[id.Mask]bool
	skins     map[SkinID]bool
	meshes    map[id.Mesh]bool
	materials map[id.Material]bool
	images    map[id.Image]bool
}

// usedByAll returns the assets that the models of the library use.
func (l *Library) usedByAll() assetSets {
	var models []*Model
	for _, e := range l.models.entries {
		if e.asset != nil {
			models = append(models, e.asset)
		}
	}
	return l.usedBy(models...)
}

// usedBy returns the assets that models use. It must run before these assets are removed, since it
// follows their references.
func (l *Library) usedBy(models ...*Model) assetSets {
	used := assetSets{
		map[SkeletonID]bool{},
		map[ClipID]bool{},
		map[id.Mask]bool{},
		map[SkinID]bool{},
		map[id.Mesh]bool{},
		map[id.Material]bool{},
		map[id.Image]bool{},
	}
	for _, model := range models {
		used.skeletons[model.Skeleton] = true
		for _, id := range model.Clips {
			used.clips[id] = true
		}
		for _, id := range model.Masks {
			used.masks[id] = true
		}
		for _, id := range model.Skins {
			used.skins[id] = true
		}
		for i := range model.Lights {
			used.skins[model.Lights[i].Skin] = true
		}
		for _, part := range model.Parts {
			used.skins[part.Skin] = true
			used.meshes[part.Mesh] = true
			mesh := l.Mesh(part.Mesh)
			if mesh == nil {
				continue
			}
			for _, primitive := range mesh.Primitives {
				used.materials[primitive.Material] = true
				if material := l.Material(primitive.Material); material != nil {
					for _, texture := range material.Textures() {
						used.images[texture.Image] = true
					}
				}
			}
		}
	}
	return used
}

// removeUnused removes the assets that are not kept.
func removeUnused[I ~uint32, P any](t *table[I, P], ids []I, kept map[I]bool) {
	for _, id := range ids {
		if !kept[id] {
			removeAsset(t, id)
		}
	}
}

// keys returns the elements of a set, in any order.
func keys[I ~uint32](set map[I]bool) []I {
	ids := make([]I, 0, len(set))
	for id := range set {
		ids = append(ids, id)
	}
	return ids
}
