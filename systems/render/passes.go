package render

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/assets/mesh"
)

// drawMeshes draws the primitives whose materials have the alpha mode.
func (r *Renderer) drawMeshes(program *program, list []*batch, mode mesh.AlphaMode, multisampled bool) {
	if mode == mesh.AlphaMask && multisampled {
		gl.Enable(gl.SAMPLE_ALPHA_TO_COVERAGE)
		gl.ColorMask(true, true, true, false) // the picture stays opaque
	}
	for _, batch := range list {
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			material := r.materialOf(p)
			if material.alphaMode != mode {
				continue
			}
			material.bind()
			setFaces(material, batch.mirrored)
			if mode == mesh.AlphaBlend && material.doubleSided { // the far side first
				gl.Enable(gl.CULL_FACE)
				gl.CullFace(gl.FRONT)
				r.drawPrimitive(program, batch, p, batch.level)
				gl.CullFace(gl.BACK)
			}
			r.drawPrimitive(program, batch, p, batch.level)
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

// drawBlended draws see-through surfaces over everything else, the farthest first.
func (r *Renderer) drawBlended(camera *Camera) {
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.DepthMask(false)
	r.mesh.use()
	r.drawMeshes(r.mesh, r.blended, mesh.AlphaBlend, false)
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
}

// drawPrimitive draws all instances of a batch at a level of detail.
func (r *Renderer) drawPrimitive(program *program, batch *batch, p *gpuPrimitive, level int) {
	corners := p.levels[level]
	if corners.count == 0 { // too small to be left at this level
		return
	}
	r.bindPrimitive(program, batch, p)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, corners.buffer)
	gl.DrawElementsInstanced(gl.TRIANGLES, corners.count, gl.UNSIGNED_INT, nil, int32(len(batch.instances)))
	r.stats.Draws++
	r.stats.Triangles += int(corners.count) / 3 * len(batch.instances)
}

// bindPrimitive makes a primitive's streams, and the palettes and places of a batch, what the shaders read.
func (r *Renderer) bindPrimitive(program *program, batch *batch, p *gpuPrimitive) {
	gl.BindVertexArray(p.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instanceBuffer)
	at := uintptr(instanceBytes * batch.firstInstance)
	for row := range uint32(3) {
		gl.VertexAttribPointerWithOffset(attributeInstance+row, 4, gl.FLOAT, false, instanceBytes, at+16*uintptr(row))
	}
	gl.VertexAttribIPointerWithOffset(attributeInstanceBase, 2, gl.UNSIGNED_INT, instanceBytes, at+48)
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
}

// drawSurroundings draws ground and sky where nothing stands before them.
func (r *Renderer) drawBackground() {
	gl.BindVertexArray(r.emptyArray)
	if !r.Style.NoGround {
		r.ground.use()
		gl.Enable(gl.CULL_FACE)
		gl.Enable(gl.POLYGON_OFFSET_FILL)
		gl.PolygonOffset(1, 4) // soles on the ground stay in front of it
		gl.DrawArrays(gl.TRIANGLE_STRIP, 0, 4)
		gl.Disable(gl.POLYGON_OFFSET_FILL)
		r.stats.Draws++
	}
	r.sky.use()
	gl.Disable(gl.CULL_FACE)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	r.stats.Draws++
}

// materialOf returns the material of a primitive. It was uploaded with the mesh; one removed since gives way to the default.
func (r *Renderer) materialOf(p *gpuPrimitive) *gpuMaterial {
	if material, ok := r.cache.materials[p.material]; ok {
		return material
	}
	return r.cache.defaultMaterial
}
