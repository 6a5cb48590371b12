package render

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
)

// Draw draws the world, as its last update left it, to the target. It draws every entity with a
// [github.com/sinew-go/sinew/components.SkinnedMesh] that has a pose, and every
// [github.com/sinew-go/sinew/components.RigidMesh]. The error names an asset that cannot be drawn, or in debug mode what
// OpenGL has against a pass; the target's picture is then undefined.
func (r *Renderer) Draw(camera Camera, target *Target) error {
	var store *ecs.PoseStore
	if r.store.Has() {
		store = r.store.Get()
	}
	if err := r.gather(store); err != nil {
		return err
	}
	r.stats = Stats{}
	width, height := target.Size()
	if width == 0 || height == 0 {
		return nil
	}
	r.frame.set(&r.Style, &camera, float32(width)/float32(height), r.bounds, r.shadows.size)
	r.upload(&camera)
	if err := r.check("uploading a frame"); err != nil {
		return err
	}
	r.setState()
	if r.frame.lightDirection[3] > 0 {
		r.drawShadows()
	}
	if err := r.check("drawing shadows"); err != nil {
		return err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, target.drawn)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.ClearColor(0, 0, 0, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	r.shadows.bind()
	r.mesh.use()
	r.drawMeshes(r.mesh, r.batches.active, assets.AlphaOpaque, target.samples > 1)
	r.drawMeshes(r.mesh, r.batches.active, assets.AlphaMask, target.samples > 1)
	r.drawSurroundings()
	if len(r.blended) > 0 {
		r.drawBlended(&camera)
	}
	if len(r.bones.list) > 0 {
		gl.Clear(gl.DEPTH_BUFFER_BIT) // over everything, but among each other the nearer hide the farther
		gl.Disable(gl.CULL_FACE)
		r.bone.use()
		r.bones.draw(r.bone)
		r.stats.Draws += 2
	}
	if err := r.check("drawing"); err != nil {
		return err
	}
	target.resolve()
	return r.check("resolving a target")
}

// upload sends what the frame needs to the GPU.
func (r *Renderer) upload(camera *Camera) {
	r.batches.finish()
	r.blended = r.blended[:0]
	for _, batch := range r.batches.active {
		for i := range batch.mesh.primitives {
			if r.materialOf(&batch.mesh.primitives[i]).alphaMode == assets.AlphaBlend {
				r.blended = append(r.blended, batch)
				break
			}
		}
	}
	sortFarFirst(r.blended, camera.Position, camera.Target.Sub(camera.Position))
	r.palettes.flush()
	r.morphs.flush()
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instanceBuffer)
	gl.BufferData(gl.ARRAY_BUFFER, instanceBytes*max(r.batches.instances, 1), nil, gl.STREAM_DRAW)
	for _, batch := range r.batches.active {
		gl.BufferSubData(gl.ARRAY_BUFFER, instanceBytes*batch.first, instanceBytes*len(batch.instances),
			unsafe.Pointer(unsafe.SliceData(batch.instances)))
	}
	r.frame.upload(r.frameBuffer)
	r.stats.Instances = r.batches.instances
}

// setState sets what all passes share, whatever the context's state was.
func (r *Renderer) setState() {
	gl.Enable(gl.DEPTH_TEST)
	gl.DepthFunc(gl.LEQUAL)
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.SCISSOR_TEST)
	gl.Disable(gl.STENCIL_TEST)
	gl.Disable(gl.SAMPLE_ALPHA_TO_COVERAGE)
	gl.PolygonMode(gl.FRONT_AND_BACK, gl.FILL)
	gl.CullFace(gl.BACK)
	gl.FrontFace(gl.CCW)
	gl.Enable(gl.FRAMEBUFFER_SRGB)
	gl.Enable(gl.MULTISAMPLE)
	gl.VertexAttrib4f(attributeColour, 1, 1, 1, 1)
	gl.VertexAttrib4f(attributeTexCoord0, 0, 0, 0, 1)
	gl.VertexAttrib4f(attributeTexCoord1, 0, 0, 0, 1)
	r.morphs.buffer.bind(unitMorphWeights)
	r.morphs.buffer.bind(unitMorphTargets) // something, for meshes without targets
}

// drawShadows draws what casts shadows to the shadow map: both faces of everything but blended surfaces.
func (r *Renderer) drawShadows() {
	r.shadows.begin()
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.POLYGON_OFFSET_FILL)
	gl.PolygonOffset(2, 2)
	r.shadowMesh.use()
	for _, batch := range r.batches.active {
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			if material := r.materialOf(p); material.alphaMode != assets.AlphaBlend {
				material.bind()
				r.drawPrimitive(r.shadowMesh, batch, p)
			}
		}
	}
	gl.Disable(gl.POLYGON_OFFSET_FILL)
}

// drawMeshes draws the primitives whose materials have the alpha mode.
func (r *Renderer) drawMeshes(program *program, list []*batch, mode assets.AlphaMode, multisampled bool) {
	if mode == assets.AlphaMask && multisampled {
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
			if mode == assets.AlphaBlend && material.doubleSided { // the far side first
				gl.Enable(gl.CULL_FACE)
				gl.CullFace(gl.FRONT)
				r.drawPrimitive(program, batch, p)
				gl.CullFace(gl.BACK)
			}
			r.drawPrimitive(program, batch, p)
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
	r.drawMeshes(r.mesh, r.blended, assets.AlphaBlend, false)
	gl.DepthMask(true)
	gl.Disable(gl.BLEND)
}

// drawPrimitive draws all instances of a batch.
func (r *Renderer) drawPrimitive(program *program, batch *batch, p *gpuPrimitive) {
	gl.BindVertexArray(p.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instanceBuffer)
	at := uintptr(instanceBytes * batch.first)
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
	gl.DrawElementsInstanced(gl.TRIANGLES, p.indices, gl.UNSIGNED_INT, nil, int32(len(batch.instances)))
	r.stats.Draws++
	r.stats.Triangles += int(p.indices) / 3 * len(batch.instances)
}

// drawSurroundings draws ground and sky where nothing stands before them.
func (r *Renderer) drawSurroundings() {
	gl.BindVertexArray(r.empty)
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
	return r.cache.standard
}

// Present copies the target to the window whose context is current, over its whole size in pixels. Swapping its buffers is
// then up to the window.
func (r *Renderer) Present(target *Target, width, height int) error {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Disable(gl.FRAMEBUFFER_SRGB) // the shader encodes, since windows may or may not
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.BLEND)
	gl.Disable(gl.CULL_FACE)
	gl.Disable(gl.SCISSOR_TEST)
	gl.BindSampler(unitPicture, 0)
	gl.ActiveTexture(gl.TEXTURE0 + unitPicture)
	gl.BindTexture(gl.TEXTURE_2D, target.picture)
	r.present.use()
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	return r.check("presenting a target")
}

// Bounds returns a box around everything that the last picture shows, in world space, by the rest poses of characters; it
// is empty when there was nothing.
func (r *Renderer) Bounds() assets.Box { return r.bounds }
