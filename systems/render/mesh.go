package render

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
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
	attributeTangent
)

// gpuMesh is a mesh in GPU memory, with its batches of the present frame.
type gpuMesh struct {
	source     *mesh.Mesh
	primitives []gpuPrimitive
	restMorphs []float32
	center     mgl32.Vec3 // of a sphere around the vertices
	radius     float32
	box        assets.Box // around the vertices, for morph weights from 0 to 1
	detail     detail
	coming     *comingLevels // further levels, which are made in the background; otherwise nil
	batches    []*batch
}

// gpuPrimitive is the vertex streams of a primitive.
type gpuPrimitive struct {
	array      vertexArray
	buffers    []gpu.Buffer
	levels     []indices // of triangles, by level of detail
	mode       gpu.Primitive
	index      int // in the primitives of the mesh's source
	order      int // in the primitives of the mesh
	vertices   int32
	influences int32
	targets    int32   // morph targets
	morphs     *texels // nil without targets
	// morphTexels is the number of texels of a morph target for each vertex.
	morphTexels int32
	material    id.Material
}

// indices is an index buffer.
type indices struct {
	buffer gpu.Buffer
	count  int
}

func newIndices(d gpu.Device, list []uint32) indices {
	return indices{newBuffer(d, gpu.Indices, list), len(list)}
}

// newMesh uploads a mesh at some levels of detail. The library has validated its streams. The error
// reports morph targets that exceed the driver's limit.
func newMesh(d gpu.Device, c *contexts, mesh *mesh.Mesh, levels []decimate.Level, maxTexels int) (*gpuMesh, error) {
	g := &gpuMesh{source: mesh, restMorphs: mesh.Weights}
	box := emptyBox
	for i := range mesh.Primitives {
		p := &mesh.Primitives[i]
		if len(p.Positions) == 0 || len(p.Indices) == 0 {
			continue
		}
		if texels := morphTexels(p) * len(p.Targets) * len(p.Positions); texels > maxTexels {
			g.delete(d, c)
			return nil, fmt.Errorf("mesh %q: primitive %d: expected at most %d texels, the driver's limit, found %d, "+
				"for %d morph targets of %d vertices",
				mesh.Name, i, maxTexels, texels, len(p.Targets), len(p.Positions))
		}
		uploaded := newPrimitive(d, p)
		uploaded.index, uploaded.order = i, len(g.primitives)
		g.primitives = append(g.primitives, uploaded)
		for v := range p.Positions {
			low, high := morphedRange(p, v)
			for axis := range 3 {
				box.Min[axis], box.Max[axis] = min(box.Min[axis], low[axis]), max(box.Max[axis], high[axis])
			}
		}
	}
	g.box = box
	g.addLevels(d, c, levels)
	if len(g.primitives) > 0 {
		size := box.Max.Sub(box.Min)
		g.center, g.radius = box.Min.Add(size.Mul(0.5)), size.Len()/2
	}
	return g, nil
}

// addLevels uploads further levels of detail.
func (g *gpuMesh) addLevels(d gpu.Device, c *contexts, levels []decimate.Level) {
	for i := range g.primitives {
		p := &g.primitives[i]
		p.array.bind(d, c) // it owns the bindings of indices
		for _, level := range levels {
			p.levels = append(p.levels, newIndices(d, level.Indices[p.index]))
		}
	}
	d.BindVertexArray(0)
	for _, level := range levels {
		g.detail.errors = append(g.detail.errors, level.Error)
	}
}

// addComing uploads the levels of detail that were made in the background, once they are there. It
// reports whether there were any, and sets the error of the cache of levels if there was one.
func (g *gpuMesh) addComing(d gpu.Device, c *contexts, failed *error) bool {
	if g.coming == nil {
		return false
	}
	levels, ok := g.coming.finished()
	if !ok {
		return false
	}
	if g.coming.err != nil {
		*failed = g.coming.err
	}
	g.coming = nil
	if len(levels) < 2 {
		return false
	}
	g.addLevels(d, c, levels[1:]) // it has the first
	return true
}

