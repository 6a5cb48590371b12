//go:build !(amd64 || arm64) || noasm

package solve

// assembly is false: there is no assembly.
const assembly = false
