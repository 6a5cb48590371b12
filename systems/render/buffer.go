package render

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// textureBuffer is memory that shaders read by texel index, without filtering.
type textureBuffer struct {
	buffer, texture uint32
	bytes           int  // capacity
	grew            bool // since the memory was last checked
}

// newTextureBuffer makes a buffer whose texels have that format, such as [gl.RGBA32F].
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

// renew allocates new memory for a frame, so that the driver need not wait for the frame before, which may still be
// drawn from the old memory.
func (b *textureBuffer) renew(bytes int) {
	size := max(b.bytes, 16)
	for size < bytes {
		size += size/2 + 16
		b.grew = true
	}
	b.resize(size, gl.STREAM_DRAW)
}

// write copies numbers to an offset in bytes, without an intermediate copy.
func (b *textureBuffer) write(offset int, data []float32) {
	if len(data) > 0 {
		gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
		gl.BufferSubData(gl.TEXTURE_BUFFER, offset, 4*len(data), unsafe.Pointer(unsafe.SliceData(data)))
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

// stream is a texture buffer that is filled in every frame.
type stream struct {
	buffer     *textureBuffer
	texelBytes int
	used       int // texels
	writes     []write
}

// write is data to upload, and its first texel.
type write struct {
	texel int
	data  []float32
}

func (s *stream) reset() { s.used, s.writes = 0, s.writes[:0] }

// add adds data to the upload, and returns its first texel. The data must not change before flush.
func (s *stream) add(data []float32) int {
	texel := s.used
	s.used += 4 * len(data) / s.texelBytes
	if n := len(s.writes); n > 0 && len(data) > 0 {
		last := &s.writes[n-1]
		whole := len(last.data) + len(data)
		if whole <= cap(last.data) && &last.data[:whole][len(last.data)] == &data[0] { // continues the last write
			last.data = last.data[:whole]
			return texel
		}
	}
	s.writes = append(s.writes, write{texel, data})
	return texel
}

// flush uploads the data and returns its number of bytes.
func (s *stream) flush() int {
	s.buffer.renew(s.used * s.texelBytes)
	for _, w := range s.writes {
		s.buffer.write(w.texel*s.texelBytes, w.data)
	}
	clear(s.writes) // do not keep the memory alive
	s.writes = s.writes[:0]
	return s.used * s.texelBytes
}
