//go:build js

package webgl

import (
	"errors"
	"syscall/js"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// device is the WebGL 2 context of a canvas.
type device struct {
	functions
	context js.Value
	// objects holds the objects of the context by the numbers that name them; free lists the
	// numbers that are not used.
	objects []js.Value
	free    []uint32
	// uniforms holds the locations of uniforms.
	uniforms   []js.Value
	staging    staging // for one call
	texels     staging // the buffer of gpu.Texels
	limits     gpu.Limits
	generation int
	lost       bool
}

var _ gpu.Device = (*device)(nil)

// Open returns the WebGL 2 context of a canvas, an HTMLCanvasElement or OffscreenCanvas. If it is
// to preserve its pictures, one that does not is an error.
func Open(canvas js.Value, preserve bool) (gpu.Device, error) {
	if canvas.Type() != js.TypeObject || canvas.Get("getContext").Type() != js.TypeFunction {
		return nil, errors.New("expected a canvas, found another value")
	}
	context := canvas.Call("getContext", "webgl2", map[string]any{
		"alpha": false, "antialias": false, "depth": false, "stencil": false, "powerPreference": "high-performance",
		"preserveDrawingBuffer": preserve,
	})
	if !context.Truthy() {
		return nil, errors.New("the browser gives no WebGL 2 context; it may be disabled, or the canvas has a " +
			"context of another kind")
	}
	if preserve && !context.Call("getContextAttributes").Get("preserveDrawingBuffer").Truthy() {
		return nil, errors.New("expected a context that preserves its pictures, found one of the canvas that does not")
	}
	d := &device{context: context, functions: bindFunctions(context), objects: make([]js.Value, 1)}
	d.objects[0] = js.Null()
	d.limits = gpu.Limits{
		TextureSize:      d.getParameter.Invoke(0x0D33).Int(),
		RenderbufferSize: d.getParameter.Invoke(0x84E8).Int(),
		Samples:          d.getParameter.Invoke(0x8D57).Int(),
	}
	canvas.Call("addEventListener", "webglcontextlost", js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault") // otherwise the browser does not restore the context
		d.lost = true
		return nil
	}))
	canvas.Call("addEventListener", "webglcontextrestored", js.FuncOf(func(js.Value, []js.Value) any {
		d.lost = false
		d.generation++
		for i := range d.objects { // they are gone; their numbers stay in use until they are deleted
			d.objects[i] = js.Null()
		}
		d.uniforms = d.uniforms[:0]
		return nil
	}))
	return d, nil
}

func (d *device) Generation() (n int, lost bool) {
	return d.generation, d.lost || d.isContextLost.Invoke().Bool()
}

func (d *device) Limits() gpu.Limits { return d.limits }

func (d *device) Error() gpu.ErrorCode {
	const contextLost = 0x9242
	code := gpu.ErrorCode(d.getError.Invoke().Int())
	if code == contextLost {
		return gpu.NoError // Generation reports it
	}
	return code
}

// Object returns the texture that a device of [Open] has under a name.
func Object(d gpu.Device, t gpu.Texture) js.Value {
	if d, ok := d.(*device); ok {
		return d.objects[t]
	}
	return js.Null()
}

// Adopt gives a texture of the page a name: one that it returned before, or for 0 a new one. The
// texture stays the page's.
func Adopt(d gpu.Device, name gpu.Texture, texture js.Value) gpu.Texture {
	own, ok := d.(*device)
	if !ok {
		return 0
	}
	if name == 0 {
		return gpu.Texture(own.add(texture))
	}
	own.objects[name] = texture
	return name
}

// Forget gives a name of [Adopt] back, or does nothing for 0.
func Forget(d gpu.Device, name gpu.Texture) {
	if own, ok := d.(*device); ok {
		own.remove(uint32(name))
	}
}

// add stores an object and returns its number.
func (d *device) add(object js.Value) uint32 {
	if n := len(d.free); n > 0 {
		number := d.free[n-1]
		d.free = d.free[:n-1]
		d.objects[number] = object
		return number
	}
	d.objects = append(d.objects, object)
	return uint32(len(d.objects) - 1)
}

// remove frees a number and returns its object. It returns null for 0.
func (d *device) remove(number uint32) js.Value {
	object := d.objects[number]
	if number != 0 {
		d.objects[number] = js.Null()
		d.free = append(d.free, number)
	}
	return object
}

