package gltfio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-go/sinew/assets"
)

// withBuffer returns a glTF file of a triangle whose buffer is in another file, and the bytes of
// the buffer.
func withBuffer(uri string) (text, bin []byte) {
	b := newBuilder()
	b.node(object{"mesh": b.mesh(object{"POSITION": b.triangle()}, nil)})
	b.doc["buffers"] = []any{object{"byteLength": len(b.bin), "uri": uri}}
	return b.gltf(), b.bin
}

// writeFile writes a file and creates its folders.
func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestBuffersInOtherFiles(t *testing.T) {
	for uri, name := range map[string]string{
		"data.bin":                  "data.bin",
		"deep/er/data.bin":          "deep/er/data.bin",
		"./a%20b%25c%C3%A9%2B+.bin": "a b%cé++.bin",
		"deep/../data.bin":          "data.bin",
		"what%3F%23.bin":            "what?#.bin",
	} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, "?#") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, bin := withBuffer(uri)
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, "deep", "test.txt"), nil)
			writeFile(t, filepath.Join(dir, "model.gltf"), text)
			writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), bin)
			if _, err := Open(assets.NewLibrary(assets.Exact()), filepath.Join(dir, "model.gltf")); err != nil {
				t.Error(err)
			}
			fsys := fstest.MapFS{"models/model.gltf": {Data: text}, "models/" + name: {Data: bin}}
			if _, err := OpenFS(assets.NewLibrary(assets.Exact()), fsys, "models/model.gltf"); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFilesOutsideTheFolderAreRejected(t *testing.T) {
	dir := t.TempDir()
	_, bin := withBuffer("")
	writeFile(t, filepath.Join(dir, "secret.bin"), bin)
	writeFile(t, filepath.Join(dir, "models", "inner", "own.bin"), bin)
	models := filepath.Join(dir, "models")
	for link, to := range map[string]string{
		"out.bin": "../secret.bin", "absolute.bin": filepath.Join(dir, "secret.bin"), "up": "..",
		"in.bin": "inner/own.bin",
	} {
		if err := os.Symlink(to, filepath.Join(models, link)); err != nil {
			t.Skipf("no symbolic link can be made, which Windows allows in its developer mode: %v", err)
		}
	}
	for _, row := range []struct{ uri, reason string }{
		{"in.bin", ""}, // a link inside the folder
		{"../secret.bin", "escapes"},
		{"inner/../../secret.bin", "escapes"},
		{"%2E%2E/secret.bin", "escapes"},
		{"..%2Fsecret.bin", "escapes"},
		{"out.bin", "escapes"},
		{"absolute.bin", "escapes"},
		{"up/secret.bin", "escapes"},
		{filepath.ToSlash(filepath.Join(dir, "secret.bin")), "expected a relative path"},
		{
			"file://" + filepath.ToSlash(filepath.Join(dir, "secret.bin")),
			"expected a data URI or a relative path",
		},
		{"https://example.org/secret.bin", "expected a data URI or a relative path"},
		{"inner", "expected a regular file"},
		{"missing.bin", "o such file or directory"}, // js/wasm under Node.js capitalizes the first letter
		{"%zz.bin", "invalid URL escape"},
		{"nul%00.bin", "expected a relative path"},
	} {
		t.Run(row.uri, func(t *testing.T) {
			text, _ := withBuffer(row.uri)
			path := filepath.Join(models, "model.gltf")
			writeFile(t, path, text)
			_, err := Open(assets.NewLibrary(assets.Exact()), path)
			if row.reason == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil {
				t.Fatal("the file loads, but must be rejected")
			}
			checkError(t, err, path)
			if !strings.Contains(err.Error(), "buffers[0].uri: ") || !strings.Contains(err.Error(), row.reason) {
				t.Errorf("the error %q does not contain %q", err, row.reason)
			}
		})
	}
}

func TestMissingFiles(t *testing.T) {
	text, bin := withBuffer("data.bin")
	fsys := fstest.MapFS{"model.gltf": {Data: text}}
	if _, err := OpenFS(assets.NewLibrary(assets.Exact()), fsys, "model.gltf"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := OpenFS(assets.NewLibrary(assets.Exact()), fsys, "none.gltf"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := OpenFS(assets.NewLibrary(assets.Exact()), nil, "model.gltf"); err == nil {
		t.Error("no error without a file system")
	}
	if _, err := Open(assets.NewLibrary(assets.Exact()), filepath.Join(t.TempDir(), "none.gltf")); !errors.Is(err,
		fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	if _, err := Parse(assets.NewLibrary(assets.Exact()), "model.gltf", text); err == nil ||
		!strings.Contains(err.Error(), "expected all data in the file when parsing from memory") {
		t.Errorf("%v", err)
	}
	if _, err := Parse(nil, "model.gltf", text); err == nil || !strings.Contains(err.Error(), "expected a library, found nil") {
		t.Errorf("%v", err)
	}
	escape, _ := withBuffer("../../data.bin")
	fsys = fstest.MapFS{"models/model.gltf": {Data: escape}, "data.bin": {Data: bin}}
	if _, err := OpenFS(assets.NewLibrary(assets.Exact()), fsys, "models/model.gltf"); err == nil ||
		!strings.Contains(err.Error(), "expected a path inside the file system") {
		t.Errorf("%v", err)
	}
}

func TestMaxBytes(t *testing.T) {
	text, bin := withBuffer("data.bin")
	fsys := fstest.MapFS{"model.gltf": {Data: text}, "data.bin": {Data: bin}}
	size := int64(len(text) + len(bin))
	for limit, loads := range map[int64]bool{
		size: true, size - 1: false, int64(len(text)): false,
		int64(len(text)) - 1: false, 0: true,
	} {
		_, err := Options{MaxBytes: limit}.OpenFS(assets.NewLibrary(assets.Exact()), fsys, "model.gltf")
		if (err == nil) != loads {
			t.Errorf("limit %d of %d bytes: %v", limit, size, err)
		}
	}
	if _, err := (Options{MaxBytes: 10}).Parse(assets.NewLibrary(assets.Exact()), "model.gltf", text); err == nil {
		t.Error("no error for a file over the limit")
	}
}
