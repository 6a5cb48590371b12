//go:build cgo

package main

import (
	_ "embed"
	"image"
	"log"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

//go:embed shaders/skin.vert
var skinShader string

//go:embed shaders/color.frag
var colorShader string

// gpuMesh is a primitive of a mesh in the GPU's memory.
type gpuMesh struct {
	vertices uint32
	indices  int32
	color    mgl32.Vec4
}

// upload uploads the primitives of a model by the skin that moves them. It leaves out rigid parts,
// whose vertices have no influences, and lines and points: the one matrix at Part.PaletteIndex
// moves them.
func upload(library *assets.Library, model *assets.Model) map[assets.SkinID][]gpuMesh {
	meshes := make(map[assets.SkinID][]gpuMesh)
	for _, part := range model.Parts {
		for _, p := range library.Mesh(part.Mesh).Primitives {
			if p.Influences == 0 || p.Topology != mesh.Triangles {
				continue
			}
			material := mesh.DefaultMaterial()
			if m := library.Material(p.Material); m != nil {
				material = *m
			}
			m := gpuMesh{indices: int32(len(p.Indices)), color: material.BaseColor}
			gl.GenVertexArrays(1, &m.vertices)
			gl.BindVertexArray(m.vertices)
			floats(0, 3, 3, 0, flat(p.Positions))
			floats(1, 3, 3, 0, flat(p.Normals))
			for half := 0; 4*half < p.Influences; half++ { // 4 or 8 influences a vertex
				newBuffer(gl.ARRAY_BUFFER, unsafe.Pointer(&p.Joints[0]), 2*len(p.Joints))
				gl.EnableVertexAttribArray(uint32(2 + half))
				gl.VertexAttribIPointerWithOffset(uint32(2+half), 4, gl.UNSIGNED_SHORT, int32(2*p.Influences),
					uintptr(8*half))
				floats(uint32(4+half), 4, p.Influences, 4*half, p.Weights)
			}
			newBuffer(gl.ELEMENT_ARRAY_BUFFER, unsafe.Pointer(&p.Indices[0]), 4*len(p.Indices))
			meshes[part.Skin] = append(meshes[part.Skin], m)
		}
	}
	gl.VertexAttrib4f(5, 0, 0, 0, 0) // meshes with 4 influences have no weights1
	return meshes
}

func (m gpuMesh) draw(program uint32) {
	gl.Uniform3f(uniform(program, "color"), m.color[0], m.color[1], m.color[2])
	gl.BindVertexArray(m.vertices)
	gl.DrawElementsWithOffset(gl.TRIANGLES, m.indices, gl.UNSIGNED_INT, 0)
}

func flat(v []mgl32.Vec3) []float32 { return unsafe.Slice(&v[0][0], 3*len(v)) }

// floats uploads a vertex attribute: size floats of every stride, from first on.
func floats(location uint32, size int32, stride, first int, values []float32) {
	newBuffer(gl.ARRAY_BUFFER, unsafe.Pointer(&values[0]), 4*len(values))
	gl.EnableVertexAttribArray(location)
	gl.VertexAttribPointerWithOffset(location, size, gl.FLOAT, false, int32(4*stride), uintptr(4*first))
}

func newBuffer(target uint32, data unsafe.Pointer, bytes int) {
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(target, buffer)
	gl.BufferData(target, bytes, data, gl.STATIC_DRAW)
}

func newProgram() uint32 {
	program := gl.CreateProgram()
	for kind, source := range map[uint32]string{gl.VERTEX_SHADER: skinShader, gl.FRAGMENT_SHADER: colorShader} {
		shader := gl.CreateShader(kind)
		text, free := gl.Strs(source + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(program, shader)
	}
	gl.LinkProgram(program)
	var linked int32
	if gl.GetProgramiv(program, gl.LINK_STATUS, &linked); linked == 0 {
		message := make([]byte, 4096)
		gl.GetProgramInfoLog(program, int32(len(message)), nil, &message[0])
		log.Fatalf("the shaders do not link: %s", message)
	}
	return program
}

func uniform(program uint32, name string) int32 {
	return gl.GetUniformLocation(program, gl.Str(name+"\x00"))
}

// target is an image with depth in the GPU's memory.
type target struct{}

func newTarget() target {
	var frame uint32
	gl.GenFramebuffers(1, &frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, frame)
	for attachment, format := range map[uint32]uint32{
		gl.COLOR_ATTACHMENT0: gl.RGBA8,
		gl.DEPTH_ATTACHMENT:  gl.DEPTH_COMPONENT24,
	} {
		var buffer uint32
		gl.GenRenderbuffers(1, &buffer)
		gl.BindRenderbuffer(gl.RENDERBUFFER, buffer)
		gl.RenderbufferStorage(gl.RENDERBUFFER, format, width, height)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer)
	}
	gl.Viewport(0, 0, width, height)
	gl.Enable(gl.DEPTH_TEST)
	gl.ClearColor(0.85, 0.88, 0.92, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	return target{}
}

// read returns the image; OpenGL's rows begin at the bottom.
func (target) read() *image.NRGBA {
	rows, picture := make([]byte, 4*width*height), image.NewNRGBA(image.Rect(0, 0, width, height))
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(rows))
	for y := range height {
		copy(picture.Pix[4*width*y:], rows[4*width*(height-1-y):][:4*width])
	}
	return picture
}
