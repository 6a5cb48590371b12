// Package roaming makes databases of motion out of the mannequin's gaits, of any size and without a
// file, for tests and benchmarks.
//
//   - [Moves] makes a course at random.
//   - [Clips] adds clips of such courses to a library, and [Add] a database of them.
package roaming
