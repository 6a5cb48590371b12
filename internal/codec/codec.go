package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
)

// EntitySize is the number of bytes of an entity, MatrixSize that of a matrix.
const (
	EntitySize = 8
	MatrixSize = 64
)

// PutUint16 writes a number of 2 bytes.
func PutUint16(b []byte, v uint16) { binary.LittleEndian.PutUint16(b, v) }

// GetUint16 reads what [PutUint16] writes.
func GetUint16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }

// PutUint32 writes a number of 4 bytes.
func PutUint32(b []byte, v uint32) { binary.LittleEndian.PutUint32(b, v) }

// GetUint32 reads what [PutUint32] writes.
func GetUint32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// PutUint64 writes a number of 8 bytes.
func PutUint64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }

// GetUint64 reads what [PutUint64] writes.
func GetUint64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// PutFloat32 writes the bits of a number in 4 bytes.
func PutFloat32(b []byte, v float32) { PutUint32(b, math.Float32bits(v)) }

// GetFloat32 reads what [PutFloat32] writes.
func GetFloat32(b []byte) float32 { return math.Float32frombits(GetUint32(b)) }

// PutFloat64 writes the bits of a number in 8 bytes.
func PutFloat64(b []byte, v float64) { PutUint64(b, math.Float64bits(v)) }

// GetFloat64 reads what [PutFloat64] writes.
func GetFloat64(b []byte) float64 { return math.Float64frombits(GetUint64(b)) }

// Flag returns bit if set is true, otherwise 0.
func Flag(set bool, bit byte) byte {
	if set {
		return bit
	}
	return 0
}

// PutEntity writes an entity in [EntitySize] bytes.
func PutEntity(b []byte, entity arche.Entity) {
	PutUint32(b, entity.ID())
	PutUint32(b[4:], entity.Generation())
}

// GetEntity reads an entity. Arche makes an entity of given numbers only from JSON, which would be
// too slow here.
func GetEntity(b []byte) arche.Entity {
	numbers := [2]uint32{GetUint32(b), GetUint32(b[4:])}
	return *(*arche.Entity)(unsafe.Pointer(&numbers))
}

// This does not compile if an entity has another size than two numbers.
var _ = [1]struct{}{}[unsafe.Sizeof(arche.Entity{})-unsafe.Sizeof([2]uint32{})]

// littleEndian reports whether numbers in memory have the byte order that is written.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// PutFloats writes numbers of 4 bytes and returns what remains of b.
func PutFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(b, bytesOf(numbers)):]
	}
	for i, v := range numbers {
		PutFloat32(b[4*i:], v)
	}
	return b[4*len(numbers):]
}

// GetFloats fills numbers from b and returns what remains of b.
func GetFloats(b []byte, numbers []float32) []byte {
	if littleEndian {
		return b[copy(bytesOf(numbers), b):]
	}
	for i := range numbers {
		numbers[i] = GetFloat32(b[4*i:])
	}
	return b[4*len(numbers):]
}

// bytesOf returns the memory of numbers as bytes.
func bytesOf(numbers []float32) []byte {
	if len(numbers) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), 4*len(numbers))
}

// PutMatrix writes a matrix in [MatrixSize] bytes and returns what remains of b.
func PutMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[MatrixSize-1]
	return PutFloats(b, m[:])
}

// GetMatrix reads what [PutMatrix] writes and returns what remains of b.
func GetMatrix(b []byte, m *mgl32.Mat4) []byte {
	_ = b[MatrixSize-1]
	return GetFloats(b, m[:])
}

// Extend appends n bytes of any value to dst and returns the result and the appended part.
func Extend(dst []byte, n int) (longer, added []byte) {
	from := len(dst)
	if n > cap(dst)-from {
		dst = slices.Grow(dst, n)
	}
	dst = dst[:from+n]
	return dst, dst[from:]
}

// ErrSnapshot reports bytes that are no snapshot, are damaged or of another format version, or do
// not match the library.
var ErrSnapshot = errors.New("no snapshot that can be restored")

// ErrTruncated reports bytes that end too early.
var ErrTruncated = Damaged("it ends too early")

// Damaged returns an error that wraps [ErrSnapshot].
func Damaged(format string, arguments ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrSnapshot}, arguments...)...)
}
