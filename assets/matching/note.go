package matching

import "fmt"

// note writes the report.
func (d *draft) note() {
	r, x := &d.report, &d.index
	r.Frames, r.Found = d.frames, x.Count
	r.Bytes, r.IndexBytes = 4*len(x.Rows), 4*len(x.Slots)+4*len(x.Frames)
	r.IndexBytes += 8*(len(x.Axes.Vectors)+2*len(x.Axes.Roots)) + 2*len(x.Points)
	for i := range x.Levels {
		r.IndexBytes += 2*len(x.Levels[i].Boxes) + 8*len(x.Levels[i].Tags)
	}
	for i := range d.features {
		if f := &d.features[i]; f.Spread == 0 {
			r.Notes = append(r.Notes, f.Name+": left out, because it is the same in all frames")
		}
	}
	for i := range d.spans {
		s := &d.spans[i]
		r.Seconds += s.duration()
		switch skipped := s.Frames - (s.FoundTo - s.FoundFrom); {
		case skipped == s.Frames:
			r.Notes = append(r.Notes, fmt.Sprintf("%v: all %d frames are at its ends, which are not found", s, skipped))
		case skipped > 0:
			r.Notes = append(r.Notes, fmt.Sprintf("%v: %d of %d frames are at its ends, which are not found", s, skipped,
				s.Frames))
		}
		if len(d.times) > 0 && s.Played.RootMotion() == nil {
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

func (d *draft) hasMarker(s *span, name string) bool {
	for _, m := range s.Played.Markers() {
		if m.Name == name {
			return true
		}
	}
	return false
}
