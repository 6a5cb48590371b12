package systems

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/skinning"
	"github.com/sinew-go/sinew/internal/kernel/sorted"
	"github.com/sinew-go/sinew/internal/posestore"
)

// verticesSystem runs what skins vertices, if the program asked for vertices. The code that skins is
// only in programs that do.
type verticesSystem struct {
	skin interface{ Run(frame *ecs.Frame) } // a *[skinVerticesSystem]; nil until [Animation.UseVertices]
	warn func(text string)                  // nil after the warning
}

// Name implements [ecs.System].
func (*verticesSystem) Name() string { return "SkinVertices" }

// Run implements [ecs.System].
func (s *verticesSystem) Run(frame *ecs.Frame) {
	switch {
	case s.skin != nil:
		s.skin.Run(frame)
	case s.warn != nil && !storeOf(frame).Absent().SkinnedVertices:
		s.warn("sinew: a character has components.SkinnedVertices, but its vertices are not skinned: " +
			"expected a call of Animation.EnableVertices or Animation.UseVertices before, found none")
		s.warn = nil
	}
}

// skinVerticesSystem skins the vertices of every character with [components.SkinnedVertices] on the
// CPU, into the world's [ecs.VertexStore]. Where a character has no pose or no model, it has no
// vertices, nor have hidden parts. The workers share the characters.
//
// Vertices are skinned fastest in an order in which those with the same joints follow each other. A
// goroutine finds it for the meshes that a frame shows first, in about 0.15 µs a vertex, and then
// ends. Frames do not wait for it: until it is done they skin in the order of the mesh, which takes
// longer and gives the same bits. There is no such goroutine where the machine has no kernel for
// sorted vertices, as in WebAssembly.
type skinVerticesSystem struct {
	world    *ecs.World
	vertices *ecs.VertexStore
	skinned  arche.Filter // with all of the following
	outputs  access.Component[components.SkinnedVertices]
	meshes   access.Component[components.SkinnedMesh]
	worn     access.Component[components.Worn]
	slots    access.Component[components.PoseSlot]

	frame  *ecs.Frame
	jobs   []skinningJob
	duals  []splitPalette // by worker
	sorted sortedMeshes
}

// sortedMeshes holds the vertices of meshes sorted for linear skinning, for all models that were
// skinned.
type sortedMeshes struct {
	meshes  map[id.Mesh]*sortedMesh
	waiting []*sortedMesh // for the goroutine
	busy    atomic.Bool   // there is a goroutine
}

// sortedMesh holds what sorting made of a mesh's primitives: nil for one whose vertices are skinned
// in their own order.
type sortedMesh struct {
	mesh       *mesh.Mesh
	primitives atomic.Pointer[[]*sorted.Vertices] // nil until they are sorted
}

// add adds the meshes of a model that are not here yet. It forgets meshes that the library does not
// have any more. Where this machine has no kernel for sorted vertices, it does nothing.
func (s *sortedMeshes) add(library *assets.Library, model *assets.Model) {
	if !sorted.Available() {
		return
	}
	for i := range model.Parts {
		part := &model.Parts[i]
		m := library.Mesh(part.Mesh)
		if m == nil || part.Skinning != mesh.SkinLinear {
			continue
		}
		if of := s.meshes[part.Mesh]; of != nil && of.mesh == m {
			continue
		}
		maps.DeleteFunc(s.meshes, func(id id.Mesh, of *sortedMesh) bool { return library.Mesh(id) != of.mesh })
		of := &sortedMesh{mesh: m}
		s.meshes[part.Mesh], s.waiting = of, append(s.waiting, of)
	}
}

// start starts the goroutine, if meshes wait and there is none. The goroutine ends when it has
// sorted them.
func (s *sortedMeshes) start() {
	if len(s.waiting) == 0 || s.busy.Swap(true) {
		return
	}
	waiting := s.waiting
	s.waiting = nil
	go func() {
		defer s.busy.Store(false)
		for _, of := range waiting {
			of.sort()
		}
	}()
}

// sort sorts the vertices of a mesh. A panic, which on a goroutine of its own would end the
// program, leaves them in their own order.
func (m *sortedMesh) sort() {
	defer func() { _ = recover() }()
	primitives := make([]*sorted.Vertices, len(m.mesh.Primitives))
	for p := range primitives {
		job := skinJob(&m.mesh.Primitives[p])
		primitives[p] = sorted.New(&job)
	}
	m.primitives.Store(&primitives)
}

