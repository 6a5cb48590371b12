package perceptual

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

// T is the part of [testing.TB] that this package uses.
type T interface {
	Helper()
	ArtifactDir() string
	Fatal(arguments ...any)
}

// Save writes a picture to a PNG file, and makes the file's folder if there is none. The test fails
// at once if it cannot.
func Save(t T, picture image.Image, path string) {
	t.Helper()
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Keep writes a picture to a PNG file among the test's artifacts, which go test -artifacts keeps,
// and returns its path.
func Keep(t T, picture image.Image, name string) (path string) {
	t.Helper()
	path = filepath.Join(t.ArtifactDir(), name)
	Save(t, picture, path)
	return path
}
