package ecs

import (
	"encoding/binary"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// Snapshots are little-endian everywhere.

func putUint32(b []byte, v uint32)  { binary.LittleEndian.PutUint32(b, v) }
func takeUint32(b []byte) uint32    { return binary.LittleEndian.Uint32(b) }
func putUint64(b []byte, v uint64)  { binary.LittleEndian.PutUint64(b, v) }
func takeUint64(b []byte) uint64    { return binary.LittleEndian.Uint64(b) }
func putFloat(b []byte, v float32)  { putUint32(b, math.Float32bits(v)) }
func takeFloat(b []byte) float32    { return math.Float32frombits(takeUint32(b)) }
func putDouble(b []byte, v float64) { putUint64(b, math.Float64bits(v)) }
func takeDouble(b []byte) float64   { return math.Float64frombits(takeUint64(b)) }

func putEntity(b []byte, entity Entity) {
	putUint32(b, entity.ID())
	putUint32(b[4:], entity.Generation())
}

// takeEntity reads an entity. Arche makes none of given numbers but from JSON, which would cost too much.
func takeEntity(b []byte) Entity {
	numbers := [2]uint32{takeUint32(b), takeUint32(b[4:])}
	return *(*Entity)(unsafe.Pointer(&numbers))
}

// This compiles only where an entity is as large as two numbers.
var _ = [1]struct{}{}[unsafe.Sizeof(Entity{})-unsafe.Sizeof([2]uint32{})]

// littleEndian says whether numbers lie in memory as they do in a snapshot.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// putFloats writes numbers and returns what is behind them.
func putFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(b, bytesOf(numbers)):]
	}
	for i, v := range numbers {
		putFloat(b[4*i:], v)
	}
	return b[4*len(numbers):]
}

// takeFloats reads as many numbers as there is room for and returns what is behind them.
func takeFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(bytesOf(numbers), b):]
	}
	for i := range numbers {
		numbers[i] = takeFloat(b[4*i:])
	}
	return b[4*len(numbers):]
}

// bytesOf sees numbers as the bytes that they are in memory.
func bytesOf(numbers []float32) []byte {
	if len(numbers) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), 4*len(numbers))
}

func putMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i, v := range m {
		putFloat(b[4*i:], v)
	}
	return b[matrixSize:]
}

func takeMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[matrixSize-1]
	for i := range m {
		m[i] = takeFloat(b[4*i:])
	}
	return b[matrixSize:]
}

// extend makes a slice longer by n bytes, which it returns too.
func extend(dst []byte, n int) (longer, added []byte) {
	from := len(dst)
	if n > cap(dst)-from {
		dst = slices.Grow(dst, n)
	}
	dst = dst[:from+n]
	return dst, dst[from:]
}
