//go:build !amd64 || noasm

package kernel

const avx2 = false

func morphAVX2(_, _ *float32, _ int, _ float32) {}

func finiteAVX2(_ *float32, _ int) bool { return false }

func skinAVX2(_ int, _, _, _, _, _, _ *float32, _ *uint16, _ *float32, _ int, _ *float32, _ uint32) {}

func weighAVX2(_, _ *float32, _ int, _ float32) {}

func accumulateAVX2(_, _ *float32, _ int, _ float32) {}

func blendAVX2(_, _ *float32, _ int, _, _ float32) {}
func normalizeAVX2(_ *float32, _ int)              {}

func transposeAVX2(_, _ *float32, _, _ int) {}

func localToModelAVX2(_, _ *float32, _ *int16, _ int) {}

func poseToModelAVX2(_, _, _ *float32, _ int, _ *int16, _ int) {}

func poseToPaletteAVX2(_, _, _ *float32, _ int, _ *int16, _ int, _ *float32, _ *[Lanes]int, _ *int16, _ *float32) {
}

func paletteAVX2(_ *float32, _ *[Lanes]int, _ *float32, _ *int16, _ int, _ *float32) {}

func sampleBakedAVX2(_ []float32, _ *Baked, _, _ int, _ float32) {}

func boundsAVX2(_, _ *float32, _ *int16, _ int, _ *float32) {}

func accumulateMaskedAVX2(_, _, _ *float32, _, _ int, _, _ float32) {}

func addAVX2(_, _, _ *float32, _, _ int, _ float32) {}

func subtractAVX2(_, _, _ *float32, _, _ int, _ float32) {}

func decayAVX2(_, _ *float32, _ int, _ float32) {}
