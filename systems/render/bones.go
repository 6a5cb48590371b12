package render

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// bone is an octahedron between two joints, in the shader's layout.
type bone struct {
	head, tail, color mgl32.Vec4 // world space; head w: half of the width
}

const boneBytes = 48

// bones draws skeletons: for each joint a bone from its parent, and at the end of a chain one more.
type bones struct {
	list          []bone
	hasChild      []bool // scratch: which joints have children
	array         uint32
	shape, buffer uint32
	vertices      int
}

func newBones() *bones {
	shape := octahedron()
	b := &bones{vertices: len(shape)}
	gl.GenVertexArrays(1, &b.array)
	gl.BindVertexArray(b.array)
	b.shape = newBuffer(gl.ARRAY_BUFFER, shape)
	gl.EnableVertexAttribArray(attributePosition)
	gl.VertexAttribPointerWithOffset(attributePosition, 3, gl.FLOAT, false, 24, 0)
	gl.EnableVertexAttribArray(attributeNormal)
	gl.VertexAttribPointerWithOffset(attributeNormal, 3, gl.FLOAT, false, 24, 12)
	gl.GenBuffers(1, &b.buffer)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.buffer)
	for i := range uint32(3) {
		gl.EnableVertexAttribArray(attributeInstance + i)
		gl.VertexAttribPointerWithOffset(attributeInstance+i, 4, gl.FLOAT, false, boneBytes, 16*uintptr(i))
		gl.VertexAttribDivisor(attributeInstance+i, 1)
	}
	gl.BindVertexArray(0)
	return b
}

// octahedron returns the vertices of 8 triangles, each a position and a normal. y ranges from 0 to 1, and the
// octahedron is widest at 0.15.
func octahedron() [][2]mgl32.Vec3 {
	const waist = 0.15
	ring := [4]mgl32.Vec3{{1, waist, 0}, {0, waist, -1}, {-1, waist, 0}, {0, waist, 1}}
	var corners [][2]mgl32.Vec3
	for i := range ring {
		a, b := ring[i], ring[(i+1)%4]
		for _, triangle := range [2][3]mgl32.Vec3{{a, b, {0, 1, 0}}, {b, a, {0, 0, 0}}} {
			normal := triangle[1].Sub(triangle[0]).Cross(triangle[2].Sub(triangle[0]))
			for _, corner := range triangle {
				corners = append(corners, [2]mgl32.Vec3{corner, normal})
			}
		}
	}
	return corners
}

func (b *bones) reset() { b.list = b.list[:0] }

// add adds the bones of a character, given its joints' model matrices, which may be nil, and its model-to-world matrix.
// Size is about its height in world units; it limits the width of long bones.
func (b *bones) add(skeleton *assets.Skeleton, models []float32, world *rig.Matrix, size float32, color mgl32.Vec3) {
	if models == nil {
		return
	}
	b.hasChild = append(b.hasChild[:0], make([]bool, skeleton.Len())...)
	position := func(joint int) mgl32.Vec3 {
		m := models[joint*assets.MatrixSize:]
		return world.Point(mgl32.Vec3{m[3], m[7], m[11]})
	}
	for j := skeleton.Len() - 1; j >= 0; j-- { // children come first
		parent := skeleton.Parent(j)
		if parent < 0 {
			continue
		}
		b.hasChild[parent] = true
		head, tail := position(parent), position(j)
		b.addBone(head, tail, size, color)
		if !b.hasChild[j] {
			b.addBone(tail, tail.Add(tail.Sub(head).Mul(0.5)), size, color)
		}
	}
}

func (b *bones) addBone(head, tail mgl32.Vec3, size float32, color mgl32.Vec3) {
	if length := tail.Sub(head).Len(); length > 0 {
		b.list = append(b.list, bone{head.Vec4(min(0.08*length, 0.012*size)), tail.Vec4(1), color.Vec4(1)})
	}
}

// draw draws the bones: their faces, and then their edges, darker.
func (b *bones) draw(p *program) {
	gl.BindVertexArray(b.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, b.buffer)
	gl.BufferData(gl.ARRAY_BUFFER, boneBytes*len(b.list), unsafe.Pointer(unsafe.SliceData(b.list)), gl.STREAM_DRAW)
	gl.Uniform1f(p.brightness, 1)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(b.vertices), int32(len(b.list)))
	gl.Uniform1f(p.brightness, 0.4)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.LINE)
	gl.DrawArraysInstanced(gl.TRIANGLES, 0, int32(b.vertices), int32(len(b.list)))
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
}

func (b *bones) delete() {
	if b != nil {
		gl.DeleteVertexArrays(1, &b.array)
		gl.DeleteBuffers(1, &b.shape)
		gl.DeleteBuffers(1, &b.buffer)
	}
}
