package render

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// bone is an octahedron between two joints, in the shader's layout.
type bone struct {
	head, tail, color mgl32.Vec4 // world space; head w: half of the width
}

const boneBytes = 48

// bones draws skeletons: for each joint a bone from its parent, and at the end of a chain one more.
type bones struct {
	device        gpu.Device
	list          []bone
	hasChild      []bool // scratch: which joints have children
	contexts      *contexts
	array         vertexArray
	shape, buffer gpu.Buffer
	edges         indices // indices of the ends of lines
	vertices      int
}

func newBones(d gpu.Device, c *contexts) *bones {
	shape := octahedron()
	b := &bones{device: d, contexts: c, vertices: len(shape)}
	b.shape, b.buffer = newBuffer(d, gpu.Vertices, shape), d.CreateBuffer()
	b.array.sources = []attributeSource{
		{index: attributePosition, buffer: b.shape, size: 3, stride: 24},
		{index: attributeNormal, buffer: b.shape, size: 3, stride: 24, offset: 12},
	}
	b.array.instances = []uint32{attributeInstance, attributeInstance + 1, attributeInstance + 2}
	b.array.bind(d, c)
	var edges []uint32
	for i := uint32(0); i < uint32(len(shape)); i += 3 {
		edges = append(edges, i, i+1, i+1, i+2, i+2, i)
	}
	b.edges = newIndices(d, edges)
	d.BindVertexArray(0)
	return b
}

// octahedron returns the vertices of 8 triangles, each a position and a normal. y ranges from 0 to
// 1, and the octahedron is widest at 0.15.
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

// add adds the bones of a character, given its joints' model matrices, which may be nil, and its
// model-to-world matrix. Size is about its height in world units; it limits the width of long
// bones.
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

// addBox adds the edges of a box in model space, given the model-to-world matrix of its character;
// of an empty box none. Each edge is two thin bones that meet in its middle. Size is about the
// character's height in world units.
func (b *bones) addBox(box assets.Box, world *rig.Matrix, size float32, color mgl32.Vec3) {
	if !(box.Min[0] <= box.Max[0]) {
		return
	}
	corner := func(i int) mgl32.Vec3 {
		at := box.Min
		for axis := range 3 {
			if i>>axis&1 == 1 {
				at[axis] = box.Max[axis]
			}
		}
		return world.Point(at)
	}
	for i := range 8 {
		for axis := range 3 {
			if i>>axis&1 == 1 {
				continue
			}
			from, to := corner(i), corner(i|1<<axis)
			middle := from.Add(to).Mul(0.5)
			for _, end := range [2]mgl32.Vec3{from, to} {
				if end.Sub(middle).Len() > 0 {
					b.list = append(b.list, bone{end.Vec4(boxWidth * size), middle.Vec4(1), color.Vec4(1)})
				}
			}
		}
	}
}

// boxWidth is half of the width of the edges of a box, as a fraction of a character's height.
const boxWidth = 0.0025

// draw draws the bones: their faces, and then their edges, darker.
func (b *bones) draw(p *program) {
	d := b.device
	b.array.bind(d, b.contexts)
	d.BindBuffer(gpu.Vertices, b.buffer)
	for i := range uint32(3) {
		d.Attribute(attributeInstance+i, 4, boneBytes, 16*int(i))
	}
	d.BufferAllocate(gpu.Vertices, boneBytes*len(b.list))
	d.BufferSubData(gpu.Vertices, 0, gpu.Bytes(b.list))
	d.Uniform1f(p.brightness, 1)
	d.DrawArrays(gpu.Triangles, b.vertices, len(b.list))
	d.Uniform1f(p.brightness, 0.4)
	d.BindBuffer(gpu.Indices, b.edges.buffer)
	d.DrawElements(gpu.Lines, b.edges.count, len(b.list))
}

func (b *bones) delete() {
	if b != nil {
		b.array.delete(b.device, b.contexts)
		b.device.DeleteBuffer(b.shape)
		b.device.DeleteBuffer(b.buffer)
		b.device.DeleteBuffer(b.edges.buffer)
	}
}
