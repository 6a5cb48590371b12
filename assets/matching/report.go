package matching

import (
	"fmt"
	"strings"
)

// Report tells what a database is made of.
type Report struct {
	// Frames is how many frames there are, and Found how many of them a search can find.
	Frames, Found int
	// Seconds is how long all ranges last together.
	Seconds float64
	// Bytes is the memory of the features of all frames, and IndexBytes that of what finds the
	// nearest of them.
	Bytes, IndexBytes int
	// Features are the features with their spreads.
	Features []Feature
	// Cached reports that the numbers came from the cache of the library, so that nothing was
	// measured.
	Cached bool
	// Notes tell what was left out and why.
	Notes []string
}

// Report returns what the database is made of and what was left out.
func (d *Database) Report() Report {
	r := d.report
	r.Features = append([]Feature(nil), d.features...)
	r.Notes = append([]string(nil), d.report.Notes...)
	return r
}

// String returns the report as lines of text.
func (r Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d frames of %.1f s, %d of which can be found; %d bytes of features, %d to find the nearest\n",
		r.Frames, r.Seconds, r.Found, r.Bytes, r.IndexBytes)
	for _, f := range r.Features {
		fmt.Fprintf(&b, "%s: %d numbers, weight %g, spread %.4g\n", f.Name, f.Width, f.Weight, f.Spread)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "%s\n", note)
	}
	return b.String()
}

// note writes the report.
func (d *Database) note() {
	r, x := &d.report, &d.index
	r.Frames, r.Found = d.frames, x.count
	r.Bytes, r.IndexBytes = 4*len(x.rows), 4*len(x.slots)+4*len(x.frames)
	r.IndexBytes += 8*(len(x.axes.vectors)+2*len(x.axes.roots)) + 2*len(x.points)
	for i := range x.levels {
		r.IndexBytes += 2*len(x.levels[i].boxes) + 8*len(x.levels[i].tags)
	}
	for i := range d.features {
		if f := &d.features[i]; f.Spread == 0 {
			r.Notes = append(r.Notes, f.Name+": left out, because it is the same in all frames")
		}
	}
	for i := range d.spans {
		s := &d.spans[i]
		r.Seconds += s.duration()
		switch skipped := s.frames - (s.foundTo - s.foundFrom); {
		case skipped == s.frames:
			r.Notes = append(r.Notes, fmt.Sprintf("%v: all %d frames are at its ends, which are not found", s, skipped))
		case skipped > 0:
			r.Notes = append(r.Notes, fmt.Sprintf("%v: %d of %d frames are at its ends, which are not found", s, skipped,
				s.frames))
		}
		if len(d.times) > 0 && s.clip.RootMotion() == nil {
			r.Notes = append(r.Notes, fmt.Sprintf("%v: its trajectory stands still, because the clip has no root motion", s))
		}
		for _, f := range d.builder.features {
			switch {
			case f.kind == curveOf && !d.hasMarker(s, f.name):
				r.Notes = append(r.Notes, fmt.Sprintf("%v: %s: 0, because it has no such marker", s, f.label()))
			case f.kind == phaseOf:
				if _, ok := markerPhase(s, f.name, s.From); !ok {
					r.Notes = append(r.Notes, fmt.Sprintf("%v: %s: none, because it has too few of them", s, f.label()))
				}
			}
		}
	}
}

func (d *Database) hasMarker(s *span, name string) bool {
	for _, m := range s.clip.Markers() {
		if m.Name == name {
			return true
		}
	}
	return false
}
