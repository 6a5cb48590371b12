package bake

import (
	"encoding/binary"
	"hash"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/sha256"
)

// hashSize is the length in bytes of the hash of a clip.
const hashSize = sha256.Size

// hashOf returns a hash of everything that baking a clip depends on, except the options and the
// outer vertices of the skeleton: the skeleton with its vertex distances, the time range, the keys
// and whether the clip is additive.
//
// A clip without keys has the hash that it had with them.
func hashOf(clip *clip.Clip) [hashSize]byte {
	if remains := clip.Remains(); remains != nil {
		return remains.Source
	}
	h := clipHasher{hash: sha256.New()}
	s := clip.Skeleton()
	h.numbers(uint64(s.Len()), uint64(len(s.RestMorphs())))
	for _, parent := range s.Parents() {
		h.numbers(uint64(parent))
	}
	h.floats(s.RestLocals())
	for joint := range s.Len() {
		if d := s.VertexDistance(joint); d > 0 {
			h.numbers(uint64(joint), math.Float64bits(d))
		}
	}
	h.numbers(math.Float64bits(clip.Start()), math.Float64bits(clip.End()), uint64(len(clip.Timelines())),
		uint64(len(clip.Tracks())))
	for _, times := range clip.Timelines() {
		h.floats(times)
	}
	for i, t := range clip.Tracks() {
		h.numbers(uint64(clip.Timeline(i)), uint64(t.Joint), uint64(t.Property), uint64(t.Track.Interpolation()))
		if t.Channel > 0 {
			h.numbers(uint64(t.Channel))
		}
		h.floats(t.Track.Values())
	}
	if clip.Additive() {
		h.numbers(1)
	}
	var sum [hashSize]byte
	h.flush()
	h.hash.Sum(sum[:0])
	return sum
}

// outerHash returns a hash of the outer vertices of a skeleton.
func outerHash(s *rig.Skeleton) [hashSize]byte {
	h := clipHasher{hash: sha256.New()}
	for _, influences := range s.OuterVertices() {
		h.numbers(uint64(len(influences)))
		for _, v := range influences {
			h.numbers(uint64(v.Joint))
			h.floats([]float32{v.Position[0], v.Position[1], v.Position[2], v.Weight})
		}
	}
	var sum [hashSize]byte
	h.flush()
	h.hash.Sum(sum[:0])
	return sum
}

// clipHasher writes numbers to a hash in large pieces.
type clipHasher struct {
	hash   hash.Hash
	buffer []byte
	chunk  [4096]byte
}

// flush writes the buffered numbers to the hash.
func (h *clipHasher) flush() {
	h.hash.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

//go:noinline // at its calls it would be larger
func (h *clipHasher) numbers(list ...uint64) {
	for _, n := range list {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, n)
	}
}

// floats adds a list of numbers, preceded by its length.
func (h *clipHasher) floats(list []float32) {
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
