//go:build !noasm

#include "textflag.h"

// func load(address unsafe.Pointer, lines int)
TEXT ·load(SB), NOSPLIT, $0-16
	MOVQ address+0(FP), AX
	MOVQ lines+8(FP), CX

next:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	DECQ CX
	JG   next
	RET

// func loadTwo(a, b unsafe.Pointer)
TEXT ·loadTwo(SB), NOSPLIT, $0-16
	MOVQ a+0(FP), AX
	MOVQ b+8(FP), CX
	PREFETCHT0 (AX)
	PREFETCHT0 (CX)
	RET

// func loadPieces(address unsafe.Pointer, pieces, lines, stride int)
TEXT ·loadPieces(SB), NOSPLIT, $0-32
	MOVQ address+0(FP), AX
	MOVQ pieces+8(FP), CX
	MOVQ stride+24(FP), SI

piece:
	MOVQ AX, DI
	MOVQ lines+16(FP), DX

line:
	PREFETCHT0 (DI)
	ADDQ $64, DI
	DECQ DX
	JG   line
	ADDQ SI, AX
	DECQ CX
	JG   piece
	RET
