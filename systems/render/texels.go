package render

import (
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// texelsPerRow is the width of the textures that shaders read by index: texel i is at column
// i%texelsPerRow of row i/texelsPerRow, as texelAt of texels.glsl reads it.
const texelsPerRow = 1024

// wholeRows returns the least multiple of [texelsPerRow] that is not below n.
func wholeRows(n int) int { return (n + texelsPerRow - 1) / texelsPerRow * texelsPerRow }

// texels is memory that shaders read by index, without filtering: a texture whose rows continue
// each other.
type texels struct {
	device  gpu.Device
	texture gpu.Texture
	format  gpu.Format // R32F or RGBA32F
	rows    int        // capacity
	grew    bool       // since the memory was last checked
}

func newTexels(d gpu.Device, format gpu.Format) *texels {
	t := &texels{device: d, format: format, texture: d.CreateTexture()}
	d.BindTexture(unitPicture, t.texture)
	d.TexSampling(unitPicture, gpu.Sampling{
		Min: gpu.Nearest, Mag: gpu.Nearest, WrapU: gpu.ClampToEdge,
		WrapV: gpu.ClampToEdge,
	})
	d.ResetPixels()
	t.resize(1, nil)
	return t
}

// texelBytes returns the size of a texel.
func (t *texels) texelBytes() int {
	if t.format == gpu.R32F {
		return 4
	}
	return 16
}

// resize allocates rows for the texture bound to unitPicture, with data or none.
func (t *texels) resize(rows int, data []byte) {
	t.rows = rows
	t.device.TexImage(unitPicture, t.format, texelsPerRow, rows, data)
}

// fill sets all texels, of whole rows. They stay as they are.
func (t *texels) fill(data []byte) {
	t.device.BindTexture(unitPicture, t.texture)
	t.device.ResetPixels()
	t.resize(len(data)/(texelsPerRow*t.texelBytes()), data)
}

func (t *texels) bind(unit uint32) { t.device.BindTexture(unit, t.texture) }

func (t *texels) delete() {
	if t != nil {
		t.device.DeleteTexture(t.texture)
	}
}

// newBuffer makes a buffer of data that never changes. A buffer of indices becomes part of the
// bound vertex array.
func newBuffer[T any](d gpu.Device, kind gpu.BufferKind, data []T) gpu.Buffer {
	buffer := d.CreateBuffer()
	d.BindBuffer(kind, buffer)
	bytes := gpu.Bytes(data)
	if len(bytes) == 0 {
		bytes = make([]byte, 4)
	}
	d.BufferData(kind, bytes)
	return buffer
}

// leastBufferTexels is the least size of textures of [gpu.TexelBuffers] for which streams use them;
// OpenGL promises 65536. It is 20,000 palettes of 67 matrices.
const leastBufferTexels = 1 << 22

// texelBuffersName is what shaders know the feature by.
const texelBuffersName = "TEXEL_BUFFERS"

// texelBuffers returns the feature with which streams are read from buffers, or nil if they are 2D
// textures.
func texelBuffers(d gpu.Device) gpu.TexelBuffers {
	if buffers, ok := d.(gpu.TexelBuffers); ok && buffers.BufferTexels() >= leastBufferTexels {
		return buffers
	}
	return nil
}

// streamTexels returns the largest number of texels of a stream.
func streamTexels(d gpu.Device) int {
	if buffers := texelBuffers(d); buffers != nil {
		return buffers.BufferTexels()
	}
	return texelsPerRow * d.Limits().TextureSize
}

// stream is texels that are filled in every frame: a texture that reads the buffers of a ring where
// the device has the feature, else a 2D texture to which they are copied.
type stream struct {
	*texels // its texture is no 2D texture if there is a feature
	buffers gpu.TexelBuffers
	ring    *ring
	used    int // texels
	writes  []write
}

// write is data to upload, and its first texel.
type write struct {
	texel int
	data  []float32
}

func newStream(d gpu.Device, format gpu.Format) *stream {
	s := &stream{buffers: texelBuffers(d)}
	s.ring = newRing(d, s.buffers)
	if s.buffers == nil {
		s.texels = newTexels(d, format)
		return s
	}
	s.texels = &texels{device: d, format: format, texture: d.CreateTexture()}
	s.ring.reserve(s.texelBytes()) // a sampler must have a texture with memory even in a frame without data
	s.buffers.BindBufferTexture(unitPicture, s.texture)
	s.buffers.TexBuffer(unitPicture, format, s.ring.buffers[0])
	d.BindBuffer(gpu.Fetched, 0) // a larger one may replace it, and a saved state must not name it
	return s
}

func (s *stream) bind(unit uint32) {
	if s.buffers != nil {
		s.buffers.BindBufferTexture(unit, s.texture)
		return
	}
	s.texels.bind(unit)
}

func (s *stream) reset() { s.used, s.writes = 0, s.writes[:0] }

// add adds data to the upload, and returns its first texel. The data must not change before flush.
func (s *stream) add(data []float32) int {
	texel := s.used
	s.used += 4 * len(data) / s.texelBytes()
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
	if s.used == 0 {
		return 0
	}
	bytes := s.used * s.texelBytes()
	if s.buffers != nil {
		s.grew = s.ring.reserve(bytes) || s.grew
		s.buffers.BindBufferTexture(unitPicture, s.texture)
		s.buffers.TexBuffer(unitPicture, s.format, s.ring.write(s.writes, s.texelBytes()))
	} else {
		s.flushRows(wholeRows(s.used) / texelsPerRow)
	}
	clear(s.writes) // do not keep the memory alive
	s.writes = s.writes[:0]
	return bytes
}

// flushRows uploads the data to the first rows of a 2D texture.
func (s *stream) flushRows(rows int) {
	d := s.device
	d.BindTexture(unitPicture, s.texture)
	d.ResetPixels()
	if rows > s.rows {
		s.resize(min(max(rows, s.rows+s.rows/2), max(rows, d.Limits().TextureSize)), nil)
		s.grew = true
	}
	s.grew = s.ring.reserve(rows*texelsPerRow*s.texelBytes()) || s.grew
	d.BindBuffer(gpu.Texels, s.ring.write(s.writes, s.texelBytes()))
	d.TexRows(unitPicture, s.format, texelsPerRow, rows)
	d.BindBuffer(gpu.Texels, 0)
}

func (s *stream) delete() {
	if s != nil {
		s.ring.delete()
		s.texels.delete()
	}
}
