//go:build cgo

package main

import (
	"image"
	"image/png"
	"log"
	"os"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/glcontext"
	"github.com/sinew-go/sinew/systems"
)

const width, height = 960, 540

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: renderer out.png")
	}
	context, err := glcontext.Open(glcontext.Options{Title: "renderer", Width: width, Height: height})
	must(err)
	defer context.Close()
	file, err := os.Create(os.Args[1])
	must(err)
	must(png.Encode(file, draw()))
	must(file.Close())
}

// camera is the matrix from the world to the image.
var camera = mgl32.Perspective(mgl32.DegToRad(35), float32(width)/height, 0.1, 100).
	Mul4(mgl32.LookAtV(mgl32.Vec3{0.6, 1.5, 4}, mgl32.Vec3{0, 0.95, 0}, mgl32.Vec3{0, 1, 0}))

// draw draws three characters in the current OpenGL context.
func draw() *image.NRGBA {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	for i, name := range []string{"wave", "dance", "run"} {
		character, err := animation.Spawn(model, mgl32.Translate3D(1.2*float32(i-1), 0, 0))
		must(err)
		must(animation.Player(character).Play(model.Clip(name)))
	}
	must(animation.Update(1.1))

	program := newProgram()
	gl.UseProgram(program)
	meshes := upload(library, model)
	target := newTarget()
	gl.UniformMatrix4fv(uniform(program, "camera"), 1, false, &camera[0])

	// guide: draw
	transforms := generic.NewMap1[components.Transform](&world)
	palettes := newTextureBuffer()
	for _, pool := range animation.Store().Pools() {
		for i := range pool.Skins() {
			id, skin := pool.Skin(i)
			matrices, slots := pool.Palettes(id)
			palettes.fill(matrices) // of all characters that show the skin, in one upload
			for i, slot := range slots {
				place := transforms.Get(pool.Owner(int(slot))).Matrix
				gl.UniformMatrix4fv(uniform(program, "model"), 1, false, &place[0])
				gl.Uniform1i(uniform(program, "firstTexel"), int32(i*skin.Len()*3))
				for _, mesh := range meshes[id] {
					mesh.draw(program)
				}
			}
		}
	}
	// guide: end
	return target.read()
}

// textureBuffer is a buffer that shaders read as texels of four floats: rows of matrices.
type textureBuffer struct{ buffer uint32 }

// guide: upload

func newTextureBuffer() textureBuffer {
	var b textureBuffer
	var texture uint32
	gl.GenBuffers(1, &b.buffer)
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gl.GenTextures(1, &texture)
	gl.BindTexture(gl.TEXTURE_BUFFER, texture) // of unit 0, which a sampler uniform has by default
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, b.buffer)
	return b
}

func (b textureBuffer) fill(values []float32) {
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.buffer)
	gl.BufferData(gl.TEXTURE_BUFFER, 4*len(values), gl.Ptr(values), gl.STREAM_DRAW)
}

// guide: end

// must stands for the error handling of a program.
func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
