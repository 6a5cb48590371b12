package assets

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// MotionsNamed returns the IDs of the motions with that name, in the order of the library: clips,
// blend spaces and those of other kinds.
func (l *Library) MotionsNamed(name string) []id.Motion {
	l = l.orNone()
	return assetsNamed(&l.motions, name, motionName)
}

func motionName(a *motion.Asset) string { return a.Name }

func motionKind(a *motion.Asset) string { return a.Kind }

// ClipsNamed returns the IDs of the clips with that name, in the order of the library.
func (l *Library) ClipsNamed(name string) []ClipID {
	return slices.DeleteFunc(l.MotionsNamed(name), func(id id.Motion) bool { return l.Clip(id) == nil })
}

// MasksNamed returns the IDs of the masks with that name, in the order of the library.
func (l *Library) MasksNamed(name string) []id.Mask {
	l = l.orNone()
	return assetsNamed(&l.masks, name, (*rig.Mask).Name)
}

// CurvesNamed returns the IDs of the curves with that name, in the order of the library.
func (l *Library) CurvesNamed(name string) []id.Curve {
	l = l.orNone()
	return assetsNamed(&l.curves, name, (*clip.Curve).Name)
}

// FindMask returns the first mask with that name, in the order of the library. Like the errors of
// FindMotion, FindCurve, FindGraph and FindModifierStack, the error wraps [rig.ErrNotFound],
// suggests near names and lists the masks.
func (l *Library) FindMask(name string) (id.Mask, error) {
	if l == nil {
		return 0, errNotFound
	}
	return findAsset(&l.masks, "mask", name, (*rig.Mask).Name)
}

// FindMotion returns the first motion with that name, in the order of the library, in which clips
// are motions too. For its errors see [Library.FindMask].
func (l *Library) FindMotion(name string) (id.Motion, error) {
	if l == nil {
		return 0, errNotFound
	}
	return findAsset(&l.motions, "motion", name, motionName)
}

// FindCurve returns the first curve with that name, in the order of the library, or a built-in
// curve. For its errors see [Library.FindMask].
func (l *Library) FindCurve(name string) (id.Curve, error) {
	if l == nil {
		return 0, errNotFound
	}
	switch name {
	case names.StraightLine:
		return clip.StraightLine, nil
	case names.SmoothStep:
		return clip.SmoothStep, nil
	}
	return findAsset(&l.curves, "curve", name, (*clip.Curve).Name, names.StraightLine, names.SmoothStep)
}

// FindGraph returns the first graph with that name, in the order of the library. For its errors see
// [Library.FindMask].
func (l *Library) FindGraph(name string) (GraphID, error) {
	if l == nil {
		return 0, errNotFound
	}
	return findAsset(&l.graphs, "graph", name, (*machine.Graph).Name)
}

// FindModifierStack returns the first stack of pose modifiers with that name, in the order of the
// library. For its errors see [Library.FindMask].
func (l *Library) FindModifierStack(name string) (id.ModifierStack, error) {
	if l == nil {
		return 0, errNotFound
	}
	return findAsset(&l.modifiers, "modifier stack", name, (*stack.Stack).Name)
}

// findAsset returns the ID of the first asset with a name. The error lists the names of all assets
// of the sort, after the built-in ones.
func findAsset[I ~uint32, P any](
	t *table[I, P], sort, name string, nameOf func(P) string, builtIn ...string,
) (I, error) {
	if found := assetsNamed(t, name, nameOf); len(found) > 0 {
		return found[0], nil
	}
	has := builtIn
	for _, e := range t.entries {
		if !isNone(e.asset) {
			has = append(has, nameOf(e.asset))
		}
	}
	return 0, names.NotFound(rig.ErrNotFound, "the library", sort, name, has)
}
