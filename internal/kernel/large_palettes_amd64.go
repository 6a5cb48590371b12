//go:build !noasm

package kernel

import "github.com/klauspost/cpuid/v2"

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster
// than [PoseToModel] and [Palette]: where they exceed the cache that a core writes to without
// waiting, because arithmetic then overlaps with the writes.
var LargePalettes = nearCache() / 4

// nearCache returns the size of that cache in bytes: half of L2, or for AMD, whose L3 is close to
// the core, what an L3 of 32 MB takes beside other data. Both are measured, on a Xeon with 2 MB of
// L2 and on Zen 4.
func nearCache() int {
	switch l2 := cpuid.CPU.Cache.L2; {
	case cpuid.CPU.IsVendor(cpuid.AMD):
		return 8 << 20
	case l2 > 0:
		return l2 / 2
	}
	return 1 << 20 // unknown
}
