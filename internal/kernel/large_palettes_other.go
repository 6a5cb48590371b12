//go:build !(amd64 || arm64) || noasm

package kernel

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster
// than [PoseToModel] and [Palette]: where they exceed the cache, because arithmetic then overlaps
// with the writes to memory.
const LargePalettes = 8 << 20 / 4
