package assets

import "fmt"

// SetClip puts another clip in the place of one: its ID and everything that names that mean the new clip from then on, as
// when a clip that was imported is given markers by [clip.WithMarkers]. A baked form stays where the new clip has the same keys and
// range to the last bit, and is forgotten otherwise. A model goes on finding the clip by the name that the first one had.
//
// The error says that there is no such clip, or that the new one is nil or moves another skeleton; nothing has changed then. Like
// adding, it must not run at the same time as a frame.
func (l *Library) SetClip(id ClipID, clip *Clip) error {
	old := l.clips.get(id)
	switch {
	case old == nil:
		return fmt.Errorf("there is no clip %#x to put another in the place of", uint32(id))
	case clip == nil:
		return fmt.Errorf("clip %q: there is no clip to put in its place", old.Name())
	case clip.Skeleton() != old.Skeleton():
		return fmt.Errorf("clip %q: clip %q, which is to take its place, moves another skeleton", old.Name(), clip.Name())
	}
	baked, i := l.Baked(id), uint32(id)&indexMask-1
	l.clips.entries[i].asset = clip
	if baked != nil && baked.Bind(clip) != nil {
		l.baked[i] = bakedEntry{}
	}
	return nil
}
