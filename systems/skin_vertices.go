package systems

import (
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// SkinVertices skins on the CPU the vertices of every character with [components.SkinnedVertices], into the world's
// [ecs.VertexStore]. Characters are spread over the workers.
type SkinVertices struct {
	world    *ecs.World
	vertices *ecs.VertexStore
	asked    *generic.Filter3[components.SkinnedVertices, components.SkinnedMesh, components.PoseSlot]

	frame *ecs.Frame
	jobs  []skinning
}

// skinning is one character to be skinned.
type skinning struct {
	pool   *ecs.Pool
	slot   int
	model  *assets.Model
	buffer *ecs.VertexBuffer
	number int32
}

// NewSkinVertices returns the system for a world.
func NewSkinVertices(world *ecs.World, vertices *ecs.VertexStore) *SkinVertices {
	return &SkinVertices{
		world:    world,
		vertices: vertices,
		asked:    generic.NewFilter3[components.SkinnedVertices, components.SkinnedMesh, components.PoseSlot](),
	}
}

// Name implements [ecs.System].
func (s *SkinVertices) Name() string { return "SkinVertices" }

// Run implements [ecs.System].
func (s *SkinVertices) Run(frame *ecs.Frame) {
	writer(frame).BeginVertices(s.vertices)
	s.jobs = s.jobs[:0]
	query := s.asked.Query(s.world)
	for query.Next() {
		asked, mesh, slot := query.Get()
		asked.Buffer = writer(frame).TakeVertices(s.vertices, query.Entity(), asked.Buffer)
		pool, i := frame.Store.Pool(*slot)
		if model := frame.Library.Model(mesh.Model); pool != nil && model != nil {
			s.jobs = append(s.jobs, skinning{pool: pool, slot: i, model: model, number: asked.Buffer})
		}
	}
	writer(frame).SweepVertices(s.vertices)
	for i := range s.jobs { // only now, as taking buffers may have moved them
		s.jobs[i].buffer = s.vertices.Buffer(s.jobs[i].number)
	}
	s.frame = frame
	frame.Workers.Run(s, len(s.jobs))
	s.frame = nil
}

// Do implements [ecs.Task].
func (s *SkinVertices) Do(_, i int) {
	job := &s.jobs[i]
	parts := job.model.Parts
	for len(job.buffer.Parts) < len(parts) {
		job.buffer.Parts = append(job.buffer.Parts, nil)
	}
	job.buffer.Parts = job.buffer.Parts[:len(parts)]
	morphs := job.pool.Morphs()[job.slot*job.pool.Skeleton().MorphCount():]
	for p := range parts {
		part := &parts[p]
		mesh, palette := s.frame.Library.Mesh(part.Mesh), job.pool.Palette(part.Skin, job.slot)
		if mesh == nil || palette == nil {
			job.buffer.Parts[p] = job.buffer.Parts[p][:0]
			continue
		}
		weights := morphs[part.Morphs.Offset:][:part.Morphs.Count]
		for len(job.buffer.Parts[p]) < len(mesh.Primitives) {
			job.buffer.Parts[p] = append(job.buffer.Parts[p], ecs.Vertices{})
		}
		job.buffer.Parts[p] = job.buffer.Parts[p][:len(mesh.Primitives)]
		for i := range mesh.Primitives {
			SkinPrimitive(&job.buffer.Parts[p][i], &mesh.Primitives[i], part, palette, weights)
		}
	}
}

// SkinPrimitive writes the vertices of a part's primitive as the palette of the part's skin and the weights of the part's
// morph targets have them, in model space. It allocates only where the streams of out are too short.
func SkinPrimitive(out *ecs.Vertices, p *mesh.Primitive, part *assets.Part, palette, morphWeights []float32) {
	out.Fit(p)
	job := kernel.SkinJob{
		Positions: numbers3(p.Positions), OutPositions: numbers3(out.Positions),
		Normals: numbers3(p.Normals), OutNormals: numbers3(out.Normals),
		Tangents: numbers4(p.Tangents), OutTangents: numbers4(out.Tangents),
		Joints: p.Joints, Weights: p.Weights, Influences: p.Influences, Palette: palette,
	}
	if morph(out, p, morphWeights) {
		job.Positions, job.Normals, job.Tangents = job.OutPositions, job.OutNormals, job.OutTangents
	}
	if part.Rigid {
		job.Influences = 0
		job.Palette = palette[part.PaletteIndex*assets.MatrixSize:]
	}
	kernel.Skin(&job)
}

// morph writes the vertices with the morph targets added, and says whether there was any to add; if not it writes nothing.
// Normals and tangents are left at the length that this gives them: skinning normalizes.
func morph(out *ecs.Vertices, p *mesh.Primitive, weights []float32) bool {
	morphed := false
	for t := range p.Targets {
		if t >= len(weights) || weights[t] == 0 {
			continue
		}
		if !morphed {
			copy(out.Positions, p.Positions)
			copy(out.Normals, p.Normals)
			copy(out.Tangents, p.Tangents)
			morphed = true
		}
		target := &p.Targets[t]
		if target.Positions != nil {
			kernel.AddScaled(numbers3(out.Positions), numbers3(target.Positions), weights[t])
		}
		if target.Normals != nil && out.Normals != nil {
			kernel.AddScaled(numbers3(out.Normals), numbers3(target.Normals), weights[t])
		}
		if out.Tangents == nil {
			continue
		}
		for v, delta := range target.Tangents {
			for c := range delta {
				out.Tangents[v][c] += float32(delta[c] * weights[t])
			}
		}
	}
	return morphed
}

// numbers3 and numbers4 see a stream of vectors as the numbers it is made of.
func numbers3(s []mgl32.Vec3) []float32 {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice(&s[0][0], 3*len(s))
}

func numbers4(s []mgl32.Vec4) []float32 {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice(&s[0][0], 4*len(s))
}
