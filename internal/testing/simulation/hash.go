package simulation

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
)

// StageHash is the hash of one stage of the pipeline from file to palettes.
type StageHash struct {
	Name string
	// Hash is the first half of the SHA-256 of the stage's numbers, in hexadecimal digits.
	Hash string
}

// digest hashes numbers by their bits. Its error names the first number that is not finite.
type digest struct {
	name   string
	hash   hash.Hash
	buffer []byte
	count  int
	err    error
}

func newDigest(name string) *digest {
	return &digest{name: name, hash: sha256.New(), buffer: make([]byte, 0, 4096)}
}

func (d *digest) floats(values ...float32) {
	for _, v := range values {
		if v-v != 0 && d.err == nil {
			d.err = fmt.Errorf("%s: number %d is %v", d.name, d.count, v)
		}
		d.count++
		d.reserve(4)
		d.buffer = binary.LittleEndian.AppendUint32(d.buffer, math.Float32bits(v))
	}
}

func (d *digest) double(v float64) {
	if v-v != 0 && d.err == nil {
		d.err = fmt.Errorf("%s: number %d is %v", d.name, d.count, v)
	}
	d.integers(int64(math.Float64bits(v)))
}

func (d *digest) integers(values ...int64) {
	for _, v := range values {
		d.count++
		d.reserve(8)
		d.buffer = binary.LittleEndian.AppendUint64(d.buffer, uint64(v))
	}
}

func (d *digest) flags(values ...bool) {
	for _, v := range values {
		var bit int64
		if v {
			bit = 1
		}
		d.integers(bit)
	}
}

// bytes hashes the length too, so that different sequences of slices have different hashes.
func (d *digest) bytes(values []byte) {
	d.integers(int64(len(values)))
	d.flush()
	d.hash.Write(values)
}

func (d *digest) text(s string) { d.bytes([]byte(s)) }

func (d *digest) vectors2(values []mgl32.Vec2) {
	d.integers(int64(len(values)))
	for i := range values {
		d.floats(values[i][:]...)
	}
}

func (d *digest) vectors3(values []mgl32.Vec3) {
	d.integers(int64(len(values)))
	for i := range values {
		d.floats(values[i][:]...)
	}
}

func (d *digest) vectors4(values []mgl32.Vec4) {
	d.integers(int64(len(values)))
	for i := range values {
		d.floats(values[i][:]...)
	}
}

// reserve makes room for n bytes in the buffer.
func (d *digest) reserve(n int) {
	if len(d.buffer)+n > cap(d.buffer) {
		d.flush()
	}
}

func (d *digest) flush() {
	d.hash.Write(d.buffer)
	d.buffer = d.buffer[:0]
}

// stage returns the hash of all numbers before; more may follow.
func (d *digest) stage(prefix string) StageHash {
	d.flush()
	return StageHash{Name: prefix + d.name, Hash: fmt.Sprintf("%x", d.hash.Sum(nil)[:sha256.Size/2])}
}

// indexOf returns the index in an asset's ID. The rest of the ID is a hash of the asset's name.
func indexOf[I ~uint32](key I) int64 { return int64(key) & (1<<id.IndexBits - 1) }

// numbersOf returns the number of a motion among the clips of a library or among its other motions,
// from 1 on, in the library's order. The other number is 0.
func numbersOf(library *assets.Library, id id.Motion) (clip, other int64) {
	if library.Motion(id) == nil {
		return 0, 0
	}
	for at, m := range library.Motions {
		isClip := m.Single == at
		if isClip {
			clip++
		} else {
			other++
		}
		switch {
		case at == id && isClip:
			return clip, 0
		case at == id:
			return 0, other
		}
	}
	return 0, 0
}
