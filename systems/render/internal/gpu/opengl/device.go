//go:build !js

package opengl

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// device is the current context. It has no state of its own.
type device struct{}

var _ gpu.Device = device{}

// Open returns the current context. It returns an error unless a context of version 3.3 or later is
// current.
func Open() (gpu.Device, error) {
	if err := gl.Init(); err != nil {
		return nil, err
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if 10*major+minor < 33 {
		return nil, fmt.Errorf("expected version 3.3 or later, found %d.%d", major, minor)
	}
	return device{}, nil
}

func integer(name uint32) int {
	var value int32
	gl.GetIntegerv(name, &value)
	return int(value)
}

func (device) Limits() gpu.Limits {
	return gpu.Limits{
		TextureSize: integer(gl.MAX_TEXTURE_SIZE), RenderbufferSize: integer(gl.MAX_RENDERBUFFER_SIZE),
		Samples: integer(gl.MAX_SAMPLES),
	}
}

// Generation returns 0: OpenGL contexts are not restored.
func (device) Generation() (n int, lost bool) { return 0, false }

func (device) Error() gpu.ErrorCode { return gpu.ErrorCode(gl.GetError()) }

func (device) CreateBuffer() gpu.Buffer {
	var id uint32
	gl.GenBuffers(1, &id)
	return gpu.Buffer(id)
}

func (device) DeleteBuffer(b gpu.Buffer) {
	id := uint32(b)
	gl.DeleteBuffers(1, &id)
}

func (device) BindBuffer(kind gpu.BufferKind, b gpu.Buffer) { gl.BindBuffer(uint32(kind), uint32(b)) }

func (device) BufferData(kind gpu.BufferKind, data []byte) {
	gl.BufferData(uint32(kind), len(data), unsafe.Pointer(unsafe.SliceData(data)), gl.STATIC_DRAW)
}

func (device) BufferAllocate(kind gpu.BufferKind, bytes int) {
	gl.BufferData(uint32(kind), bytes, nil, gl.STREAM_DRAW)
}

func (device) BufferSubData(kind gpu.BufferKind, offset int, data []byte) {
	gl.BufferSubData(uint32(kind), offset, len(data), unsafe.Pointer(unsafe.SliceData(data)))
}

func (device) BindUniformBuffer(binding uint32, b gpu.Buffer) {
	gl.BindBufferBase(gl.UNIFORM_BUFFER, binding, uint32(b))
}

func (device) CreateVertexArray() gpu.VertexArray {
	var id uint32
	gl.GenVertexArrays(1, &id)
	return gpu.VertexArray(id)
}

func (device) DeleteVertexArray(a gpu.VertexArray) {
	id := uint32(a)
	gl.DeleteVertexArrays(1, &id)
}

func (device) BindVertexArray(a gpu.VertexArray) { gl.BindVertexArray(uint32(a)) }

func (device) EnableAttribute(index uint32, perInstance bool) {
	gl.EnableVertexAttribArray(index)
	if perInstance {
		gl.VertexAttribDivisor(index, 1)
	}
}

func (device) Attribute(index uint32, size, stride, offset int) {
	gl.VertexAttribPointerWithOffset(index, int32(size), gl.FLOAT, false, int32(stride), uintptr(offset))
}

func (device) IntegerAttribute(index uint32, size, integerBytes, stride, offset int) {
	kind := uint32(gl.UNSIGNED_INT)
	if integerBytes == 2 {
		kind = gl.UNSIGNED_SHORT
	}
	gl.VertexAttribIPointerWithOffset(index, int32(size), kind, int32(stride), uintptr(offset))
}

func (device) ConstantAttribute(index uint32, x, y, z, w float32) {
	gl.VertexAttrib4f(index, x, y, z, w)
}

func (device) UseProgram(p gpu.Program) { gl.UseProgram(uint32(p)) }

func (device) Uniform1i(at gpu.Uniform, value int32) { gl.Uniform1i(int32(at), value) }

func (device) Uniform1f(at gpu.Uniform, value float32) { gl.Uniform1f(int32(at), value) }

func (device) Uniform1iv(at gpu.Uniform, values []int32) {
	gl.Uniform1iv(int32(at), int32(len(values)), unsafe.SliceData(values))
}

func (device) DrawArrays(mode gpu.Primitive, vertices, instances int) {
	gl.DrawArraysInstanced(uint32(mode), 0, int32(vertices), int32(instances))
}

func (device) Capture(into gpu.Buffer, vertices int) {
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, uint32(into))
	gl.Enable(gl.RASTERIZER_DISCARD)
	gl.BeginTransformFeedback(gl.POINTS)
	gl.DrawArraysInstanced(gl.POINTS, 0, int32(vertices), 1)
	gl.EndTransformFeedback()
	gl.Disable(gl.RASTERIZER_DISCARD)
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, 0)
}

func (device) DrawElements(mode gpu.Primitive, indices, instances int) {
	gl.DrawElementsInstanced(uint32(mode), int32(indices), gl.UNSIGNED_INT, nil, int32(instances))
}
