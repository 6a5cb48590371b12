//go:build !(amd64 || arm64 || js) || noasm

package kernel

// assembly is false where there is no assembly: every kernel runs in plain Go.
const assembly = false

func sampleBakedAsm(_ *float32, _ *Baked, _, _ int, _ float32) {}

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster than [PoseToModel] and [Palette]:
// where they exceed the cache, because arithmetic then overlaps with the writes to memory.
const LargePalettes = 8 << 20 / 4
