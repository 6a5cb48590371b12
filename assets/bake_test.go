package assets_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// threeClips returns a library of three clips: the second has stepped tracks and stays exact, the
// others can be baked.
func threeClips(t testing.TB) (*assets.Library, []assets.ClipID) {
	t.Helper()
	r := rand.New(rand.NewPCG(12, 9))
	s := randomassets.Skeleton(r, randomassets.Shapes()[0])
	library := assets.NewLibrary(assets.Exact())
	return library, []assets.ClipID{
		library.AddClip(handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 20))),
		library.AddClip(handmade.Turning(t, clip.Step, handmade.Grid(0, 30, 4), 0, 1, 0, 1)),
		library.AddClip(handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 24, 10))),
	}
}

func TestBake(t *testing.T) {
	library, ids := threeClips(t)
	reports := library.Bake(bake.Options{}, nil)
	if len(reports) != 3 {
		t.Fatalf("%d reports", len(reports))
	}
	for i, report := range reports {
		if report.Clip != ids[i] || report.Exact != (i == 1) || report.Name != library.Clip(ids[i]).Name() {
			t.Errorf("report %d: %+v", i, report)
		}
		if baked := library.Baked(ids[i]); (baked == nil) != report.Exact ||
			baked != nil && baked.Bytes() != report.Bytes {
			t.Errorf("clip %d: %v, %v", i, baked, report)
		}
	}
	first := library.Baked(ids[0])
	if again := library.Bake(bake.Options{}, nil); library.Baked(ids[0]) != first || again[0] != reports[0] {
		t.Errorf("the second Bake with equal options baked again: report %+v, want %+v", again[0], reports[0])
	}
	library.Bake(bake.Options{Tolerance: 0.01}, nil)
	if library.Baked(ids[0]) == first || library.Baked(ids[0]).Bytes() >= first.Bytes() {
		t.Error("other options did not make a smaller clip")
	}
	if err := library.SetBaked(ids[0], nil); err != nil || library.Baked(ids[0]) != nil {
		t.Error("SetBaked(nil) did not remove the baked form:", err)
	}
}

func TestBakedFormsOfRemovedClips(t *testing.T) {
	library, ids := threeClips(t)
	library.Bake(bake.Options{}, nil)
	baked := library.Baked(ids[0])
	clip := library.Clip(ids[0])
	library.RemoveClip(ids[0])
	next := library.AddClip(clip)
	for _, id := range []assets.ClipID{0, ids[0], next, 1 << 31, ^assets.ClipID(0), 4} {
		if library.Baked(id) != nil {
			t.Errorf("clip %#x has a baked form", id)
		}
	}
	if err := library.SetBaked(ids[0], baked); err == nil || !strings.Contains(err.Error(), "it was removed") {
		t.Error(err)
	}
	if err := library.SetBaked(ids[2], baked); !errors.Is(err, bake.ErrMismatch) {
		t.Error(err)
	}
	if err := library.SetBaked(next, baked); err != nil || library.Baked(next) != baked ||
		library.Baked(ids[0]) != nil {
		t.Error(err)
	}
}

func TestBakeEmptyLibrary(t *testing.T) {
	reports := assets.NewLibrary(assets.Exact()).Bake(bake.Options{}, func(int, int) {
		t.Error("progress was called without clips")
	})
	if len(reports) != 0 {
		t.Error(reports)
	}
}

// A clip that no builder made is an error of the program; it must not end it.
func TestZeroClipStaysExact(t *testing.T) {
	library := assets.NewLibrary()
	id := library.AddClip(&assets.Clip{})
	if report := library.BakeReport(id); id == 0 || !report.Exact ||
		!strings.Contains(report.Reason, "found one without joints") {
		t.Errorf("clip %#x: %+v", id, report)
	}
}

// inFolder returns the cache of baked clips in a folder, which it makes.
func inFolder(t testing.TB, path string) *bake.Cache {
	t.Helper()
	folder, err := cache.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return bake.NewCache(folder)
}

func TestCacheReturnsSameClips(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "within", "baked")
	first, ids := threeClips(t)
	want := first.BakeCached(inFolder(t, folder), bake.Options{}, nil)
	second, _ := threeClips(t)
	calls := 0
	got := second.BakeCached(inFolder(t, folder), bake.Options{}, func(int, int) { calls++ })
	if calls != 3 {
		t.Fatal(calls)
	}
	for i, id := range ids {
		if want[i].Cached || !got[i].Cached || got[i].CacheError != nil {
			t.Errorf("clip %d: cached %v, then %v: %v", i, want[i].Cached, got[i].Cached, got[i].CacheError)
		}
		if got[i].Cached = false; got[i] != want[i] {
			t.Errorf("clip %d: %+v, then %+v", i, want[i], got[i])
		}
		if a, b := first.Baked(id), second.Baked(id); a != nil && encoded(t, a) != encoded(t, b) {
			t.Errorf("clip %d differs", i)
		}
	}
	if other := second.BakeCached(inFolder(t, folder), bake.Options{Tolerance: 0.01}, nil); other[0].Cached {
		t.Error("other options were read from the same file")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 6 {
		t.Errorf("%d files: %v", len(files), err)
	}
}

func encoded(t testing.TB, b *bake.BakedClip) string {
	t.Helper()
	data, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestDamagedFilesAreBakedAgain(t *testing.T) {
	folder := t.TempDir()
	library, _ := threeClips(t)
	library.BakeCached(inFolder(t, folder), bake.Options{}, nil)
	files, err := filepath.Glob(filepath.Join(folder, "*.baked"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	changeFiles := func(change func(data []byte) []byte) {
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, change(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, change := range map[string]func([]byte) []byte{
		"empty":            func([]byte) []byte { return nil },
		"truncated":        func(d []byte) []byte { return d[:len(d)-5] },
		"a flipped bit":    func(d []byte) []byte { d[len(d)-7] ^= 1; return d },
		"an older version": func(d []byte) []byte { d[8] = 0; return d },
		"another clip":     func([]byte) []byte { _, baked := handmade.Swaying(t); return []byte(encoded(t, baked)) },
	} {
		changeFiles(change)
		fresh, ids := threeClips(t)
		reports := fresh.BakeCached(inFolder(t, folder), bake.Options{}, nil)
		for i, report := range reports {
			if report.Cached || report.CacheError == nil || fresh.Baked(ids[i]) == nil != report.Exact {
				t.Errorf("%s: %+v", name, report)
			}
		}
		rewritten, _ := threeClips(t)
		if reports := rewritten.BakeCached(inFolder(t, folder), bake.Options{}, nil); !reports[0].Cached ||
			!reports[1].Cached {
			t.Errorf("%s: the files were not rewritten: %+v", name, reports)
		}
	}
}

// A folder in place of a clip's file is an error in the clip's report, and the clips are baked.
func TestUnusableCache(t *testing.T) {
	folder := t.TempDir()
	library, _ := threeClips(t)
	library.BakeCached(inFolder(t, folder), bake.Options{}, nil)
	files, _ := filepath.Glob(filepath.Join(folder, "*.baked"))
	for _, file := range files {
		if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	again, ids := threeClips(t)
	reports := again.BakeCached(inFolder(t, folder), bake.Options{}, nil)
	for i, report := range reports {
		if !errors.Is(report.CacheError, cache.ErrDamaged) || again.Baked(ids[i]) == nil != report.Exact {
			t.Errorf("%+v", report)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.new")); len(left) != 0 {
		t.Errorf("temporary files are left: %v", left)
	}
}
