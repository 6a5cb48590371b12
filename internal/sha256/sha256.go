package sha256

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// Size is the length of a hash in bytes.
const Size = 32

// blockSize is how many bytes are hashed at a time.
const blockSize = 64

// initial are the first 32 bits of the fractional parts of the square roots of the first 8 primes.
var initial = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// constants are the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
var constants = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// standard makes a hash of crypto/sha256; nil in a program that does not contain it.
var standard func() hash.Hash

// UseStandard makes [New] and [Sum256] use crypto/sha256, which is about ten times as fast where a
// processor has instructions for it. Package standard calls it when it is initialized.
func UseStandard(newHash func() hash.Hash) { standard = newHash }

// New returns a hash of nothing.
func New() hash.Hash {
	if standard != nil {
		return standard()
	}
	return &plain{state: initial}
}

// Sum256 returns the hash of data.
func Sum256(data []byte) (sum [Size]byte) {
	h := New()
	h.Write(data)
	h.Sum(sum[:0])
	return sum
}

// plain implements [hash.Hash].
type plain struct {
	state  [8]uint32
	waited [blockSize]byte // the last bytes, which make no whole block
	length uint64          // of everything written, in bytes
}

// Reset implements [hash.Hash].
func (h *plain) Reset() { *h = plain{state: initial} }

// Size implements [hash.Hash].
func (h *plain) Size() int { return Size }

// BlockSize implements [hash.Hash].
func (h *plain) BlockSize() int { return blockSize }

// Write implements [hash.Hash].
func (h *plain) Write(data []byte) (int, error) {
	written, waiting := len(data), int(h.length%blockSize)
	h.length += uint64(written)
	if waiting > 0 {
		n := copy(h.waited[waiting:], data)
		data = data[n:]
		if waiting+n < blockSize {
			return written, nil
		}
		h.add(h.waited[:])
	}
	whole := len(data) - len(data)%blockSize
	h.add(data[:whole])
	copy(h.waited[:], data[whole:])
	return written, nil
}

// Sum implements [hash.Hash].
func (h *plain) Sum(to []byte) []byte {
	end := *h
	padding := [blockSize + 8]byte{0: 0x80}
	n := blockSize - int((h.length+8)%blockSize) // from 1 on, so that the length ends a block
	binary.BigEndian.PutUint64(padding[n:], 8*h.length)
	_, _ = end.Write(padding[:n+8])
	for _, v := range end.state {
		to = binary.BigEndian.AppendUint32(to, v)
	}
	return to
}

// add adds whole blocks.
func (h *plain) add(data []byte) {
	var w [64]uint32
	s := h.state
	for ; len(data) >= blockSize; data = data[blockSize:] {
		for i := range 16 {
			w[i] = binary.BigEndian.Uint32(data[4*i:])
		}
		for i := 16; i < 64; i++ {
			v, u := w[i-2], w[i-15]
			w[i] = (bits.RotateLeft32(v, -17) ^ bits.RotateLeft32(v, -19) ^ v>>10) + w[i-7] +
				(bits.RotateLeft32(u, -7) ^ bits.RotateLeft32(u, -18) ^ u>>3) + w[i-16]
		}
		a, b, c, d, e, f, g, k := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
		for i := range w {
			t := k + (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) +
				(e&f ^ ^e&g) + constants[i] + w[i]
			u := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) +
				(a&b ^ a&c ^ b&c)
			a, b, c, d, e, f, g, k = t+u, a, b, c, d+t, e, f, g
		}
		s[0] += a
		s[1] += b
		s[2] += c
		s[3] += d
		s[4] += e
		s[5] += f
		s[6] += g
		s[7] += k
	}
	h.state = s
}
