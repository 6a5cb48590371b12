//go:build !noasm

package kernel

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster
// than [PoseToModel] and [Palette]: where they exceed the cache that a core writes to without
// waiting, because arithmetic then overlaps with the writes.
var LargePalettes = nearCache(askProcessor) / 4

// askProcessor returns what the processor tells of itself in the registers A, B, C and D: its
// instruction CPUID for a leaf and a part of it.
//
//go:noescape
func askProcessor(leaf, part uint32) [4]uint32

// The makers as the first leaf names them, in the registers B, D and C.
var (
	intel = [3]uint32{0x756e6547, 0x49656e69, 0x6c65746e} // GenuineIntel
	amd   = [3]uint32{0x68747541, 0x69746e65, 0x444d4163} // AuthenticAMD
)

// nearCache returns the size of that cache in bytes: half of L2, or for AMD, whose L3 is close to
// the core, what an L3 of 32 MB takes beside other data. Both are measured, on a Xeon with 2 MB of
// L2 and on Zen 4. It asks the processor itself, because a module that tells everything of all
// processors is a fiftieth of a small program.
func nearCache(ask func(leaf, part uint32) [4]uint32) int {
	const unknown = 1 << 20
	first := ask(0, 0)
	switch [3]uint32{first[1], first[3], first[2]} {
	case amd:
		return 8 << 20
	case intel:
		const caches, most = 4, 16 // the leaf that lists the caches, and more than any processor has
		if first[0] < caches {
			break
		}
		for part := range uint32(most) {
			c := ask(caches, part)
			kind, level := c[0]&31, c[0]>>5&7
			if kind == 0 { // the end of the list
				break
			}
			if level == 2 {
				line, partitions, ways, sets := c[1]&0xfff+1, c[1]>>12&0x3ff+1, c[1]>>22+1, c[2]+1
				return int(line*partitions*ways*sets) / 2
			}
		}
	}
	return unknown
}
