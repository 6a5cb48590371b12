//go:build !noasm

#include "textflag.h"

// func askProcessor(leaf, part uint32) [4]uint32
TEXT ·askProcessor(SB), NOSPLIT, $0-24
	MOVL leaf+0(FP), AX
	MOVL part+4(FP), CX
	CPUID
	MOVL AX, ret_0+8(FP)
	MOVL BX, ret_1+12(FP)
	MOVL CX, ret_2+16(FP)
	MOVL DX, ret_3+20(FP)
	RET
