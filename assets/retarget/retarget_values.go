package retarget

import (
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
)

// materialTo returns the target's channel for one of the source's: the same property of the
// material with the same name.
func (r *Retargeter) materialTo(channel int) (int, bool) {
	if r.same && r.from == r.to {
		return channel, true
	}
	from := r.from.MaterialChannels()[channel]
	return r.to.FindMaterialChannel(from.Material, from.Property)
}

// carryValues copies the morph weights, the visibility and the values of materials of a pose of the
// source to one of the target.
func (r *Retargeter) carryValues(to, from []float32) {
	for _, l := range r.links {
		a, has := r.from.MorphChannel(l.from)
		if b, ok := r.to.MorphChannel(l.to); ok && has && a.Count == b.Count {
			copy(to[b.Offset:][:b.Count], from[a.Offset:])
		}
		shown, has := r.from.VisibilityChannel(l.from)
		if b, ok := r.to.VisibilityChannel(l.to); ok && has {
			to[b.Offset] = from[shown.Offset]
		}
	}
	for i, a := range r.from.MaterialChannels() {
		if channel, ok := r.materialTo(i); ok {
			b := r.to.MaterialChannels()[channel]
			copy(to[b.Offset:][:b.Count], from[a.Offset:])
		}
	}
}

// buildValues adds a track of morph weights, visibility or a material to what follows its joint or
// has its material's name, and notes one that nothing takes.
func (w *work) buildValues(b *clip.Builder, t *clip.JointTrack) {
	var what string
	isCarried := false
	times, values := t.Track.Times(), t.Track.Values()
	switch t.Property {
	case clip.MorphWeights:
		what = fmt.Sprintf("the morph weights of joint %q are", w.from.JointName(t.Joint))
		from, _ := w.from.MorphChannel(t.Joint)
		for _, l := range w.links {
			if to, ok := w.to.MorphChannel(l.to); ok && l.from == t.Joint && to.Count == from.Count {
				b.MorphWeights(l.to, t.Track.Interpolation(), times, values)
				isCarried = true
			}
		}
	case clip.Visibility:
		what = fmt.Sprintf("the visibility of joint %q is", w.from.JointName(t.Joint))
		for _, l := range w.links {
			if _, ok := w.to.VisibilityChannel(l.to); ok && l.from == t.Joint {
				b.Visibility(l.to, times, shownBy(values))
				isCarried = true
			}
		}
	case clip.Material:
		from := w.from.MaterialChannels()[t.Channel]
		what = fmt.Sprintf("the %s of material %q is", from.Property, from.Material)
		if channel, ok := w.materialTo(t.Channel); ok {
			b.Material(channel, t.Track.Interpolation(), times, values)
			isCarried = true
		}
	default:
		return
	}
	if note := what + " not carried"; !isCarried && !slices.Contains(w.report.Notes, note) {
		w.report.Notes = append(w.report.Notes, note)
	}
}
