// Package wide holds the kernels for processors with AVX-512. Package kernel calls them where the
// processor has it; they have the bits of its other versions. Elsewhere the package is empty.
//
//   - Skin is kernel.Skin for 16 vertices at a time.
//   - Palette is kernel.Palette, for 8 characters as elsewhere, with fewer instructions; PaletteEach
//     is kernel.PaletteEach, which turns the inverse bind matrices in registers.
package wide
