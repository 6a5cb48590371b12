//go:build !(amd64 || arm64 || js) || noasm

package feet

// assembly is false: there is no assembly.
const assembly = false
