package ecs

import (
	"math/bits"
	"reflect"
	"unsafe"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/componenttable"
)

// saved are the components that snapshots save, in the order in which they are written.
var saved = componenttable.BySnapshots()

// componentSet is a set of saved components: bit i stands for saved[i].
type componentSet uint64

// setSize is how many bytes a componentSet takes in a record.
var setSize = (len(saved) + 7) / 8

var (
	allComponents = componentSet(1)<<len(saved) - 1
	ofAttached    = setOfAttached()
	hasDetail     = setOf[components.LevelOfDetail]()
	hasAttachment = setOf[components.Attachment]()
)

// setOf returns the set of one component.
func setOf[T any]() componentSet { return setOfType(reflect.TypeFor[T]()) }

// setOfType returns the set of the component of a type.
func setOfType(kind reflect.Type) componentSet {
	for i := range saved {
		if saved[i].Type == kind {
			return 1 << i
		}
	}
	panic("snapshots do not save " + kind.String())
}

// setOfAttached returns the components that are saved of entities with an Attachment that are no characters.
func setOfAttached() (set componentSet) {
	for i := range saved {
		if saved[i].IsOfAttached {
			set |= 1 << i
		}
	}
	return set
}

func putSet(b []byte, set componentSet) {
	for i := range setSize {
		b[i] = byte(set >> (8 * i))
	}
}

func getSet(b []byte) (set componentSet) {
	for i := range setSize {
		set |= componentSet(b[i]) << (8 * i)
	}
	return set
}

// first returns the index of the first component of a set that is not empty.
func (s componentSet) first() int { return bits.TrailingZeros64(uint64(s)) }

// componentsSize returns how many bytes the components of a set take. At are the pointers to all saved components, valid
// for those in the set.
func componentsSize(at []unsafe.Pointer, set componentSet) (size int) {
	for ; set != 0; set &= set - 1 {
		i := set.first()
		row := &saved[i]
		if size += row.Size; row.Extra != nil {
			size += row.Extra(at[i])
		}
	}
	return size
}

// putComponents writes components and returns what remains of b.
func putComponents(b []byte, at []unsafe.Pointer, set componentSet) []byte {
	for ; set != 0; set &= set - 1 {
		i := set.first()
		b = saved[i].Put(b, at[i])
	}
	return b
}

// getComponents reads components and returns what remains of b.
func getComponents(b []byte, at []unsafe.Pointer, set componentSet) []byte {
	for ; set != 0; set &= set - 1 {
		i := set.first()
		b = saved[i].Get(b, at[i])
	}
	return b
}

// skipComponents returns what remains of b behind checked components.
func skipComponents(b []byte, set componentSet) []byte {
	for ; set != 0; set &= set - 1 {
		b = b[saved[set.first()].EncodedSize(b):]
	}
	return b
}

// checkComponents checks components and returns what remains of b.
func checkComponents(b []byte, set componentSet, known func(Entity) bool) ([]byte, error) {
	for ; set != 0; set &= set - 1 {
		row := &saved[set.first()]
		size := row.EncodedSize(b)
		if size > len(b) {
			return nil, codec.ErrTruncated
		}
		if row.Check != nil {
			if err := row.Check(b[:size], known); err != nil {
				return nil, err
			}
		}
		b = b[size:]
	}
	return b, nil
}
