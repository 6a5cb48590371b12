package assets

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

const (
	indexMask     = 1<<id.IndexBits - 1
	maxGeneration = 1<<(32-id.IndexBits) - 1
)

// table holds the assets of one kind. The low bits of an ID hold the index of its entry plus 1, the high bits the
// entry's generation, which changes when the asset is removed.
type table[I ~uint32, T any] struct {
	entries []tableEntry[T]
	free    []uint32 // indices of entries without an asset that may be used again
}

// tableEntry holds one asset, or nil.
type tableEntry[T any] struct {
	asset      *T
	generation uint32
}

// add adds the asset and returns its ID. It returns 0 if the asset is nil or the table is full.
func (t *table[I, T]) add(asset *T) I {
	if asset == nil {
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
		t.entries = append(t.entries, tableEntry[T]{})
	}
	t.entries[i].asset = asset
	return I(t.entries[i].generation<<id.IndexBits | (i + 1))
}

// tableIndex returns the index of an ID's entry. For the ID 0 it is the largest uint32.
func tableIndex[I ~uint32](id I) uint32 { return uint32(id)&indexMask - 1 }

// get returns the asset, or nil if the ID is 0 or its asset was removed.
func (t *table[I, T]) get(key I) *T {
	i := tableIndex(key)
	if i >= uint32(len(t.entries)) || t.entries[i].generation != uint32(key)>>id.IndexBits {
		return nil
	}
	return t.entries[i].asset
}

// remove removes the asset and reports whether it was there. An entry that has used all its generations is not used
// again, so that no ID is ever used for a second asset.
func (t *table[I, T]) remove(id I) bool {
	if t.get(id) == nil {
		return false
	}
	i := tableIndex(id)
	t.entries[i].asset = nil
	if t.entries[i].generation < maxGeneration {
		t.entries[i].generation++
		t.free = append(t.free, i)
	}
	return true
}

// len returns the number of assets.
func (t *table[I, T]) len() int {
	n := 0
	for _, e := range t.entries {
		if e.asset != nil {
			n++
		}
	}
	return n
}

// idAt returns the ID of the asset in entry i, or 0 if the entry has none.
func (t *table[I, T]) idAt(i int) I {
	if t.entries[i].asset == nil {
		return 0
	}
	return I(t.entries[i].generation<<id.IndexBits | uint32(i+1))
}

// named returns the IDs of the assets with that name, in the order of the table.
func (t *table[I, T]) named(name string, nameOf func(*T) string) []I {
	var found []I
	for i := range t.entries {
		if asset := t.entries[i].asset; asset != nil && nameOf(asset) == name {
			found = append(found, t.idAt(i))
		}
	}
	return found
}

var (
	errNil  = errors.New("it is nil; the error of what should have made it was dropped")
	errFull = fmt.Errorf("the library is full: it has %d assets of this kind", indexMask)
)

// addChecked adds an asset that is not nil. The error reports a full table.
func addChecked[I ~uint32, T any](t *table[I, T], asset *T) (I, error) {
	if added := t.add(asset); added != 0 {
		return added, nil
	}
	return 0, errFull
}

// skeletal is an asset for one skeleton.
type skeletal interface {
	Name() string
	Skeleton() *rig.Skeleton
}

// checkSkeleton returns an error if the asset found for an ID is nil or for another skeleton. The skeleton may be nil
// for any.
func checkSkeleton[I ~uint32, T any, P interface {
	*T
	skeletal
}](noun string, id I, asset P, skeleton *rig.Skeleton) error {
	if asset == nil {
		return fmt.Errorf("%s %#x is not in the library", noun, uint32(id))
	}
	if got := asset.Skeleton(); skeleton != nil && got != skeleton {
		return fmt.Errorf("%s %#x of the library, %q, is %s", noun, uint32(id), asset.Name(), otherSkeleton(got, skeleton))
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
