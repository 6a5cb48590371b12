//go:build !js

package opengl

import (
	"strings"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

const header = "#version 330 core\n"

func (device) LinkProgram(vertex, fragment string, feedback []string) (p gpu.Program, stage, log string) {
	vertexShader, log := compile(gl.VERTEX_SHADER, vertex)
	if vertexShader == 0 {
		return 0, "vertex", log
	}
	defer gl.DeleteShader(vertexShader)
	fragmentShader, log := compile(gl.FRAGMENT_SHADER, fragment)
	if fragmentShader == 0 {
		return 0, "fragment", log
	}
	defer gl.DeleteShader(fragmentShader)
	id := gl.CreateProgram()
	gl.AttachShader(id, vertexShader)
	gl.AttachShader(id, fragmentShader)
	if len(feedback) > 0 {
		names, free := gl.Strs(zeroTerminated(feedback)...)
		gl.TransformFeedbackVaryings(id, int32(len(feedback)), names, gl.INTERLEAVED_ATTRIBS)
		free()
	}
	gl.LinkProgram(id)
	var ok int32
	if gl.GetProgramiv(id, gl.LINK_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(id, gl.GetProgramiv, gl.GetProgramInfoLog)
		gl.DeleteProgram(id)
		return 0, "link", log
	}
	return gpu.Program(id), "", ""
}

// compile compiles one stage. It returns 0 and the driver's message if it fails.
func compile(kind uint32, source string) (shader uint32, log string) {
	shader = gl.CreateShader(kind)
	text, free := gl.Strs(header + source + "\x00")
	defer free()
	gl.ShaderSource(shader, 1, text, nil)
	gl.CompileShader(shader)
	var ok int32
	if gl.GetShaderiv(shader, gl.COMPILE_STATUS, &ok); ok == gl.FALSE {
		log := infoLog(shader, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(shader)
		return 0, log
	}
	return shader, ""
}

// infoLog returns the driver's message about a shader or program.
func infoLog(id uint32, length func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	length(id, gl.INFO_LOG_LENGTH, &n)
	if n <= 0 {
		return "the driver gave no reason"
	}
	log := make([]byte, n)
	read(id, n, nil, &log[0])
	return strings.TrimRight(string(log), "\x00\n ")
}

func zeroTerminated(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = name + "\x00"
	}
	return out
}

func (device) DeleteProgram(p gpu.Program) { gl.DeleteProgram(uint32(p)) }

func (device) UniformLocation(p gpu.Program, name string) gpu.Uniform {
	return gpu.Uniform(gl.GetUniformLocation(uint32(p), gl.Str(name+"\x00")))
}

func (device) UniformBlockBinding(p gpu.Program, block string, binding uint32) {
	if at := gl.GetUniformBlockIndex(uint32(p), gl.Str(block+"\x00")); at != gl.INVALID_INDEX {
		gl.UniformBlockBinding(uint32(p), at, binding)
	}
}
