//go:build !js

package render_test

import (
	"errors"
	"fmt"
	"log"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render"
)

// ownVertexShader draws a character by the light of its normals. In front of it comes
// Renderer.SkinSource.
const ownVertexShader = `
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 joints;
layout(location = 3) in vec4 weights;
uniform int firstTexel; // of the character's palette
uniform mat4 camera;    // model space to the image
out vec3 color;

void main() {
	vec3 p = position, n = normal;
	vec4 t = vec4(0.0);
	skinVertex(firstTexel, joints, weights, uvec4(0u), vec4(0.0), p, n, t);
	color = 0.5 + 0.5 * n;
	gl_Position = camera * vec4(p, 1.0);
}
`

const ownFragmentShader = `#version 330 core
in vec3 color;
out vec4 fragment;
void main() { fragment = vec4(color, 1.0); }
`

// ownMesh is a primitive with four influences in vertex buffers of the program's own.
type ownMesh struct {
	array   uint32
	indices int32
}

func newOwnMesh(p *mesh.Primitive) ownMesh {
	m := ownMesh{indices: int32(len(p.Indices))}
	gl.GenVertexArrays(1, &m.array)
	gl.BindVertexArray(m.array)
	buffer := func(target uint32, data unsafe.Pointer, bytes int) {
		var name uint32
		gl.GenBuffers(1, &name)
		gl.BindBuffer(target, name)
		gl.BufferData(target, bytes, data, gl.STATIC_DRAW)
	}
	for i, stream := range [][]mgl32.Vec3{p.Positions, p.Normals} {
		buffer(gl.ARRAY_BUFFER, unsafe.Pointer(&stream[0]), 12*len(stream))
		gl.VertexAttribPointerWithOffset(uint32(i), 3, gl.FLOAT, false, 0, 0)
	}
	buffer(gl.ARRAY_BUFFER, unsafe.Pointer(&p.Joints[0]), 2*len(p.Joints))
	gl.VertexAttribIPointerWithOffset(2, 4, gl.UNSIGNED_SHORT, int32(2*p.Influences), 0)
	buffer(gl.ARRAY_BUFFER, unsafe.Pointer(&p.Weights[0]), 4*len(p.Weights))
	gl.VertexAttribPointerWithOffset(3, 4, gl.FLOAT, false, int32(4*p.Influences), 0)
	for location := range uint32(4) {
		gl.EnableVertexAttribArray(location)
	}
	buffer(gl.ELEMENT_ARRAY_BUFFER, unsafe.Pointer(&p.Indices[0]), 4*len(p.Indices))
	return m
}

func newOwnProgram(skinSource string) uint32 {
	program := gl.CreateProgram()
	for kind, source := range map[uint32]string{
		gl.VERTEX_SHADER:   "#version 330 core\n" + skinSource + ownVertexShader,
		gl.FRAGMENT_SHADER: ownFragmentShader,
	} {
		shader := gl.CreateShader(kind)
		text, free := gl.Strs(source + "\x00")
		gl.ShaderSource(shader, 1, text, nil)
		free()
		gl.CompileShader(shader)
		gl.AttachShader(program, shader)
	}
	gl.LinkProgram(program)
	return program
}

// bindOwnFramebuffer makes a framebuffer the one that is drawn to, and clears it to black.
func bindOwnFramebuffer(width, height int32) {
	var framebuffer, color, depth uint32
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	for _, b := range []struct {
		name               *uint32
		format, attachment uint32
	}{{&color, gl.RGBA8, gl.COLOR_ATTACHMENT0}, {&depth, gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT}} {
		gl.GenRenderbuffers(1, b.name)
		gl.BindRenderbuffer(gl.RENDERBUFFER, *b.name)
		gl.RenderbufferStorage(gl.RENDERBUFFER, b.format, width, height)
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, b.attachment, gl.RENDERBUFFER, *b.name)
	}
	gl.Viewport(0, 0, width, height)
	gl.Enable(gl.DEPTH_TEST)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
}

// isDrawn reports whether a pixel of the framebuffer is not black.
func isDrawn(x, y int) bool {
	pixel := make([]uint8, 4)
	gl.ReadPixels(int32(x), int32(y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pixel))
	return pixel[0] > 0
}

// must stands for the error handling of a program.
func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Draws characters with shaders of the program's own: the renderer only uploads the palettes, and
// the shader calls skinVertex.
func ExampleRenderer_Palettes() {
	_, release, err := render.Headless(160, 120) // makes a context current
	if errors.Is(err, render.ErrNoContext) {
		fmt.Println("waving: drawn at the raised hand true\nidle: drawn at the raised hand false")
		return // a machine without a display
	}
	must(err)
	defer release()
	world, library := ecs.NewWorld(), assets.NewLibrary()
	figure, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	for i, clip := range []string{"wave", "idle"} {
		character, err := animation.Spawn(figure, mgl32.Translate3D(2*float32(i)-1, 0, 0))
		must(err)
		must(animation.Player(character).Play(figure.Clip(clip)))
	}
	must(animation.Update(1))
	renderer, err := render.New(&world, library, render.Options{})
	must(err)
	defer renderer.Close()

	camera := mgl32.Perspective(0.8, 160.0/120, 0.1, 100).Mul4(mgl32.LookAt(0, 1.2, 4, 0, 1, 0, 0, 1, 0))
	program := newOwnProgram(renderer.SkinSource())
	uniform := func(name string) int32 { return gl.GetUniformLocation(program, gl.Str(name+"\x00")) }
	transforms := generic.NewMap1[components.Transform](&world)
	bindOwnFramebuffer(160, 120)
	for _, pool := range animation.Store().Pools() {
		for _, part := range figure.Parts {
			palettes, err := renderer.Palettes(pool, part.Skin) // of all characters at once
			must(err)
			gl.UseProgram(program)
			gl.ActiveTexture(gl.TEXTURE0) // which the uniform palettes reads unless it is set
			gl.BindTexture(palettes.Target, palettes.Name)
			gl.BindSampler(0, 0)
			for i := range library.Mesh(part.Mesh).Primitives {
				m := newOwnMesh(&library.Mesh(part.Mesh).Primitives[i])
				for slot := range pool.Len() {
					matrix := camera.Mul4(transforms.Get(pool.Owner(slot)).Matrix)
					gl.UniformMatrix4fv(uniform("camera"), 1, false, &matrix[0])
					gl.Uniform1i(uniform("firstTexel"), int32(slot*palettes.Stride))
					gl.BindVertexArray(m.array)
					gl.DrawElementsWithOffset(gl.TRIANGLES, m.indices, gl.UNSIGNED_INT, 0)
				}
			}
		}
	}
	// Where the raised hand of the left figure is, the right figure has nothing.
	hand, err := animation.JointWorld(animation.Store().Pools()[0].Owner(0), "right_hand")
	must(err)
	for i, name := range []string{"waving", "idle"} {
		at := hand.Col(3).Vec3().Add(mgl32.Vec3{2 * float32(i), 0.05, 0})
		clip := mgl32.TransformCoordinate(at, camera)
		fmt.Printf("%s: drawn at the raised hand %v\n", name, isDrawn(int((clip[0]+1)*80), int((clip[1]+1)*60)))
	}
	// Output:
	// waving: drawn at the raised hand true
	// idle: drawn at the raised hand false
}
