package bake_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// number returns a clip that is baked to some hundred bytes, another one for each number.
func number(t testing.TB, n int) *clip.Clip {
	angles := make([]float32, 60)
	for k := range angles {
		angles[k] = 0.05 * float32((k*(n+1))%7)
	}
	return handmade.Turning(t, clip.Linear, handmade.Grid(float32(n), 30, len(angles)), angles...)
}

// bakeNumber bakes a clip by a cache and compares it with the clip baked without one.
func bakeNumber(t testing.TB, cache *bake.Cache, n int) bake.Report {
	t.Helper()
	c := number(t, n)
	want, _ := bake.Bake(c, bake.Options{AllowLarger: true})
	got, report := cache.Bake(c, bake.Options{AllowLarger: true})
	if got == nil || encodedClip(t, got) != encodedClip(t, want) {
		t.Errorf("clip %d differs from the one that is baked without a cache: %v", n, report)
	}
	return report
}

func encodedClip(t testing.TB, b *bake.BakedClip) string {
	t.Helper()
	data, err := b.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func openCache(t testing.TB, folder string, maxBytes int64) *bake.Cache {
	t.Helper()
	cache, err := bake.OpenCache(folder)
	if err != nil {
		t.Fatal(err)
	}
	cache.MaxBytes = maxBytes
	return cache
}

// cacheFiles returns the sizes of the files of a cache by their paths.
func cacheFiles(t testing.TB, folder string) (sizes map[string]int64, total int64) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.baked"))
	if err != nil {
		t.Fatal(err)
	}
	sizes = map[string]int64{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			continue // another goroutine of the test removed it
		}
		sizes[path] = info.Size()
		total += info.Size()
	}
	return sizes, total
}

