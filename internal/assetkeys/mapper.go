package assetkeys

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/sha256"
)

var errMissing = errors.New("an asset is missing")

// Nothing is an ID of each kind that never names an asset. It stands for IDs that name none where
// they come from and would name one here.
const Nothing = 0xfff << id.IndexBits

// isConstant reports whether an ID is 0 or one that no library gives out: it has the index 0, such
// as the built-in curves.
func isConstant(number uint32) bool { return number&indexMask == 0 }

// Mapper translates IDs in encoded data. It must be used by one goroutine at a time. The zero
// Mapper is ready for one of the methods that begin.
type Mapper struct {
	last  [Kinds]pair // the translation of the last ID of each kind
	other [Kinds]pair // that of the one before: characters that blend two motions name them in turn
	table *Table
	mode  mode

	// Of a list: the entries, in the order in which they were met, and where each ID is in it.
	list  []listed
	place [Kinds][]uint32 // by index: 1 + the index in list, if that has the ID
	none  map[listed]uint32
	bad   bool
}

// pair is an ID before and after the translation.
type pair struct{ from, to uint32 }

// listed is an ID of a list.
type listed struct {
	id   uint32
	kind Kind
}

type mode uint8

const (
	saving mode = iota
	restoring
	hashing
)

// Map translates the ID that the first 4 bytes of b hold, little-endian.
func (m *Mapper) Map(kind Kind, b []byte) {
	binary.LittleEndian.PutUint32(b, m.Number(kind, binary.LittleEndian.Uint32(b)))
}

// Repeat translates an ID if it is the last one of its kind, and reports whether it is. Unlike Map
// it is inlined.
func (m *Mapper) Repeat(kind Kind, b []byte) bool {
	last := &m.last[kind]
	if binary.LittleEndian.Uint32(b) != last.from {
		return false
	}
	binary.LittleEndian.PutUint32(b, last.to)
	return true
}

// Number returns the translation of an ID.
func (m *Mapper) Number(kind Kind, from uint32) uint32 {
	last, other := &m.last[kind], &m.other[kind]
	if last.from != from {
		*last, *other = *other, *last
		if last.from != from {
			last.from, last.to = from, m.translate(kind, from)
		}
	}
	return last.to
}

// begin forgets everything.
func (m *Mapper) begin(table *Table, mode mode) {
	m.table, m.mode, m.list, m.bad = table, mode, m.list[:0], false
	m.last, m.other = [Kinds]pair{}, [Kinds]pair{}
	if len(m.none) > 0 {
		clear(m.none)
	}
}

// BeginSave begins to translate IDs to numbers of a list.
func (m *Mapper) BeginSave(table *Table) { m.begin(table, saving) }

// BeginHash begins to translate IDs to a part of the keys of their assets, which is the same in
// every library. All IDs that name nothing are translated to one number.
func (m *Mapper) BeginHash(table *Table) { m.begin(table, hashing) }

// translate translates an ID that is not 0.
func (m *Mapper) translate(kind Kind, from uint32) uint32 {
	if from == 0 {
		return 0
	}
	switch m.mode {
	case restoring:
		if from > uint32(len(m.list)) || m.list[from-1].kind != kind {
			m.bad = true
			return Nothing
		}
		return m.list[from-1].id
	case hashing:
		switch e := m.table.Of(kind, from); {
		case e != nil:
			return hashed(e)
		case isConstant(from):
			return from
		}
		return Nothing
	}
	return m.number(kind, from)
}

// hashed returns the part of a key that stands for an asset in hashes. It is no constant.
func hashed(e *Entry) uint32 { return binary.BigEndian.Uint32(e.Key[:]) | 1 }

// number returns the number of an ID in the list, and adds it if it is new.
func (m *Mapper) number(kind Kind, number uint32) uint32 {
	l := listed{number, kind}
	if m.table.kind(kind).at(number) < 0 {
		if n := m.none[l]; n != 0 {
			return n
		}
		if m.none == nil {
			m.none = map[listed]uint32{}
		}
		m.list = append(m.list, l)
		m.none[l] = uint32(len(m.list))
		return uint32(len(m.list))
	}
	places, index := m.place[kind], int(number&indexMask)
	if index >= len(places) {
		places = append(places, make([]uint32, index+1-len(places))...)
		m.place[kind] = places
	}
	if n := places[index]; n != 0 && n <= uint32(len(m.list)) && m.list[n-1] == l {
		return n
	}
	m.list = append(m.list, l)
	places[index] = uint32(len(m.list))
	return places[index]
}

// The marks of the entries of a list, above their kinds.
const (
	namesNothing = 0x80
	kindMask     = 0x7f
)

// appendEntry appends an entry: its kind, its key and its texts, each after its length.
func appendEntry(dst []byte, e *Entry) []byte {
	dst = append(append(dst, byte(e.Kind)), e.Key[:]...)
	for _, text := range [...]string{e.Noun, e.Name, e.Skeleton} {
		text = text[:min(len(text), maxText)]
		dst = append(binary.LittleEndian.AppendUint16(dst, uint16(len(text))), text...)
	}
	return dst
}

// maxText is the largest number of bytes of a name in a list. Names are in messages only, or for
// [Table.Resolve] by name.
const maxText = 1<<16 - 1

