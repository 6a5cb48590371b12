package gltfio

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/rig"
)

// Reading extracts the root motion again: the same motion and the same poses to the last bit.
func TestWriteClipWithExtractedRootMotion(t *testing.T) {
	lib, model := newMannequin(t)
	ahead, err := courses.Traveling("ahead", lib.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := clip.ExtractRootMotion(ahead, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	steady, err := clip.ExtractRootMotion(ahead,
		clip.RootMotionOptions{Translation: clip.AxisZ, Steady: true, Tolerance: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	sway, err := clip.ExtractRootMotion(lib.Clip(model.Clip("idle")), clip.RootMotionOptions{AllowStill: true})
	if err != nil {
		t.Fatal(err)
	}
	after := *model
	after.SetClips(lib, []assets.ClipID{lib.AddClip(stripped), lib.AddClip(steady), lib.AddClip(sway)})
	again, read := writeAndRead(t, lib, &after)
	if len(read.Warnings) > 0 {
		t.Errorf("warnings %q", read.Warnings)
	}
	for i, want := range []*assets.Clip{stripped, steady, sway} {
		got := again.Clip(read.Clips[i])
		compareClipBits(t, want, got)
		a, b := want.RootMotion(), got.RootMotion()
		if b == nil || !slices.Equal(a.Times(), b.Times()) || !slices.Equal(a.Motions(), b.Motions()) ||
			a.Up() != b.Up() || a.Joint() != b.Joint() {
			t.Errorf("clip %d: root motion %+v, want %+v", i, b, a)
		}
		compareClipBits(t, a.Source(), b.Source())
	}
}

func TestWriteAdditiveClips(t *testing.T) {
	lib, model := newMannequin(t)
	walk := lib.Clip(model.Clip("walk"))
	marked, err := clip.WithMarkers(walk, clip.Marker{Name: "step", Time: 0.25, Number: 2})
	must(t, marked, err)
	var extra []assets.ClipID
	var want []*assets.Clip
	for _, reference := range []*rig.Pose{walk.FirstPose(), rig.NewPose(walk.Skeleton())} {
		c, err := clip.MakeAdditive(marked, reference)
		want, extra = append(want, must(t, c, err)), append(extra, lib.AddClip(c))
	}
	var data bytes.Buffer
	// The second list repeats a clip.
	options := WriteOptions{Clips: []assets.ClipID{model.Clip("walk")}, Extra: append(extra, model.Clip("walk"))}
	if err := options.Write(&data, lib, model); err != nil {
		t.Fatal(err)
	}
	again, read := loadBytes(t, "additive.glb", data.Bytes())
	if len(read.Clips) != 3 || len(read.Warnings) > 0 {
		t.Fatalf("clips %q, warnings %q, want 3 clips", read.ClipNames(), read.Warnings)
	}
	compareClipBits(t, walk, again.Clip(read.Clips[0]))
	for i, w := range want {
		got := again.Clip(read.Clips[1+i])
		if !got.Additive() || !slices.Equal(got.Markers(), w.Markers()) {
			t.Errorf("clip %d: additive %v, markers %v, want %v", i, got.Additive(), got.Markers(), w.Markers())
		}
		for k := range 41 {
			time := w.Duration() * float64(k) / 40
			wantClose(t, "differences", got.PoseAt(time).Locals, w.PoseAt(time).Locals)
		}
	}
	// Other programs see the poses over the rest pose.
	s := walk.Skeleton()
	text := strings.ReplaceAll(data.String(), `"additive":{"reference":"rest"}`, `"additiv_":{"reference":"rest"}`)
	plain, other := loadBytes(t, "plain.glb", []byte(text))
	for k := range 11 {
		time := walk.Duration() * float64(k) / 10
		wantClose(t, "poses over the rest pose", plain.Clip(other.Clips[2]).PoseAt(time).ModelMatrices(nil),
			walk.PoseAt(time).ModelMatrices(nil))
	}
	if s.Len() != plain.Skeleton(other.Skeleton).Len() {
		t.Error("the skeletons differ")
	}
}

// A clip list that is empty, but not nil, writes no clips.
func TestWriteOptions(t *testing.T) {
	lib, model := newMannequin(t)
	for _, row := range []struct {
		options WriteOptions
		want    []string
	}{
		{WriteOptions{}, model.ClipNames()},
		{WriteOptions{Clips: []assets.ClipID{}}, nil},
		{WriteOptions{Clips: []assets.ClipID{model.Clip("run"), model.Clip("walk")}}, []string{"run", "walk"}},
		{
			WriteOptions{Clips: []assets.ClipID{}, Extra: []assets.ClipID{model.Clip("walk"), model.Clip("walk")}},
			[]string{"walk"},
		},
	} {
		var data bytes.Buffer
		if err := row.options.Write(&data, lib, model); err != nil {
			t.Fatal(err)
		}
		if _, read := loadBytes(t, "some.glb", data.Bytes()); !slices.Equal(read.ClipNames(), row.want) {
			t.Errorf("clips %q, want %q", read.ClipNames(), row.want)
		}
	}
	foreign, other := newMannequin(t)
	if err := (WriteOptions{Extra: []assets.ClipID{foreign.AddClip(foreign.Clip(other.Clip("walk")))}}).
		Write(&bytes.Buffer{}, lib, model); err == nil {
		t.Error("no error for a clip that the library does not have")
	}
}

func TestExtrasOfClipsAreChecked(t *testing.T) {
	for value, want := range map[string]string{
		`{"range":[1]}`: "animations[0].extras.range: expected the start and the " +
			"end of the clip in seconds; it was ignored",
		`{"range":[2,1]}`:                  "animations[0].extras.range: expected",
		`{"range":"x"}`:                    "animations[0].extras.range: expected",
		`{"additive":{"reference":"top"}}`: `animations[0].extras.additive: expected an object with the reference "rest"; it was ignored`,
		`{"additive":7}`:                   "animations[0].extras.additive: expected",
		`{"rootMotion":{"up":"y"}}`: "animations[0].extras.rootMotion: expected a node, found none; " +
			"it was ignored",
		`{"rootMotion":{"node":77}}`: "animations[0].extras.rootMotion: expected a node that is a joint, " +
			"found node 77; it was ignored",
		`{"rootMotion":{"node":1}}`: `animations[0].extras.rootMotion: expected the up axis y or z, found ""; it was ignored`,
		`{"rootMotion":[]}`: "animations[0].extras.rootMotion: expected an object " +
			"with the options of root motion, found something else; it was ignored",
		`{"rootMotion":{"node":1,"up":"y","tolerance":-1}}`: "the motion was left in the poses",
	} {
		b := completeFile()
		var extras any
		if err := json.Unmarshal([]byte(value), &extras); err != nil {
			t.Fatal(err)
		}
		b.get("animations", 0)["extras"] = extras
		_, model := b.load(t)
		wantWarning(t, model, want)
	}
}

func newMannequin(t testing.TB) (*assets.Library, *assets.Model) {
	t.Helper()
	lib := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(lib)
	if err != nil {
		t.Fatal(err)
	}
	return lib, model
}

func TestWriteAndReadMannequin(t *testing.T) {
	lib, model := newMannequin(t)
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	if len(read.Warnings) > 0 {
		t.Errorf("warnings after reading it back: %q", read.Warnings)
	}
}

// Every file is read, written and read again: skeletons, rest poses and clips are the same to the
// last bit, meshes, materials and images too, but for weights, which reading scales to a sum of 1.
func TestWriteAndReadValidFiles(t *testing.T) {
	files := append(validFiles(t), rigFiles(t)...)
	clips, same := 0, 0
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			model, err := Open(lib, path)
			if err != nil {
				t.Fatal(err)
			}
			again, read := writeAndRead(t, lib, model)
			compareModels(t, lib, model, again, read)
			for i, id := range model.Clips {
				compareClipBits(t, lib.Clip(id), again.Clip(read.Clips[i]))
			}
			if !t.Failed() {
				clips += len(model.Clips)
				same++
			}
		})
	}
	t.Logf("%d of %d files with %d clips are the same after writing and reading", same, len(files), clips)
	if len(files) < 47 {
		t.Errorf("%d files, want 47", len(files))
	}
}

func TestWriteAndReadShear(t *testing.T) {
	b := newBuilder()
	mesh := b.mesh(object{"POSITION": b.triangle()}, nil)
	b.node(object{"children": []int{1}})
	b.node(object{"children": []int{2}, "translation": []int{1, 2, 3}})
	b.node(object{"matrix": []float32{1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "mesh": mesh})
	lib, model := b.load(t)
	again, read := writeAndRead(t, lib, model)
	compareModels(t, lib, model, again, read)
	if read.Nodes[2].Offset != model.Nodes[2].Offset {
		t.Errorf("offset %v, want %v", read.Nodes[2].Offset, model.Nodes[2].Offset)
	}
}

func TestWriteIsDeterministic(t *testing.T) {
	lib, model := newMannequin(t)
	var first, second bytes.Buffer
	if err := errors.Join(Write(&first, lib, model), Write(&second, lib, model)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("writing a model twice gives different bytes")
	}
}

// brokenWriter is a writer that always fails.
type brokenWriter struct{}

var errBroken = errors.New("the disk is full")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteReturnsErrorOfWriter(t *testing.T) {
	lib, model := newMannequin(t)
	if err := Write(brokenWriter{}, lib, model); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want %v", err, errBroken)
	}
}

func TestSaveReplacesFileAtomically(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "it.glb")
	lib, model := newMannequin(t)
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Save(name, lib, &assets.Model{Name: "nothing"}); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("error %v, want one that contains %s", err, name)
	}
	if data, _ := os.ReadFile(name); string(data) != "old" {
		t.Error("the file changed though the model cannot be written")
	}
	if err := Save(name, lib, model); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(assets.NewLibrary(assets.Exact()), name); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%d files in the folder, want 1", len(entries))
	}
	if err := Save(filepath.Join(folder, "no", "such", "folder.glb"), lib, model); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want one about the missing folder", err)
	}
}

// A name that does not end in .glb is an error, and leaves no file.
func TestSaveInOtherFormats(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, name := range []string{"x.fbx", "x.gltf", "x", "x.glb.json"} {
		err := Save(filepath.Join(folder, name), library, model)
		if err == nil || !strings.Contains(err.Error(), "ends in .glb") || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	unknown := WriteOptions{Clips: []assets.ClipID{model.Clip("wlak")}}
	if err := unknown.Save(filepath.Join(folder, "x.glb"), library, model); err == nil ||
		!strings.Contains(err.Error(), "0 names nothing") {
		t.Errorf("a clip of a typo: %v", err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("files %v, %v", files, err)
	}
	if err := Save(filepath.Join(folder, "x.GLB"), library, model); err != nil {
		t.Error(err)
	}
}
