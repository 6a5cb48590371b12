package matching_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// walked builds a database of a walk in a new library that bakes with a cache in a folder.
func walked(t *testing.T, folder string, speed float64, weight float32) (*matching.Database, []byte) {
	t.Helper()
	kept, err := cache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	library := assets.NewLibrary(assets.WithBaking(assets.Baking{Exact: true, Cache: bake.NewCache(kept)}))
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	steps, err := courses.Stepping("walk", skeleton, "walk", speed, 0.2)
	if err != nil {
		t.Fatal(err)
	}
	moving, err := clip.ExtractRootMotion(steps, clip.RootMotionOptions{AllowStill: true})
	if err != nil {
		t.Fatal(err)
	}
	d := databases.Build(t, databases.Common(matching.NewBuilder("walk", skeleton), "left_foot", "right_foot", "hips").Position("head", weight).
		Clip(library.AddClip(moving), nil, "walk"), library)
	data, err := d.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return d, data
}

// A database of the same clips and features is read from the cache of its library; that of another
// clip or another feature is built.
func TestDatabasesInTheCache(t *testing.T) {
	folder := t.TempDir()
	first, data := walked(t, folder, 1.4, 1)
	if first.Report().Cached {
		t.Fatal("expected a new database, found it in an empty cache")
	}
	again, same := walked(t, folder, 1.4, 1)
	if !again.Report().Cached || !bytes.Equal(same, data) {
		t.Errorf("expected the same database from the cache, found it there: %v", again.Report().Cached)
	}
	for name, built := range map[string]func() (*matching.Database, []byte){
		"clip":    func() (*matching.Database, []byte) { return walked(t, folder, 1.5, 1) },
		"feature": func() (*matching.Database, []byte) { return walked(t, folder, 1.4, 2) },
	} {
		d, other := built()
		if d.Report().Cached || bytes.Equal(other, data) {
			t.Errorf("another %s: expected another database, found that of before", name)
		}
		if d, _ = built(); !d.Report().Cached {
			t.Errorf("another %s: expected it in the cache the second time, found it built", name)
		}
	}
}

// A damaged file of the cache costs the time to build the database, and is told in the report.
func TestDamagedDatabasesInTheCache(t *testing.T) {
	folder := t.TempDir()
	_, data := walked(t, folder, 1.4, 1)
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		whole, err := os.ReadFile(file)
		if err == nil && len(whole) > 0 {
			whole[len(whole)/2] ^= 1
			err = os.WriteFile(file, whole, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	d, again := walked(t, folder, 1.4, 1)
	if d.Report().Cached || !bytes.Equal(again, data) || !strings.Contains(d.Report().String(), "the cache of the library: ") {
		t.Errorf("expected the database built, and a note, found %s", d.Report())
	}
	if d, _ = walked(t, folder, 1.4, 1); !d.Report().Cached {
		t.Error("expected a whole file after that, found none")
	}
}

// The numbers of a database by the version of how they are measured: caches keep them.
func TestVersionOfMeasuring(t *testing.T) {
	_, data := walked(t, t.TempDir(), 1.4, 1)
	got := fmt.Sprintf("%d bytes, checksum %08x", len(data), crc32.ChecksumIEEE(data))
	if got != measured {
		t.Errorf("expected the database of %s, found %s: if frames are measured in another way, raise measureVersion "+
			"(cache.go)", measured, got)
	}
}

const measured = "5124 bytes, checksum 4b3363f1"
