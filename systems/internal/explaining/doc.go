// Package explaining is what features explain themselves by: each has a function Explain where its
// state lives, which reads the components and the rows of one character, a [Subject], and writes its
// part of the explanation and its findings.
package explaining
