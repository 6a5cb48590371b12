//go:build !(amd64 || arm64) || noasm

package feet

// assembly is false: there is no assembly.
const assembly = false
