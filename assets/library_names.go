package assets

import (
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// ClipsNamed returns the IDs of the clips with that name, in the order of the library.
func (l *Library) ClipsNamed(name string) []ClipID { return l.clips.named(name, (*Clip).Name) }

// BlendSpacesNamed returns the IDs of the blend spaces with that name, in the order of the library.
func (l *Library) BlendSpacesNamed(name string) []BlendSpaceID {
	return l.spaces.named(name, (*blendspace.Space).Name)
}

// MasksNamed returns the IDs of the masks with that name, in the order of the library.
func (l *Library) MasksNamed(name string) []MaskID { return l.masks.named(name, (*rig.Mask).Name) }

// CurvesNamed returns the IDs of the curves with that name, in the order of the library.
func (l *Library) CurvesNamed(name string) []CurveID { return l.curves.named(name, (*clip.Curve).Name) }

// FindMask returns the first mask with that name, in the order of the library. Like the errors of FindBlendSpace,
// FindCurve and FindGraph, the error wraps [ErrNotFound], suggests near names and lists the masks.
func (l *Library) FindMask(name string) (MaskID, error) {
	return l.masks.find("mask", name, (*rig.Mask).Name)
}

// FindBlendSpace returns the first blend space with that name, in the order of the library. For its errors see
// [Library.FindMask].
func (l *Library) FindBlendSpace(name string) (BlendSpaceID, error) {
	return l.spaces.find("blend space", name, (*blendspace.Space).Name)
}

// FindCurve returns the first curve with that name, in the order of the library, or a built-in curve. For its errors
// see [Library.FindMask].
func (l *Library) FindCurve(name string) (CurveID, error) {
	switch name {
	case clip.NameStraightLine:
		return clip.StraightLine, nil
	case clip.NameSmoothStep:
		return clip.SmoothStep, nil
	}
	return l.curves.find("curve", name, (*clip.Curve).Name, clip.NameStraightLine, clip.NameSmoothStep)
}

// FindGraph returns the first graph with that name, in the order of the library. For its errors see [Library.FindMask].
func (l *Library) FindGraph(name string) (GraphID, error) {
	return l.graphs.find("graph", name, (*Graph).Name)
}

// find returns the ID of the first asset with a name. The error lists the names of all assets of the sort, after the
// built-in ones.
func (t *table[I, T]) find(sort, name string, nameOf func(*T) string, builtIn ...string) (I, error) {
	if found := t.named(name, nameOf); len(found) > 0 {
		return found[0], nil
	}
	has := builtIn
	for _, e := range t.entries {
		if e.asset != nil {
			has = append(has, nameOf(e.asset))
		}
	}
	return 0, names.NotFound(ErrNotFound, "the library", sort, name, has)
}
