package assets

// Copy gives the clip the tracks, the range in time and the markers of another one of the same skeleton, to add others to them; of
// an additive clip it becomes additive too. The keys are shared, not copied. A clip whose root motion was extracted is not taken, since that would be lost.
func (b *ClipBuilder) Copy(clip *Clip) *ClipBuilder {
	switch {
	case clip == nil:
		b.fail("there is no clip to copy")
		return b
	case clip.skeleton != b.skeleton:
		b.fail("clip %q moves another skeleton", clip.name)
		return b
	case clip.root != nil:
		b.fail("clip %q has its root motion beside it", clip.name)
		return b
	}
	for _, t := range clip.tracks {
		own := *t.Track // which Build writes to
		b.tracks = append(b.tracks, ClipTrack{t.Joint, t.Property, &own})
	}
	b.markers = append(b.markers, clip.markers...)
	b.additive = b.additive || clip.Additive()
	return b.Range(clip.start, clip.end)
}
