package gpu

// Device is a graphics context. Its methods are called on the context's thread. Where a comment
// gives no more, a method is the OpenGL function of that name.
type Device interface {
	Objects
	Drawing

	Limits() Limits
	// Generation counts how often a lost context was restored, and reports whether it is lost now.
	// The objects of older generations are gone: deleting them does nothing, and they must be made
	// again.
	Generation() (n int, lost bool)
	// Error returns and clears one recorded error. It waits for the device.
	Error() ErrorCode
}

// Objects is the part of a device that makes and fills objects.
type Objects interface {
	CreateBuffer() Buffer
	DeleteBuffer(Buffer)
	BindBuffer(BufferKind, Buffer)
	// BufferData gives the bound buffer data that never change.
	BufferData(kind BufferKind, data []byte)
	// BufferAllocate gives the bound buffer new memory of that many bytes, so that nothing waits
	// for drawing that reads the old memory.
	BufferAllocate(kind BufferKind, bytes int)
	BufferSubData(kind BufferKind, offset int, data []byte)
	// BindUniformBuffer makes a whole buffer the memory of the uniform blocks at a binding point.
	BindUniformBuffer(binding uint32, b Buffer)

	CreateVertexArray() VertexArray
	DeleteVertexArray(VertexArray)
	BindVertexArray(VertexArray)
	// EnableAttribute makes the bound vertex array read an attribute from memory: a new value for
	// each vertex, or for each instance.
	EnableAttribute(index uint32, perInstance bool)
	// Attribute sets where the bound vertex array reads an attribute of 1 to 4 float32: in the
	// bound buffer of vertices, at an offset and every stride bytes.
	Attribute(index uint32, size, stride, offset int)
	// IntegerAttribute is Attribute for unsigned integers of 2 or 4 bytes.
	IntegerAttribute(index uint32, size, integerBytes, stride, offset int)
	// ConstantAttribute sets the value of an attribute that is not enabled.
	ConstantAttribute(index uint32, x, y, z, w float32)

	CreateTexture() Texture
	DeleteTexture(Texture)
	BindTexture(unit uint32, t Texture)
	// TexImage gives the texture bound to a unit memory of a size in texels, and if data is not
	// nil, its texels.
	TexImage(unit uint32, format Format, width, height int, data []byte)
	// TexRows copies whole rows from the start of the bound buffer of [Texels] into the first rows
	// of a texture.
	TexRows(unit uint32, format Format, width, height int)
	// TexSub copies data into a rectangle of a texture.
	TexSub(unit uint32, format Format, x, y, width, height int, data []byte)
	TexSampling(unit uint32, s Sampling)
	GenerateMipmap(unit uint32)
	// ResetPixels prepares for reading and writing tightly packed pixels in the program's memory.
	ResetPixels()

	CreateSampler(s Sampling) Sampler
	DeleteSampler(Sampler)
	BindSampler(unit uint32, s Sampler)

	CreateRenderbuffer(format Format, samples, width, height int) Renderbuffer
	DeleteRenderbuffer(Renderbuffer)

	CreateFramebuffer() Framebuffer
	DeleteFramebuffer(Framebuffer)
	// BindFramebuffer selects where to draw to and where to read from.
	BindFramebuffer(draw, read Framebuffer)
	// AttachTexture and AttachRenderbuffer attach to the framebuffer that is drawn to: its depth,
	// or else its color.
	AttachTexture(t Texture, depth bool)
	AttachRenderbuffer(r Renderbuffer, depth bool)
	// AttachColors attaches textures to the framebuffer that is drawn to, as the outputs 0, 1 and
	// so on of fragment shaders.
	AttachColors(textures ...Texture)
	// DrawNoColor makes the bound framebuffer one of depth only.
	DrawNoColor()
	// FramebufferStatus returns 0 if the framebuffer that is drawn to is complete, or OpenGL's
	// reason.
	FramebufferStatus() uint32

	// LinkProgram compiles and links shaders of GLSL without their line #version. It returns 0, the
	// name of the stage that failed ("vertex", "fragment" or "link") and the driver's message, or a
	// program. Feedback lists vertex outputs to capture by transform feedback, interleaved.
	LinkProgram(vertex, fragment string, feedback []string) (p Program, stage, log string)
	DeleteProgram(Program)
	UniformLocation(p Program, name string) Uniform
	// UniformBlockBinding assigns a binding point to a uniform block, if the program has a block of
	// that name.
	UniformBlockBinding(p Program, block string, binding uint32)
}

// Drawing is the part of a device that sets the state and draws.
type Drawing interface {
	// ResetState sets all capabilities and functions as every pass expects them: depth test on,
	// culling and blending off, back faces culled, counterclockwise fronts, all channels and depth
	// written.
	ResetState()
	Enable(Capability)
	Disable(Capability)
	Viewport(x, y, width, height int)
	// Clear clears color, depth or both.
	Clear(color, depth bool)
	// ReverseDepth lets what has the greater or the same depth pass; otherwise what has the less or
	// the same.
	ReverseDepth()
	DepthMask(write bool)
	ColorMask(r, g, b, a bool)
	// CullFront culls front faces instead of back faces.
	CullFront(front bool)
	// FrontFace selects which winding fronts have.
	FrontFace(clockwise bool)
	// BlendOver blends colors over others by their alpha.
	BlendOver()
	PolygonOffset(factor, units float32)

	UseProgram(Program)
	Uniform1i(Uniform, int32)
	Uniform1f(Uniform, float32)
	Uniform1iv(Uniform, []int32)
	DrawArrays(mode Primitive, vertices, instances int)
	// DrawElements draws with indices of uint32 from the start of the bound buffer of [Indices].
	DrawElements(mode Primitive, indices, instances int)

	// Capture runs the vertex stage of the program in use on a number of vertices of one instance,
	// and writes the outputs that were given to LinkProgram into a buffer. Nothing is drawn.
	Capture(into Buffer, vertices int)

	// Samples returns the number of samples per pixel of the framebuffer that is drawn to.
	Samples() int
	// BlitColor copies the color of the framebuffer that is read to the one that is drawn to,
	// averaging samples.
	BlitColor(width, height int)
	// ReadPixels reads the color of the framebuffer that is read as RGBA8, the bottom row first.
	ReadPixels(width, height int, into []byte)
}
