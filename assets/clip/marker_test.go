package clip_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// nodding begins a clip with keys at the given times in seconds.
func nodding(skeleton *rig.Skeleton, times ...float32) *clip.Builder {
	return clip.NewBuilder("nod", skeleton).Translation(0, clip.Linear, times, make([]mgl32.Vec3, len(times)))
}

func TestMarkersAreSortedByTime(t *testing.T) {
	given := []clip.Marker{
		{Name: "late", Time: 1.5, Text: "thud", Number: -2, MinWeight: 0.5},
		{Name: "first of two", Time: 1},
		{Name: "second of two", Time: 1},
		{Name: "start", Time: 0.5},
	}
	want := []clip.Marker{given[3], given[1], given[2], given[0]}
	b := nodding(handmade.Arm(t), 0.5, 1.5)
	for _, m := range given {
		b.Marker(m)
	}
	c := handmade.Build(t, b)
	if difference := cmp.Diff(want, c.Markers()); difference != "" {
		t.Error(difference)
	}
}

func TestMarkersThatRoundToAnEndMoveThere(t *testing.T) {
	// float32(0.1) is above 0.1 and float32(1.3) is below 1.3.
	clip := handmade.Build(t, nodding(handmade.Arm(t), 0.1, 1.3).Marker(clip.Marker{Name: "a", Time: 0.1}).
		Marker(clip.Marker{Name: "b", Time: 1.3}))
	if m := clip.Markers(); m[0].Time != clip.Start() || m[1].Time != clip.End() || clip.End() == 1.3 {
		t.Errorf("markers at %v s and %v s of a clip from %v s to %v s", m[0].Time, m[1].Time, clip.Start(), clip.End())
	}
}

func TestMarkerErrors(t *testing.T) {
	for _, row := range []struct {
		name   string
		marker clip.Marker
		want   string
	}{
		{
			"before",
			clip.Marker{Name: "m", Time: 0.25},
			`clip "nod": marker 1 ("m"): expected a time in the clip, from 0.5 s to 1.5 s, found 0.25 s`,
		},
		{"after", clip.Marker{Name: "m", Time: 1.75}, `expected a time in the clip, from 0.5 s to 1.5 s, found 1.75 s`},
		{"NaN time", clip.Marker{Name: "m", Time: math.NaN()}, `from 0.5 s to 1.5 s, found NaN s`},
		{"infinite time", clip.Marker{Name: "m", Time: math.Inf(1)}, `from 0.5 s to 1.5 s, found +Inf s`},
		{"no name", clip.Marker{Time: 1}, `marker 1 (""): expected a name, found none`},
		{
			"number",
			clip.Marker{Name: "m", Time: 1, Number: math.Inf(-1)},
			`expected a finite number, found -Inf: a number is infinite or NaN`,
		},
		{"weight", clip.Marker{Name: "m", Time: 1, MinWeight: -0.5}, `expected a finite least weight of at least 0, found -0.5`},
		{
			"NaN weight",
			clip.Marker{Name: "m", Time: 1, MinWeight: float32(math.NaN())},
			`expected a finite least weight of at least 0, found NaN`,
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			good := clip.Marker{Name: "good", Time: 1}
			_, err := nodding(handmade.Arm(t), 0.5, 1.5).Marker(good).Marker(row.marker).Build()
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("Build: %v, want %s", err, row.want)
			}
			clip, err := clip.WithMarkers(handmade.Build(t, nodding(handmade.Arm(t), 0.5, 1.5)), good, row.marker)
			if err == nil || clip != nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("WithMarkers: %v, want %s", err, row.want)
			}
		})
	}
	if _, err := clip.WithMarkers(nil, clip.Marker{}); err == nil ||
		err.Error() != "markers: expected a clip for 1 markers, found nil" {
		t.Errorf("for a nil clip: %v", err)
	}
	_, err := nodding(handmade.Arm(t), 0, 1).Range(0, 1).Marker(clip.Marker{Time: 3}).
		Marker(clip.Marker{Name: "m", Number: math.NaN()}).Build()
	if err == nil || !strings.Contains(err.Error(), "expected a name") || !errors.Is(err, rig.ErrNotFinite) {
		t.Errorf("error %v does not report both markers", err)
	}
}

func TestWithMarkersDoesNotChangeTheClip(t *testing.T) {
	c := handmade.Build(t, nodding(handmade.Arm(t), 0, 1).Marker(clip.Marker{Name: "old", Time: 1}))
	list := []clip.Marker{{Name: "new", Time: 0.5}}
	marked, err := clip.WithMarkers(c, list...)
	if err != nil {
		t.Fatal(err)
	}
	list[0].Name = "changed afterward"
	if len(c.Markers()) != 1 || c.Markers()[0].Name != "old" || len(marked.Markers()) != 1 ||
		marked.Markers()[0].Name != "new" {
		t.Errorf("%v became %v", c.Markers(), marked.Markers())
	}
	if &c.Tracks()[0] != &marked.Tracks()[0] || marked.Name() != c.Name() || marked.Skeleton() != c.Skeleton() {
		t.Error("the clip with markers differs in more than its markers")
	}
}

func TestSetClipKeepsTheBakedFormOfTheSameKeys(t *testing.T) {
	lib, skeleton := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	moves := []mgl32.Vec3{{}, {1, 0, 0}, {0, 2, 0}}
	c := handmade.Build(t, clip.NewBuilder("wave", skeleton).Translation(0, clip.Linear, []float32{0, 0.5, 1}, moves))
	id := lib.AddClip(c)
	lib.Bake(bake.Options{AllowLarger: true}, nil)
	baked := lib.Baked(id)
	if baked == nil {
		t.Fatal("the clip was not baked")
	}
	marked, err := clip.WithMarkers(c, clip.Marker{Name: "top", Time: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.SetClip(id, marked); err != nil {
		t.Fatal(err)
	}
	if lib.Clip(id) != marked || lib.Baked(id) != baked {
		t.Error("after SetClip with other markers the clip is not replaced, or its baked form is lost")
	}
	other := handmade.Build(t,
		clip.NewBuilder("other", skeleton).Translation(0, clip.Linear, []float32{0, 0.5, 1.5}, moves))
	if err := lib.SetClip(id, other); err != nil {
		t.Fatal(err)
	}
	if now := lib.Baked(id); lib.Clip(id) != other || now == nil || now == baked || now.Clip() != other ||
		lib.Count().Clips != 1 {
		t.Error("after SetClip with other keys the clip is not replaced, or not baked again")
	}
}

func TestSetClipErrors(t *testing.T) {
	lib, skeleton := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	c := handmade.Build(t, nodding(skeleton, 0, 1))
	key, gone := lib.AddClip(c), lib.AddClip(c)
	lib.RemoveClip(gone)
	for _, row := range []struct {
		name string
		id   id.Clip
		clip *clip.Clip
		want string
	}{
		{"none", 0, c, "motion 0x0 is not in the library"},
		{"removed", gone, c, "is not in the library: it was removed"},
		{"nil", key, nil, `clip "nod": expected a replacement, found nil`},
		{
			"another skeleton", key, handmade.Build(t, nodding(handmade.Arm(t), 0, 1)),
			`clip "nod": the replacement "nod" is for skeleton "test", a different one of that name; expected one for skeleton "test"`,
		},
	} {
		if err := lib.SetClip(row.id, row.clip); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.name, err, row.want)
		}
	}
	if lib.Clip(key) != c {
		t.Error("SetClip changed the clip and returned an error")
	}
}
