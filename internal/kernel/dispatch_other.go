//go:build !(amd64 || arm64) || noasm

package kernel

// assembly is false where there is no assembly: every kernel runs in plain Go.
const assembly = false

func sampleBakedAsm(_ []float32, _ *Baked, _, _ int, _ float32) {}
