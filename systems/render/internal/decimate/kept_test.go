package decimate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/record"
)

func always() bool { return true }

// openKept returns a folder of a cache, and its path.
func openKept(t *testing.T) (kept *cache.Folder, folder string) {
	t.Helper()
	folder = t.TempDir()
	kept, err := cache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	return kept, folder
}

// Levels that were kept are read, not made, and are the same. Those of a mesh that differs in
// anything that levels depend on are others.
func TestLevelsAreKept(t *testing.T) {
	kept, folder := openKept(t)
	m := globe(20, 30)
	want, err := KeptLevels(kept, KeyOf(m), m, always)
	if err != nil || len(want) < 4 || !reflect.DeepEqual(want, Levels(m)) {
		t.Fatalf("%d levels, error %v", len(want), err)
	}
	never := func() bool { return false } // so that none can be made
	got, err := KeptLevels(kept, KeyOf(m), m, never)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%d levels are read, expected the %d that were made; error %v", len(got), len(want), err)
	}
	for what, change := range map[string]func(p *mesh.Primitive){
		"position": func(p *mesh.Primitive) { p.Positions[3][0] += 0.01 },
		"normal":   func(p *mesh.Primitive) { p.Normals[3] = mgl32.Vec3{0, 1, 0} },
		"index":    func(p *mesh.Primitive) { p.Indices = p.Indices[3:] },
		"color":    func(p *mesh.Primitive) { p.Colors = make([]mgl32.Vec4, len(p.Positions)) },
		"texture":  func(p *mesh.Primitive) { p.TexCoords[0] = make([]mgl32.Vec2, len(p.Positions)) },
		"target": func(p *mesh.Primitive) {
			p.Targets = []mesh.MorphTarget{{Positions: make([]mgl32.Vec3, len(p.Positions))}}
		},
		"joint": func(p *mesh.Primitive) {
			p.Influences, p.Joints = 4, make([]uint16, 4*len(p.Positions))
			p.Weights = make([]float32, 4*len(p.Positions))
		},
	} {
		other := globe(20, 30)
		change(&other.Primitives[1])
		if levels, _ := KeptLevels(kept, KeyOf(other), other, never); levels != nil {
			t.Errorf("a mesh with another %s has the levels of the first", what)
		}
	}
	if report, err := kept.Verify(false); err != nil || report.Files != 1 || len(report.Damaged) > 0 {
		t.Errorf("the cache: %+v, error %v", report, err)
	}
	few := globe(4, 6)
	if small, err := KeptLevels(kept, KeyOf(few), few, always); err != nil || len(small) < 2 {
		t.Errorf("a small mesh: %d levels, error %v", len(small), err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("%d files, expected 1: a small mesh needs none", len(files))
	}
}

// A file that is damaged is told, and made anew. One that cannot be kept is told.
func TestKeptLevelsAreChecked(t *testing.T) {
	kept, folder := openKept(t)
	m := globe(20, 30)
	want, err := KeptLevels(kept, KeyOf(m), m, always)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{
		nil, whole[:9], whole[:len(whole)-5], append(bytes.Clone(whole[:60]), whole[61:]...),
	} {
		if err := os.WriteFile(files[0], damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := kept.Verify(false)
		if err != nil || len(report.Damaged) != 1 {
			t.Errorf("%d bytes: the cache: %+v, error %v", len(damaged), report, err)
		}
		got, err := KeptLevels(kept, KeyOf(m), m, always)
		if !errors.Is(err, cache.ErrDamaged) || !reflect.DeepEqual(got, want) {
			t.Errorf("%d bytes: %d levels, error %v", len(damaged), len(got), err)
		}
		if again, err := KeptLevels(kept, KeyOf(m), m, always); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%d bytes: after that: %d levels, error %v", len(damaged), len(again), err)
		}
	}
	// What is whole, but does not fit the mesh.
	// withError returns a level with an error, and after it some numbers.
	withError := func(e float32, after ...int) []byte {
		return record.Append32(record.AppendFloats(record.Append32(nil, 1), []float32{e}), after...)
	}
	for name, data := range map[string][]byte{
		"a vertex beyond the end": withError(0.1, 3, 0, 1, 99999, 0),
		"a negative error":        withError(-1, 0, 0),
		"no number":               withError(float32(math.NaN()), 0, 0),
		"half a triangle":         withError(0.1, 2, 0, 1, 0),
		"too short":               record.Append32(nil, 7),
		"too long":                record.Append32(nil, 0, 0),
	} {
		key := KeyOf(m)
		if err := kept.Write(key[:], data); err != nil {
			t.Fatal(err)
		}
		if got, err := KeptLevels(kept, KeyOf(m), m, always); err == nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %d levels, error %v", name, len(got), err)
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if got, err := KeptLevels(kept, KeyOf(m), m, always); err == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("without the folder: %d levels, error %v", len(got), err)
	}
}

// Kept levels are those that this version makes: who changes how they are made raises the version.
func TestVersionOfLevels(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other machines may round the errors in another way")
	}
	const versionKnown, want = 1, 0x2ba80445
	var all []byte
	for _, m := range []*mesh.Mesh{globe(12, 16), plane(12)} {
		all = append(all, encode(Levels(m), m)...)
	}
	if sum := record.Checksum(all); sum != want || version != versionKnown {
		t.Errorf("version %d makes levels with the checksum %#x, expected version %d and %#x: raise the version, and set "+
			"both here", version, sum, versionKnown, want)
	}
	if n := binary.LittleEndian.Uint32(all); n < 3 {
		t.Errorf("%d levels", n)
	}
}
