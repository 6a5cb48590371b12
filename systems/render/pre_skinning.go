package render

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Bytes of a vertex that was skinned ahead: position, normal, tangent.
const (
	skinnedNormal  = 12
	skinnedTangent = 24
	skinnedBytes   = 40
)

// preSkinning skins the vertices of characters with a [components.PreSkinned] before the passes
// that draw them, by transform feedback.
type preSkinning struct {
	program    skinPrograms
	marker     arche.ID
	characters map[arche.Entity]*skinnedCharacter
	// jobs and their instances are the work of this frame. The instances follow those that are
	// drawn.
	jobs      []skinningJob
	instances []instance
	grew      bool // memory was allocated since it was last checked
}

// skinnedCharacter is the vertices of a character.
type skinnedCharacter struct {
	model *gpuModel
	parts []skinnedPart // as the model's; without primitives for those that are drawn as usual
}

// skinnedPart is the skinned vertices of a part.
type skinnedPart struct {
	primitives []skinnedPrimitive // as the mesh's
	batches    []*batch
}

// skinnedPrimitive is the skinned vertices of a primitive, and the vertex array that reads them,
// and all else from the mesh.
type skinnedPrimitive struct {
	buffer gpu.Buffer
	array  vertexArray
}

// skinningJob is a part whose vertices are skinned in this frame.
type skinningJob struct {
	mesh     *gpuMesh
	part     *skinnedPart
	page     int
	skinning mesh.Skinning
}

func newPreSkinning(world *arche.World) *preSkinning {
	return &preSkinning{
		marker:     arche.ComponentID[components.PreSkinned](world),
		characters: map[arche.Entity]*skinnedCharacter{},
	}
}

// sweep begins a frame, and frees the vertices of the characters that are dead or have no
// [components.PreSkinned] any more.
func (s *preSkinning) sweep(r *Renderer) {
	s.jobs, s.instances = s.jobs[:0], s.instances[:0]
	for entity, c := range s.characters {
		if !r.world.Alive(entity) || !r.world.Has(entity, s.marker) || r.cache.models[c.model.source.ID] != c.model {
			c.delete(r.device, r.contexts)
			delete(s.characters, entity)
		}
	}
}

// part returns the memory for the skinned vertices of a part of a character, or nil if the part is
// drawn as usual, because nothing is gained. The first call for a character links the programs.
func (s *preSkinning) part(r *Renderer, entity arche.Entity, model *gpuModel, i int) (*skinnedPart, error) {
	if model.parts[i].rigid && len(model.parts[i].mesh.restMorphs) == 0 {
		return nil, nil
	}
	c := s.characters[entity]
	if c != nil && c.model != model { // the program gave it another one
		c.delete(r.device, r.contexts)
		c = nil
	}
	if c == nil {
		if s.program.blend == nil {
			if err := r.mesh.linkAhead(r); err != nil {
				return nil, err
			}
			if err := r.shadowMesh.linkAhead(r); err != nil {
				return nil, err
			}
			if err := s.program.link(r, preSkinSource); err != nil {
				return nil, err
			}
			r.hasDuals = false
		}
		c = &skinnedCharacter{model: model, parts: make([]skinnedPart, len(model.parts))}
		s.characters[entity] = c
	}
	part := &c.parts[i]
	if len(part.primitives) == 0 {
		source := model.parts[i].mesh
		for k := range source.primitives {
			part.primitives = append(part.primitives, newSkinnedPrimitive(r.device, &source.primitives[k]))
		}
		s.grew = true
	}
	return part, nil
}

func newSkinnedPrimitive(d gpu.Device, p *gpuPrimitive) skinnedPrimitive {
	g := skinnedPrimitive{buffer: d.CreateBuffer()}
	d.BindBuffer(gpu.Captured, g.buffer)
	d.BufferAllocate(gpu.Captured, skinnedBytes*int(p.vertices))
	d.BindBuffer(gpu.Captured, 0)
	g.array.instances = p.array.instances
	for _, source := range p.array.sources {
		switch source.index {
		case attributePosition, attributeNormal, attributeTangent, attributeJoints0, attributeJoints1,
			attributeWeights0, attributeWeights1:
		default:
			g.array.sources = append(g.array.sources, source)
		}
	}
	g.array.sources = append(g.array.sources,
		attributeSource{index: attributePosition, buffer: g.buffer, size: 3, stride: skinnedBytes},
		attributeSource{index: attributeNormal, buffer: g.buffer, size: 3, stride: skinnedBytes, offset: skinnedNormal},
		attributeSource{
			index: attributeTangent, buffer: g.buffer, size: 4, stride: skinnedBytes,
			offset: skinnedTangent,
		})
	return g
}

// add adds the work of skinning a part. The instance says where its palette and morph weights are.
func (s *preSkinning) add(of *gpuMesh, part *skinnedPart, key batchKey, i instance) {
	s.jobs, s.instances = append(s.jobs, skinningJob{of, part, key.page, key.skinning}), append(s.instances, i)
}

// skinAhead skins the vertices of this frame. Their instances are in the instance buffer from the
// given one on.
func (r *Renderer) skinAhead(first int) {
	var program *program
	for i := range r.ahead.jobs {
		job := &r.ahead.jobs[i]
		if next := r.ahead.program.of(job.skinning); next != program {
			program = next
			program.use()
		}
		for k := range job.mesh.primitives {
			p := &job.mesh.primitives[k]
			p.array.bind(r.device, r.contexts)
			r.bindInstances(first + i)
			r.bindVertices(program, p, job.page, influencesOf(p, false, job.skinning), p.targets)
			r.device.Capture(job.part.primitives[k].buffer, int(p.vertices))
			r.stats.Draws++
		}
	}
}

func (c *skinnedCharacter) delete(d gpu.Device, contexts *contexts) {
	for i := range c.parts {
		for k := range c.parts[i].primitives {
			d.DeleteBuffer(c.parts[i].primitives[k].buffer)
			c.parts[i].primitives[k].array.delete(d, contexts)
		}
	}
}

func (s *preSkinning) delete(d gpu.Device, contexts *contexts) {
	if s == nil {
		return
	}
	s.program.delete()
	for _, c := range s.characters {
		c.delete(d, contexts)
	}
}
