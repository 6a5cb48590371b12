package bake

import "unsafe"

// gather derives what blending needs of a complete clip, and moves the lists that a sample reads
// into one piece of memory, in the order in which it reads them. Where many clips play, no cache
// near the processor holds them all; a sample then waits for a few places in memory instead of a
// dozen.
func (b *BakedClip) gather() {
	b.motion = newMotion(&b.data, b.stepped)
	d, t, m, blended := &b.data, &b.cellTable, &b.motion, &b.motion.data
	const first = 3 // the first of the lists that every sample reads, which are one after the other
	// First come the lists of words of 8 bytes, then those of 4, and last the bytes.
	lists := [...]anyList{
		listOf(&m.moves), listOf(&t.blocks), listOf(&t.stretches),
		listOf(&d.RestTargets), listOf(&blended.RestTargets),
		listOf(&d.ConstantTargets), listOf(&d.Constants),
		listOf(&d.RotationGroups), listOf(&d.Whole), listOf(&d.Ranges),
		listOf(&d.Scattered), listOf(&d.Derived), listOf(&d.NormalizedGroups),
		listOf(&m.turned), listOf(&m.rows), listOf(&m.still),
		listOf(&d.Bits),
	}
	bytes := 0
	for i := range lists {
		bytes += lists[i].bytes()
	}
	words := make([]uint64, (bytes+7)/8)
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), bytes)
	for i := range lists {
		if i == first {
			b.lists = memory
		}
		memory = lists[i].move(memory)
	}
	rest := blended.RestTargets
	*blended = *d
	blended.RestTargets = rest
}

// anyList is a list whose elements have no pointers.
type anyList struct {
	list *[]byte // in truth of elements of that size in bytes, which its length counts
	size int
}

// listOf returns a list as one of any type.
func listOf[T any](list *[]T) anyList {
	return anyList{(*[]byte)(unsafe.Pointer(list)), int(unsafe.Sizeof(*new(T)))}
}

// bytes returns how many bytes the elements take.
func (l anyList) bytes() int { return len(*l.list) * l.size }

// move moves the elements to the begin of memory, which has room for them, and returns the rest.
func (l anyList) move(memory []byte) []byte {
	n := l.bytes()
	if n == 0 {
		*l.list = nil
		return memory
	}
	copy(memory, unsafe.Slice(unsafe.SliceData(*l.list), n))
	count := len(*l.list)
	*l.list = memory[:count:count]
	return memory[n:]
}
