package assets

import "github.com/sinew-go/sinew/assets/id"

const (
	indexMask     = 1<<id.IndexBits - 1
	maxGeneration = 1<<(32-id.IndexBits) - 1
)

// table holds the assets of one kind. Entry i is named by the IDs with index i+1.
type table[I ~uint32, T any] struct {
	entries []entry[T]
	free    []uint32
}

type entry[T any] struct {
	asset      *T
	generation uint32
}

// add files the asset and returns its ID, or 0 when the table holds a million assets already, or the asset is nil.
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
		t.entries = append(t.entries, entry[T]{})
	}
	t.entries[i].asset = asset
	return I(t.entries[i].generation<<id.IndexBits | (i + 1))
}

// get returns the asset, or nil when the ID is 0 or stale.
func (t *table[I, T]) get(key I) *T {
	i := uint32(key)&indexMask - 1
	if i >= uint32(len(t.entries)) || t.entries[i].generation != uint32(key)>>id.IndexBits {
		return nil
	}
	return t.entries[i].asset
}

// remove forgets the asset and says whether there was one. An entry whose generations are used up is not used again, so
// that no ID ever comes to name a second asset.
func (t *table[I, T]) remove(id I) bool {
	if t.get(id) == nil {
		return false
	}
	i := uint32(id)&indexMask - 1
	t.entries[i].asset = nil
	if t.entries[i].generation < maxGeneration {
		t.entries[i].generation++
		t.free = append(t.free, i)
	}
	return true
}

// len returns how many assets there are.
func (t *table[I, T]) len() int {
	n := 0
	for _, e := range t.entries {
		if e.asset != nil {
			n++
		}
	}
	return n
}

// of returns the ID in the table's entry i, and 0 where it is free.
func (t *table[I, T]) of(i int) I {
	if t.entries[i].asset == nil {
		return 0
	}
	return I(t.entries[i].generation<<id.IndexBits | uint32(i+1))
}

// named returns the IDs of the assets of a name, in the order of the table.
func (t *table[I, T]) named(name string, nameOf func(*T) string) []I {
	var found []I
	for i := range t.entries {
		if asset := t.entries[i].asset; asset != nil && nameOf(asset) == name {
			found = append(found, t.of(i))
		}
	}
	return found
}
