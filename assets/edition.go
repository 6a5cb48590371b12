package assets

import (
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Edition is a library as it is between two changes of what its clips show: the removal or
// replacement of a clip, of its baked form, of a mask, or of levels of detail, or that a clip
// leaves the memory. Whoever keeps what a pose was sampled from can keep the edition with it and
// sample the same pose to the same bits at any later time.
type Edition struct {
	library *Library // the library itself until it changes, then a copy as of before
}

// Edition returns the present edition. It is safe for concurrent use, as look-ups are.
//
// The first change after the call copies the tables of motions and masks; the assets themselves are
// shared. Assets that are removed stay in memory as long as an edition with them is kept.
func (l *Library) Edition() *Edition {
	if l == nil {
		return nil
	}
	if e := untyped.Load[Edition](&l.edition); e != nil {
		return e
	}
	untyped.CompareAndSwap(&l.edition, nil, &Edition{library: l})
	return untyped.Load[Edition](&l.edition)
}

// Library returns a library for sampling, with the clips, their baked forms, the masks and the
// levels of detail of the edition. If the edition is over, other look-ups find nothing. The result
// must not be changed, and is valid until the library changes.
func (e *Edition) Library() *Library {
	if e == nil {
		return nil
	}
	return e.library
}

// endEdition must be called before what the clips of the library show changes. Nothing that is only
// added counts, because no ID is used twice.
func (l *Library) endEdition() {
	if e := untyped.Swap[Edition](&l.edition, nil); e != nil {
		e.library = &Library{
			motions: table[id.Motion, *motion.Asset]{entries: slices.Clone(l.motions.entries)},
			masks:   table[id.Mask, *rig.Mask]{entries: slices.Clone(l.masks.entries)},
			levels:  slices.Clone(l.levels),
		}
		baked := slices.Clone(l.bakedTable())
		untyped.Store(&e.library.baked, &baked)
	}
}
