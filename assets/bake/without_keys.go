package bake

import "github.com/sinew-go/sinew/assets/clip"

// WithoutKeys returns the baked clip bound to a source without the keys that it replaces (see
// [clip.WithoutKeys]), so that these take no memory once nothing else has them. It samples the same
// bits. It returns nil for a decoded clip that is not bound yet, and a clip whose source has no
// keys as it is.
func (b *BakedClip) WithoutKeys() *BakedClip {
	switch {
	case b == nil || b.source == nil:
		return nil
	case b.source.Remains() != nil:
		return b
	}
	out := *b
	out.source = clip.WithoutKeys(b.source, hashOf(b.source))
	out.stepped = steppedTracks(out.source)
	return &out
}

// Owner returns what [View] got as the owner of the memory of the clip's frames, or nil if the
// frames are the clip's own.
func (b *BakedClip) Owner() any { return b.orNone().owner }
