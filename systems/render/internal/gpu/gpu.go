package gpu

import (
	"fmt"
	"unsafe"
)

type (
	// Buffer names a buffer.
	Buffer uint32
	// Texture names a texture.
	Texture uint32
	// Sampler names a sampler object.
	Sampler uint32
	// VertexArray names a vertex array.
	VertexArray uint32
	// Framebuffer names a framebuffer; 0 is the window's or the canvas's.
	Framebuffer uint32
	// Renderbuffer names a renderbuffer.
	Renderbuffer uint32
	// Program names a shader program.
	Program uint32
)

// Uniform is the location of a uniform in a program, or -1 if the program does not have it. Setting
// -1 does nothing.
type Uniform int32

// BufferKind is what a buffer holds. A buffer keeps its kind: WebGL does not allow indices and
// vertices in one buffer.
type BufferKind uint32

// Kinds of buffers.
const (
	Vertices BufferKind = 0x8892 // ARRAY_BUFFER
	Indices  BufferKind = 0x8893 // ELEMENT_ARRAY_BUFFER, part of the vertex array's state
	Uniforms BufferKind = 0x8A11 // UNIFORM_BUFFER
	Texels   BufferKind = 0x88EC // PIXEL_UNPACK_BUFFER, which [Device.TexRows] reads
	Fetched  BufferKind = 0x8C2A // TEXTURE_BUFFER, which shaders read through a texture of [TexelBuffers]
	Captured BufferKind = 0x8C8E // TRANSFORM_FEEDBACK_BUFFER, which [Device.Capture] writes; to be read as Vertices
)

// Format is the internal format of a texture or renderbuffer.
type Format uint32

// Formats.
const (
	RGBA8      Format = 0x8058
	SRGBAlpha8 Format = 0x8C43
	RGBA32F    Format = 0x8814
	R32F       Format = 0x822E
	RGBA32UI   Format = 0x8D70 // read by shaders as usampler2D, without filtering
	Depth24    Format = 0x81A6
	RGB9E5     Format = 0x8C3D // colors above 1 with a common exponent, which can be filtered
)

// Filter selects how a texture is sampled.
type Filter uint32

// Filters.
const (
	Nearest              Filter = 0x2600
	Linear               Filter = 0x2601
	NearestMipmapsLinear Filter = 0x2702
	LinearMipmapsLinear  Filter = 0x2703
)

// Wrap selects what lies beyond the edges of a texture.
type Wrap uint32

// What lies beyond the edges.
const (
	Repeat         Wrap = 0x2901
	MirroredRepeat Wrap = 0x8370
	ClampToEdge    Wrap = 0x812F
)

// Sampling is the filters of a texture for few and for many texels per pixel, what lies beyond its
// edges, and what it returns.
type Sampling struct {
	Min, Mag     Filter
	WrapU, WrapV Wrap
	// Compare makes a depth texture return how a reference compares with it.
	Compare bool
}

// Capability is a part of drawing that can be switched on and off.
type Capability uint32

// Capabilities.
const (
	Blending        Capability = 0x0BE2
	FaceCulling     Capability = 0x0B44
	DepthTest       Capability = 0x0B71
	ScissorTest     Capability = 0x0C11
	DepthOffset     Capability = 0x8037 // POLYGON_OFFSET_FILL
	AlphaToCoverage Capability = 0x809E
	EncodeSRGB      Capability = 0x8DB9 // FRAMEBUFFER_SRGB: encodes colors for sRGB framebuffers; in WebGL always on
)

// Primitive is what vertices are joined to.
type Primitive uint32

// Primitives.
const (
	Points        Primitive = 0x0000
	Lines         Primitive = 0x0001
	Triangles     Primitive = 0x0004
	TriangleStrip Primitive = 0x0005
)

// Limits are the largest sizes that a device supports.
type Limits struct {
	TextureSize      int // width and height of a texture, in texels
	RenderbufferSize int
	Samples          int // per pixel
}

// ErrorCode is an error that a device recorded.
type ErrorCode uint32

// Codes that package render looks for.
const (
	NoError     ErrorCode = 0
	OutOfMemory ErrorCode = 0x0505
)

func (e ErrorCode) String() string {
	switch e {
	case NoError:
		return "no error"
	case 0x0500:
		return "invalid enum"
	case 0x0501:
		return "invalid value"
	case 0x0502:
		return "invalid operation"
	case 0x0506:
		return "invalid framebuffer operation"
	case OutOfMemory:
		return "out of memory"
	}
	return fmt.Sprintf("error %#x", uint32(e))
}

// Bytes returns the memory of a slice whose elements hold no pointers.
func Bytes[T any](data []T) []byte {
	if len(data) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(data[0])))
}
