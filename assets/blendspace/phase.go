package blendspace

import "github.com/sinew-go/sinew/assets/blendspace/internal/form"

// newPhase returns the common phase of tracks. The sequence of marker names has the given number
// of markers, and repeats the given number of times in a cycle, after which all clips are back
// where they began. The width of an interval is the mean of its fractions of the clips with
// markers.
func newPhase(tracks []track, repeats, markers int) form.Phase {
	m := form.Phase{Bounds: make([]float64, repeats*markers+1), Tracks: make([]form.Track, len(tracks))}
	n := len(m.Bounds) - 1
	withMarkers := 0
	for i := range tracks {
		t := &tracks[i]
		t.Loops = 1
		if len(t.markers) == 0 {
			continue
		}
		withMarkers++
		t.Loops = repeats / t.markerRepeats
		t.Times = make([]float64, n+1)
		for k := range t.Times {
			i := t.first + k
			t.Times[k] = t.markers[i%len(t.markers)].Time + float64(float64(i/len(t.markers))*(t.End-t.Start))
		}
		whole := t.Times[n] - t.Times[0]
		for k := 1; k < n; k++ {
			m.Bounds[k] += (t.Times[k] - t.Times[0]) / whole
		}
	}
	for k := 1; k < n; k++ {
		m.Bounds[k] /= float64(withMarkers)
	}
	m.Bounds[n] = 1
	for i := range tracks {
		t := &tracks[i]
		if t.Times == nil {
			t.Times = make([]float64, n+1)
			for k, bound := range m.Bounds {
				t.Times[k] = t.Start + float64(bound*(t.End-t.Start))
			}
			t.Times[n] = t.End
		}
		t.SecondsPerCycle = float64((t.End-t.Start)*float64(t.Loops)) / t.Speed
		m.Tracks[i] = t.Track
	}
	return m
}
