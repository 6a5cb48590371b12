// Package shared is what the generators for all machines share: sizes in bytes, coefficients and
// virtual registers.
package shared
