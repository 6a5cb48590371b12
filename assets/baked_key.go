package assets

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
)

// keySize is the length in bytes of the key of a baked clip.
const keySize = sha256.Size

// bakeKey returns a hash of everything of a clip that baking depends on, bit by bit.
func bakeKey(clip *Clip) [keySize]byte {
	h := keyHash{hash: sha256.New()}
	s := clip.skeleton
	h.numbers(uint64(s.Len()), uint64(len(s.restMorphs)))
	for _, parent := range s.parents {
		h.numbers(uint64(parent))
	}
	h.floats(s.restLocals)
	h.numbers(math.Float64bits(clip.start), math.Float64bits(clip.end), uint64(len(clip.timelines)), uint64(len(clip.tracks)))
	for _, times := range clip.timelines {
		h.floats(times)
	}
	for i, t := range clip.tracks {
		h.numbers(uint64(clip.Timeline(i)), uint64(t.Joint), uint64(t.Property), uint64(t.Track.interpolation))
		h.floats(t.Track.values)
	}
	if clip.Additive() {
		h.numbers(1)
	}
	var key [keySize]byte
	h.flush()
	h.hash.Sum(key[:0])
	return key
}

// keyHash writes numbers to a hash in larger pieces.
type keyHash struct {
	hash   hash.Hash
	buffer []byte
	chunk  [4096]byte
}

func (h *keyHash) flush() {
	h.hash.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

func (h *keyHash) numbers(list ...uint64) {
	for _, n := range list {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, n)
	}
}

func (h *keyHash) floats(list []float32) {
	h.numbers(uint64(len(list)))
	h.flush()
	for len(list) > 0 {
		n := min(len(list), len(h.chunk)/4)
		for i, v := range list[:n] {
			binary.LittleEndian.PutUint32(h.chunk[4*i:4*i+4], math.Float32bits(v))
		}
		h.hash.Write(h.chunk[:4*n])
		list = list[n:]
	}
}
