//go:build nobake

package bake

// hasBaker reports whether the program can bake clips. The build tag nobake leaves out the code
// that does, for programs whose size counts, such as those of a web page: clips that they do not
// read in baked form are sampled exactly.
const hasBaker = false
