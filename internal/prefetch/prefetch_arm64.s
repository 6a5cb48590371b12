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
