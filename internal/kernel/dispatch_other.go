//go:build !amd64 || noasm

package kernel

// avx2 is false where there is no assembly: every kernel runs in plain Go.
const avx2 = false

func sampleBakedAVX2(_ []float32, _ *Baked, _, _ int, _ float32) {}
