package render

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Locations of the vertex attributes in the shaders.
const (
	attributePosition uint32 = iota
	attributeNormal
	attributeTexCoord0
	attributeTexCoord1
	attributeColor
	attributeJoints0
	attributeJoints1
	attributeWeights0
	attributeWeights1
	attributeInstance // three rows
	_
	_
	attributeInstanceBase
)

// gpuMesh is a mesh in GPU memory, with its batches of the present frame.
type gpuMesh struct {
	source     *assets.Mesh
	primitives []gpuPrimitive
	restMorphs []float32
	center     mgl32.Vec3 // of a sphere around the vertices
	radius     float32
	box        assets.Box // around the vertices, for morph weights from 0 to 1
	detail     detail
	batches    []*batch
}

// gpuPrimitive is the vertex streams of a primitive.
type gpuPrimitive struct {
	array      uint32 // vertex array object
	buffers    []uint32
	levels     []triangles // by level of detail
	index      int         // in the primitives of the mesh
	vertices   int32
	influences int32
	targets    int32          // morph targets
	morphs     *textureBuffer // nil without targets
	material   assets.MaterialID
}

// triangles is an index buffer.
type triangles struct {
	buffer uint32
	count  int32
}

// newMesh uploads a mesh. The library has validated its streams. The error reports morph targets that exceed the
// driver's limit.
func newMesh(mesh *assets.Mesh, maxTexels int) (*gpuMesh, error) {
	g := &gpuMesh{source: mesh, restMorphs: mesh.Weights, detail: simplify(mesh)}
	box := emptyBox
	for i := range mesh.Primitives {
		p := &mesh.Primitives[i]
		if len(p.Positions) == 0 || len(p.Indices) == 0 {
			continue
		}
		if texels := 2 * len(p.Targets) * len(p.Positions); texels > maxTexels {
			g.delete()
			return nil, fmt.Errorf("mesh %q: primitive %d: %d morph targets of %d vertices take %d texels, more than the driver's %d",
				mesh.Name, i, len(p.Targets), len(p.Positions), texels, maxTexels)
		}
		uploaded := newPrimitive(p)
		uploaded.index = i
		for _, level := range g.detail.indices {
			uploaded.levels = append(uploaded.levels, triangles{newBuffer(gl.ARRAY_BUFFER, level[i]), int32(len(level[i]))})
		}
		g.primitives = append(g.primitives, uploaded)
		for v := range p.Positions {
			low, high := morphedRange(p, v)
			for axis := range 3 {
				box.Min[axis], box.Max[axis] = min(box.Min[axis], low[axis]), max(box.Max[axis], high[axis])
			}
		}
	}
	g.box = box
	g.detail.indices = nil // they are on the GPU now
	if len(g.primitives) > 0 {
		size := box.Max.Sub(box.Min)
		g.center, g.radius = box.Min.Add(size.Mul(0.5)), size.Len()/2
	}
	return g, nil
}

func newPrimitive(p *mesh.Primitive) gpuPrimitive {
	g := gpuPrimitive{
		vertices: int32(len(p.Positions)), influences: int32(p.Influences),
		targets: int32(len(p.Targets)), material: p.Material,
	}
	gl.GenVertexArrays(1, &g.array)
	gl.BindVertexArray(g.array)
	addStream(&g, attributePosition, 3, p.Positions)
	addStream(&g, attributeNormal, 3, p.Normals)
	addStream(&g, attributeTexCoord0, 2, p.TexCoords[0])
	addStream(&g, attributeTexCoord1, 2, p.TexCoords[1])
	addStream(&g, attributeColor, 4, p.Colors)
	if p.Influences > 0 {
		g.addInfluences(p)
	}
	for row := range uint32(4) {
		gl.EnableVertexAttribArray(attributeInstance + row)
		gl.VertexAttribDivisor(attributeInstance+row, 1)
	}
	gl.BindVertexArray(0)
	if len(p.Targets) > 0 {
		g.morphs = newMorphs(p)
	}
	return g
}

// addStream uploads a vertex stream. An empty stream leaves the attribute at its constant.
func addStream[T mgl32.Vec2 | mgl32.Vec3 | mgl32.Vec4](g *gpuPrimitive, attribute uint32, width int32, data []T) {
	if len(data) == 0 {
		return
	}
	g.buffers = append(g.buffers, newBuffer(gl.ARRAY_BUFFER, data))
	gl.EnableVertexAttribArray(attribute)
	gl.VertexAttribPointerWithOffset(attribute, width, gl.FLOAT, false, 0, 0)
}

// addInfluences uploads joints and weights. Unused influences become joint 0 with weight 0.
func (g *gpuPrimitive) addInfluences(p *mesh.Primitive) {
	joints := make([]uint16, len(p.Joints))
	weights := make([]float32, len(p.Weights))
	for i, joint := range p.Joints {
		if joint != mesh.NoInfluence {
			joints[i], weights[i] = joint, p.Weights[i]
		}
	}
	stride := int32(p.Influences)
	g.buffers = append(g.buffers, newBuffer(gl.ARRAY_BUFFER, joints))
	for set := range uint32(p.Influences / 4) {
		gl.EnableVertexAttribArray(attributeJoints0 + set)
		gl.VertexAttribIPointerWithOffset(attributeJoints0+set, 4, gl.UNSIGNED_SHORT, 2*stride, 8*uintptr(set))
	}
	g.buffers = append(g.buffers, newBuffer(gl.ARRAY_BUFFER, weights))
	for set := range uint32(p.Influences / 4) {
		gl.EnableVertexAttribArray(attributeWeights0 + set)
		gl.VertexAttribPointerWithOffset(attributeWeights0+set, 4, gl.FLOAT, false, 4*stride, 16*uintptr(set))
	}
}

// newMorphs uploads the morph targets: for each target and vertex a texel with the position's offset and one with the
// normal's.
func newMorphs(p *mesh.Primitive) *textureBuffer {
	data := make([][4]float32, 2*len(p.Targets)*len(p.Positions))
	for t, target := range p.Targets {
		at := 2 * t * len(p.Positions)
		for v, d := range target.Positions {
			copy(data[at+2*v][:], d[:])
		}
		for v, d := range target.Normals {
			copy(data[at+2*v+1][:], d[:])
		}
	}
	b := newTextureBuffer(gl.RGBA32F)
	b.resize(16*len(data), gl.STATIC_DRAW)
	b.write(0, unsafe.Slice(&data[0][0], 4*len(data)))
	return b
}

func (g *gpuMesh) delete() {
	for i := range g.primitives {
		p := &g.primitives[i]
		gl.DeleteVertexArrays(1, &p.array)
		gl.DeleteBuffers(int32(len(p.buffers)), unsafe.SliceData(p.buffers))
		for _, level := range p.levels {
			gl.DeleteBuffers(1, &level.buffer)
		}
		p.morphs.delete()
	}
}
