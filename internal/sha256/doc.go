// Package sha256 computes SHA-256 as FIPS 180-4 defines it, for the keys of assets and of what is
// cached. The values are those of crypto/sha256, which brings the other algorithms of FIPS 140 and
// their self-tests into each program that imports it: a quarter of a megabyte, and the compilation
// of some twenty packages. A program has crypto/sha256 only if it imports a package that reads files
// (internal/sha256/standard).
package sha256
