package bake

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/internal/record"
	"github.com/sinew-go/sinew/internal/sha256"
)

// derivedMagic begins a file with what package derived keeps. The key, the bytes and the CRC-32C of
// everything before follow.
const derivedMagic = "sinew:of"

// derivedFiles is a cache as package derived sees it.
type derivedFiles struct{ *Cache }

// giveDerived gives package derived the way to caches.
func giveDerived() {
	derivedOnce.Do(func() {
		derived.Give(func(cache any) derived.Cache {
			if c, ok := cache.(*Cache); ok && c != nil && c.through != nil {
				return derivedFiles{c}
			}
			return nil
		})
	})
}

var derivedOnce sync.Once

func (f derivedFiles) path(key []byte) string {
	sum := sha256.Sum256(append([]byte(derivedMagic), key...))
	return filepath.Join(f.folder, hex.EncodeToString(sum[:cacheNameLength/2])+cacheSuffix)
}

// Read implements [derived.Cache].
func (f derivedFiles) Read(key []byte) ([]byte, error) {
	path := f.path(key)
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	header := len(derivedMagic) + len(key)
	if err := checkDerived(path, data); err != nil {
		return nil, err
	}
	if len(data) < header+4 || string(data[len(derivedMagic):header]) != string(key) {
		return nil, fmt.Errorf("%s: %w", path, ErrMismatch)
	}
	touch(path)
	return data[header : len(data)-4], nil
}

// Write implements [derived.Cache].
func (f derivedFiles) Write(key, data []byte) error {
	whole := append(append([]byte(derivedMagic), key...), data...)
	return f.put(f.path(key), record.Append32(whole, int(record.Checksum(whole))))
}

// isDerived reports whether a file begins as one with what package derived keeps.
func isDerived(data []byte) bool {
	return len(data) >= len(derivedMagic) && string(data[:len(derivedMagic)]) == derivedMagic
}

// checkDerived returns an error if a file is not whole.
func checkDerived(path string, data []byte) error {
	if !isDerived(data) || len(data) < len(derivedMagic)+4 ||
		binary.LittleEndian.Uint32(data[len(data)-4:]) != record.Checksum(data[:len(data)-4]) {
		return fmt.Errorf("%s: %w: its checksum does not match", path, ErrDamaged)
	}
	return nil
}
