//go:build !noasm

package kernel

// LargePalettes is the length of palettes, in float32 values, from which [PoseToPalette] is faster
// than [PoseToModel] and [Palette]: always, because it has enough registers to take each row of a
// model matrix to the palette right away.
const LargePalettes = 0