func (d *device) CreateBuffer() gpu.Buffer { return gpu.Buffer(d.add(d.createBuffer.Invoke())) }

func (d *device) DeleteBuffer(b gpu.Buffer) { d.deleteBuffer.Invoke(d.remove(uint32(b))) }

func (d *device) BindBuffer(kind gpu.BufferKind, b gpu.Buffer) {
	if kind != gpu.Texels { // its memory is JavaScript's
		d.bindBuffer.Invoke(uint32(kind), d.objects[b])
	}
}

func (d *device) BufferData(kind gpu.BufferKind, data []byte) {
	d.bufferData.Invoke(uint32(kind), d.staging.put(0, data), staticDraw, 0, len(data))
}

func (d *device) BufferAllocate(kind gpu.BufferKind, bytes int) {
	if kind == gpu.Texels {
		d.texels.reserve(bytes)
		return
	}
	d.bufferData.Invoke(uint32(kind), bytes, streamDraw)
}

func (d *device) BufferSubData(kind gpu.BufferKind, offset int, data []byte) {
	if kind == gpu.Texels {
		d.texels.put(offset, data)
		return
	}
	if len(data) > 0 {
		d.bufferSubData.Invoke(uint32(kind), offset, d.staging.put(0, data), 0, len(data))
	}
}

func (d *device) BindUniformBuffer(binding uint32, b gpu.Buffer) {
	d.bindBufferBase.Invoke(uint32(gpu.Uniforms), binding, d.objects[b])
}

func (d *device) CreateVertexArray() gpu.VertexArray {
	return gpu.VertexArray(d.add(d.createVertexArray.Invoke()))
}

func (d *device) DeleteVertexArray(a gpu.VertexArray) {
	d.deleteVertexArray.Invoke(d.remove(uint32(a)))
}

func (d *device) BindVertexArray(a gpu.VertexArray) { d.bindVertexArray.Invoke(d.objects[a]) }

func (d *device) EnableAttribute(index uint32, perInstance bool) {
	d.enableVertexAttribArray.Invoke(index)
	if perInstance {
		d.vertexAttribDivisor.Invoke(index, 1)
	}
}

func (d *device) Attribute(index uint32, size, stride, offset int) {
	d.vertexAttribPointer.Invoke(index, size, float, false, stride, offset)
}

func (d *device) IntegerAttribute(index uint32, size, integerBytes, stride, offset int) {
	kind := unsignedInt
	if integerBytes == 2 {
		kind = unsignedShort
	}
	d.vertexAttribIPointer.Invoke(index, size, kind, stride, offset)
}

func (d *device) ConstantAttribute(index uint32, x, y, z, w float32) {
	d.vertexAttrib4f.Invoke(index, x, y, z, w)
}

// staging is memory of JavaScript that data pass through, seen as bytes, as float32, as int32 and
// as uint32.
type staging struct {
	bytes, floats, integers, words js.Value
	size                           int // bytes
}

// reserve makes the memory at least that many bytes long.
func (s *staging) reserve(bytes int) {
	if bytes <= s.size {
		return
	}
	s.size = max(bytes+bytes/2, 1<<16) &^ 15
	buffer := js.Global().Get("ArrayBuffer").New(s.size)
	s.bytes = js.Global().Get("Uint8Array").New(buffer)
	s.floats = js.Global().Get("Float32Array").New(buffer)
	s.integers = js.Global().Get("Int32Array").New(buffer)
	s.words = js.Global().Get("Uint32Array").New(buffer)
}

// view returns the memory as WebGL wants it for pixels of a type.
func (s *staging) view(kind int) js.Value {
	switch kind {
	case float:
		return s.floats
	case unsignedInt, sharedExponent:
		return s.words
	}
	return s.bytes
}

// put copies data to an offset in bytes, and returns the memory. When it grows, its old contents
// are lost.
func (s *staging) put(offset int, data []byte) js.Value {
	s.reserve(offset + len(data))
	to := s.bytes
	if offset > 0 {
		to = s.bytes.Call("subarray", offset, offset+len(data))
	}
	js.CopyBytesToJS(to, data)
	return s.bytes
}
