package assets

// RemoveModel forgets a model, and with it each of its assets that no other model in the library shares. It says
// whether there was such a model.
func (l *Library) RemoveModel(id ModelID) bool {
	model := l.models.get(id)
	if model == nil {
		return false
	}
	l.models.remove(id)
	kept, gone := l.inUse(), l.usedBy(model)
	removeUnused(&l.skeletons, []SkeletonID{model.Skeleton}, kept.skeletons)
	removeUnused(&l.clips, model.Clips, kept.clips)
	l.forgetBaked()
	removeUnused(&l.skins, keys(gone.skins), kept.skins)
	removeUnused(&l.meshes, keys(gone.meshes), kept.meshes)
	removeUnused(&l.materials, keys(gone.materials), kept.materials)
	removeUnused(&l.images, keys(gone.images), kept.images)
	return true
}

// usage is a set of assets of each kind.
type usage struct {
	skeletons map[SkeletonID]bool
	clips     map[ClipID]bool
	skins     map[SkinID]bool
	meshes    map[MeshID]bool
	materials map[MaterialID]bool
	images    map[ImageID]bool
}

func (l *Library) inUse() usage {
	var models []*Model
	for _, e := range l.models.entries {
		if e.asset != nil {
			models = append(models, e.asset)
		}
	}
	return l.usedBy(models...)
}

// usedBy returns what the models reach. It must run before anything they reach is removed.
func (l *Library) usedBy(models ...*Model) usage {
	u := usage{
		map[SkeletonID]bool{}, map[ClipID]bool{}, map[SkinID]bool{}, map[MeshID]bool{}, map[MaterialID]bool{}, map[ImageID]bool{},
	}
	for _, model := range models {
		u.skeletons[model.Skeleton] = true
		for _, id := range model.Clips {
			u.clips[id] = true
		}
		for _, id := range model.Skins {
			u.skins[id] = true
		}
		for _, part := range model.Parts {
			u.skins[part.Skin] = true
			u.meshes[part.Mesh] = true
			mesh := l.Mesh(part.Mesh)
			if mesh == nil {
				continue
			}
			for _, primitive := range mesh.Primitives {
				u.materials[primitive.Material] = true
				if material := l.Material(primitive.Material); material != nil {
					for _, texture := range material.Textures() {
						u.images[texture.Image] = true
					}
				}
			}
		}
	}
	return u
}

func removeUnused[I ~uint32, T any](t *table[I, T], ids []I, kept map[I]bool) {
	for _, id := range ids {
		if !kept[id] {
			t.remove(id)
		}
	}
}

func keys[I ~uint32](set map[I]bool) []I {
	ids := make([]I, 0, len(set))
	for id := range set {
		ids = append(ids, id)
	}
	return ids
}
