package gltfio

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// openBeside reads a file with a clip from 0 s to 2 s, in which a joint moves by (1, 1, 1), beside
// a sidecar.
func openBeside(o Options, sidecar string) (*assets.Library, *assets.Model, error) {
	lib := assets.NewLibrary(assets.Exact())
	b := animatedNode("LINEAR", []float32{0, 2}, map[string][]float32{"translation": {0, 0, 0, 1, 1, 1}})
	b.get("animations", 0)["name"] = "Run"
	b.get("nodes", 0)["name"] = "root"
	model, err := o.OpenFS(lib, fstest.MapFS{
		"a/fox.gltf": {Data: b.gltf()}, "a/fox.gltf.json": {Data: []byte(sidecar)},
	}, "a/fox.gltf")
	return lib, model, err
}

// A sidecar gives what options of the program give, and these win.
func TestSidecar(t *testing.T) {
	lib, model, err := openBeside(Options{}, `{"scale": 0.5, "rootMotion": true,
		"clips": {"Run": {"markers": [{"name": "step", "time": 0.5, "number": 2}]}},
		"masks": {"all": {"root": "root"}, "none": [{"joints": ["root"]}, {"joints": ["root"], "weight": 0}]},
		"bones": {"leftHand": "root", "jaw": ""}}`)
	if err != nil {
		t.Fatal(err)
	}
	c := lib.Clip(model.Clip("Run"))
	if m := c.RootMotion(); m == nil || m.Total().X != 0.5 || m.Total().Z != 0.5 {
		t.Errorf("expected root motion of half a unit, found %v", m)
	}
	if difference := cmp.Diff([]clip.Marker{{Name: "step", Time: 0.5, Number: 2}}, c.Markers()); difference != "" {
		t.Error(difference)
	}
	all, err := model.FindMask(lib, "all")
	if err != nil || lib.Mask(all).Weight(0) != 1 {
		t.Errorf("expected a mask of everything, found %v", err)
	}
	if none, err := model.FindMask(lib, "none"); err != nil || lib.Mask(none).Weight(0) != 0 {
		t.Errorf("expected a mask of nothing, found %v", err)
	}
	if difference := cmp.Diff(map[string]string{"left hand": "root", "jaw": ""}, model.Bones); difference != "" {
		t.Error(difference)
	}
	if lib.RemoveModel(model.ID); lib.Count() != (assets.Count{}) {
		t.Errorf("expected an empty library, found %+v", lib.Count())
	}
	lib, model, err = openBeside(Options{Scale: 2, Clips: map[string]ClipOptions{"Run": {KeepMotion: true}}},
		`{"scale": 0.5, "rootMotion": true}`)
	if err != nil {
		t.Fatal(err)
	}
	if c := lib.Clip(model.Clips[0]); c.RootMotion() != nil || c.Tracks()[0].Track.Values()[3] != 2 {
		t.Error("expected the program's scale and the motion in the poses, found others")
	}
	if _, model, err = openBeside(Options{NoSidecar: true}, `nonsense`); err != nil || model.Bones != nil {
		t.Errorf("expected no sidecar, found %v", err)
	}
}

func TestSidecarErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"scael": 1}`:                                                `line 1, column 2: scael: expected one of $schema, scale, rootMotion, clips, hiddenParts, masks, bones, found "scael"; did you mean "scale"?`,
		`{"scale": 0}`:                                                `line 1, column 2: scale: expected a number above 0 or "meters", found 0`,
		`{"clips": {"Rum": {}}}`:                                      `line 1, column 12: clips.Rum: model "fox" has no clip "Rum"; did you mean "Run"? It has "Run"`,
		`{"rootMotion": {"joint": "roto"}}`:                           `line 1, column 17: rootMotion.joint: skeleton "fox" has no joint "roto"; did you mean "root"?`,
		`{"rootMotion": {"axes": "xx"}}`:                              `rootMotion.axes: expected axes such as "xz", each of x, y and z at most once, found "xx"`,
		`{"hiddenParts": ["hat"]}`:                                    `line 1, column 18: hiddenParts[0]: model "fox" has no part "hat"; it has none`,
		`{"masks": {"m": {"root": "roto"}}}`:                          `line 1, column 18: masks.m[0].root: skeleton "fox" has no joint "roto"`,
		`{"masks": {"m": {}}}`:                                        `masks.m: expected "root", "joints" or "invert", found none`,
		`{"bones": {"left hnd": "root"}}`:                             `did you mean "left hand"`,
		`{"bones": {"head": "roto"}}`:                                 `line 1, column 12: bones.head: skeleton "fox" has no joint "roto"`,
		`{"bones": {"head": "root", "jaw": "root"}}`:                  `bones.jaw: expected a joint of its own, found "root", which is the head`,
		`{"clips": {"Run": {"markers": [{"name": "m", "time": 3}]}}}`: `clips.Run.markers[0]: expected a time in the clip, from 0 s to 2 s, found 3 s`,
		`{"clips": {"Run": {"markers": [{"name": "m"}]}}}`:            `clips.Run.markers[0]: expected the member "time", found none`,
		`{`: `line 1, column 2: unexpected EOF`,
	} {
		lib, _, err := openBeside(Options{}, text)
		if err == nil {
			t.Errorf("%s is read, but must be rejected", text)
			continue
		}
		checkError(t, err, "a/fox.gltf")
		if !strings.HasPrefix(err.Error(), "a/fox.gltf: fox.gltf.json: line ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: expected %q, found %q", text, want, err)
		}
		if lib.Count() != (assets.Count{}) {
			t.Errorf("%s: the library holds %+v after an error", text, lib.Count())
		}
	}
	_, _, err := openBeside(Options{Clips: map[string]ClipOptions{"Rum": {}}}, `{}`)
	if want := `a/fox.gltf: options: clips.Rum: model "fox" has no clip "Rum"`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("expected %q, found %v", want, err)
	}
}

// A sidecar scales a file without extensions that the program reads, and is an error beside one
// with them.
func TestSidecarScalesNoOtherExtensions(t *testing.T) {
	b := animatedNode("LINEAR", []float32{0, 2}, map[string][]float32{"translation": {0, 0, 0, 1, 1, 1}})
	read := func() error {
		_, err := Options{Extensions: []string{"EXT_mine"}}.OpenFS(assets.NewLibrary(assets.Exact()), fstest.MapFS{
			"fox.gltf": {Data: b.gltf()}, "fox.gltf.json": {Data: []byte(`{"scale": 2}`)},
		}, "fox.gltf")
		return err
	}
	if err := read(); err != nil {
		t.Errorf("expected no error without the extension, found %v", err)
	}
	b.doc["extensions"] = object{"EXT_mine": object{}} // not declared
	want := "fox.gltf: fox.gltf.json: line 1, column 2: scale: expected no scale for a file with the extension EXT_mine"
	if err := read(); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("expected %q, found %v", want, err)
	}
}

// The schema has the members that the reader knows, and no others.
func TestSidecarSchemaHasAllMembers(t *testing.T) {
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
		OneOf      []object                   `json:"oneOf"`
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(SidecarSchema), &schema); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		members []string
		of      object
	}{
		"document": {sidecarMembers, schema.object}, "clip": {clipMembers, schema.Defs["clip"]},
		"root motion": {rootMotionMembers, schema.Defs["rootMotion"].OneOf[1]},
		"marker":      {markerMembers, schema.Defs["marker"]}, "mask step": {maskMembers, schema.Defs["maskStep"]},
	} {
		if got := slices.Sorted(maps.Keys(row.of.Properties)); !slices.Equal(got, slices.Sorted(slices.Values(row.members))) {
			t.Errorf("%s: the schema has %q, the reader %q", name, got, row.members)
		}
	}
}

// Khronos' Fox with its unit and root motion said: its parts, clips and joints are found.
func TestSidecarOfFox(t *testing.T) {
	path := testassets.Path(t, "assets/fox/Fox.glb")
	options, err := ReadOptions("fox.glb.json", []byte(`{"scale": 0.01, "rootMotion": {"axes": "xz"},
		"masks": {"tail": {"root": "b_Tail01_012", "feather": 1}}, "hiddenParts": ["fox"]}`))
	if err != nil {
		t.Fatal(err)
	}
	lib := assets.NewLibrary(assets.Exact())
	model, err := options.Open(lib, path)
	if err != nil {
		t.Fatal(err)
	}
	if size := lib.Skeleton(model.Skeleton).Size(); !(size > 0.5 && size < 3) {
		t.Errorf("expected a fox in meters, found one of size %v", size)
	}
	if model.HiddenParts() != 1 || len(model.Masks) != 1 {
		t.Errorf("expected a hidden part and a mask, found %b and %d", model.HiddenParts(), len(model.Masks))
	}
	t.Logf("warnings %q", model.Warnings)
	loading := options.OpenAsync(path)
	<-loading.Finished()
	taken, err := loading.Take(assets.NewLibrary())
	if err != nil || taken.HiddenParts() != 1 || len(taken.Masks) != 1 {
		t.Errorf("expected the same of a file read in the background, found %v, %v", taken, err)
	}
}

// FuzzReadOptions reads arbitrary documents, and files beside them. It must not panic.
func FuzzReadOptions(f *testing.F) {
	seeds.Add(f, `{"scale": "meters", "rootMotion": {"joint": "root", "up": "z", "yaw": false}, "hiddenParts": ["a"]}`)
	seeds.Add(f, `{"clips": {"Run": {"rootMotion": false, "markers": [{"name": "m", "time": 1}]}}}`)
	seeds.Add(f, `{"masks": {"m": [{"root": "root", "feather": 2}, {"invert": true}]}, "bones": {"head": "root"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		lib, _, err := openBeside(Options{}, text)
		if err != nil {
			checkError(t, err, "a/fox.gltf")
			if lib.Count() != (assets.Count{}) {
				t.Errorf("the library holds %+v after %v", lib.Count(), err)
			}
		}
	})
}
