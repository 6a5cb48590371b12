package gpu

// Fence is a point in a device's work.
type Fence uintptr

// TexelBuffers is an optional feature of a [Device]: textures whose memory is that of a buffer,
// which shaders read by index (samplerBuffer), so that data need not be copied from buffers to
// textures. Such a texture is never bound as any other kind.
type TexelBuffers interface {
	// BufferTexels returns the largest number of texels of such a texture.
	BufferTexels() int
	// BindBufferTexture binds such a texture to a unit, beside the one that BindTexture binds.
	BindBufferTexture(unit uint32, t Texture)
	// TexBuffer makes a buffer of [Fetched] the memory of the texture that BindBufferTexture bound
	// to a unit.
	TexBuffer(unit uint32, format Format, b Buffer)

	// MapsTexels reports whether buffers can be written to as the program's own memory, while the
	// device reads other buffers: OpenGL 4.4 or ARB_buffer_storage. Without it the other methods
	// must not be called.
	MapsTexels() bool
	// MapTexels gives the bound buffer of [Fetched] memory that it keeps, and returns it, or nil if
	// there is no memory. It is valid until the buffer is deleted. What is written to it is visible
	// to commands that follow.
	MapTexels(bytes int) []byte
	// Fence returns the point that the device reaches when it has executed all commands up to now.
	Fence() Fence
	// Wait waits until the device has reached a point, and frees it.
	Wait(Fence)
}
