//go:build !(amd64 || arm64 || js) || noasm

package inertia

// assembly is false: there is no assembly.
const assembly = false