func newPrimitive(d gpu.Device, p *mesh.Primitive) gpuPrimitive {
	g := gpuPrimitive{
		vertices: int32(len(p.Positions)), influences: int32(p.Influences),
		targets: int32(len(p.Targets)), morphTexels: int32(morphTexels(p)), material: p.Material,
		mode: [...]gpu.Primitive{gpu.Triangles, gpu.Lines, gpu.Points}[p.Topology],
	}
	addStream(d, &g, attributePosition, 3, p.Positions)
	if p.Topology == mesh.Triangles { // lines and points are unlit, which normals of 0 say
		addStream(d, &g, attributeNormal, 3, p.Normals)
		addStream(d, &g, attributeTangent, 4, p.Tangents)
	}
	addStream(d, &g, attributeTexCoord0, 2, p.TexCoords[0])
	addStream(d, &g, attributeTexCoord1, 2, p.TexCoords[1])
	addStream(d, &g, attributeColor, 4, p.Colors)
	if p.Influences > 0 {
		g.addInfluences(d, p)
	}
	g.array.instances = []uint32{attributeInstance, attributeInstance + 1, attributeInstance + 2, attributeInstanceBase}
	if len(p.Targets) > 0 {
		g.morphs = newMorphs(d, p)
	}
	return g
}

// addStream uploads a vertex stream. An empty stream leaves the attribute at its constant.
func addStream[T mgl32.Vec2 | mgl32.Vec3 | mgl32.Vec4](d gpu.Device, g *gpuPrimitive, attribute uint32,
	width int, data []T,
) {
	if len(data) == 0 {
		return
	}
	g.addSource(newBuffer(d, gpu.Vertices, data), attributeSource{index: attribute, size: width})
}

// addInfluences uploads joints and weights. Unused influences become joint 0 with weight 0.
func (g *gpuPrimitive) addInfluences(d gpu.Device, p *mesh.Primitive) {
	joints := make([]uint16, len(p.Joints))
	weights := make([]float32, len(p.Weights))
	for i, joint := range p.Joints {
		if joint != mesh.NoInfluence {
			joints[i], weights[i] = joint, p.Weights[i]
		}
	}
	stride := p.Influences
	var sources []attributeSource
	for set := range uint32(p.Influences / 4) {
		sources = append(sources, attributeSource{
			index: attributeJoints0 + set, size: 4, integerBytes: 2,
			stride: 2 * stride, offset: 8 * int(set),
		})
	}
	g.addSource(newBuffer(d, gpu.Vertices, joints), sources...)
	sources = sources[:0]
	for set := range uint32(p.Influences / 4) {
		sources = append(sources, attributeSource{
			index: attributeWeights0 + set, size: 4, stride: 4 * stride,
			offset: 16 * int(set),
		})
	}
	g.addSource(newBuffer(d, gpu.Vertices, weights), sources...)
}

// addSource adds a buffer with the attributes that are read from it.
func (g *gpuPrimitive) addSource(buffer gpu.Buffer, attributes ...attributeSource) {
	g.buffers = append(g.buffers, buffer)
	for _, a := range attributes {
		a.buffer = buffer
		g.array.sources = append(g.array.sources, a)
	}
}

// morphTexels returns the number of texels of a morph target for each vertex: of the position's
// offset, the normal's and, if a target has any, the tangent's.
func morphTexels(p *mesh.Primitive) int {
	for i := range p.Targets {
		if p.Targets[i].Tangents != nil {
			return 3
		}
	}
	return 2
}

// newMorphs uploads the morph targets, by target and vertex.
func newMorphs(d gpu.Device, p *mesh.Primitive) *texels {
	each := morphTexels(p)
	data := make([][4]float32, wholeRows(each*len(p.Targets)*len(p.Positions)))
	for t, target := range p.Targets {
		at := each * t * len(p.Positions)
		for v, d := range target.Positions {
			copy(data[at+each*v][:], d[:])
		}
		if p.Topology != mesh.Triangles {
			continue // without light normals do not matter
		}
		for v, d := range target.Normals {
			copy(data[at+each*v+1][:], d[:])
		}
		for v, d := range target.Tangents {
			copy(data[at+each*v+2][:], d[:])
		}
	}
	t := newTexels(d, gpu.RGBA32F)
	t.fill(gpu.Bytes(data))
	return t
}

func (g *gpuMesh) delete(d gpu.Device, c *contexts) {
	if g.coming != nil {
		g.coming.dropped.Store(true)
	}
	for i := range g.primitives {
		p := &g.primitives[i]
		p.array.delete(d, c)
		for _, buffer := range p.buffers {
			d.DeleteBuffer(buffer)
		}
		for _, level := range p.levels {
			d.DeleteBuffer(level.buffer)
		}
		p.morphs.delete()
	}
}
