//go:build !js

package opengl

import (
	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// State is a copy of the part of the current context's state that package render changes.
type State struct {
	program, array, arrayBuffer, drawFramebuffer, readFramebuffer, renderbuffer, activeTexture int32
	uniformBuffer, packBuffer, unpackBuffer, textureBuffer                                     int32
	captured                                                                                   int32
	uniformBuffers                                                                             [4]bufferRange
	capturedRange                                                                              bufferRange
	units                                                                                      [25]unitState
	viewport                                                                                   [4]int32
	depthRange                                                                                 [2]float64
	clearColor                                                                                 [4]float32
	clearDepth                                                                                 float64
	colorMask                                                                                  [4]bool
	depthMask                                                                                  bool
	depthFunc, cullFace, frontFace                                                             int32
	blendFunc                                                                                  [4]int32
	blendEquation                                                                              [2]int32
	polygonMode                                                                                [2]int32
	polygonOffset                                                                              [2]float32
	lineWidth                                                                                  float32
	attributes                                                                                 [len(
		constants)][4]float32
	enabled [len(Capabilities)]bool
	pixels  [len(PixelStorage)]int32
}

// constants are the attributes to which package render gives constants.
var constants = [...]uint32{1, 2, 3, 4, 13}

type unitState struct{ texture2D, buffer, sampler int32 }

// bufferRange is what is bound to an indexed binding point.
type bufferRange struct {
	buffer       int32
	offset, size int64
}

func (b *bufferRange) save(index, binding, start, size uint32) {
	gl.GetIntegeri_v(binding, index, &b.buffer)
	gl.GetInteger64i_v(start, index, &b.offset)
	gl.GetInteger64i_v(size, index, &b.size)
}

func (b *bufferRange) restore(target, index uint32) {
	if b.size > 0 {
		gl.BindBufferRange(target, index, uint32(b.buffer), int(b.offset), int(b.size))
	} else {
		gl.BindBufferBase(target, index, uint32(b.buffer))
	}
}

// Capabilities are the arguments of glEnable that affect drawing. The first ones are enabled while
// drawing, the others disabled, unless a pass needs them.
var Capabilities = [...]uint32{
	gl.DEPTH_TEST, gl.FRAMEBUFFER_SRGB, gl.MULTISAMPLE, gl.PROGRAM_POINT_SIZE,
	gl.BLEND, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_ALPHA_TO_ONE,
	gl.SAMPLE_COVERAGE, gl.SAMPLE_MASK, gl.RASTERIZER_DISCARD, gl.PRIMITIVE_RESTART, gl.COLOR_LOGIC_OP, gl.DEPTH_CLAMP,
	gl.DITHER, gl.POLYGON_SMOOTH, gl.LINE_SMOOTH, gl.POLYGON_OFFSET_FILL, gl.POLYGON_OFFSET_LINE,
	gl.POLYGON_OFFSET_POINT,
	gl.CLIP_DISTANCE0, gl.CLIP_DISTANCE1, gl.CLIP_DISTANCE2, gl.CLIP_DISTANCE3,
	gl.CLIP_DISTANCE4, gl.CLIP_DISTANCE5, gl.CLIP_DISTANCE6, gl.CLIP_DISTANCE7,
}

// EnabledCapabilities is the number of capabilities that are enabled while drawing.
const EnabledCapabilities = 4

// PixelStorage are the parameters of glPixelStore. All are 0 while pixels are read or written, but
// for the alignments.
var PixelStorage = [...]uint32{
	gl.PACK_ALIGNMENT, gl.UNPACK_ALIGNMENT,
	gl.PACK_SWAP_BYTES, gl.PACK_LSB_FIRST, gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS,
	gl.PACK_IMAGE_HEIGHT, gl.PACK_SKIP_IMAGES,
	gl.UNPACK_SWAP_BYTES, gl.UNPACK_LSB_FIRST, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS,
	gl.UNPACK_IMAGE_HEIGHT, gl.UNPACK_SKIP_IMAGES,
}

// ResetState implements [gpu.Device].
func (device) ResetState() {
	for i, capability := range Capabilities {
		setEnabled(capability, i < EnabledCapabilities)
	}
	gl.DepthRange(0, 1)
	gl.ClearDepth(1)
	gl.ClearColor(0, 0, 0, 1)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
	gl.BlendEquation(gl.FUNC_ADD)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.CullFace(gl.BACK)
	gl.FrontFace(gl.CCW)
	gl.LineWidth(1)
}

// ResetPixels implements [gpu.Device].
func (device) ResetPixels() {
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	for i, parameter := range PixelStorage {
		value := int32(0)
		if i < 2 { // an alignment
			value = 1
		}
		gl.PixelStorei(parameter, value)
	}
}

func (device) Enable(c gpu.Capability) { gl.Enable(uint32(c)) }

func (device) Disable(c gpu.Capability) { gl.Disable(uint32(c)) }

func (device) Viewport(x, y, width, height int) {
	gl.Viewport(int32(x), int32(y), int32(width), int32(height))
}

func (device) Clear(color, depth bool) {
	var mask uint32
	if color {
		mask |= gl.COLOR_BUFFER_BIT
	}
	if depth {
		mask |= gl.DEPTH_BUFFER_BIT
	}
	gl.Clear(mask)
}

func (device) ReverseDepth() { gl.DepthFunc(gl.GEQUAL) }

func (device) DepthMask(write bool) { gl.DepthMask(write) }

func (device) ColorMask(r, g, b, a bool) { gl.ColorMask(r, g, b, a) }

func (device) CullFront(front bool) {
	if front {
		gl.CullFace(gl.FRONT)
	} else {
		gl.CullFace(gl.BACK)
	}
}

func (device) FrontFace(clockwise bool) {
	if clockwise {
		gl.FrontFace(gl.CW)
	} else {
		gl.FrontFace(gl.CCW)
	}
}

func (device) BlendOver() {
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
}

func (device) PolygonOffset(factor, units float32) { gl.PolygonOffset(factor, units) }

func setEnabled(capability uint32, on bool) {
	if on {
		gl.Enable(capability)
	} else {
		gl.Disable(capability)
	}
}

// Save reads the state of the current context.
func (s *State) Save() {
	for _, value := range []struct {
		name uint32
		into *int32
	}{
		{gl.CURRENT_PROGRAM, &s.program},
		{gl.VERTEX_ARRAY_BINDING, &s.array},
		{gl.ARRAY_BUFFER_BINDING, &s.arrayBuffer},
		{gl.DRAW_FRAMEBUFFER_BINDING, &s.drawFramebuffer},
		{gl.READ_FRAMEBUFFER_BINDING, &s.readFramebuffer},
		{gl.RENDERBUFFER_BINDING, &s.renderbuffer},
		{gl.ACTIVE_TEXTURE, &s.activeTexture},
		{gl.UNIFORM_BUFFER_BINDING, &s.uniformBuffer},
		{gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, &s.captured},
		{gl.PIXEL_PACK_BUFFER_BINDING, &s.packBuffer},
		{gl.PIXEL_UNPACK_BUFFER_BINDING, &s.unpackBuffer},
		{gl.TEXTURE_BUFFER, &s.textureBuffer},
		{gl.VIEWPORT, &s.viewport[0]},
		{gl.DEPTH_FUNC, &s.depthFunc},
		{gl.CULL_FACE_MODE, &s.cullFace},
		{gl.FRONT_FACE, &s.frontFace},
		{gl.POLYGON_MODE, &s.polygonMode[0]},
		{gl.BLEND_SRC_RGB, &s.blendFunc[0]},
		{gl.BLEND_DST_RGB, &s.blendFunc[1]},
		{gl.BLEND_SRC_ALPHA, &s.blendFunc[2]},
		{gl.BLEND_DST_ALPHA, &s.blendFunc[3]},
		{gl.BLEND_EQUATION_RGB, &s.blendEquation[0]},
		{gl.BLEND_EQUATION_ALPHA, &s.blendEquation[1]},
	} {
		gl.GetIntegerv(value.name, value.into)
	}
	gl.GetDoublev(gl.DEPTH_RANGE, &s.depthRange[0])
	gl.GetDoublev(gl.DEPTH_CLEAR_VALUE, &s.clearDepth)
	gl.GetFloatv(gl.COLOR_CLEAR_VALUE, &s.clearColor[0])
	gl.GetFloatv(gl.POLYGON_OFFSET_FACTOR, &s.polygonOffset[0])
	gl.GetFloatv(gl.POLYGON_OFFSET_UNITS, &s.polygonOffset[1])
	gl.GetFloatv(gl.LINE_WIDTH, &s.lineWidth)
	gl.GetBooleanv(gl.COLOR_WRITEMASK, &s.colorMask[0])
	gl.GetBooleanv(gl.DEPTH_WRITEMASK, &s.depthMask)
	for i := range s.uniformBuffers {
		s.uniformBuffers[i].save(uint32(i), gl.UNIFORM_BUFFER_BINDING, gl.UNIFORM_BUFFER_START, gl.UNIFORM_BUFFER_SIZE)
	}
	s.capturedRange.save(0, gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, gl.TRANSFORM_FEEDBACK_BUFFER_START,
		gl.TRANSFORM_FEEDBACK_BUFFER_SIZE)
	for i := range s.units {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &s.units[i].texture2D)
		gl.GetIntegerv(gl.TEXTURE_BINDING_BUFFER, &s.units[i].buffer)
		gl.GetIntegerv(gl.SAMPLER_BINDING, &s.units[i].sampler)
	}
	gl.ActiveTexture(uint32(s.activeTexture))
	for i := range s.attributes {
		gl.GetVertexAttribfv(constants[i], gl.CURRENT_VERTEX_ATTRIB, &s.attributes[i][0])
	}
	for i, capability := range Capabilities {
		s.enabled[i] = gl.IsEnabled(capability)
	}
	for i, parameter := range PixelStorage {
		gl.GetIntegerv(parameter, &s.pixels[i])
	}
}

