//go:build js

package webgl

import (
	"strings"
	"syscall/js"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// header gives all types the precision that OpenGL has, as in GLSL ES the default differs by stage.
const header = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DShadow;
`

func (d *device) LinkProgram(vertex, fragment string, feedback []string) (p gpu.Program, stage, log string) {
	const vertexStage, fragmentStage, linkStatus, interleaved = 0x8B31, 0x8B30, 0x8B82, 0x8C8C
	vertexShader, log := d.compile(vertexStage, vertex)
	defer d.deleteShader.Invoke(vertexShader)
	if log != "" {
		return 0, "vertex", log
	}
	fragmentShader, log := d.compile(fragmentStage, fragment)
	defer d.deleteShader.Invoke(fragmentShader)
	if log != "" {
		return 0, "fragment", log
	}
	object := d.createProgram.Invoke()
	d.attachShader.Invoke(object, vertexShader)
	d.attachShader.Invoke(object, fragmentShader)
	if len(feedback) > 0 {
		names := make([]any, len(feedback))
		for i, name := range feedback {
			names[i] = name
		}
		d.transformFeedbackVaryings.Invoke(object, names, interleaved)
	}
	d.linkProgram.Invoke(object)
	if !d.getProgramParameter.Invoke(object, linkStatus).Truthy() && !d.isContextLost.Invoke().Bool() {
		log := reason(d.getProgramInfoLog.Invoke(object))
		d.deleteProgram.Invoke(object)
		return 0, "link", log
	}
	d.setIntegerConstants(object)
	return gpu.Program(d.add(object)), "", ""
}

// compile compiles one stage. It returns the driver's message if it fails.
func (d *device) compile(kind int, source string) (shader js.Value, log string) {
	const compileStatus = 0x8B81
	shader = d.createShader.Invoke(kind)
	d.shaderSource.Invoke(shader, header+source)
	d.compileShader.Invoke(shader)
	if !d.getShaderParameter.Invoke(shader, compileStatus).Truthy() && !d.isContextLost.Invoke().Bool() {
		return shader, reason(d.getShaderInfoLog.Invoke(shader))
	}
	return shader, ""
}

// reason returns a driver's message.
func reason(log js.Value) string {
	if log.Type() == js.TypeString {
		if text := strings.TrimRight(log.String(), "\x00\n "); text != "" {
			return text
		}
	}
	return "the driver gave no reason"
}

// setIntegerConstants makes the constants of a program's attributes of unsigned integers integers
// too. WebGL refuses to draw a mesh that gives such an attribute no data while its constant is a
// float.
func (d *device) setIntegerConstants(program js.Value) {
	const activeAttributes, uvec2, uvec3, uvec4 = 0x8B89, 0x8DC6, 0x8DC7, 0x8DC8
	for i := range number(d.getProgramParameter.Invoke(program, activeAttributes)) {
		attribute := d.getActiveAttrib.Invoke(program, i)
		if !attribute.Truthy() {
			continue
		}
		switch attribute.Get("type").Int() {
		case unsignedInt, uvec2, uvec3, uvec4:
			if at := d.getAttribLocation.Invoke(program, attribute.Get("name")).Int(); at >= 0 {
				d.vertexAttribI4ui.Invoke(at, 0, 0, 0, 0)
			}
		}
	}
}

// number returns a value as a number, or 0 for null, which a lost context returns.
func number(v js.Value) int {
	if v.Type() != js.TypeNumber {
		return 0
	}
	return v.Int()
}

func (d *device) DeleteProgram(p gpu.Program) { d.deleteProgram.Invoke(d.remove(uint32(p))) }

func (d *device) UniformLocation(p gpu.Program, name string) gpu.Uniform {
	location := d.getUniformLocation.Invoke(d.objects[p], name)
	if !location.Truthy() {
		return -1
	}
	d.uniforms = append(d.uniforms, location)
	return gpu.Uniform(len(d.uniforms) - 1)
}

func (d *device) UniformBlockBinding(p gpu.Program, block string, binding uint32) {
	const invalidIndex = 0xFFFFFFFF
	at := d.getUniformBlockIndex.Invoke(d.objects[p], block)
	if at.Type() == js.TypeNumber && at.Float() != invalidIndex {
		d.uniformBlockBinding.Invoke(d.objects[p], at, binding)
	}
}
