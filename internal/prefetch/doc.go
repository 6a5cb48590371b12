// Package prefetch asks the processor for memory that is needed soon. The components of a character
// are far from each other, so that a system that goes from character to character would mostly wait
// for them. The results of a program do not depend on it.
//
// [Lines], [Within], [Pieces] and [Two] do nothing on processors for which it has no instruction, and
// with the build tag noasm.
package prefetch
