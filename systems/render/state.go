package render

import (
	"github.com/go-gl/gl/v3.3-core/gl"
)

// State is a copy of the part of a context's state that this package changes: the bound program, vertex array, framebuffers,
// renderbuffer and buffers; textures and samplers of the units 0 to 7, and the active unit; uniform buffers 0 and 1; the
// capabilities of glEnable; viewport and depth range; depth, color and blend functions and masks; clear values; polygon
// mode, offset, culling and winding; line width; the constant attributes 2 to 4; and pixel storage.
//
// A program that draws with OpenGL itself saves the state before it calls this package and restores it afterward, or
// sets what it needs. Saving asks the driver for about 120 values.
type State struct {
	program, array, arrayBuffer, drawFramebuffer, readFramebuffer, renderbuffer, activeTexture int32
	uniformBuffer, textureBuffer, packBuffer, unpackBuffer                                     int32
	uniformBuffers                                                                             [2]uniformRange
	units                                                                                      [8]unitState
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
	attributes                                                                                 [3][4]float32
	enabled                                                                                    [len(capabilities)]bool
	pixels                                                                                     [len(pixelStorage)]int32
}

type unitState struct{ texture2D, textureBuffer, sampler int32 }

type uniformRange struct {
	buffer       int32
	offset, size int64
}

// capabilities are the arguments of glEnable that affect drawing. The first ones are enabled while drawing, the others
// disabled, unless a pass needs them.
var capabilities = [...]uint32{
	gl.DEPTH_TEST, gl.FRAMEBUFFER_SRGB, gl.MULTISAMPLE,
	gl.BLEND, gl.CULL_FACE, gl.SCISSOR_TEST, gl.STENCIL_TEST, gl.SAMPLE_ALPHA_TO_COVERAGE, gl.SAMPLE_ALPHA_TO_ONE,
	gl.SAMPLE_COVERAGE, gl.SAMPLE_MASK, gl.RASTERIZER_DISCARD, gl.PRIMITIVE_RESTART, gl.COLOR_LOGIC_OP, gl.DEPTH_CLAMP,
	gl.DITHER, gl.POLYGON_SMOOTH, gl.LINE_SMOOTH, gl.POLYGON_OFFSET_FILL, gl.POLYGON_OFFSET_LINE, gl.POLYGON_OFFSET_POINT,
	gl.CLIP_DISTANCE0, gl.CLIP_DISTANCE1, gl.CLIP_DISTANCE2, gl.CLIP_DISTANCE3,
	gl.CLIP_DISTANCE4, gl.CLIP_DISTANCE5, gl.CLIP_DISTANCE6, gl.CLIP_DISTANCE7,
}

const enabledCapabilities = 3

// pixelStorage are the parameters of glPixelStore. All are 0 while pixels are read or written, but for the alignments.
var pixelStorage = [...]uint32{
	gl.PACK_ALIGNMENT, gl.UNPACK_ALIGNMENT,
	gl.PACK_SWAP_BYTES, gl.PACK_LSB_FIRST, gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS,
	gl.PACK_IMAGE_HEIGHT, gl.PACK_SKIP_IMAGES,
	gl.UNPACK_SWAP_BYTES, gl.UNPACK_LSB_FIRST, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS,
	gl.UNPACK_IMAGE_HEIGHT, gl.UNPACK_SKIP_IMAGES,
}

// setDrawState sets all capabilities and functions as every pass expects them.
func setDrawState() {
	for i, capability := range capabilities {
		setEnabled(capability, i < enabledCapabilities)
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

// setPixelState prepares for reading and writing tightly packed pixels in the program's memory.
func setPixelState() {
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, 0)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	for i, parameter := range pixelStorage {
		gl.PixelStorei(parameter, int32(count(i < 2)))
	}
}

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
		{gl.TEXTURE_BUFFER, &s.textureBuffer},
		{gl.PIXEL_PACK_BUFFER_BINDING, &s.packBuffer},
		{gl.PIXEL_UNPACK_BUFFER_BINDING, &s.unpackBuffer},
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
		b := &s.uniformBuffers[i]
		gl.GetIntegeri_v(gl.UNIFORM_BUFFER_BINDING, uint32(i), &b.buffer)
		gl.GetInteger64i_v(gl.UNIFORM_BUFFER_START, uint32(i), &b.offset)
		gl.GetInteger64i_v(gl.UNIFORM_BUFFER_SIZE, uint32(i), &b.size)
	}
	for i := range s.units {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &s.units[i].texture2D)
		gl.GetIntegerv(gl.TEXTURE_BINDING_BUFFER, &s.units[i].textureBuffer)
		gl.GetIntegerv(gl.SAMPLER_BINDING, &s.units[i].sampler)
	}
	gl.ActiveTexture(uint32(s.activeTexture))
	for i := range s.attributes {
		gl.GetVertexAttribfv(attributeTexCoord0+uint32(i), gl.CURRENT_VERTEX_ATTRIB, &s.attributes[i][0])
	}
	for i, capability := range capabilities {
		s.enabled[i] = gl.IsEnabled(capability)
	}
	for i, parameter := range pixelStorage {
		gl.GetIntegerv(parameter, &s.pixels[i])
	}
}

// Restore sets the state of the current context to the saved one. The objects that were bound must still exist. It must
// not be called before [State.Save].
func (s *State) Restore() {
	gl.UseProgram(uint32(s.program))
	gl.BindVertexArray(uint32(s.array))
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(s.drawFramebuffer))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(s.readFramebuffer))
	gl.BindRenderbuffer(gl.RENDERBUFFER, uint32(s.renderbuffer))
	for i, b := range s.uniformBuffers {
		if b.size > 0 {
			gl.BindBufferRange(gl.UNIFORM_BUFFER, uint32(i), uint32(b.buffer), int(b.offset), int(b.size))
		} else {
			gl.BindBufferBase(gl.UNIFORM_BUFFER, uint32(i), uint32(b.buffer))
		}
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, uint32(s.arrayBuffer))
	gl.BindBuffer(gl.UNIFORM_BUFFER, uint32(s.uniformBuffer))
	gl.BindBuffer(gl.TEXTURE_BUFFER, uint32(s.textureBuffer))
	gl.BindBuffer(gl.PIXEL_PACK_BUFFER, uint32(s.packBuffer))
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, uint32(s.unpackBuffer))
	for i, unit := range s.units {
		gl.ActiveTexture(gl.TEXTURE0 + uint32(i))
		gl.BindTexture(gl.TEXTURE_2D, uint32(unit.texture2D))
		gl.BindTexture(gl.TEXTURE_BUFFER, uint32(unit.textureBuffer))
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
		gl.VertexAttrib4fv(attributeTexCoord0+uint32(i), &s.attributes[i][0])
	}
	for i, capability := range capabilities {
		setEnabled(capability, s.enabled[i])
	}
	for i, parameter := range pixelStorage {
		gl.PixelStorei(parameter, s.pixels[i])
	}
}
