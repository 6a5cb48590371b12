package bake

import "unsafe"

// gather derives what blending needs of a complete clip, and moves the lists that a sample reads
// into one piece of memory, in the order in which it reads them. Where many clips play, no cache
// near the processor holds them all; a sample then waits for a few places in memory instead of a
// dozen.
func (b *BakedClip) gather() {
	b.motion = newMotion(&b.data, b.stepped)
	d, t, m, blended := &b.data, &b.cellTable, &b.motion, &b.motion.data
	bytes := sizeOf(t.blocks) + sizeOf(t.stretches) + sizeOf(d.RestTargets) + sizeOf(blended.RestTargets) +
		sizeOf(d.ConstantTargets) + sizeOf(d.Constants) + sizeOf(d.RotationGroups) + sizeOf(d.Whole) + sizeOf(d.Ranges) +
		sizeOf(d.Scattered) + sizeOf(d.Derived) + sizeOf(d.NormalizedGroups) + sizeOf(m.moves) + sizeOf(m.turned) + sizeOf(m.rows) + sizeOf(m.still) +
		sizeOf(d.Bits)
	// First come the lists of words of 8 bytes, then those of 4, and last the bytes.
	to := memory{base: unsafe.Pointer(unsafe.SliceData(make([]uint64, (bytes+7)/8)))}
	m.moves, t.blocks, t.stretches = moved(&to, m.moves), moved(&to, t.blocks), moved(&to, t.stretches)
	first := to.used
	d.RestTargets, blended.RestTargets = moved(&to, d.RestTargets), moved(&to, blended.RestTargets)
	d.ConstantTargets, d.Constants = moved(&to, d.ConstantTargets), moved(&to, d.Constants)
	d.RotationGroups, d.Whole, d.Ranges = moved(&to, d.RotationGroups), moved(&to, d.Whole), moved(&to, d.Ranges)
	d.Scattered, d.Derived = moved(&to, d.Scattered), moved(&to, d.Derived)
	d.NormalizedGroups = moved(&to, d.NormalizedGroups)
	m.turned, m.rows, m.still = moved(&to, m.turned), moved(&to, m.rows), moved(&to, m.still)
	d.Bits = moved(&to, d.Bits)
	b.lists = to.from(first)
	rest := blended.RestTargets
	*blended = *d
	blended.RestTargets = rest
}

// memory is a piece of memory, of which so many bytes are used.
type memory struct {
	base unsafe.Pointer
	used int
}

// from returns the bytes that are used from one on.
func (m *memory) from(first int) []byte {
	return unsafe.Slice((*byte)(m.base), m.used)[first:]
}

// sizeOf returns how many bytes the elements of a list take.
func sizeOf[T any](list []T) int { return len(list) * int(unsafe.Sizeof(*new(T))) }

// moved returns a copy of a list, whose elements have no pointers, in the memory, which has room
// for it.
func moved[T any](m *memory, list []T) []T {
	if len(list) == 0 {
		return nil
	}
	to := unsafe.Slice((*T)(unsafe.Add(m.base, m.used)), len(list))
	copy(to, list)
	m.used += sizeOf(list)
	return to
}
