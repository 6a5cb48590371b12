package assets

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

const (
	indexMask      = 1<<id.IndexBits - 1
	generationMask = 1<<(32-id.IndexBits) - 1
)

// table holds the assets of one kind. The low bits of an ID hold the index of its entry plus 1, the
// high bits the entry's generation, which changes when the asset is removed.
//
// It has functions and no methods: the methods of a generic type are compiled once more in every
// package that imports a type with one inside, which here were 200 functions in each importer. P is
// a pointer to the assets: functions of pointers are compiled once for all of them, if P may be of
// any type.
type table[I ~uint32, P any] struct {
	entries []tableEntry[P]
	free    []uint32 // indices of entries without an asset that may be used again
	changes uint64   // how often an asset was added or removed
}

// tableEntry holds one asset, or nil. Its generations count up from the hash of its first asset,
// modulo their number.
type tableEntry[P any] struct {
	asset             P
	first, generation uint16
}

// firstGeneration hashes the kind, the name and the skeleton's name of an asset, and numbers that
// tell it from others of the same name, to the generation of a new entry: the 32 bits of FNV-1a of
// the three texts, each followed by a zero byte, and of the bytes of the numbers, the lowest first,
// folded to 12 bits.
func firstGeneration(kind, name string, skeleton *rig.Skeleton, numbers ...uint64) uint16 {
	hash := uint32(2166136261)
	add := func(text string) {
		for i := range len(text) {
			hash = (hash ^ uint32(text[i])) * 16777619
		}
		hash *= 16777619 // the zero byte
	}
	add(kind)
	add(name)
	if skeleton != nil {
		add(skeleton.Name())
	}
	for _, number := range numbers {
		for range 8 {
			hash = (hash ^ uint32(byte(number))) * 16777619
			number >>= 8
		}
	}
	return uint16((hash ^ hash>>12 ^ hash>>24) & generationMask)
}

// addAsset adds the asset and returns its ID. It returns 0 if the asset is nil or the table is
// full. The kind, the name, the skeleton's name and the numbers decide the generation of a new
// entry.
func addAsset[I ~uint32, P any](
	t *table[I, P], asset P, kind, name string, skeleton *rig.Skeleton, numbers ...uint64,
) I {
	if isNone(asset) {
		return 0
	}
	var i uint32
	if n := len(t.free); n > 0 {
		i = t.free[n-1]
		t.free = t.free[:n-1]
	} else {
		if len(t.entries) >= indexMask {
			return 0
		}
		i = uint32(len(t.entries))
		first := firstGeneration(kind, name, skeleton, numbers...)
		t.entries = append(t.entries, tableEntry[P]{first: first, generation: first})
	}
	t.entries[i].asset = asset
	t.changes++
	return idAt(t, int(i))
}

// isNone reports whether an asset, which is a pointer, is nil.
func isNone[P any](asset P) bool { return *(*unsafe.Pointer)(unsafe.Pointer(&asset)) == nil }

// tableIndex returns the index of an ID's entry. For the ID 0 it is the largest uint32.
func tableIndex[I ~uint32](id I) uint32 { return uint32(id)&indexMask - 1 }

// assetOf returns the asset, or nil if the ID is 0 or its asset was removed.
func assetOf[I ~uint32, P any](t *table[I, P], key I) P {
	i := uint(tableIndex(key))
	if i >= uint(len(t.entries)) || uint32(t.entries[i].generation) != uint32(key)>>id.IndexBits {
		return *new(P)
	}
	return t.entries[i].asset
}

// removeAsset removes the asset and reports whether it was there. An entry that has used all its
// generations is not used again, so that no ID is ever used for a second asset.
func removeAsset[I ~uint32, P any](t *table[I, P], id I) bool {
	if isNone(assetOf(t, id)) {
		return false
	}
	i := tableIndex(id)
	e := &t.entries[i]
	e.asset = *new(P)
	t.changes++
	if next := (e.generation + 1) & generationMask; next != e.first {
		e.generation = next
		t.free = append(t.free, i)
	}
	return true
}

// isFree reports whether an entry without an asset may be used again.
func isFree[I ~uint32, P any](t *table[I, P], i uint32) bool {
	return slices.Contains(t.free, i)
}

// roomIn returns the number of assets that can be added.
func roomIn[I ~uint32, P any](t *table[I, P]) int {
	return len(t.free) + indexMask - len(t.entries)
}

// countOf returns the number of assets.
func countOf[I ~uint32, P any](t *table[I, P]) int {
	n := 0
	for _, e := range t.entries {
		if !isNone(e.asset) {
			n++
		}
	}
	return n
}

// idAt returns the ID of the asset in entry i, or 0 if the entry has none.
func idAt[I ~uint32, P any](t *table[I, P], i int) I {
	if isNone(t.entries[i].asset) {
		return 0
	}
	return I(uint32(t.entries[i].generation)<<id.IndexBits | uint32(i+1))
}

// assetsNamed returns the IDs of the assets with that name, in the order of the table.
func assetsNamed[I ~uint32, P any](t *table[I, P], name string, nameOf func(P) string) []I {
	var found []I
	for i := range t.entries {
		if asset := t.entries[i].asset; !isNone(asset) && nameOf(asset) == name {
			found = append(found, idAt(t, i))
		}
	}
	return found
}

var (
	errNil  = errors.New("it is nil; the error of what should have made it was dropped")
	errFull = fmt.Errorf("the library is full: it has %d assets of this kind", indexMask)
)

// addChecked adds an asset that is not nil. The error reports a full table.
func addChecked[I ~uint32, P any](t *table[I, P], asset P, kind, name string, skeleton *rig.Skeleton) (I, error) {
	if added := addAsset(t, asset, kind, name, skeleton); added != 0 {
		return added, nil
	}
	return 0, errFull
}

// skeletal is an asset for one skeleton.
type skeletal interface {
	Name() string
	Skeleton() *rig.Skeleton
}

// checkSkeleton returns an error if the asset found for an ID is nil or for another skeleton. The
// skeleton may be nil for any.
func checkSkeleton[I ~uint32, T any, P interface {
	*T
	skeletal
}](l *Library, noun string, id I, asset P, skeleton *rig.Skeleton) error {
	if asset == nil {
		return errors.New(l.Describe(id))
	}
	if got := asset.Skeleton(); skeleton != nil && got != skeleton {
		return fmt.Errorf("%s %#x of the library, %q, is %s", noun, uint32(id), asset.Name(),
			otherSkeleton(got, skeleton))
	}
	return nil
}

// otherSkeleton names the skeleton of an asset and the expected one, for errors.
func otherSkeleton(got, expected *rig.Skeleton) string {
	different := ""
	if got.Name() == expected.Name() {
		different = ", a different one of that name"
	}
	return fmt.Sprintf("for skeleton %q%s; expected one for skeleton %q", got.Name(), different, expected.Name())
}
