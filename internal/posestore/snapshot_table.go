package posestore

import (
	"math/bits"
	"unsafe"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/untyped"
)

// savedTable are the components that snapshots save, in the order in which they are written.
type savedTable struct {
	rows       []componenttable.Row
	size       int // how many bytes a set takes in a record
	all        componentSet
	ofAttached componentSet // those that are saved of entities with an Attachment that are no characters

	detail, attachment componentSet // of one component

	mapper assetkeys.Mapper // of the IDs in the snapshot that is saved or checked

	varying  componentSet // those whose size varies
	measured componentSet // the set whose least size is least
	least    int

	planned componentSet // the set whose steps are in steps
	steps   []checkStep
}

// checkStep is a part of the components of a set: first those that always take the same number of
// bytes, whatever these are, then one that does not, or nil at the end.
type checkStep struct {
	fixed int // bytes
	row   *componenttable.Row
}

// componentSet is a set of saved components: bit i stands for row i of the table.
type componentSet uint64

func newSavedTable() (t savedTable) {
	t.rows = componenttable.BySnapshots(components.Table())
	t.size, t.all = (len(t.rows)+31)/32*4, componentSet(1)<<len(t.rows)-1
	for i := range t.rows {
		if t.rows[i].IsOfAttached {
			t.ofAttached |= 1 << i
		}
		if t.rows[i].Extra != nil {
			t.varying |= 1 << i
		}
	}
	t.detail, t.attachment = t.setOf(untyped.TypeFor[components.LevelOfDetail]()),
		t.setOf(untyped.TypeFor[components.Attachment]())
	return t
}

// setOf returns the set of the component of a type.
func (t *savedTable) setOf(kind untyped.Type) componentSet {
	for i := range t.rows {
		if t.rows[i].Type == kind {
			return 1 << i
		}
	}
	panic("snapshots do not save " + kind.String())
}

// putSet writes a set and returns what remains of b.
func (t *savedTable) putSet(b []byte, set componentSet) []byte {
	for i := 0; i < t.size; i += 4 {
		codec.PutUint32(b[i:], uint32(set>>(8*i)))
	}
	return b[t.size:]
}

// getSet reads the set of a record, which is after the entity: as the upper bytes of a number whose
// lower bytes are of the entity, because there may be no bytes after it.
func (t *savedTable) getSet(record []byte) componentSet {
	return componentSet(codec.GetUint64(record[codec.EntitySize+t.size-8:]) >> (64 - 8*t.size))
}

// first returns the index of the first component of a set that is not empty.
func (s componentSet) first() int { return bits.TrailingZeros64(uint64(s)) }

// sizeOf returns how many bytes the components of a set take. At are the pointers to all saved
// components, valid for those in the set.
func (t *savedTable) sizeOf(at []unsafe.Pointer, set componentSet) int {
	if t.measured != set {
		t.measured, t.least = set, 0
		for left := set; left != 0; left &= left - 1 {
			t.least += t.rows[left.first()].Size
		}
	}
	size := t.least
	for left := set & t.varying; left != 0; left &= left - 1 {
		i := left.first()
		size += t.rows[i].Extra(at[i])
	}
	return size
}

// put writes components, with their IDs translated, and returns what remains of b.
func (t *savedTable) put(b []byte, at []unsafe.Pointer, set componentSet) []byte {
	for ; set != 0; set &= set - 1 {
		i := set.first()
		row := &t.rows[i]
		rest := row.Put(b, at[i])
		for _, f := range row.IDs { // Row.MapIDs, which is not inlined
			if !t.mapper.Repeat(f.Kind, b[f.At:]) {
				t.mapper.Map(f.Kind, b[f.At:])
			}
		}
		if row.MoreIDs != nil && len(b)-len(rest) > row.Size {
			row.MoreIDs(b, &t.mapper)
		}
		b = rest
	}
	return b
}

// get reads components and returns what remains of b.
func (t *savedTable) get(b []byte, at []unsafe.Pointer, set componentSet) []byte {
	for ; set != 0; set &= set - 1 {
		i := set.first()
		b = t.rows[i].Get(b, at[i])
	}
	return b
}

// stepsOf returns the steps of a set. Successive records mostly have the same set.
func (t *savedTable) stepsOf(set componentSet) []checkStep {
	if t.planned == set && len(t.steps) > 0 {
		return t.steps
	}
	t.planned, t.steps = set, t.steps[:0]
	fixed := 0
	for ; set != 0; set &= set - 1 {
		row := &t.rows[set.first()]
		if row.Encoded == nil && row.Check == nil && !row.HasIDs() {
			fixed += row.Size
			continue
		}
		t.steps, fixed = append(t.steps, checkStep{fixed, row}), 0
	}
	t.steps = append(t.steps, checkStep{fixed: fixed})
	return t.steps
}

// skip returns what remains of b after checked components.
func (t *savedTable) skip(b []byte, set componentSet) []byte {
	for _, step := range t.stepsOf(set) {
		if b = b[step.fixed:]; step.row != nil {
			b = b[step.row.EncodedSize(b):]
		}
	}
	return b
}

// check checks components, translates their IDs, and returns what remains of b.
func (t *savedTable) check(b []byte, set componentSet, known func(Entity) bool) ([]byte, error) {
	for _, step := range t.stepsOf(set) {
		if step.fixed > len(b) {
			return nil, codec.ErrTruncated
		}
		b = b[step.fixed:]
		if step.row == nil {
			break
		}
		size := step.row.EncodedSize(b)
		if size > len(b) {
			return nil, codec.ErrTruncated
		}
		if step.row.Check != nil {
			if err := step.row.Check(b[:size], known); err != nil {
				return nil, err
			}
		}
		step.row.MapIDs(b[:size], &t.mapper)
		b = b[size:]
	}
	return b, nil
}
