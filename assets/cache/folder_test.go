package cache_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// number returns the key and the bytes of a thing, some hundred bytes, another one for each number.
func number(n int) (key, data []byte) {
	return fmt.Appendf(nil, "key %d", n), bytes.Repeat(fmt.Appendf(nil, "thing %d,", n), 40)
}

// keep reads a thing from a folder, or writes it there. It reports whether it was there.
func keep(t testing.TB, folder *cache.Folder, n int) (wasThere bool, err error) {
	t.Helper()
	key, data := number(n)
	got, err := folder.Read(key)
	if err == nil {
		if !bytes.Equal(got, data) {
			t.Errorf("thing %d: expected %q, found %q", n, data, got)
		}
		return true, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return false, folder.Write(key, data)
}

func open(t testing.TB, path string, maxBytes int64) *cache.Folder {
	t.Helper()
	folder, err := cache.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	folder.MaxBytes = maxBytes
	return folder
}

// filesIn returns the sizes of the files of a folder by their paths.
func filesIn(t testing.TB, folder string) (sizes map[string]int64, total int64) {
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

// age makes all files of a folder older.
func age(t testing.TB, folder string, by time.Duration) {
	t.Helper()
	sizes, _ := filesIn(t, folder)
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

func TestFolderKeepsWhatWasUsedLast(t *testing.T) {
	path := t.TempDir()
	folder := open(t, path, 0)
	const things = 20
	for n := range things {
		age(t, path, time.Minute)
		if _, err := keep(t, folder, n); err != nil {
			t.Fatal(err)
		}
	}
	age(t, path, time.Minute)
	for _, n := range []int{3, 7} { // the oldest ones that are read again
		if wasThere, err := keep(t, folder, n); !wasThere || err != nil {
			t.Errorf("thing %d was not in the folder: %v", n, err)
		}
	}
	sizes, total := filesIn(t, path)
	if len(sizes) != things {
		t.Fatalf("%d files, want %d", len(sizes), things)
	}
	// A new file that exceeds the limit makes the oldest leave, and a tenth of the limit free.
	if _, err := keep(t, open(t, path, total), things); err != nil {
		t.Error(err)
	}
	left, now := filesIn(t, path)
	if now > total || now < total*8/10 || len(left) >= things {
		t.Errorf("%d bytes in %d files, want at most %d bytes and not much less", now, len(left), total)
	}
	for n := range things + 1 {
		isKept := n == 3 || n == 7 || n > things-len(left)+2
		key, _ := number(n)
		if _, err := open(t, path, -1).Read(key); isKept && err != nil {
			t.Errorf("thing %d has left: %v", n, err)
		} else if n == 0 && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("thing %d, the oldest, was kept: %v", n, err)
		}
	}
}

// The limit holds over many files, whatever the Folder counted before.
func TestFolderStaysWithinItsLimit(t *testing.T) {
	path := t.TempDir()
	const limit = 6000
	for first := 0; first < 200; first += 100 {
		folder := open(t, path, limit)
		for n := first; n < first+100; n++ {
			if wasThere, err := keep(t, folder, n); wasThere || err != nil {
				t.Errorf("thing %d was there: %v, error %v", n, wasThere, err)
			}
			if _, total := filesIn(t, path); total > limit {
				t.Fatalf("%d bytes after thing %d, want at most %d", total, n, limit)
			}
		}
	}
	if sizes, total := filesIn(t, path); len(sizes) < 2 || total < limit/2 {
		t.Errorf("%d bytes in %d files are left of %d", total, len(sizes), limit)
	}
	// A file that is larger than the limit is not written, and the error says so.
	if _, err := keep(t, open(t, t.TempDir(), 100), 0); err == nil || !strings.Contains(err.Error(), "at most the 100 bytes") {
		t.Errorf("a file that exceeds the limit: %v", err)
	}
}

func TestPruneRemovesOnlyItsOwnFiles(t *testing.T) {
	path := t.TempDir()
	folder := open(t, path, 0)
	if _, err := keep(t, folder, 1); err != nil {
		t.Fatal(err)
	}
	digits := "0123456789abcdef0123456789abcdef"
	others := []string{
		"mine.baked", "notes.txt", digits, digits + ".baked.bak", "0" + digits + ".baked", digits[1:] + ".baked",
		"x" + digits[1:] + ".baked", "ABCDEF" + digits[6:] + ".baked", "123.new", digits + "new",
	}
	temporary := []string{digits + ".123.new", digits + ".456.new"} // the second one is being written
	for _, name := range append(slices.Clone(others), temporary...) {
		if err := os.WriteFile(filepath.Join(path, name), []byte("contents"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dir := "1" + digits[1:] + ".baked"
	old := time.Now().Add(-48 * time.Hour)
	if err := errors.Join(os.Mkdir(filepath.Join(path, dir), 0o700),
		os.Chtimes(filepath.Join(path, temporary[0]), old, old)); err != nil {
		t.Fatal(err)
	}
	report, err := folder.Prune(0)
	if err != nil || report.Files != 0 || report.Bytes != 0 || report.Removed != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if _, err := folder.Verify(true); err != nil {
		t.Error(err)
	}
	want := append(append(slices.Clone(others), dir), temporary[1])
	entries, err := os.ReadDir(path)
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

// Verify finds every damaged file, and Read returns none of its bytes.
func TestDamagedFiles(t *testing.T) {
	path := t.TempDir()
	folder := open(t, path, 0)
	const things = 4
	for n := range things {
		if _, err := keep(t, folder, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := folder.Write([]byte("empty"), nil); err != nil {
		t.Fatal(err)
	}
	sizes, total := filesIn(t, path)
	report, err := folder.Verify(true)
	if err != nil || len(report.Damaged) != 0 || report.Files != things+1 || report.Bytes != total || report.Removed != 0 {
		t.Fatalf("%+v, %v", report, err)
	}
	// readable returns how many keys can be read.
	readable := func() (count int) {
		for n := range things + 1 {
			key, want := number(n)
			if n == things {
				key, want = []byte("empty"), nil
			}
			data, err := folder.Read(key)
			if err == nil && bytes.Equal(data, want) {
				count++
			} else if !errors.Is(err, cache.ErrDamaged) && !errors.Is(err, fs.ErrNotExist) {
				t.Fatalf("thing %d: %q, error %v", n, data, err)
			}
		}
		return count
	}
	// Each byte of each file, as far as the test has time, and each length.
	changes := 0
	for file := range sizes {
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for k := 0; k < len(good); k += 1 + len(good)/40 {
			bad := slices.Clone(good)
			bad[k] ^= 0x10
			for _, data := range [][]byte{bad, good[:k], append(slices.Clone(good), 0)} {
				if err := os.WriteFile(file, data, 0o600); err != nil {
					t.Fatal(err)
				}
				changes++
				report, err := folder.Verify(false)
				if err != nil || len(report.Damaged) != 1 || report.Files != things+1 ||
					!errors.Is(report.Damaged[0], cache.ErrDamaged) || !strings.HasPrefix(report.Damaged[0].Error(), file) {
					t.Fatalf("byte %d of %s: %+v, %v", k, file, report, err)
				}
				if count := readable(); count != things {
					t.Fatalf("byte %d of %s: %d of %d keys can be read", k, file, count, things+1)
				}
			}
		}
		if report, err := folder.Verify(true); err != nil || len(report.Damaged) != 1 || report.Removed != 1 || report.Files != things {
			t.Fatalf("%s: %+v, %v", file, report, err)
		}
		if err := os.WriteFile(file, good, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if report, err := folder.Verify(false); changes < 400 || err != nil || len(report.Damaged) != 0 || report.Files != things+1 {
		t.Errorf("after %d changes: %+v, %v", changes, report, err)
	}
}

// A file under the name of another key is whole, but is not that key's.
func TestFileOfAnotherKey(t *testing.T) {
	path := t.TempDir()
	folder := open(t, path, 0)
	if _, err := keep(t, folder, 0); err != nil {
		t.Fatal(err)
	}
	first, _ := filesIn(t, path)
	if _, err := keep(t, folder, 1); err != nil {
		t.Fatal(err)
	}
	var from, to string
	files, _ := filesIn(t, path)
	for file := range files {
		if _, ok := first[file]; ok {
			from = file
		} else {
			to = file
		}
	}
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	key, _ := number(1)
	if data, err := folder.Read(key); !errors.Is(err, cache.ErrDamaged) || !strings.Contains(err.Error(), "that of another") {
		t.Errorf("expected ErrDamaged, found %q, %v", data, err)
	}
}

// A folder that does not take files is an error of Write, and what it has can be read.
func TestFolderThatTakesNoFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "within", "folder")
	if _, err := keep(t, open(t, path, 0), 1); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o500); err != nil { // which root may write all the same
		t.Fatal(err)
	}
	again := open(t, path, 0)
	if wasThere, err := keep(t, again, 1); !wasThere || err != nil {
		t.Errorf("a file of a folder that is read-only: there %v, error %v", wasThere, err)
	}
	if err := errors.Join(os.Chmod(path, 0o700), os.RemoveAll(path)); err != nil {
		t.Fatal(err)
	}
	if wasThere, err := keep(t, again, 1); wasThere || err == nil {
		t.Errorf("a folder that is gone: there %v, error %v", wasThere, err)
	}
	if _, err := again.Verify(true); err == nil {
		t.Error("Verify of a folder that is gone: no error")
	}
	if _, err := again.Prune(0); err == nil {
		t.Error("Prune of a folder that is gone: no error")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if folder, err := cache.Open(file); folder != nil || err == nil {
		t.Errorf("a file in place of the folder: %v, %v", folder, err)
	}
}

// A nil or zero Folder keeps nothing, and each of its methods says so.
func TestFolderOfNothing(t *testing.T) {
	for _, folder := range []*cache.Folder{nil, {}} {
		probe.Methods(t, folder)
		probe.Calls(t, folder)
		if data, err := folder.Read([]byte("key")); data != nil || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("expected nothing, found %q, %v", data, err)
		}
		for _, of := range []func() (cache.Report, error){
			func() (cache.Report, error) { return cache.Report{}, folder.Write([]byte("key"), []byte("data")) },
			func() (cache.Report, error) { return folder.Verify(true) },
			func() (cache.Report, error) { return folder.Prune(0) },
		} {
			if report, err := of(); err == nil || report.Files != 0 || !strings.Contains(err.Error(), "expected a Folder from Open") {
				t.Errorf("expected an error, found %+v, %v", report, err)
			}
		}
	}
}

// hammer keeps things in a small folder that others use at the same time.
func hammer(t testing.TB, path string, rounds int) {
	folder := open(t, path, 3000)
	for round := range rounds {
		for n := range 12 {
			if _, err := keep(t, folder, n); err != nil {
				t.Errorf("thing %d: %v", n, err)
			}
		}
		if report, err := folder.Verify(false); err != nil || len(report.Damaged) > 0 {
			t.Errorf("round %d: %+v, %v", round, report, err)
		}
		if round%2 == 1 {
			if _, err := folder.Prune(1000); err != nil {
				t.Error(err)
			}
		}
	}
}

// Goroutines with one Folder, with several of one path, and processes use it at the same time.
func TestFolderIsSharedByGoroutinesAndProcesses(t *testing.T) {
	const variable = "SINEW_TEST_CACHE"
	const rounds = 12
	if path := os.Getenv(variable); path != "" {
		hammer(t, path, rounds)
		return
	}
	path := t.TempDir()
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
			command.Env = append(os.Environ(), variable+"="+path)
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, output)
			}
		})
		group.Go(func() { hammer(t, path, rounds) })
	}
	one := open(t, path, 3000)
	for range 4 {
		group.Go(func() {
			for i := range 30 { // several goroutines write the same file
				if _, err := keep(t, one, i%10); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if left, err := filepath.Glob(filepath.Join(path, "*.new")); err != nil || len(left) > 0 {
		t.Errorf("incomplete files are left: %v, %v", left, err)
	}
	// Each of five Folders may have counted without what the others wrote since.
	if _, total := filesIn(t, path); total > 5*3000 {
		t.Errorf("%d bytes are left", total)
	}
	if report, err := one.Prune(2000); err != nil || report.Bytes > 2000 {
		t.Errorf("%+v, %v", report, err)
	}
}
