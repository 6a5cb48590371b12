package clip

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// Marker is a named time of a clip, such as a foot coming down. An event fires when playback passes
// it.
type Marker struct {
	// Name is the name of the event. Several markers of a clip may share one.
	Name string
	// Time is in seconds, between the clip's start and its end.
	Time float64
	// Text and Number are passed to the program with the event.
	Text   string
	Number float64
	// MinWeight is the smallest weight of the layer that plays the clip for which the marker fires.
	// At 0 it always fires.
	MinWeight float32
}

// Marker adds a marker. Its time is in seconds even after [Builder.TicksPerSecond]. [Builder.Build]
// returns the errors that [WithMarkers] describes.
func (b *Builder) Marker(m Marker) *Builder {
	b = b.orFailed()
	b.markers = append(b.markers, m)
	return b
}

// Markers returns the clip's markers in order of time; markers of the same time are in the order in
// which they were added. The slice is the clip's own: read only.
func (c *Clip) Markers() []Marker { return c.orNone().markers }

// WithMarkers returns a clip with the same tracks and the given markers instead of its own. Both
// clips share the tracks.
//
// Key times are float32, and so are the start and end that come from them. A marker whose time
// rounds to the start or end as float32 is therefore moved there. The error names each marker that
// has no name, lies outside the clip, has a number that is not finite, or has
// a MinWeight that is negative or not finite.
func WithMarkers(clip *Clip, markers ...Marker) (*Clip, error) {
	if clip == nil {
		return nil, fmt.Errorf("markers: expected a clip for %d markers, found nil", len(markers))
	}
	changed := *clip
	if err := changed.setMarkers(markers); err != nil {
		return nil, err
	}
	return &changed, nil
}

// setMarkers checks the markers and stores a sorted copy of them.
func (c *Clip) setMarkers(markers []Marker) error {
	var errs []error
	c.markers = slices.Clone(markers)
	for i := range c.markers {
		m := &c.markers[i]
		if err := m.Fit(c.start, c.end); err != nil {
			errs = append(errs, fmt.Errorf("clip %q: marker %d (%q): %w", c.name, i, m.Name, err))
		}
	}
	order.Stable(c.markers, func(x, y Marker) int { return cmp.Compare(x.Time, y.Time) })
	return errors.Join(errs...)
}

// Fit reports what is wrong with a marker of a clip that lasts from start to end, in seconds. It
// moves a marker whose time rounds to the start or the end as float32 to exactly that time.
func (m *Marker) Fit(start, end float64) error {
	if m == nil {
		return errors.New("expected a marker, found nil")
	}
	if m.Name == "" {
		return fmt.Errorf("expected a name, found none, at %v s", m.Time)
	}
	if !exact.IsFinite(m.Number) {
		return fmt.Errorf("expected a finite number, found %v: %w", m.Number, rig.ErrNotFinite)
	}
	if !(m.MinWeight >= 0) || !exact.IsFinite(m.MinWeight) {
		return fmt.Errorf("expected a finite least weight of at least 0, found %v", m.MinWeight)
	}
	switch {
	case m.Time >= start && m.Time <= end:
	case float32(m.Time) == float32(start):
		m.Time = start
	case float32(m.Time) == float32(end):
		m.Time = end
	default: // NaN too
		return fmt.Errorf("expected a time in the clip, from %v s to %v s, found %v s", start, end, m.Time)
	}
	return nil
}