// AppendList appends the list of the IDs that were translated since BeginSave: for each its key and
// its name. An ID that names nothing is in it as it is.
func (m *Mapper) AppendList(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(m.list)))
	for _, l := range m.list {
		if k := m.table.kind(l.kind); k.at(l.id) >= 0 {
			dst = append(dst, k.listed[k.at(l.id)]...)
		} else {
			dst = binary.LittleEndian.AppendUint32(append(dst, namesNothing|byte(l.kind)), l.id)
		}
	}
	return dst
}

// errList reports a list that is damaged.
var errList = errors.New("the list of its assets is damaged")

// BeginRestore reads a list that [Mapper.AppendList] made, which is all of b, and begins to
// translate its numbers to the IDs of a table. Assets of other content are errors, or found by name
// if byName is set. The error names each asset that is not there.
func (m *Mapper) BeginRestore(table *Table, b []byte, byName bool) error {
	m.begin(table, restoring)
	if len(b) < 4 {
		return errList
	}
	var missing []string
	count := binary.LittleEndian.Uint32(b)
	b = b[4:]
	for range count {
		if len(b) == 0 || Kind(b[0]&kindMask) >= Kinds {
			return errList
		}
		kind := Kind(b[0] & kindMask)
		if b[0]&namesNothing != 0 {
			if len(b) < 5 {
				return errList
			}
			number := binary.LittleEndian.Uint32(b[1:])
			if table.Of(kind, number) != nil {
				number = Nothing
			}
			m.list = append(m.list, listed{number, kind})
			b = b[5:]
			continue
		}
		key := id.Key{}
		if len(b) < 1+len(key) {
			return errList
		}
		copy(key[:], b[1:])
		texts := b[1+len(key):]
		rest, ok := skipTexts(texts)
		if !ok {
			return errList
		}
		e := table.Find(kind, key)
		if e == nil {
			saved := Entry{Kind: kind, Key: key}
			texts = takeText(&saved.Noun, texts)
			texts = takeText(&saved.Name, texts)
			takeText(&saved.Skeleton, texts)
			var err error
			if e, err = table.Resolve(&saved, byName); err != nil {
				missing = append(missing, err.Error())
				e = &saved
			}
		}
		m.list = append(m.list, listed{e.ID, kind})
		b = rest
	}
	if len(b) > 0 {
		return errList
	}
	return missingAssets(missing)
}

// mostMissing is how many assets an error names.
const mostMissing = 4

// missingAssets returns the error that some assets are not there, or nil if there are none.
func missingAssets(missing []string) error {
	more := len(missing) - mostMissing
	switch {
	case len(missing) == 0:
		return nil
	case more > 0:
		missing = append(slices.Clone(missing[:mostMissing]), fmt.Sprintf("and %d more assets", more))
	}
	return errors.New(strings.Join(missing, "; "))
}

// skipTexts returns what remains after the texts of an entry, and false if b ends before.
func skipTexts(b []byte) ([]byte, bool) {
	for range 3 {
		if len(b) < 2 || len(b) < 2+int(binary.LittleEndian.Uint16(b)) {
			return nil, false
		}
		b = b[2+int(binary.LittleEndian.Uint16(b)):]
	}
	return b, true
}

// takeText reads a text and returns what remains of b.
func takeText(text *string, b []byte) []byte {
	n := 2 + int(binary.LittleEndian.Uint16(b))
	*text = string(b[2:n])
	return b[n:]
}

// Err returns an error if a number was translated since BeginRestore that is not in the list, or
// there of another kind.
func (m *Mapper) Err() error {
	if m.bad {
		return errors.New("it names an asset that is not in its list")
	}
	return nil
}

// AppendTable appends the entries of a table that decide about poses, for [CheckTable].
func AppendTable(dst []byte, t *Table) []byte {
	from := len(dst)
	dst = append(dst, 0, 0, 0, 0)
	count := 0
	for kind := range Image {
		for _, entry := range t.kind(kind).listed {
			dst = append(dst, entry...)
			count++
		}
	}
	binary.LittleEndian.PutUint32(dst[from:], uint32(count))
	return dst
}

// CheckTable compares the entries that [AppendTable] appended with those of a table. The error
// names those that only one has.
func CheckTable(t *Table, b []byte) error {
	var m Mapper
	if err := m.BeginRestore(t, b, false); err != nil {
		return err
	}
	was := map[listed]bool{}
	for _, l := range m.list {
		was[l] = true
	}
	var more []string
	for kind := range Image {
		for i := range t.OfKind(kind) {
			if e := &t.OfKind(kind)[i]; !was[listed{e.ID, e.Kind}] {
				more = append(more, fmt.Sprintf("the library has %v too, with the key %v", e, e.Key))
			}
		}
	}
	return missingAssets(more)
}

// Fingerprint returns a hash of the keys of a table that decide about poses, and of its extra
// numbers.
func Fingerprint(t *Table) uint64 {
	h := sha256.New()
	for kind := range Image {
		entries := t.OfKind(kind)
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(entries))))
		for i := range entries {
			h.Write(entries[i].Key[:])
		}
	}
	h.Write(t.Extra)
	return binary.LittleEndian.Uint64(h.Sum(nil))
}
