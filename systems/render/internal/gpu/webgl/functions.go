//go:build js

package webgl

import (
	"reflect"
	"syscall/js"
	"unsafe"
)

// functions holds the functions of a context, bound to it, each under the name that WebGL gives it.
type functions struct {
	activeTexture, attachShader, beginQuery, beginTransformFeedback, bindBuffer, bindBufferBase, bindFramebuffer,
	bindRenderbuffer, bindSampler, bindTexture, bindVertexArray, blendEquation, blendFuncSeparate, blitFramebuffer,
	bufferData, bufferSubData, checkFramebufferStatus, clear, clearColor, clearDepth, colorMask, compileShader,
	createBuffer, createFramebuffer, createProgram, createQuery, createRenderbuffer, createSampler, createShader,
	createTexture, createVertexArray, cullFace, deleteBuffer, deleteFramebuffer, deleteProgram, deleteQuery,
	deleteRenderbuffer, deleteSampler, deleteShader, deleteTexture, deleteVertexArray, depthFunc, depthMask, depthRange,
	disable, drawArraysInstanced, drawBuffers, drawElementsInstanced, enable, enableVertexAttribArray, endQuery,
	endTransformFeedback, framebufferRenderbuffer, framebufferTexture2D, frontFace, generateMipmap, getActiveAttrib,
	getAttribLocation, getError, getParameter, getProgramInfoLog, getProgramParameter, getQuery, getQueryParameter,
	getShaderInfoLog, getShaderParameter, getUniformBlockIndex, getUniformLocation, isContextLost, lineWidth,
	linkProgram, pixelStorei, polygonOffset, readBuffer, readPixels, renderbufferStorageMultisample, samplerParameteri,
	shaderSource, texImage2D, texParameteri, texSubImage2D, transformFeedbackVaryings, uniform1f, uniform1i, uniform1iv,
	uniformBlockBinding, useProgram, vertexAttrib4f, vertexAttribDivisor, vertexAttribI4ui, vertexAttribIPointer,
	vertexAttribPointer, viewport js.Value
}

// bindFunctions looks the functions up. A call of a bound function needs no look-up by name.
func bindFunctions(context js.Value) functions {
	var f functions
	fields := reflect.ValueOf(&f).Elem()
	for i := range fields.NumField() {
		field := (*js.Value)(unsafe.Pointer(fields.Field(i).UnsafeAddr()))
		*field = context.Get(fields.Type().Field(i).Name).Call("bind", context)
	}
	return f
}

// Constants of WebGL that package gpu does not name.
const (
	staticDraw    = 0x88E4
	streamDraw    = 0x88E0
	unsignedByte  = 0x1401
	unsignedShort = 0x1403
	unsignedInt   = 0x1405
	float         = 0x1406
	// UNSIGNED_INT_5_9_9_9_REV
	sharedExponent = 0x8C3E
	texture2D      = 0x0DE1
	texture0       = 0x84C0
	renderbuffer   = 0x8D41
	framebuffer    = 0x8D40
	readTarget     = 0x8CA8 // READ_FRAMEBUFFER
	drawTarget     = 0x8CA9 // DRAW_FRAMEBUFFER
	colorTarget    = 0x8CE0 // COLOR_ATTACHMENT0
	depthTarget    = 0x8D00 // DEPTH_ATTACHMENT
	colorBit       = 0x4000
	depthBit       = 0x0100
	lessOrEqual    = 0x0203
	red            = 0x1903
	rgb            = 0x1907
	rgba           = 0x1908
	rgbaInteger    = 0x8D99
	depthOnly      = 0x1902 // DEPTH_COMPONENT
)
