//go:build !noasm

#include "textflag.h"

// func load(address unsafe.Pointer, lines int)
TEXT ·load(SB), NOSPLIT, $0-16
	MOVD address+0(FP), R0
	MOVD lines+8(FP), R1

next:
	PRFM (R0), PLDL1KEEP
	ADD  $64, R0
	SUBS $1, R1
	BGT  next
	RET

// func loadTwo(a, b unsafe.Pointer)
TEXT ·loadTwo(SB), NOSPLIT, $0-16
	MOVD a+0(FP), R0
	MOVD b+8(FP), R1
	PRFM (R0), PLDL1KEEP
	PRFM (R1), PLDL1KEEP
	RET

// func loadPieces(address unsafe.Pointer, pieces, lines, stride int)
TEXT ·loadPieces(SB), NOSPLIT, $0-32
	MOVD address+0(FP), R0
	MOVD pieces+8(FP), R1
	MOVD stride+24(FP), R3

piece:
	MOVD R0, R4
	MOVD lines+16(FP), R2

line:
	PRFM (R4), PLDL1KEEP
	ADD  $64, R4
	SUBS $1, R2
	BGT  line
	ADD  R3, R0
	SUBS $1, R1
	BGT  piece
	RET
