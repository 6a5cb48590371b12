package gltfio

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func TestWriteRejectsAdditiveClip(t *testing.T) {
	h := newHandmade(t)
	h.addClip(t, clip.NewBuilder("nod", h.skeleton).Additive())
	if _, err := export.Encode(h.lib, h.model); err == nil || !strings.Contains(err.Error(), `clip "nod" is additive`) {
		t.Errorf("%v", err)
	}
}

func TestWriteClipWithExtractedRootMotion(t *testing.T) {
	lib, model := newMannequin(t)
	ahead, err := mannequin.Traveling("ahead", lib.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := clip.ExtractRootMotion(ahead, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	before, after := *model, *model
	before.SetClips(lib, []assets.ClipID{lib.AddClip(ahead)})
	after.SetClips(lib, []assets.ClipID{lib.AddClip(stripped)})
	again, read := writeAndRead(t, lib, &after)
	compareModels(t, lib, &before, again, read)
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

func TestWriteAndReadValidFiles(t *testing.T) {
	for _, path := range validFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			lib := assets.NewLibrary(assets.Exact())
			model, err := Open(lib, path)
			if err != nil {
				t.Fatal(err)
			}
			again, read := writeAndRead(t, lib, model)
			compareModels(t, lib, model, again, read)
		})
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
