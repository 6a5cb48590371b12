//go:build !js

package render

import (
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
)

// captured is a vertex of the vertex shader's output, in world space.
type captured struct {
	Position, Normal mgl32.Vec3
	Tangent          mgl32.Vec4
}

// capture runs the mesh program's vertex shader on every vertex of every instance of a primitive,
// and returns the output.
func capture(t testing.TB, r *Renderer, program *program, batch *batch, p *gpuPrimitive) []captured {
	t.Helper()
	out := make([]captured, int(p.vertices)*len(batch.instances))
	bytes := len(out) * int(unsafe.Sizeof(captured{}))
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	defer gl.DeleteBuffers(1, &buffer)
	gl.BindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer)
	gl.BufferData(gl.TRANSFORM_FEEDBACK_BUFFER, bytes, nil, gl.STREAM_READ)
	r.setState()
	program.use()
	r.bindPrimitive(program, batch, p, 0)
	gl.BindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer)
	gl.Enable(gl.RASTERIZER_DISCARD)
	gl.BeginTransformFeedback(gl.POINTS)
	gl.DrawArraysInstanced(gl.POINTS, 0, p.vertices, int32(len(batch.instances)))
	gl.EndTransformFeedback()
	gl.Disable(gl.RASTERIZER_DISCARD)
	gl.GetBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, bytes, unsafe.Pointer(unsafe.SliceData(out)))
	if err := glError(device(t), "capturing vertices"); err != nil {
		t.Fatal(err)
	}
	return out
}

// captureProgram links the sources of the mesh program with transform feedback of the vertex
// shader's output.
func captureProgram(t testing.TB, method mesh.Skinning) *program {
	t.Helper()
	r := meshSource
	if method == mesh.SkinDualQuaternion {
		r = r.withDuals()
	}
	r.name, r.feedback = "capture", []string{"vertexPosition", "vertexNormal", "vertexTangent"}
	p, err := newProgram(device(t), shaderFiles, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.delete)
	return p
}

// prepare gathers and uploads a frame as Draw does.
func (s *fixture) prepare() {
	s.t.Helper()
	camera := Camera{Position: mgl32.Vec3{0, 0, 5}}
	s.renderer.Style.NoCulling = true
	s.renderer.look(camera, camera.View(), camera.Projection(1), 0)
	if err := s.renderer.gather(s.animation.Store()); err != nil {
		s.t.Fatal(err)
	}
	s.renderer.upload(&camera)
	s.renderer.Style.NoCulling = false
}
