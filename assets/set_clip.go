package assets

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
)

// SetClip replaces a clip: its ID means the new clip from then on. Use it to add markers to an
// imported clip (see [clip.WithMarkers]).
//
// Blend spaces and other motions that use the clip are built again, with its new duration and
// markers, under the same IDs; so are graphs. The baked forms stay if the new clip has the same
// keys and range to the last bit. Otherwise the new clip is baked, with the options of the old one,
// if that was baked or stayed exact only because it could not be baked. Models still find the clip
// by its previous name.
//
// SetClip returns an error, and changes nothing, if there is no clip with that ID, if the new clip
// is nil, has another skeleton, is additive and the old one is not or the reverse, or has no keys
// and is not the old one with other markers, or if a motion or a graph does not fit the new clip,
// for instance for lack of a sync marker. It must not run at the same time as a frame.
func (l *Library) SetClip(of ClipID, clip *Clip) error {
	if l == nil {
		return errNoLibrary
	}
	old := l.Clip(of)
	switch {
	case old == nil:
		return fmt.Errorf("set clip: %s", l.Describe(of))
	case clip == nil:
		return fmt.Errorf("clip %q: expected a replacement, found nil", old.Name())
	case clip.Skeleton() != old.Skeleton():
		return fmt.Errorf("clip %q: the replacement %q is %s", old.Name(), clip.Name(),
			otherSkeleton(clip.Skeleton(), old.Skeleton()))
	case clip.Additive() != old.Additive():
		return fmt.Errorf("clip %q: the replacement %q: expected Additive() = %v, found %v", old.Name(),
			clip.Name(), old.Additive(), clip.Additive())
	}
	forms := l.forms(of)
	same := false // the keys and the range
	if forms != nil && forms.clip != nil {
		bound := *forms.clip // which Bind changes
		same = bound.Bind(clip) == nil
	}
	if err := clip.CheckKeys(); err != nil && !same {
		return fmt.Errorf("clip %q: the replacement: %w", old.Name(), err)
	}
	l.endEdition()
	l.changes++
	i := tableIndex(of)
	before := l.motions.entries[i].asset
	l.motions.entries[i].asset = motion.NewSingle(of, clip)
	if err := l.rebuildUsers(of, before); err != nil {
		l.motions.entries[i].asset = before
		return fmt.Errorf("clip %q: the replacement %q: %w", old.Name(), clip.Name(), err)
	}
	switch {
	case forms == nil:
	case same && forms.clip.Bind(clip) == nil:
		forms.levels, forms.report.Name = l.bakedLevels(forms.clip), clip.Name()
		forms.content = id.Key{} // which has the name, the markers and the root motion of the old clip
	default:
		baked, reports, _ := bakeAll([]*Clip{clip}, forms.baking.get()) // no context ends it
		if clip = dropKeys(clip, &baked[0], forms.baking.get()); clip.Remains() != nil {
			l.motions.entries[i].asset = motion.NewSingle(of, clip)
		}
		l.setForms(of, baked[0], reports[0], forms.baking.get())
	}
	return nil
}

// rebuildUsers builds the motions and the graphs that use a clip again, which replaced the one
// before. It changes none if one cannot be built.
func (l *Library) rebuildUsers(id ClipID, before *motion.Asset) error {
	motions, err := l.rebuildMotions(id)
	if err != nil {
		return err
	}
	graphs, err := l.graphsWith(id, before, l.Motion(id))
	if err != nil {
		return err
	}
	for i, asset := range motions {
		l.motions.entries[i].asset = asset
	}
	for i, g := range graphs {
		l.graphs.entries[i].asset = g
	}
	return nil
}
