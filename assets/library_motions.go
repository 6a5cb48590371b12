package assets

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/exact"
)

// AddMotion adds a motion that is no clip, such as a blend space or one of the program's own kind,
// and returns its ID, which everything that plays a clip accepts too. It returns an error for nil,
// and if the motion's clips are not in this library or do not fit what the motion tells of itself.
func (l *Library) AddMotion(m motion.Motion) (id.Motion, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if isNilMotion(m) {
		return 0, fmt.Errorf("add motion: %w", errNil)
	}
	asset, err := l.newMotion(m)
	if err != nil {
		return 0, err
	}
	added, err := addChecked(&l.motions, asset, asset.Kind, asset.Name, asset.Skeleton)
	if err != nil {
		return 0, fmt.Errorf("%s %q: %w", asset.Kind, asset.Name, err)
	}
	return added, nil
}

// isNilMotion reports whether a motion is nil, or a nil pointer.
func isNilMotion(m motion.Motion) bool {
	v := reflect.ValueOf(m)
	return m == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

// newMotion checks a motion and returns its asset.
func (l *Library) newMotion(m motion.Motion) (*motion.Asset, error) {
	asset := motion.NewAsset(m, l)
	d := &asset.Description
	fail := func(format string, arguments ...any) (*motion.Asset, error) {
		return nil, fmt.Errorf("%s %q: "+format, append([]any{d.Kind, d.Name}, arguments...)...)
	}
	switch {
	case d.Kind == "" || d.Kind == "clip":
		return fail("expected the noun of a kind that is no clip, found the kind %q", d.Kind)
	case d.Skeleton == nil:
		return fail("expected the skeleton that it moves, found nil")
	case !exact.IsFinite(d.Span.Start) || !exact.IsFinite(d.Span.End) || !(d.Span.Start <= d.Span.End):
		return fail("expected a finite span whose end is not before its start, found %v to %v",
			d.Span.Start, d.Span.End)
	case d.Dimensions > 2:
		return fail("expected 0 to 2 dimensions, found %d", d.Dimensions)
	}
	for i, part := range d.Parts {
		c := l.Clip(part.Clip)
		if err := checkSkeleton(l, "clip", part.Clip, c, d.Skeleton); err != nil {
			return fail("clip %d: %w", i, err)
		}
		if c.Additive() != d.Additive {
			return fail("clip %d: expected Additive() = %v, found %v for %q", i, d.Additive, c.Additive(), c.Name())
		}
	}
	single := l.Clip(d.Single)
	switch {
	case d.Single != 0 && single == nil:
		return fail("its single clip: %s", l.Describe(d.Single))
	case single != nil && (motion.Span{Start: single.Start(), End: single.End()}) != d.Span:
		return fail("expected the span of its single clip, %v to %v s, found %v to %v",
			single.Start(), single.End(), d.Span.Start, d.Span.End)
	}
	return asset, nil
}

// addClip adds a clip without baking it.
func (l *Library) addClip(c *Clip) ClipID {
	asset := &motion.Asset{}
	added := addAsset(&l.motions, asset, "clip", c.Name(), c.Skeleton(),
		math.Float64bits(c.Start()), math.Float64bits(c.End()))
	*asset = *motion.NewSingle(added, c)
	return added
}

// Motion returns what a layer can play: a clip, a blend space or a motion of another kind. It
// returns nil for an ID that names none.
func (l *Library) Motion(id id.Motion) *motion.Asset { return assetOf(&l.orNone().motions, id) }

// Motions is an iterator over what layers can play, with the IDs, in the library's order: clips
// too.
func (l *Library) Motions(yield func(id.Motion, *motion.Asset) bool) {
	l = l.orNone()
	for i, e := range l.motions.entries {
		if e.asset != nil && !yield(idAt(&l.motions, i), e.asset) {
			return
		}
	}
}

// RemoveMotion removes a motion, which may be a clip, and reports whether it was there. Players
// with that ID show the rest pose.
func (l *Library) RemoveMotion(id id.Motion) bool {
	l = l.orNone()
	if l.Clip(id) == nil {
		return removeAsset(&l.motions, id)
	}
	l.endEdition()
	removeAsset(&l.motions, id)
	l.removeStaleBaked()
	return true
}

// Clip returns the clip, or nil. It returns nil for a motion that is no clip.
func (l *Library) Clip(id ClipID) *Clip {
	l = l.orNone()
	if a := assetOf(&l.motions, id); a != nil && a.Single == id {
		return a.Clip
	}
	return nil
}

// BlendSpace returns the blend space, or nil. It returns nil for a motion that is none.
func (l *Library) BlendSpace(id id.BlendSpace) *mixer.Space {
	l = l.orNone()
	if a := assetOf(&l.motions, id); a != nil {
		space, _ := a.Motion.(*mixer.Space)
		return space
	}
	return nil
}

// checkMotion returns an error if there is no motion with an ID, or if it is for another skeleton.
// The skeleton may be nil for any.
func (l *Library) checkMotion(id id.Motion, skeleton *Skeleton) error {
	a := l.Motion(id)
	switch {
	case a == nil:
		return errors.New(l.Describe(id))
	case skeleton != nil && a.Skeleton != skeleton:
		return fmt.Errorf("%s %#x of the library, %q, is %s",
			a.Kind, uint32(id), a.Name, otherSkeleton(a.Skeleton, skeleton))
	}
	return nil
}

// Clips is an iterator over the clips of the library, in the library's order, for use with range.
func (l *Library) Clips(yield func(*Clip) bool) {
	l = l.orNone()
	for id, m := range l.Motions {
		if m.Single == id && !yield(m.Clip) {
			return
		}
	}
}

// clipIDs returns the IDs of the clips, in the order of the library.
func (l *Library) clipIDs() []ClipID {
	var ids []ClipID
	for id, m := range l.Motions {
		if m.Single == id {
			ids = append(ids, id)
		}
	}
	return ids
}

// rebuildMotions describes the motions that use a clip again, after it was replaced. It returns the
// new assets by their indices in the table.
func (l *Library) rebuildMotions(id ClipID) (map[int]*motion.Asset, error) {
	rebuilt := map[int]*motion.Asset{}
	for i, e := range l.motions.entries {
		if e.asset == nil || idAt(&l.motions, i) == id || !uses(e.asset, id) {
			continue
		}
		old, ok := e.asset.Motion.(motion.Rebuilder)
		if !ok {
			return nil, fmt.Errorf(
				"%s %q plays it: expected the method Rebuild, by which it takes another clip, found none",
				e.asset.Kind, e.asset.Name)
		}
		m, err := old.Rebuild(l)
		if err != nil {
			return nil, err
		}
		if rebuilt[i], err = l.newMotion(m); err != nil {
			return nil, err
		}
	}
	return rebuilt, nil
}

// uses reports whether a motion may show a clip.
func uses(a *motion.Asset, id ClipID) bool {
	return a.Single == id || slices.ContainsFunc(a.Parts, func(p motion.Part) bool { return p.Clip == id })
}
