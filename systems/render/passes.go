package render

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/assets/mesh"
)

// drawMeshes draws the primitives whose materials have the alpha mode.
func (r *Renderer) drawMeshes(program *program, list []*batch, mode mesh.AlphaMode, multisampled bool) {
	if mode == mesh.AlphaMask && multisampled {
		gl.Enable(gl.SAMPLE_ALPHA_TO_COVERAGE)
		gl.ColorMask(true, true, true, false) // the image stays opaque
	}
	for _, batch := range list {
		if batch.shown == 0 {
			continue
		}
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			material := r.materialOf(p)
			if material.alphaMode != mode {
				continue
			}
			material.bind()
			setFaces(material, batch.mirrored)
			if mode == mesh.AlphaBlend && material.doubleSided { // back faces first
				gl.Enable(gl.CULL_FACE)
				gl.CullFace(gl.FRONT)
				r.drawPrimitive(program, batch, p, batch.level, 0, batch.shown)
				gl.CullFace(gl.BACK)
			}
			r.drawPrimitive(program, batch, p, batch.level, 0, batch.shown)
		}
	}
	gl.FrontFace(gl.CCW)
	gl.Disable(gl.SAMPLE_ALPHA_TO_COVERAGE)
	gl.ColorMask(true, true, true, true)
}

func setFaces(material *gpuMaterial, mirrored bool) {
	if material.doubleSided {
		gl.Disable(gl.CULL_FACE)
	} else {
		gl.Enable(gl.CULL_FACE)
	}
	if mirrored {
		gl.FrontFace(gl.CW)
	} else {
		gl.FrontFace(gl.CCW)
	}
}

// drawBlended draws transparent surfaces over everything else, the farthest first.
func (r *Renderer) drawBlended() {
	if len(r.blended) == 0 {
		return
	}
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
	r.mesh.use()
	r.drawMeshes(r.mesh, r.blended, mesh.AlphaBlend, false)
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
}

// drawPrimitive draws the instances from first to before end of a batch at a level of detail.
func (r *Renderer) drawPrimitive(program *program, batch *batch, p *gpuPrimitive, level, first, end int) {
	indices := p.levels[level]
	if indices.count == 0 { // nothing is left of a small primitive at this level
		return
	}
	r.bindPrimitive(program, batch, p, first)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.buffer)
	gl.DrawElementsInstanced(gl.TRIANGLES, indices.count, gl.UNSIGNED_INT, nil, int32(end-first))
	r.stats.Draws++
	r.stats.Triangles += int(indices.count) / 3 * (end - first)
}

// bindPrimitive binds a primitive's vertex streams, and a batch's instances from first on and its palettes.
func (r *Renderer) bindPrimitive(program *program, batch *batch, p *gpuPrimitive, first int) {
	gl.BindVertexArray(p.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instanceBuffer)
	offset := uintptr(instanceBytes * (batch.firstInstance + first))
	for row := range uint32(3) {
		gl.VertexAttribPointerWithOffset(attributeInstance+row, 4, gl.FLOAT, false, instanceBytes, offset+16*uintptr(row))
	}
	gl.VertexAttribIPointerWithOffset(attributeInstanceBase, 3, gl.UNSIGNED_INT, instanceBytes, offset+48)
	r.palettes.pages[batch.page].buffer.bind(unitPalettes)
	influences := p.influences
	if batch.rigid {
		influences = 0
	}
	if p.morphs != nil {
		p.morphs.bind(unitMorphTargets)
	}
	gl.Uniform1i(program.influences, influences)
	gl.Uniform1i(program.morphCount, p.targets)
	gl.Uniform1i(program.vertexCount, p.vertices)
	program.setMaterialValues(batch.materials, p.index)
}

// drawBackground draws ground and sky where nothing is in front of them.
func (r *Renderer) drawBackground() {
	gl.BindVertexArray(r.emptyArray)
	if !r.Style.NoGround {
		r.ground.use()
		gl.Enable(gl.CULL_FACE)
		gl.Enable(gl.POLYGON_OFFSET_FILL)
		gl.PolygonOffset(1, 4) // push the ground back, so that feet on it stay visible
		gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
		gl.Disable(gl.POLYGON_OFFSET_FILL)
		r.stats.Draws++
	}
	r.sky.use()
	gl.Disable(gl.CULL_FACE)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	r.stats.Draws++
}

// materialOf returns the material of a primitive, or the default one if the library no longer holds it.
func (r *Renderer) materialOf(p *gpuPrimitive) *gpuMaterial {
	if material, ok := r.cache.materials[p.material]; ok {
		return material
	}
	return r.cache.defaultMaterial
}
