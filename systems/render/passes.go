package render

import (
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// drawMeshes draws the primitives whose materials have the alpha mode, of blended ones those of a
// queue.
func (r *Renderer) drawMeshes(list []*batch, mode mesh.AlphaMode, queue int, multisampled bool) {
	d := r.device
	var program *program
	if mode == mesh.AlphaMask && multisampled {
		d.Enable(gpu.AlphaToCoverage)
		d.ColorMask(true, true, true, false) // the image stays opaque
	}
	for _, batch := range list {
		if batch.shown == 0 {
			continue
		}
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			material := r.materialOf(p)
			if material.alphaMode != mode || mode == mesh.AlphaBlend && material.queue() != queue {
				continue
			}
			toon := p.toonOf(material)
			program = r.useFor(toon != nil, r.mesh.ofBatch(batch), r.toon.ofBatch(batch), program)
			material.bind(d)
			setFaces(d, material, batch.mirrored)
			if mode == mesh.AlphaBlend && material.doubleSided { // back faces first
				d.Enable(gpu.FaceCulling)
				d.CullFront(true)
				r.drawPrimitive(program, batch, p, batch.level, 0, batch.shown)
				d.CullFront(false)
			}
			r.drawPrimitive(program, batch, p, batch.level, 0, batch.shown)
			if toon != nil && toon.outlines {
				r.beginOutline(program)
				r.drawPrimitive(program, batch, p, batch.level, 0, batch.shown)
				r.endOutline(program)
			}
		}
	}
	d.FrontFace(false)
	d.Disable(gpu.AlphaToCoverage)
	d.ColorMask(true, true, true, true)
}

func setFaces(d gpu.Device, material *gpuMaterial, mirrored bool) {
	if material.doubleSided {
		d.Disable(gpu.FaceCulling)
	} else {
		d.Enable(gpu.FaceCulling)
	}
	d.FrontFace(mirrored)
}

// drawBlended draws transparent surfaces over everything else, the farthest first.
func (r *Renderer) drawBlended() {
	if len(r.blended) == 0 && !r.crowd.blends() {
		return
	}
	d := r.device
	d.Enable(gpu.Blending)
	d.BlendOver()
	for queue := range blendQueues {
		if r.queues>>queue&1 == 1 {
			d.DepthMask(queue < firstPlainQueue)
			r.drawMeshes(r.blended, mesh.AlphaBlend, queue, false)
		}
	}
	d.DepthMask(false)
	r.drawCrowd(mesh.AlphaBlend, false)
	d.DepthMask(true)
	d.Disable(gpu.Blending)
}

// drawPrimitive draws the instances from first to before end of a batch at a level of detail.
func (r *Renderer) drawPrimitive(program *program, batch *batch, p *gpuPrimitive, level, first, end int) {
	indices := p.levels[level]
	if indices.count == 0 { // nothing is left of a small primitive at this level
		return
	}
	r.bindPrimitive(program, batch, p, first)
	r.device.BindBuffer(gpu.Indices, indices.buffer)
	r.drawElements(p, indices.count, end-first)
}

// drawElements draws instances of a primitive.
func (r *Renderer) drawElements(p *gpuPrimitive, indices, instances int) {
	r.device.DrawElements(p.mode, indices, instances)
	r.stats.Draws++
	if p.mode == gpu.Triangles {
		r.stats.Triangles += indices / 3 * instances
	}
}

// bindPrimitive binds a primitive's vertex streams, and a batch's instances from first on and its
// palettes.
func (r *Renderer) bindPrimitive(program *program, batch *batch, p *gpuPrimitive, first int) {
	d, targets := r.device, p.targets
	if batch.ahead != nil {
		batch.ahead.primitives[p.order].array.bind(d, r.contexts)
		targets = 0
	} else {
		p.array.bind(d, r.contexts)
	}
	r.bindInstances(batch.firstInstance + first)
	r.bindVertices(program, p, batch.page, influencesOf(p, batch.rigid, batch.skinning), targets)
	program.setMaterialValues(batch.materials, p.index)
}

// bindVertices binds a page of palettes, and sets how many of its influences and morph targets move
// a primitive's vertices.
func (r *Renderer) bindVertices(program *program, p *gpuPrimitive, page int, influences, targets int32) {
	d := r.device
	r.palettes.pages[page].bind(unitPalettes)
	if p.morphs != nil {
		p.morphs.bind(unitMorphTargets)
	}
	d.Uniform1i(program.influences, influences)
	d.Uniform1i(program.morphCount, targets)
	d.Uniform1i(program.morphTexels, p.morphTexels)
	d.Uniform1i(program.vertexCount, p.vertices)
}

// bindInstances makes the bound vertex array read instances from the first on.
func (r *Renderer) bindInstances(first int) {
	d := r.device
	d.BindBuffer(gpu.Vertices, r.instanceBuffer)
	offset := instanceBytes * first
	for row := range uint32(3) {
		d.Attribute(attributeInstance+row, 4, instanceBytes, offset+16*int(row))
	}
	d.IntegerAttribute(attributeInstanceBase, 4, 4, instanceBytes, offset+48)
}

// drawBackground draws ground and sky where nothing is in front of them.
func (r *Renderer) drawBackground() {
	d := r.device
	r.emptyArray.bind(d, r.contexts)
	if !r.Style.NoGround {
		r.ground.use()
		d.Enable(gpu.FaceCulling)
		d.Enable(gpu.DepthOffset)
		d.PolygonOffset(1, 4) // push the ground back, so that feet on it stay visible
		d.DrawArrays(gpu.TriangleStrip, 4, 1)
		d.Disable(gpu.DepthOffset)
		r.stats.Draws++
	}
	r.sky.use()
	d.Disable(gpu.FaceCulling)
	d.DrawArrays(gpu.Triangles, 3, 1)
	r.stats.Draws++
}

// materialOf returns the material of a primitive, or the default one if the library no longer holds
// it.
func (r *Renderer) materialOf(p *gpuPrimitive) *gpuMaterial {
	if material, ok := r.cache.materials[p.material]; ok {
		return material
	}
	return r.cache.defaultMaterial
}
