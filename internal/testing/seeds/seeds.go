package seeds

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// kept is how many seeds of a target have files. Targets with more count up a number from which
// random input is made, and the other numbers tell a fuzzer nothing new.
const kept = 24

// added are the names of the files of each target's seeds.
var (
	added = make(map[string]map[string]bool)
	mutex sync.Mutex
)

// Add adds a seed to a fuzz target. The target fails if the files of testdata/fuzz are not those of
// its first 24 seeds.
func Add(f *testing.F, values ...any) {
	f.Helper()
	f.Add(values...)
	content, err := encode(values)
	if err != nil {
		f.Fatal(err)
	}
	folder := filepath.Join("testdata", "fuzz", f.Name())
	name := fmt.Sprintf("seed-%x", sha256.Sum256(content))[:len("seed-")+16]
	mutex.Lock()
	names := added[f.Name()]
	first := names == nil
	if first {
		names = make(map[string]bool)
		added[f.Name()] = names
	}
	store := names[name] || len(names) < kept
	if store {
		names[name] = true
	}
	mutex.Unlock()
	if first {
		f.Cleanup(func() {
			mutex.Lock()
			delete(added, f.Name()) // the next run of -count begins anew
			mutex.Unlock()
			if err := removeOthers(folder, names); err != nil {
				f.Error(err)
			}
		})
	}
	if !store {
		return
	}
	if err := keep(folder, name, content); err != nil {
		f.Error(err)
	}
}

const hint = "run the tests once with SINEW_SEEDS=write, and commit testdata/fuzz"

func writing() bool {
	return os.Getenv("SINEW_SEEDS") == "write"
}

// keep checks that a file of a seed is there, or writes it.
func keep(folder, name string, content []byte) error {
	path := filepath.Join(folder, name)
	found, err := os.ReadFile(path)
	if err == nil && bytes.Equal(found, content) {
		return nil
	}
	if !writing() {
		return fmt.Errorf("expected a seed in the file %s, found none: %s", path, hint)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// removeOthers checks that the folder has no files of other seeds, or removes them.
func removeOthers(folder string, names map[string]bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "seed-") || names[entry.Name()] {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if !writing() {
			return fmt.Errorf("the file %s is of no seed: %s", path, hint)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// encode returns a file of values in the format of go test.
func encode(values []any) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("go test fuzz v1\n")
	for i, value := range values {
		switch v := value.(type) {
		case []byte:
			fmt.Fprintf(&out, "[]byte(%q)\n", v)
		case string:
			fmt.Fprintf(&out, "string(%q)\n", v)
		case byte:
			fmt.Fprintf(&out, "byte(%s)\n", strconv.QuoteRune(rune(v)))
		case bool, int, int8, int16, int64, uint, uint16, uint32, uint64:
			fmt.Fprintf(&out, "%T(%v)\n", v, v)
		case float32:
			if math.IsNaN(float64(v)) {
				fmt.Fprintf(&out, "math.Float32frombits(0x%x)\n", math.Float32bits(v))
			} else {
				fmt.Fprintf(&out, "float32(%v)\n", v)
			}
		case float64:
			if math.IsNaN(v) {
				fmt.Fprintf(&out, "math.Float64frombits(0x%x)\n", math.Float64bits(v))
			} else {
				fmt.Fprintf(&out, "float64(%v)\n", v)
			}
		default:
			return nil, fmt.Errorf("seed: expected values that go test can store, found %T as value %d", value, i)
		}
	}
	return out.Bytes(), nil
}
