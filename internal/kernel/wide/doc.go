// Package wide holds the kernels for processors with AVX-512. Package kernel calls them where the processor has it; they
// have the bits of its other versions. Elsewhere the package is empty.
//
//   - Skin is kernel.Skin for 16 vertices at a time.
//   - Palette is kernel.Palette, for 8 characters as elsewhere, with fewer instructions.
package wide

//go:generate sh -c "cd ../asmgen && go run . -set wide -out ../wide/wide_amd64.s -stubs ../wide/stubs_amd64.go -pkg wide"