// Restore sets the state of the current context to the saved one. The objects that were bound must
// still exist. It must not be called before [State.Save].
func (s *State) Restore() {
	gl.UseProgram(uint32(s.program))
	gl.BindVertexArray(uint32(s.array))
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.drawFramebuffer))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(s.readFramebuffer))
	gl.BindRenderbuffer(gl.RENDERBUFFER, uint32(s.renderbuffer))
	for i := range s.uniformBuffers {
		s.uniformBuffers[i].restore(gl.UNIFORM_BUFFER, uint32(i))
	}
	s.capturedRange.restore(gl.TRANSFORM_FEEDBACK_BUFFER, 0)
	gl.BindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, uint32(s.captured))
	gl.BindBuffer(gl.ARRAY_BUFFER, uint32(s.arrayBuffer))
	gl.BindBuffer(gl.UNIFORM_BUFFER, uint32(s.uniformBuffer))
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, uint32(s.packBuffer))
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, uint32(s.unpackBuffer))
	gl.BindBuffer(gl.TEXTURE_BUFFER, uint32(s.textureBuffer))
	for i, unit := range s.units {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.BindTexture(gl.TEXTURE_2D, uint32(unit.texture2D))
		gl.BindTexture(gl.TEXTURE_BUFFER, uint32(unit.buffer))
		gl.BindSampler(uint32(i), uint32(unit.sampler))
	}
	gl.ActiveTexture(uint32(s.activeTexture))
	gl.Viewport(s.viewport[0], s.viewport[1], s.viewport[2], s.viewport[3])
	gl.DepthRange(s.depthRange[0], s.depthRange[1])
	gl.ClearColor(s.clearColor[0], s.clearColor[1], s.clearColor[2], s.clearColor[3])
	gl.ClearDepth(s.clearDepth)
	gl.ColorMask(s.colorMask[0], s.colorMask[1], s.colorMask[2], s.colorMask[3])
	gl.DepthMask(s.depthMask)
	gl.DepthFunc(uint32(s.depthFunc))
	gl.CullFace(uint32(s.cullFace))
	gl.FrontFace(uint32(s.frontFace))
	gl.PolygonMode(gl.FRONT_AND_BACK, uint32(s.polygonMode[0]))
	gl.PolygonOffset(s.polygonOffset[0], s.polygonOffset[1])
	gl.LineWidth(s.lineWidth)
	gl.BlendFuncSeparate(uint32(s.blendFunc[0]), uint32(s.blendFunc[1]), uint32(s.blendFunc[2]), uint32(s.blendFunc[3]))
	gl.BlendEquationSeparate(uint32(s.blendEquation[0]), uint32(s.blendEquation[1]))
	for i := range s.attributes {
		gl.VertexAttrib4fv(constants[i], &s.attributes[i][0])
	}
	for i, capability := range Capabilities {
		setEnabled(capability, s.enabled[i])
	}
	for i, parameter := range PixelStorage {
		gl.PixelStorei(parameter, s.pixels[i])
	}
}
