package render

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/ecs"
)

// Draw draws the world, in its state after the last update, to the target: every entity with a pose and a
// [github.com/sinew-go/sinew/components.SkinnedMesh], and every [github.com/sinew-go/sinew/components.RigidMesh]. The
// error names an asset that cannot be drawn or, in debug mode, the pass that failed. After an error the target's image
// is undefined.
//
// The picture does not depend on the context's state, except that no transform feedback and no conditional rendering may
// be active, and that glClipControl must be at its default. Draw changes the state; [State] lists what, saves and
// restores it.
func (r *Renderer) Draw(camera Camera, target *Target) error {
	width, height := target.Size()
	r.look(camera, float32(width)/float32(height), height)
	var store *ecs.PoseStore
	if r.store.Has() {
		store = r.store.Get()
	}
	if err := r.gather(store); err != nil {
		return err
	}
	if width == 0 || height == 0 {
		return nil
	}
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
	gl.BindFramebuffer(gl.FRAMEBUFFER, target.drawFramebuffer)
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	r.shadows.bind()
	r.mesh.use()
	r.drawMeshes(r.mesh, r.batches.active, mesh.AlphaOpaque, target.samples > 1)
	r.drawMeshes(r.mesh, r.batches.active, mesh.AlphaMask, target.samples > 1)
	r.drawBackground()
	if len(r.blended) > 0 {
		r.drawBlended(&camera)
	}
	if len(r.bones.list) > 0 {
		gl.Clear(gl.DEPTH_BUFFER_BIT) // skeletons hide each other, but nothing else hides them
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

// look begins a frame that a camera sees, in an image of that aspect ratio and height in pixels.
func (r *Renderer) look(camera Camera, aspect float32, height int) {
	r.camera = camera
	r.viewer = newViewer(&camera, height, r.Style.PixelError)
	r.frame.set(&r.Style, &camera, aspect)
	r.view = everywhere
	if !r.Style.NoCulling {
		r.view = newVolume(r.frame.viewProjection)
	}
}

// upload sends the frame's palettes, morph weights, instances and uniforms to the GPU, and sorts the blended batches.
func (r *Renderer) upload(camera *Camera) {
	r.blended = r.blended[:0]
	for _, batch := range r.batches.active {
		for i := range batch.mesh.primitives {
			if r.materialOf(&batch.mesh.primitives[i]).alphaMode == mesh.AlphaBlend {
				r.blended = append(r.blended, batch)
				break
			}
		}
	}
	r.batches.finish(r.blended)
	sortFarFirst(r.blended, camera.Position, camera.Target.Sub(camera.Position))
	r.stats.Uploaded = r.palettes.flush() + r.morphs.flush() + instanceBytes*r.batches.instances
	gl.BindBuffer(gl.ARRAY_BUFFER, r.instanceBuffer)
	gl.BufferData(gl.ARRAY_BUFFER, instanceBytes*max(r.batches.instances, 1), nil, gl.STREAM_DRAW)
	for _, batch := range r.batches.active {
		gl.BufferSubData(gl.ARRAY_BUFFER, instanceBytes*batch.firstInstance, instanceBytes*len(batch.instances),
			unsafe.Pointer(unsafe.SliceData(batch.instances)))
	}
	r.frame.upload(r.frameBuffer)
}

// setState sets the OpenGL state that all passes share.
func (r *Renderer) setState() {
	setDrawState()
	gl.VertexAttrib4f(attributeColor, 1, 1, 1, 1)
	gl.VertexAttrib4f(attributeTexCoord0, 0, 0, 0, 1)
	gl.VertexAttrib4f(attributeTexCoord1, 0, 0, 0, 1)
	r.morphs.buffer.bind(unitMorphWeights)
	r.morphs.buffer.bind(unitMorphTargets) // a sampler must have a buffer even if a mesh has no targets
}

// Present copies the target to the window whose context is current, scaled to the window's size in pixels. The caller
// swaps the window's buffers.
func (r *Renderer) Present(target *Target, width, height int) error {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(width), int32(height))
	setDrawState()
	gl.Disable(gl.FRAMEBUFFER_SRGB) // the shader encodes, as not every window can
	gl.Disable(gl.DEPTH_TEST)
	gl.BindSampler(unitPicture, 0)
	gl.ActiveTexture(gl.TEXTURE0 + unitPicture)
	gl.BindTexture(gl.TEXTURE_2D, target.picture)
	r.present.use()
	gl.BindVertexArray(r.emptyArray)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
	return r.check("presenting a target")
}
