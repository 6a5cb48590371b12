//go:build !amd64 || noasm

package kernel

// wideLanes reports that there are no kernels of package wide.
const wideLanes = false

// skinWide skins nothing: only package wide has kernels with more than 8 lanes.
func skinWide(*SkinJob) int { return 0 }

// Never called.

func paletteWide(*float32, *[Lanes]int, *float32, *int16, int, *float32) {}

func paletteEachWide(*float32, *[Lanes]int, *float32, *int16, int, *float32, *[Lanes]int) {}
