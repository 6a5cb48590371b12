package gltfio

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/gltfio/internal/jsonvalue"
)

// addMarkers returns the clip with the markers in the extras of its animation. Anything else there is skipped with a
// warning and not an error, because a valid file may contain anything in extras.
func (l *loader) addMarkers(path string, extras any, c *assets.Clip) (*assets.Clip, error) {
	raw, _ := extras.(jsonvalue.Value)
	var outline struct {
		Markers json.RawMessage `json:"markers"`
	}
	if raw != nil {
		_ = json.Unmarshal(raw, &outline) // extras may be anything; only an object can have markers
	}
	if outline.Markers == nil {
		return c, nil
	}
	path += ".extras.markers"
	elements, ok := splitJSONArray(outline.Markers)
	if !ok {
		l.warn(path, "expected an array of markers; it was ignored")
		return c, nil
	}
	if err := l.memory.spend(path, len(elements), 1024); err != nil {
		return nil, err
	}
	var list []clip.Marker
	for i, element := range elements {
		m, err := readMarker(fmt.Sprintf("%s[%d]", path, i), element, c)
		if wrong := (*Error)(nil); errors.As(err, &wrong) {
			l.warn(wrong.Path, "%v; the marker was skipped", wrong.Err)
			continue
		}
		list = append(list, m)
	}
	return clip.WithMarkers(c, list...)
}

// splitJSONArray returns the elements of a JSON array, or false for any other value.
func splitJSONArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	var elements []json.RawMessage
	err := json.Unmarshal(raw, &elements)
	return elements, err == nil
}

// readMarker decodes a marker and checks it against its clip. Its errors are of type [*Error].
func readMarker(path string, raw json.RawMessage, c *assets.Clip) (clip.Marker, error) {
	var m export.Marker
	if err := json.Unmarshal(raw, &m); err != nil {
		return clip.Marker{}, jsonErrorAt(path, err)
	}
	if m.Name == nil || m.Time == nil {
		return clip.Marker{}, errorAt(path, "a marker needs a name and a time")
	}
	marker := clip.Marker{Name: *m.Name, Time: *m.Time, Text: m.Text, Number: m.Number, MinWeight: m.MinWeight}
	_, err := clip.WithMarkers(c, marker)
	if wrong := (*clip.MarkerError)(nil); errors.As(err, &wrong) {
		return clip.Marker{}, &Error{Path: path, Err: wrong.Err}
	}
	return marker, nil
}
