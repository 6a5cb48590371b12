package clip

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
)

// Marker is a named moment of a clip, such as a foot coming down. When a playback passes it, an event fires.
type Marker struct {
	// Name says what happens; it may occur more than once in a clip.
	Name string
	// Time is when, in seconds of the clip, from its start to its end.
	Time float64
	// Text and Number are for the program to use.
	Text   string
	Number float64
	// MinWeight is the least weight of the layer that plays the clip at which the marker fires; at 0 it always does.
	MinWeight float32
}

// Marker gives the clip a marker. Its time is in seconds whatever [ClipBuilder.TicksPerSecond] says. [ClipBuilder.Build]
// fails on what [WithMarkers] fails on.
func (b *Builder) Marker(m Marker) *Builder {
	b.markers = append(b.markers, m)
	return b
}

// Markers returns the clip's markers by time, those of the same time in the order in which they were given. The slice is the
// clip's own: read only.
func (c *Clip) Markers() []Marker { return c.markers }

// Marker returns a marker by its index among [Clip.Markers], or the zero value and false.
func (c *Clip) Marker(i int) (Marker, bool) {
	if i < 0 || i >= len(c.markers) {
		return Marker{}, false
	}
	return c.markers[i], true
}

// WithMarkers returns a clip with the same tracks, which both share, and these markers in place of its own.
//
// The times of keys are float32. So a time that is the clip's start or end when it is rounded to float32 is taken to be just
// that. The error joins a [*MarkerError] for each marker that has no name, lies outside the clip, or has a number that is not finite or a weight below 0.
func WithMarkers(clip *Clip, markers ...Marker) (*Clip, error) {
	if clip == nil {
		return nil, errors.New("there is no clip to give markers to")
	}
	changed := *clip
	if err := changed.setMarkers(markers); err != nil {
		return nil, err
	}
	return &changed, nil
}

// MarkerError tells which marker of a clip is wrong, and why.
type MarkerError struct {
	Clip   string
	Marker int // in the order in which they were given
	Name   string
	Err    error
}

func (e *MarkerError) Error() string {
	return fmt.Sprintf("clip %q: marker %d (%q): %v", e.Clip, e.Marker, e.Name, e.Err)
}

func (e *MarkerError) Unwrap() error { return e.Err }

// setMarkers checks the markers and files a sorted copy of them.
func (c *Clip) setMarkers(markers []Marker) error {
	var errs []error
	c.markers = slices.Clone(markers)
	for i := range c.markers {
		m := &c.markers[i]
		if err := m.Fit(c.start, c.end); err != nil {
			errs = append(errs, &MarkerError{Clip: c.name, Marker: i, Name: m.Name, Err: err})
		}
	}
	slices.SortStableFunc(c.markers, func(x, y Marker) int {
		switch {
		case x.Time < y.Time:
			return -1
		case x.Time > y.Time:
			return 1
		}
		return 0
	})
	return errors.Join(errs...)
}

// Fit says what is wrong with the marker, and puts it at the start or the end if it is there but for rounding.
func (m *Marker) Fit(start, end float64) error {
	if m.Name == "" {
		return errors.New("it has no name")
	}
	if math.IsNaN(m.Number) || math.IsInf(m.Number, 0) {
		return fmt.Errorf("its number: %w", rig.ErrNotFinite)
	}
	if !(m.MinWeight >= 0) || math.IsInf(float64(m.MinWeight), 0) {
		return fmt.Errorf("its least weight %v is not a number from 0 on", m.MinWeight)
	}
	switch {
	case m.Time >= start && m.Time <= end:
	case float32(m.Time) == float32(start):
		m.Time = start
	case float32(m.Time) == float32(end):
		m.Time = end
	default: // NaN too
		return fmt.Errorf("its time %v s is outside the clip, %v s to %v s", m.Time, start, end)
	}
	return nil
}