// age makes all files of a cache older.
func age(t testing.TB, folder string, by time.Duration) {
	t.Helper()
	sizes, _ := cacheFiles(t, folder)
	for path := range sizes {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		time := info.ModTime().Add(-by)
		if err := os.Chtimes(path, time, time); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCacheKeepsWhatWasUsedLast(t *testing.T) {
	folder := t.TempDir()
	cache := openCache(t, folder, 0)
	const clips = 20
	for n := range clips {
		age(t, folder, time.Minute)
		bakeNumber(t, cache, n)
	}
	age(t, folder, time.Minute)
	for _, n := range []int{3, 7} { // the oldest ones that are read again
		if report := bakeNumber(t, cache, n); !report.Cached {
			t.Errorf("clip %d was not in the cache", n)
		}
	}
	sizes, total := cacheFiles(t, folder)
	if len(sizes) != clips {
		t.Fatalf("%d files, want %d", len(sizes), clips)
	}
	// A new file that exceeds the limit makes the oldest leave, and a tenth of the limit free.
	limited := openCache(t, folder, total)
	if report := bakeNumber(t, limited, clips); report.CacheError != nil {
		t.Error(report.CacheError)
	}
	left, now := cacheFiles(t, folder)
	if now > total || now < total*8/10 || len(left) >= clips {
		t.Errorf("%d bytes in %d files, want at most %d bytes and not much less", now, len(left), total)
	}
	for n := range clips + 1 {
		isKept := n == 3 || n == 7 || n > clips-len(left)+2
		clip := number(t, n)
		if _, report := openCache(t, folder, -1).Bake(clip, bake.Options{AllowLarger: true}); isKept && !report.Cached {
			t.Errorf("clip %d has left", n)
		} else if n == 0 && report.Cached {
			t.Errorf("clip %d, the oldest, was kept", n)
		}
	}
}

// The limit holds over many files, whatever the cache counted before.
func TestCacheStaysWithinItsLimit(t *testing.T) {
	folder := t.TempDir()
	const limit = 6000
	for first := 0; first < 200; first += 100 {
		cache := openCache(t, folder, limit)
		for n := first; n < first+100; n++ {
			if report := bakeNumber(t, cache, n); report.CacheError != nil || report.Cached {
				t.Errorf("clip %d: %+v", n, report)
			}
			if _, total := cacheFiles(t, folder); total > limit {
				t.Fatalf("%d bytes after clip %d, want at most %d", total, n, limit)
			}
		}
	}
	if sizes, total := cacheFiles(t, folder); len(sizes) < 2 || total < limit/2 {
		t.Errorf("%d bytes in %d files are left of %d", total, len(sizes), limit)
	}
	// A file that is larger than the limit is not written, and the report says so.
	small := openCache(t, t.TempDir(), 100)
	if report := bakeNumber(t, small, 0); report.CacheError == nil {
		t.Errorf("a file that exceeds the limit: %+v", report)
	}
}

func TestPruneRemovesOnlyItsOwnFiles(t *testing.T) {
	folder := t.TempDir()
	cache := openCache(t, folder, 0)
	bakeNumber(t, cache, 1)
	digits := "0123456789abcdef0123456789abcdef"
	others := []string{
		"mine.baked", "notes.txt", digits, digits + ".baked.bak", "0" + digits + ".baked", digits[1:] + ".baked",
		"x" + digits[1:] + ".baked", "ABCDEF" + digits[6:] + ".baked", "123.new", digits + "new",
	}
	temporary := []string{digits + ".123.new", digits + ".456.new"} // the second one is being written
	for _, name := range append(slices.Clone(others), temporary...) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("contents"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dir := "1" + digits[1:] + ".baked"
	old := time.Now().Add(-48 * time.Hour)
	if err := errors.Join(os.Mkdir(filepath.Join(folder, dir), 0o700),
		os.Chtimes(filepath.Join(folder, temporary[0]), old, old)); err != nil {
		t.Fatal(err)
	}
	report, err := cache.Prune(0)
	if err != nil || report.Files != 0 || report.Bytes != 0 || report.Removed != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if _, err := cache.Verify(true); err != nil {
		t.Error(err)
	}
	want := append(append(slices.Clone(others), dir), temporary[1])
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	slices.Sort(left)
	slices.Sort(want)
	if !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
}

func TestVerifyFindsDamagedFiles(t *testing.T) {
	folder := t.TempDir()
	cache := openCache(t, folder, 0)
	for n := range 5 {
		bakeNumber(t, cache, n)
	}
	exact := handmade.Turning(t, clip.Linear, []float32{0, 1}, 0, 1) // its file holds a reason
	if _, report := cache.Bake(exact, bake.Options{}); !report.Exact || report.CacheError != nil {
		t.Fatal(report)
	}
	sizes, total := cacheFiles(t, folder)
	report, err := cache.Verify(true)
	if err != nil || len(report.Damaged) != 0 || report.Files != 6 || report.Bytes != total || report.Removed != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	// Each byte of each file, as far as the test has time, and each length.
	changes := 0
	for path := range sizes {
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < len(good); k += 1 + len(good)/40 {
			bad := slices.Clone(good)
			bad[k] ^= 0x10
			for _, data := range [][]byte{bad, good[:k], append(slices.Clone(good), 0)} {
				if err := os.WriteFile(path, data, 0o600); err != nil {
					t.Fatal(err)
				}
				changes++
				report, err := cache.Verify(false)
				if err != nil || len(report.Damaged) != 1 || report.Files != 6 ||
					!(errors.Is(report.Damaged[0], bake.ErrDamaged) || errors.Is(report.Damaged[0], bake.ErrVersion)) {
					t.Fatalf("byte %d of %s: %+v, %v", k, path, report, err)
				}
			}
		}
		if report, err := cache.Verify(true); err != nil || len(report.Damaged) != 1 || report.Removed != 1 || report.Files != 5 {
			t.Fatalf("%s: %+v, %v", path, report, err)
		}
		if err := os.WriteFile(path, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := cache.Verify(false); changes < 500 || err != nil || len(report.Damaged) != 0 || report.Files != 6 {
		t.Errorf("after %d changes: %+v, %v", changes, report, err)
	}
}

// A cache whose folder does not take files bakes all the same, and its reports tell.
func TestCacheThatTakesNoFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "cache")
	cache := openCache(t, folder, 0)
	bakeNumber(t, cache, 1)
	if err := os.Chmod(folder, 0o500); err != nil { // which root may write all the same
		t.Fatal(err)
	}
	again := openCache(t, folder, 0)
	if report := bakeNumber(t, again, 1); !report.Cached || report.CacheError != nil {
		t.Errorf("a file of a folder that is read-only: %+v", report)
	}
	bakeNumber(t, again, 2)
	if err := errors.Join(os.Chmod(folder, 0o700), os.RemoveAll(folder)); err != nil {
		t.Fatal(err)
	}
	if report := bakeNumber(t, again, 1); report.Cached || report.CacheError == nil {
		t.Errorf("a folder that is gone: %+v", report)
	}
	if _, err := again.Verify(true); err == nil {
		t.Error("Verify of a folder that is gone: no error")
	}
	if _, err := again.Prune(0); err == nil {
		t.Error("Prune of a folder that is gone: no error")
	}
}

// hammer bakes clips by a small cache that others use at the same time.
func hammer(t testing.TB, folder string, rounds int) {
	cache := openCache(t, folder, 3000)
	for round := range rounds {
		for n := range 12 {
			if report := bakeNumber(t, cache, n); report.CacheError != nil {
				t.Errorf("clip %d: %v", n, report.CacheError)
			}
		}
		if report, err := cache.Verify(false); err != nil || len(report.Damaged) > 0 {
			t.Errorf("round %d: %+v, %v", round, report, err)
		}
		if round%2 == 1 {
			if _, err := cache.Prune(1000); err != nil {
				t.Error(err)
			}
		}
	}
}

// Goroutines with one cache, with caches of one folder, and processes use it at the same time.
func TestCacheIsSharedByGoroutinesAndProcesses(t *testing.T) {
	const variable = "SINEW_TEST_CACHE"
	if folder := os.Getenv(variable); folder != "" {
		hammer(t, folder, 4)
		return
	}
	folder := t.TempDir()
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
			command.Env = append(os.Environ(), variable+"="+folder)
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, output)
			}
		})
		group.Go(func() { hammer(t, folder, 4) })
	}
	one := openCache(t, folder, 3000)
	clips := make([]*clip.Clip, 30)
	for i := range clips {
		clips[i] = number(t, i%10) // several goroutines write the same file
	}
	_, reports, err := bake.All(t.Context(), clips, bake.Options{AllowLarger: true}, one, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, report := range reports {
		if report.CacheError != nil {
			t.Error(report)
		}
	}
	group.Wait()
	if left, err := filepath.Glob(filepath.Join(folder, "*.new")); err != nil || len(left) > 0 {
		t.Errorf("incomplete files are left: %v, %v", left, err)
	}
	// Each of five caches may have counted without what the others wrote since.
	if _, total := cacheFiles(t, folder); total > 5*3000 {
		t.Errorf("%d bytes are left", total)
	}
	if report, err := one.Prune(2000); err != nil || report.Bytes > 2000 {
		t.Error(fmt.Sprintf("%+v", report), err)
	}
}

// A clip without keys is found in the cache under the clip with its keys, and leaves nothing there
// if it is not.
func TestCacheAndClipsWithoutKeys(t *testing.T) {
	folder := t.TempDir()
	cache := openCache(t, folder, 0)
	options := bake.Options{AllowLarger: true}
	baked, _ := bake.Bake(number(t, 1), options)
	bare := baked.WithoutKeys().Clip()
	if got, report := cache.Bake(bare, options); got != nil || !report.Exact || report.CacheError != nil {
		t.Errorf("expected that a clip without keys cannot be baked, found %v", report)
	}
	if files, _ := cacheFiles(t, folder); len(files) != 0 {
		t.Errorf("expected no files, found %v", files)
	}
	if report := bakeNumber(t, cache, 1); report.Cached {
		t.Errorf("expected that the clip is baked, found %v", report)
	}
	if got, report := cache.Bake(bare, options); got == nil || !report.Cached || got.Clip() != bare {
		t.Errorf("expected the clip without keys from the cache, found %v", report)
	}
}
