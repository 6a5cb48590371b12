package assetkeys

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/order"
)

// Kind is a kind of ID. The kinds are in the order in which an asset refers to others: an asset
// refers to assets of kinds before its own only.
type Kind uint8

// The kinds.
const (
	Skeleton Kind = iota
	Motion
	Skin
	Mask
	Curve
	Graph
	ModifierStack
	Model
	Image
	Material
	Mesh
	Kinds // their number
)

var types = [Kinds]reflect.Type{
	reflect.TypeFor[id.Skeleton](), reflect.TypeFor[id.Motion](), reflect.TypeFor[id.Skin](), reflect.TypeFor[id.Mask](),
	reflect.TypeFor[id.Curve](), reflect.TypeFor[id.Graph](), reflect.TypeFor[id.ModifierStack](),
	reflect.TypeFor[id.Model](), reflect.TypeFor[id.Image](), reflect.TypeFor[id.Material](), reflect.TypeFor[id.Mesh](),
}

var nouns = [Kinds]string{
	"skeleton", "motion", "skin", "mask", "curve", "graph", "modifier stack", "model", "image", "material", "mesh",
}

// KindOf returns the kind of the IDs of a type, and false for a type that is none of package id.
func KindOf(kind reflect.Type) (Kind, bool) {
	i := slices.Index(types[:], kind)
	return Kind(max(i, 0)), i >= 0
}

// String returns what errors call an asset of the kind.
func (k Kind) String() string { return nouns[k] }

// Moves reports whether assets of a kind decide about poses. Meshes, materials and images are only
// drawn.
func (k Kind) Moves() bool { return k < Image }

// Entry is an asset with its key.
type Entry struct {
	Kind Kind
	Key  id.Key
	ID   uint32
	// Noun is what errors call it, such as "blend space". Skeleton is the name of its skeleton, or
	// empty.
	Noun, Name, Skeleton string
}

// String describes the entry for messages.
func (e *Entry) String() string {
	text := fmt.Sprintf("%s %q", e.Noun, e.Name)
	if e.Skeleton != "" {
		text += fmt.Sprintf(" for skeleton %q", e.Skeleton)
	}
	return text
}

// Table holds the keys of the assets of a library at one moment. It is safe for concurrent use.
type Table struct {
	// Extra are numbers that count for a fingerprint besides the keys.
	Extra []byte

	kinds [Kinds]kindTable
}

// kindTable are the entries of a kind. They are made when they are first asked for, since the keys
// of images need all their pixels.
type kindTable struct {
	once    sync.Once
	make    func() []Entry
	entries []Entry  // sorted by key
	byIndex []int32  // the index in entries of the asset with an index, plus 1
	listed  [][]byte // the entries as lists contain them
}

// New returns the table of the entries that functions return, one for each kind. Those that move
// are called at once. No two entries of a kind may have the same key.
func New(of [Kinds]func() []Entry, extra []byte) *Table {
	t := &Table{Extra: extra}
	for kind := range Kinds {
		if t.kinds[kind].make = of[kind]; kind.Moves() {
			t.kind(kind)
		}
	}
	return t
}

// Set makes the table one of some entries. It must not be used meanwhile.
func (t *Table) Set(entries [Kinds][]Entry) {
	*t = Table{}
	for kind := range Kinds {
		t.kinds[kind].make = func() []Entry { return entries[kind] }
	}
}

// kind returns the entries of a kind.
func (t *Table) kind(kind Kind) *kindTable {
	k := &t.kinds[kind]
	k.once.Do(k.fill)
	return k
}

func (k *kindTable) fill() {
	if k.make == nil { // of a zero Table
		return
	}
	k.entries, k.make = k.make(), nil
	order.Stable(k.entries, func(a, b Entry) int { return bytes.Compare(a.Key[:], b.Key[:]) })
	k.listed = make([][]byte, len(k.entries))
	for i := range k.entries {
		e := &k.entries[i]
		index := int(e.ID & indexMask)
		for len(k.byIndex) <= index {
			k.byIndex = append(k.byIndex, 0)
		}
		k.byIndex[index] = int32(i) + 1
		k.listed[i] = appendEntry(nil, e)
	}
}

const indexMask = 1<<id.IndexBits - 1

// at returns the index of the entry of an ID, or -1 if it names nothing.
func (k *kindTable) at(number uint32) int {
	index := int(number & indexMask)
	if index >= len(k.byIndex) {
		return -1
	}
	i := int(k.byIndex[index]) - 1
	if i < 0 || k.entries[i].ID != number {
		return -1
	}
	return i
}

// Of returns the entry of an ID, or nil if it names nothing.
func (t *Table) Of(kind Kind, number uint32) *Entry {
	k := t.kind(kind)
	if i := k.at(number); i >= 0 {
		return &k.entries[i]
	}
	return nil
}

// OfKind returns the entries of a kind, sorted by key.
func (t *Table) OfKind(kind Kind) []Entry { return t.kind(kind).entries }

// Find returns the entry of a kind with a key, or nil.
func (t *Table) Find(kind Kind, key id.Key) *Entry {
	list := t.OfKind(kind)
	i, ok := slices.BinarySearchFunc(list, key, func(e Entry, key id.Key) int { return bytes.Compare(e.Key[:], key[:]) })
	if !ok {
		return nil
	}
	return &list[i]
}

// Hashed returns the entry of which [Mapper.BeginHash] made a number, or nil.
func (t *Table) Hashed(kind Kind, number uint32) *Entry {
	list := t.OfKind(kind)
	for i := range list {
		if hashed(&list[i]) == number {
			return &list[i]
		}
	}
	return nil
}

// Resolve returns the entry for an asset of another table: that with the same key, or, if byName is
// set, the only one of the same name for a skeleton of the same name. The error tells what there is
// instead.
func (t *Table) Resolve(saved *Entry, byName bool) (*Entry, error) {
	if e := t.Find(saved.Kind, saved.Key); e != nil {
		return e, nil
	}
	list := t.OfKind(saved.Kind)
	var same []*Entry
	var has []string
	for i := range list {
		e := &list[i]
		if e.Noun != saved.Noun {
			continue
		}
		has = append(has, e.Name)
		if e.Name == saved.Name {
			same = append(same, e)
		}
	}
	if exact := slices.DeleteFunc(slices.Clone(same), func(e *Entry) bool {
		return e.Skeleton != saved.Skeleton
	}); len(exact) > 0 {
		same = exact
	}
	switch {
	case len(same) == 0:
		order.Strings(has)
		return nil, fmt.Errorf("%v with the key %v: %w", saved, saved.Key,
			names.NotFound(errMissing, "the library", saved.Noun, saved.Name, has))
	case byName && len(same) == 1:
		return same[0], nil
	case byName:
		return nil, fmt.Errorf("%v has other content in the library than the key %v: expected one of that name, found %d",
			saved, saved.Key, len(same))
	}
	return nil, fmt.Errorf("%v has other content in the library: expected the key %v, found %v", saved, saved.Key,
		same[0].Key)
}
