package render

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// textureBuffer is memory that shaders read by texel, without filtering.
type textureBuffer struct {
	buffer, texture uint32
	bytes           int // that the buffer has room for
}

// newTextureBuffer makes one whose texels have the format, such as [gl.RGBA32F].
func newTextureBuffer(format uint32) *textureBuffer {
	b := &textureBuffer{}
	gl.GenBuffers(1, &b.buffer)
	gl.GenTextures(1, &b.texture)
	b.resize(16, gl.STREAM_DRAW)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.texture)
	gl.TexBuffer(gl.TEXTURE_BUFFER, format, b.buffer)
	return b
}

func (b *textureBuffer) resize(bytes int, usage uint32) {
	b.bytes = bytes
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, bytes, nil, usage)
}

// renew gives the buffer fresh memory for a frame, so that the driver need not wait until the last frame has been drawn
// from the old.
func (b *textureBuffer) renew(bytes int) {
	size := max(b.bytes, 16)
	for size < bytes {
		size += size/2 + 16
	}
	b.resize(size, gl.STREAM_DRAW)
}

// write copies numbers to a place counted in bytes, straight from the caller's memory.
func (b *textureBuffer) write(at int, data []float32) {
	if len(data) > 0 {
		gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
		gl.BufferSubData(gl.TEXTURE_BUFFER, at, 4*len(data), unsafe.Pointer(unsafe.SliceData(data)))
	}
}

func (b *textureBuffer) bind(unit uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.texture)
}

func (b *textureBuffer) delete() {
	if b != nil {
		gl.DeleteTextures(1, &b.texture)
		gl.DeleteBuffers(1, &b.buffer)
	}
}

// newBuffer makes a buffer of data that never changes.
func newBuffer[T any](target uint32, data []T) uint32 {
	var buffer, empty uint32
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(target, buffer)
	if len(data) == 0 {
		gl.BufferData(target, 1, unsafe.Pointer(&empty), gl.STATIC_DRAW)
		return buffer
	}
	gl.BufferData(target, len(data)*int(unsafe.Sizeof(data[0])), unsafe.Pointer(unsafe.SliceData(data)), gl.STATIC_DRAW)
	return buffer
}

// stream is a texture buffer that is filled anew in every frame from memory of others.
type stream struct {
	buffer     *textureBuffer
	texelBytes int
	used       int // texels
	writes     []write
}

// write is a run of numbers to be uploaded, and the texel where it goes.
type write struct {
	texel int
	data  []float32
}

func (s *stream) reset() { s.used, s.writes = 0, s.writes[:0] }

// add notes a run for upload and returns the texel where it will be.
func (s *stream) add(data []float32) int {
	at := s.used
	s.writes = append(s.writes, write{at, data})
	s.used += 4 * len(data) / s.texelBytes
	return at
}

// flush uploads what was noted.
func (s *stream) flush() {
	s.buffer.renew(s.used * s.texelBytes)
	for _, w := range s.writes {
		s.buffer.write(w.texel*s.texelBytes, w.data)
	}
	clear(s.writes) // hold on to nobody's memory
	s.writes = s.writes[:0]
}