// of returns a part's primitive with sorted vertices, or nil if there is none.
func (s *sortedMeshes) of(part *assets.Part, primitive int) *sorted.Vertices {
	of := s.meshes[part.Mesh]
	if of == nil || part.Skinning != mesh.SkinLinear || part.Rigid && of.mesh.Primitives[primitive].Influences != 0 {
		return nil
	}
	primitives := of.primitives.Load()
	if primitives == nil {
		return nil
	}
	return (*primitives)[primitive]
}

// splitPalette is the palette that dual quaternion skinning took apart last.
type splitPalette struct {
	palette *float32 // its first number; nil for none
	duals   []float32
}

// of returns what [skinning.Split] makes of a palette.
func (s *splitPalette) of(palette []float32) []float32 {
	if s.palette != &palette[0] {
		n := skinning.Len(palette)
		s.duals, s.palette = slices.Grow(s.duals[:0], n)[:n], &palette[0]
		skinning.Split(s.duals, palette)
	}
	return s.duals
}

// skinningJob is one character to skin.
type skinningJob struct {
	pool   *ecs.Pool
	slot   int
	shown  shownModels
	buffer int32 // 1 + the index in the vertex store
	out    *ecs.VertexBuffer
}

// newSkinVertices returns the system for a world.
func newSkinVertices(world *ecs.World, vertices *ecs.VertexStore) *skinVerticesSystem {
	s := &skinVerticesSystem{
		world:    world,
		vertices: vertices,
		sorted:   sortedMeshes{meshes: map[id.Mesh]*sortedMesh{}},
		outputs:  access.ComponentOf[components.SkinnedVertices](world),
		meshes:   access.ComponentOf[components.SkinnedMesh](world),
		worn:     access.ComponentOf[components.Worn](world),
		slots:    access.ComponentOf[components.PoseSlot](world),
	}
	s.skinned = arche.All(s.outputs.Kind.ID(), s.meshes.Kind.ID(), s.slots.Kind.ID())
	return s
}

// Run skins the vertices of a frame.
func (s *skinVerticesSystem) Run(frame *ecs.Frame) {
	defer s.sorted.start() // when the workers are done
	buffers := (*posestore.Buffers[ecs.VertexBuffer])(s.vertices)
	buffers.Begin()
	s.jobs = s.jobs[:0]
	if storeOf(frame).Absent().SkinnedVertices {
		buffers.Sweep()
		return
	}
	query, open := s.world.Query(s.skinned), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		skinned, mesh, slot := s.outputs.In(&query), s.meshes.In(&query), s.slots.In(&query)
		pool, i := frame.Store.Pool(query.Entity(), *slot)
		shown := newShownModels(frame.Library, mesh, s.worn.In(&query))
		if pool == nil || shown.count == 0 {
			skinned.Buffer = 0
			continue
		}
		skinned.Buffer = buffers.Take(query.Entity(), skinned.Buffer)
		s.jobs = append(s.jobs, skinningJob{
			pool: pool, slot: i, shown: shown, buffer: skinned.Buffer,
		})
	}
	open = false
	buffers.Sweep()
	if len(s.jobs) == 0 {
		return
	}
	for i := range s.jobs { // only now, because TakeVertices may have moved the buffers
		job := &s.jobs[i]
		job.out = s.vertices.Buffer(job.pool.Owner(job.slot), job.buffer)
		if i > 0 && job.shown.models == s.jobs[i-1].shown.models {
			continue
		}
		for _, model := range job.shown.models[:job.shown.count] {
			s.sorted.add(frame.Library, model)
		}
	}
	s.frame = frame
	for len(s.duals) < frame.Workers.Len() {
		s.duals = append(s.duals, splitPalette{})
	}
	frame.Workers.Run(s, len(s.jobs))
	s.frame = nil
}

// Do implements [ecs.Task]: it skins a character.
func (s *skinVerticesSystem) Do(worker, i int) {
	job := &s.jobs[i]
	split := &s.duals[worker]
	split.palette = nil // its memory may hold another frame's palette now
	owner := job.pool.Owner(job.slot)
	defer ecs.AttributePanic(string(AtSkinVertices), &owner)
	parts := 0
	for _, model := range job.shown.models[:job.shown.count] {
		parts += len(model.Parts)
	}
	for len(job.out.Parts) < parts {
		job.out.Parts = append(job.out.Parts, nil)
	}
	job.out.Parts = job.out.Parts[:parts]
	out := job.out.Parts
	for k, model := range job.shown.models[:job.shown.count] {
		s.skinModel(job, out[:len(model.Parts)], model, job.shown.meshes[k].Hidden, split)
		out = out[len(model.Parts):]
	}
}

