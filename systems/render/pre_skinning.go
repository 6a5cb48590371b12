package render

import (
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
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
	mesh, worn arche.ID
	characters map[skinnedModel]*skinnedCharacter
	// jobs and their instances are the work of this frame. The instances follow those that are
	// drawn.
	jobs      []skinningJob
	instances []instance
	grew      bool // memory was allocated since it was last checked
}

// skinnedModel is a model that a character shows.
type skinnedModel struct {
	entity arche.Entity
	model  *gpuModel
}

// skinnedCharacter is the vertices of a model of a character.
type skinnedCharacter struct {
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
		mesh:       arche.ComponentID[components.SkinnedMesh](world),
		worn:       arche.ComponentID[components.Worn](world),
		characters: map[skinnedModel]*skinnedCharacter{},
	}
}

// sweep begins a frame, and frees the vertices of the characters that are dead, have no
// [components.PreSkinned] any more or do not show the model any more.
func (s *preSkinning) sweep(r *Renderer) {
	s.jobs, s.instances = s.jobs[:0], s.instances[:0]
	for of, c := range s.characters {
		id := of.model.source.ID
		if !r.world.Alive(of.entity) || !r.world.Has(of.entity, s.marker) || r.cache.models[id] != of.model ||
			!s.shows(r.world, of.entity, id) {
			c.delete(r.device, r.contexts)
			delete(s.characters, of)
		}
	}
}

// shows reports whether a character has a model or wears it.
func (s *preSkinning) shows(world *arche.World, entity arche.Entity, id assets.ModelID) bool {
	own, worn := (*components.SkinnedMesh)(world.Get(entity, s.mesh)), (*components.Worn)(world.Get(entity, s.worn))
	is := func(m components.SkinnedMesh) bool { return m.Model == id }
	return own != nil && (is(*own) || worn != nil && slices.ContainsFunc(worn.Models[:], is))
}

// part returns the memory for the skinned vertices of a part of a character, or nil if the part is
// drawn as usual, because nothing is gained. The first call for a character links the programs.
func (s *preSkinning) part(r *Renderer, entity arche.Entity, model *gpuModel, i int) (*skinnedPart, error) {
	if model.parts[i].rigid && len(model.parts[i].mesh.restMorphs) == 0 {
		return nil, nil
	}
	of := skinnedModel{entity, model}
	c := s.characters[of]
	if c == nil {
		if s.program.blend == nil {
			for _, p := range []*skinPrograms{&r.mesh, &r.shadowMesh, &r.opaqueShadow} {
				if err := p.linkAhead(r); err != nil {
					return nil, err
				}
			}
			if err := s.program.link(r, preSkinSource); err != nil {
				return nil, err
			}
			r.hasDuals = false
		}
		c = &skinnedCharacter{parts: make([]skinnedPart, len(model.parts))}
		s.characters[of] = c
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
