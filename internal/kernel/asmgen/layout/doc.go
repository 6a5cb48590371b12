// Package layout holds what the generators for both processors share: sizes and offsets of package kernel's data, in bytes where nothing else
// is written, and coefficients.
package layout
