package blendspace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// syncTrack is the sync markers of one sample of a [Space], sorted by time. All samples have the
// same sequence of names in a cyclic order, perhaps repeated.
type syncTrack []clip.Marker

// maxSyncIntervals is the maximum number of intervals between sync markers in the common phase of a
// [Space].
const maxSyncIntervals = 1024

// track is the phase of one clip while it is made.
type track struct {
	form.Track
	markers       syncTrack
	first         int // the index of the marker at phase 0
	markerRepeats int // how many times the sequence of marker names repeats in the clip
}

// synchronize returns the common phase of the samples.
func (b *Builder) synchronize(specs []sampleSpec) form.Phase {
	tracks := make([]track, len(specs))
	var sequence []string // of marker names, which repeats
	var lead *sampleSpec  // the sample that determined it
	repeats := 1          // of the sequence in a cycle of the phase: the least common multiple over all clips
	for i := range specs {
		spec, t := &specs[i], &tracks[i]
		*t = track{markerRepeats: 1, Track: form.Track{
			Start: spec.clip.Start(), End: spec.clip.End(), Speed: spec.Speed,
			HasMarkers: len(spec.clip.Markers()) > 0, HasRootMotion: spec.clip.RootMotion() != nil,
		}}
		if !b.byMarkers && !b.alignStarts || spec.syncByTime {
			continue
		}
		if t.markers = b.syncTrack(spec); len(t.markers) == 0 {
			continue
		}
		own := t.markers.names()
		if lead == nil {
			// Rotate the names so that the first name comes first: the phase begins there.
			lead = spec
			first := max(0, slices.Index(own, b.firstName()))
			sequence = shortestPeriod(slices.Concat(own[first:], own[:first]))
		}
		var ok bool
		if t.first, t.markerRepeats, ok = rotation(own, sequence); !ok {
			b.fail("%v: expected sync markers in the cyclic order %s of sample %d, found %s",
				spec, quotedNames(sequence), lead.number, quotedNames(own))
			continue
		}
		if repeats = leastCommonMultiple(repeats, t.markerRepeats); repeats*len(sequence) > maxSyncIntervals {
			b.fail("%v: expected at most %d intervals of sync markers in a cycle of all samples, found %d, since its "+
				"own repeat %d times",
				spec, maxSyncIntervals, repeats*len(sequence), t.markerRepeats)
			return form.Phase{}
		}
	}
	b.checkNames(specs, tracks)
	return newPhase(tracks, repeats, max(1, len(sequence)))
}

// firstName returns the name of the marker at which the phase begins. "" is the marker at the start
// of the clip with AlignStarts; if no names were given, it is in no clip, and the phase begins at
// the first marker.
func (b *Builder) firstName() string {
	if b.alignStarts || len(b.names) == 0 {
		return ""
	}
	return b.names[0]
}

// checkNames reports the names of sync markers that no sample has, although samples have others.
func (b *Builder) checkNames(specs []sampleSpec, tracks []track) {
	var had, all []string
	for i := range specs {
		had = append(had, tracks[i].markers.names()...)
		all = append(all, syncTrack(specs[i].clip.Markers()).names()...)
		all = append(all, syncTrack(specs[i].markers).names()...)
	}
	for _, name := range b.names {
		if len(had) > 0 && !slices.Contains(had, name) {
			b.fail("expected the sync marker %q in a sample, found it in none%s", name, meant([]string{name}, all))
		}
	}
}

// found returns words for the names that a clip has.
func found(has []string) string {
	if len(has) == 0 {
		return "none"
	}
	order.Strings(has)
	return quotedNames(slices.Compact(has))
}

// meant suggests names near to those that nobody has, or returns "".
func meant(wanted, has []string) string {
	has = slices.Clone(has)
	order.Strings(has)
	has = slices.Compact(has)
	var near []string
	for _, name := range wanted {
		if slices.Contains(has, name) {
			continue
		}
		for _, other := range names.Near(name, has) {
			if quoted := strconv.Quote(other); !slices.Contains(near, quoted) {
				near = append(near, quoted)
			}
		}
	}
	if len(near) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(near, " or ") + "?"
}

// syncTrack returns the sync markers of a sample sorted by time. If they are not valid it reports
// that and returns nil.
func (b *Builder) syncTrack(spec *sampleSpec) syncTrack {
	markers := spec.clip.Markers()
	if spec.ownMarkers {
		markers = spec.markers
	}
	var sync syncTrack
	for _, m := range markers {
		if !b.byMarkers || len(b.names) > 0 && !slices.Contains(b.names, m.Name) {
			continue
		}
		if err := m.Fit(spec.clip.Start(), spec.clip.End()); err != nil {
			b.fail("%v: marker %q: %w", spec, m.Name, err)
			return nil
		}
		if m.Time >= spec.clip.End() { // the end of a loop is its start
			m.Time = spec.clip.Start()
		}
		sync = append(sync, m)
	}
	if len(sync) == 0 && b.byMarkers {
		if len(b.names) == 0 {
			b.fail("%v: expected sync markers, found none; SyncByTime is for clips without markers", spec)
		} else {
			b.fail("%v: expected one of the sync markers %s, found %s%s; SyncByTime is for clips without markers", spec,
				quotedNames(b.names), found(syncTrack(markers).names()), meant(b.names, syncTrack(markers).names()))
		}
		return nil
	}
	if b.alignStarts {
		sync = append(sync, clip.Marker{Time: spec.clip.Start()})
	}
	order.Stable(sync, func(p, q clip.Marker) int {
		switch {
		case p.Time < q.Time:
			return -1
		case p.Time > q.Time:
			return 1
		}
		return strings.Compare(p.Name, q.Name)
	})
	for i := 1; i < len(sync); i++ {
		if sync[i].Time == sync[i-1].Time {
			b.fail("%v: expected sync markers at different times, found %s at %v s", spec,
				quotedNames(sync[i-1:i+1].names()), sync[i].Time)
			return nil
		}
	}
	return sync
}

func (t syncTrack) names() []string {
	names := make([]string, len(t))
	for i, m := range t {
		names[i] = m.Name
	}
	return names
}

// quotedNames lists names for an error.
func quotedNames(names []string) string {
	if len(names) == 0 {
		return "(any name)"
	}
	quoted := make([]string, len(names))
	for i, name := range names {
		if quoted[i] = fmt.Sprintf("%q", name); name == "" {
			quoted[i] = "(start)"
		}
	}
	return strings.Join(quoted, ", ")
}

// shortestPeriod returns the shortest sequence whose repetition is the names.
func shortestPeriod(names []string) []string {
	for n := 1; n < len(names); n++ {
		if len(names)%n == 0 && slices.Equal(names[n:], names[:len(names)-n]) {
			return names[:n]
		}
	}
	return names
}

// rotation returns the index of the first name at which the sequence begins, and how many times it
// repeats in the names. It reports whether the names are a repetition of the sequence.
func rotation(names, sequence []string) (first, repeats int, ok bool) {
	if len(names)%len(sequence) != 0 {
		return 0, 1, false
	}
	for first := range sequence {
		ok := true
		for i := range names {
			ok = ok && names[(first+i)%len(names)] == sequence[i%len(sequence)]
		}
		if ok {
			return first, len(names) / len(sequence), true
		}
	}
	return 0, 1, false
}

func leastCommonMultiple(a, b int) int {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}
