// Package agree has the common test of the programs of package peers: [Test] checks that a library
// computes the reference's palettes, for each [Work] in [Works].
package agree
