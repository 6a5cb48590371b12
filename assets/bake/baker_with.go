//go:build !nobake

package bake

// hasBaker reports whether the program can bake clips.
const hasBaker = true
