package assets

// Each calls yield for each asset with its ID, such as an id.Skeleton with a *[Skeleton], kind by
// kind and in the library's order, until yield returns false. An id.Motion comes with a
// *motion.Asset, whose Motion or Clip is what was added.
func (l *Library) Each(yield func(id, asset any) bool) {
	l = l.orNone()
	_ = each(&l.skeletons, yield) && each(&l.motions, yield) && each(&l.skins, yield) && each(&l.meshes, yield) &&
		each(&l.materials, yield) && each(&l.images, yield) && each(&l.models, yield) && each(&l.masks, yield) &&
		each(&l.curves, yield) && each(&l.graphs, yield) && each(&l.modifiers, yield)
}

// each calls yield for each asset of a table, and reports whether yield wants more.
func each[I ~uint32, P any](t *table[I, P], yield func(id, asset any) bool) bool {
	for i, e := range t.entries {
		if !isNone(e.asset) && !yield(idAt(t, i), e.asset) {
			return false
		}
	}
	return true
}
