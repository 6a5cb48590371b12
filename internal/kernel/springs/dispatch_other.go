//go:build !(amd64 || arm64) || noasm

package springs

// assembly is false: there is no assembly.
const assembly = false