// skinModel skins the parts of a model of a character, apart from those that are hidden.
func (s *skinVerticesSystem) skinModel(job *skinningJob, out [][]ecs.Vertices, model *assets.Model, hidden uint64,
	split *splitPalette,
) {
	morphs := job.pool.Morphs()[job.slot*job.pool.Skeleton().MorphCount():]
	for p := range model.Parts {
		part := &model.Parts[p]
		mesh, palette := s.frame.Library.Mesh(part.Mesh), job.pool.Palette(part.Skin, job.slot)
		if mesh == nil || palette == nil || part.Hidden || hidden>>p&1 != 0 {
			out[p] = out[p][:0]
			continue
		}
		weights := morphs[part.Morphs.Offset:][:part.Morphs.Count]
		for len(out[p]) < len(mesh.Primitives) {
			out[p] = append(out[p], ecs.Vertices{})
		}
		out[p] = out[p][:len(mesh.Primitives)]
		for i := range mesh.Primitives {
			skinPrimitive(&out[p][i], &mesh.Primitives[i], part, palette, weights, split, s.sorted.of(part, i))
		}
	}
}

// splitPalettes are the spare ones of [SkinPrimitive].
var splitPalettes = sync.Pool{New: func() any { return &splitPalette{} }}

// SkinPrimitive morphs and skins the vertices of a part's primitive, by the part's method, and
// writes them in model space. The palette is that of the part's skin, the weights are those for the
// part's morph targets. It allocates only where the slices of out are too short.
func SkinPrimitive(out *ecs.Vertices, p *mesh.Primitive, part *assets.Part, palette, morphWeights []float32) {
	split := splitPalettes.Get().(*splitPalette)
	split.palette = nil
	skinPrimitive(out, p, part, palette, morphWeights, split, nil)
	splitPalettes.Put(split)
}

// skinPrimitive is [SkinPrimitive] with a split palette to reuse, and the primitive's sorted
// vertices or nil.
func skinPrimitive(out *ecs.Vertices, p *mesh.Primitive, part *assets.Part, palette, morphWeights []float32,
	split *splitPalette, vertices *sorted.Vertices,
) {
	out.Fit(p)
	job := skinJob(p)
	job.Palette = palette
	job.OutPositions, job.OutNormals, job.OutTangents = components3(out.Positions), components3(out.Normals),
		components4(out.Tangents)
	if morph(out, p, morphWeights) {
		job.Positions, job.Normals, job.Tangents = job.OutPositions, job.OutNormals, job.OutTangents
		vertices = nil
	}
	if part.Rigid {
		job.Influences = 0
		job.Palette = palette[part.PaletteIndex*assets.MatrixSize:]
	}
	if vertices != nil && vertices.Skin(&job) {
		return
	}
	switch {
	case job.Influences == 0 || part.Skinning == mesh.SkinLinear:
		kernel.Skin(&job)
	case part.Skinning == mesh.SkinRigid:
		skinning.Rigid(&job)
	default:
		skinning.Dual(&job, split.of(palette))
	}
}

// skinJob returns the job of a primitive, without palette and outputs.
func skinJob(p *mesh.Primitive) kernel.SkinJob {
	return kernel.SkinJob{
		Positions: components3(p.Positions), Normals: components3(p.Normals), Tangents: components4(p.Tangents),
		Joints: p.Joints, Weights: p.Weights, Influences: p.Influences,
	}
}

// morph writes the vertices with the weighted morph targets added. If all weights are 0 it writes
// nothing and returns false. Normals and tangents are not normalized; skinning does that.
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
			kernel.AddScaled(components3(out.Positions), components3(target.Positions), weights[t])
		}
		if target.Normals != nil && out.Normals != nil {
			kernel.AddScaled(components3(out.Normals), components3(target.Normals), weights[t])
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

// components3 returns the components of vectors as a flat slice of the same memory.
func components3(s []mgl32.Vec3) []float32 {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice(&s[0][0], 3*len(s))
}

// components4 returns the components of vectors as a flat slice of the same memory.
func components4(s []mgl32.Vec4) []float32 {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice(&s[0][0], 4*len(s))
}
