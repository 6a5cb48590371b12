package gltfio

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
)

// withExtras makes a file with a clip from 0 s to 2 s whose animation has these extras.
func withExtras(extras any) *builder {
	b := animatedNode("LINEAR", []float32{0, 2}, map[string][]float32{"translation": {0, 0, 0, 1, 1, 1}})
	b.get("animations", 0)["extras"] = extras
	return b
}

func TestReadMarkers(t *testing.T) {
	lib, model := withExtras(object{"author": "me", "markers": []any{
		object{"name": "b", "time": 2, "text": "thud", "number": -1.5, "minWeight": 0.25, "color": "red"},
		object{"name": "a", "time": 0.1},
	}}).load(t)
	want := []clip.Marker{{Name: "a", Time: 0.1}, {Name: "b", Time: 2, Text: "thud", Number: -1.5, MinWeight: 0.25}}
	if difference := cmp.Diff(want, lib.Clip(model.Clips[0]).Markers()); difference != "" {
		t.Error(difference)
	}
	if len(model.Warnings) != 0 {
		t.Errorf("warnings: %q", model.Warnings)
	}
}

func TestInvalidMarkersAreSkipped(t *testing.T) {
	good := object{"name": "good", "time": 1}
	for _, row := range []struct {
		name   string
		marker any
		want   string
	}{
		{
			"late",
			object{"name": "m", "time": 2.5},
			"animations[0].extras.markers[1]: expected a time in the clip, from 0 s to 2 s, found 2.5 s; the marker was skipped",
		},
		{"early", object{"name": "m", "time": -1}, "from 0 s to 2 s, found -1 s"},
		{"no time", object{"name": "m"}, "animations[0].extras.markers[1]: expected a marker with a name and a time"},
		{"no name", object{"time": 1}, "expected a marker with a name and a time"},
		{"empty name", object{"name": "", "time": 1}, "markers[1]: expected a name, found none, at 1 s; the"},
		{
			"text",
			object{"name": "m", "time": "1"},
			"animations[0].extras.markers[1].time: a JSON string is not valid here",
		},
		{"weight", object{"name": "m", "time": 1, "minWeight": -1}, "expected a finite least weight of at least 0, found -1"},
		{"too large", object{"name": "m", "time": 1, "minWeight": 1e300}, "a JSON number 1e+300 is not valid here"},
		{"null", nil, "expected a marker with a name and a time"},
		{"number", 5, "a JSON number is not valid here"},
	} {
		t.Run(row.name, func(t *testing.T) {
			lib, model := withExtras(object{"markers": []any{good, row.marker}}).load(t)
			if m := lib.Clip(model.Clips[0]).Markers(); len(m) != 1 || m[0].Name != "good" {
				t.Errorf("markers %+v, want the good one only", m)
			}
			wantWarning(t, model, row.want)
		})
	}
	for _, extras := range []any{
		nil, 5, "markers",
		[]any{good},
		object{},
		object{"markers": nil},
		object{"markers": []any{}},
	} {
		lib, model := withExtras(extras).load(t)
		if m := lib.Clip(model.Clips[0]).Markers(); len(m) != 0 || len(model.Warnings) != 0 {
			t.Errorf("extras %v: markers %+v, warnings %q, want none", extras, m, model.Warnings)
		}
	}
	_, model := withExtras(object{"markers": "red"}).load(t)
	wantWarning(t, model, "animations[0].extras.markers: expected an array of markers")
}

func TestWriteMarkers(t *testing.T) {
	h := newHandmade(t)
	c := h.addClip(t, clip.NewBuilder("marked", h.skeleton).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {1, 2, 3}}).
		Range(0, 1.3). // 1.3 is not exact in float32
		Marker(clip.Marker{Name: "start", Number: math.Pi}).
		Marker(clip.Marker{Name: "a \"quoted\" name", Time: 1.0 / 3, Text: "<text>", MinWeight: 0.1}).
		Marker(clip.Marker{Name: "end", Time: 1.3}))
	lib, model := writeAndRead(t, h.lib, h.model)
	read := lib.Clip(model.Clips[0])
	want := append([]clip.Marker(nil), c.Markers()...)
	want[2].Time = read.End()
	if difference := cmp.Diff(want, read.Markers()); difference != "" {
		t.Error(difference)
	}
	if math.Abs(read.End()-1.3) > 1e-7 || len(model.Warnings) != 0 {
		t.Errorf("the clip ends at %v s; warnings %q", read.End(), model.Warnings)
	}
}

func TestWriteRejectsMarkerBeforeZero(t *testing.T) {
	h := newHandmade(t)
	h.addClip(t, clip.NewBuilder("early", h.skeleton).Range(-1, 1).Marker(clip.Marker{Name: "m", Time: -0.5}))
	if _, err := export.Encode(h.lib, h.model, h.model.Clips); err == nil ||
		!strings.Contains(err.Error(), `clip "early": marker 0 ("m"): expected a time of 0 s or later, as glTF does, found -0.5 s`) {
		t.Errorf("%v", err)
	}
}
