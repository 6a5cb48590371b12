// Package neon writes functions in assembly for arm64.
//
// Go's assembler has no vector instructions for arithmetic on float32. Instructions on vector
// registers are therefore written as words, and each is disassembled again to check it. None of
// them is fused.
package neon
