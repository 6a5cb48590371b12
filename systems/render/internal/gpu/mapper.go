package gpu

// Fence is a point in a device's work.
type Fence uintptr

// TexelMapper is an optional feature of a [Device]: buffers of texels that the program writes to as to its own memory,
// while the device reads other parts of them.
type TexelMapper interface {
	// MapsTexels reports whether the context has the feature: OpenGL 4.4 or ARB_buffer_storage.
	MapsTexels() bool
	// MapTexels gives the bound buffer of [Texels] memory for good and returns it, or nil if there is no memory. It is
	// valid until the buffer is deleted. What is written to it is visible to commands that follow.
	MapTexels(bytes int) []byte
	// TexRowsAt is [Device.TexRows] from an offset in the buffer.
	TexRowsAt(unit uint32, format Format, width, height, offset int)
	// Fence returns the point that the device reaches when it has done all that it was told.
	Fence() Fence
	// Wait waits until the device has reached a point, and frees it.
	Wait(Fence)
}
