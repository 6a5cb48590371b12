package blendspace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
)

// SyncTrack is the sync markers of one sample of a [Space], by time, the first at or after the start of the clip. Read as a
// circle it has the names of all other samples' in the same order, perhaps several times.
type SyncTrack []clip.Marker

// MaxSyncIntervals is how many intervals between sync markers the common phase of a [Space] has at most.
const MaxSyncIntervals = 1024

// SyncTrack returns the sync markers of a sample; nil where the clips are kept in phase by normalized time, or this one is.
func (s *Space) SyncTrack(index int) SyncTrack {
	if index < 0 || index >= len(s.sync.tracks) {
		return nil
	}
	return s.sync.tracks[index].markers
}

// synchronize gives the space its common phase.
func (b *Builder) synchronize(s *Space, drafts []sampleSpec) {
	tracks := make([]phaseTrack, len(drafts))
	cycle, lead := []string(nil), (*sampleSpec)(nil) // the names of one round, and the sample that gave them
	rounds := 1                                      // the least common multiple of the rounds in each clip
	for i := range drafts {
		d, t := &drafts[i], &tracks[i]
		*t = phaseTrack{start: d.clip.Start(), end: d.clip.End(), speed: d.Speed, markerCycles: 1}
		if !b.byMarkers && !b.alignStarts || d.syncByTime {
			continue
		}
		if t.markers = b.syncTrack(d); len(t.markers) == 0 {
			continue
		}
		names := t.markers.names()
		if lead == nil {
			// The lead's list is turned so that the first name comes first, and so the phase begins there.
			lead = d
			first := max(0, slices.Index(names, b.firstName()))
			cycle = shortestPeriod(slices.Concat(names[first:], names[:first]))
		}
		var fits bool
		if t.first, t.markerCycles, fits = rotation(names, cycle); !fits {
			b.fail("%v: its sync markers %s do not go round as those of sample %d do, %s", d, quotedNames(names), lead.number, quotedNames(cycle))
			continue
		}
		if rounds = leastCommonMultiple(rounds, t.markerCycles); rounds*len(cycle) > MaxSyncIntervals {
			b.fail("%v: its %d rounds of sync markers and those of the others make more than %d intervals until all come together again",
				d, t.markerCycles, MaxSyncIntervals)
			return
		}
	}
	s.sync = newPhaseMap(tracks, rounds, max(1, len(cycle)))
}

// firstName returns the name of the marker at which the phase begins; "" is the start of the clip, or where no names were given
// the first marker.
func (b *Builder) firstName() string {
	if b.alignStarts || len(b.names) == 0 {
		return ""
	}
	return b.names[0]
}

// syncTrack returns the markers of a sample that count, by time, or none after filing what is wrong with them.
func (b *Builder) syncTrack(d *sampleSpec) SyncTrack {
	given := d.clip.Markers()
	if d.ownMarkers {
		given = d.markers
	}
	var track SyncTrack
	for _, m := range given {
		if !b.byMarkers || len(b.names) > 0 && !slices.Contains(b.names, m.Name) {
			continue
		}
		if err := m.Fit(d.clip.Start(), d.clip.End()); err != nil {
			b.fail("%v: marker %q: %w", d, m.Name, err)
			return nil
		}
		if m.Time >= d.clip.End() { // which is the start again
			m.Time = d.clip.Start()
		}
		track = append(track, m)
	}
	if len(track) == 0 && b.byMarkers {
		b.fail("%v: it has none of the sync markers %s; ByTime lets a clip without follow", d, quotedNames(b.names))
		return nil
	}
	if b.alignStarts {
		track = append(track, clip.Marker{Time: d.clip.Start()})
	}
	slices.SortStableFunc(track, func(p, q clip.Marker) int {
		switch {
		case p.Time < q.Time:
			return -1
		case p.Time > q.Time:
			return 1
		}
		return strings.Compare(p.Name, q.Name)
	})
	for i := 1; i < len(track); i++ {
		if track[i].Time == track[i-1].Time {
			b.fail("%v: sync markers %s are at the same time, %v s", d, quotedNames(track[i-1:i+1].names()), track[i].Time)
			return nil
		}
	}
	return track
}

func (t SyncTrack) names() []string {
	names := make([]string, len(t))
	for i, m := range t {
		names[i] = m.Name
	}
	return names
}

// listed quotes names for an error.
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

// period returns the shortest list that, repeated, makes the names.
func shortestPeriod(names []string) []string {
	for n := 1; n < len(names); n++ {
		if len(names)%n == 0 && slices.Equal(names[n:], names[:len(names)-n]) {
			return names[:n]
		}
	}
	return names
}

// rotation returns at which of the names the cycle begins first, and how often it goes round in them.
func rotation(names, cycle []string) (first, rounds int, fits bool) {
	if len(names)%len(cycle) != 0 {
		return 0, 1, false
	}
	for first := range cycle {
		fits := true
		for i := range names {
			fits = fits && names[(first+i)%len(names)] == cycle[i%len(cycle)]
		}
		if fits {
			return first, len(names) / len(cycle), true
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
