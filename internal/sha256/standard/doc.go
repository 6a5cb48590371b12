// Package standard makes internal/sha256 use crypto/sha256. Packages that read files import it,
// since what they read can be large.
package standard
