package render

import (
	"fmt"
	"image"
	"math"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Draw draws the world, in its state after the last update, to the target: every entity with a pose
// and a [github.com/sinew-go/sinew/components.SkinnedMesh], and every
// [github.com/sinew-go/sinew/components.RigidMesh]. The error names an asset that cannot be drawn
// or, in debug mode, the pass that failed. After an error the target's image is undefined. A camera
// that is not finite is an error, a closed target an [ErrClosed]. If a frame needs more
// memory than those before and the driver has none, the error is [ErrOutOfMemory], also without
// debug mode. While a browser's context is lost, Draw does nothing; see UseCanvas.
//
// The picture does not depend on the context's state, except that no transform feedback and no
// conditional rendering may be active, and that glClipControl must be at its default. Draw changes
// the state; [State] lists what, saves and restores it.
func (r *Renderer) Draw(camera Camera, target *Target) error {
	return r.draw(camera, target, false)
}

// DrawOver draws the characters and rigid meshes of the world over the picture that a target holds,
// in front of all that is in it: no sky and no ground. Skeletons are drawn as [Renderer.Draw] does.
// What a renderer of another world has drawn shows around them, and through what is transparent.
// The errors, and what is changed of the context's state, are those of Draw.
func (r *Renderer) DrawOver(camera Camera, target *Target) error {
	return r.draw(camera, target, true)
}

// draw draws the world to the target, or over what it holds.
func (r *Renderer) draw(camera Camera, target *Target, over bool) error {
	width, height := target.Size()
	if target.resolveFramebuffer == 0 && !target.empty {
		return fmt.Errorf("render: the target: %w", ErrClosed)
	}
	if p := camera; !isFinite(p.Position[:]) || !isFinite(p.Target[:]) ||
		!isFinite([]float32{p.FieldOfView, p.Near, p.Far}) {
		return fmt.Errorf("render: %w: %+v", ErrCamera, p)
	}
	if ready, err := r.restore(); !ready {
		return err
	}
	if err := target.restore(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	r.look(camera, camera.View(), camera.Projection(float32(max(width, 1))/float32(max(height, 1))), height)
	r.others.set(r.frame, &ShadowMaps{}, 0)
	r.frame.setMultisampled(target.samples > 1)
	defer r.clock.end()
	if err := r.prepare(width > 0 && height > 0); err != nil || width == 0 || height == 0 {
		return err
	}
	r.device.BindFramebuffer(target.drawFramebuffer, target.drawFramebuffer)
	r.device.Viewport(0, 0, width, height)
	r.device.Clear(!over, true)
	r.drawSolid(target.samples > 1)
	if !over {
		r.drawBackground()
	}
	r.drawBlended()
	if len(r.bones.list) > 0 {
		r.device.Clear(false, true) // skeletons hide each other, but nothing else hides them
		r.device.Disable(gpu.FaceCulling)
		r.bone.use()
		r.bones.draw(r.bone)
		r.stats.Draws += 2
	}
	r.markStreams()
	if err := r.check("drawing"); err != nil {
		return err
	}
	target.resolve()
	return r.check("resolving a target")
}

// IntoOptions are settings of [Renderer.DrawInto].
type IntoOptions struct {
	// ShadowDistance is how far from the camera, in world units, the characters cast shadows onto
	// each other; 0 draws none.
	ShadowDistance float32
	// ReversedDepth expects depth from 1 at the near plane to 0 at the far plane, in the projection
	// and in the depth buffer.
	ReversedDepth bool
	// Shadows are shadow maps of the program, up to 4, which shade the characters from its walls and
	// trees: without the characters, and for the light of [Style].LightDirection, of which they
	// remove [Style].ShadowStrength. The texture's own settings do not count, and stay as they are.
	Shadows ShadowMaps
	// Light writes the light that the camera receives, linear and unbounded, without
	// [Style].Exposure and tone mapping, for a program that does both to the whole picture. It needs
	// a framebuffer of floating-point colors. Unlit surfaces have their colors.
	Light bool
}

// DrawInto draws the characters and rigid meshes of the world over what a framebuffer of the
// program holds: no sky, no ground and no skeletons. It tests and writes the framebuffer's depth
// and clears nothing. The viewport is in pixels, with y upward as in OpenGL. View is the matrix
// from world space to camera space, which looks along -z; projection is the matrix from camera
// space to clip space. Framebuffer 0 is the window's. Colors are linear, and encoded if the
// framebuffer is sRGB. [Renderer.ShadowMaps] gives the shadows of the characters, for the rest of
// the picture, and [IntoOptions].Shadows takes those of that rest.
//
// An empty viewport draws nothing. A matrix that is not finite is an error; the framebuffer
// must be complete. The picture depends as little on the context's state as that of
// [Renderer.Draw], and DrawInto changes the same [State].
func (r *Renderer) DrawInto(framebuffer uint32, viewport image.Rectangle, view, projection mgl32.Mat4,
	options IntoOptions,
) error {
	if !isFinite(view[:]) || !isFinite(projection[:]) {
		return fmt.Errorf("render: %w: view %v, projection %v", ErrCamera, view, projection)
	}
	if err := options.Shadows.check(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if ready, err := r.restore(); !ready {
		return err
	}
	toWorld := view.Inv()
	eye, forward := toWorld.Col(3).Vec3(), toWorld.Col(2).Vec3().Mul(-1)
	// The area with shadows has a radius of up to shadowDistances around the target.
	camera := Camera{
		Position: eye,
		Target:   eye.Add(forward.Mul(max(options.ShadowDistance, 1e-3) / (1 + shadowDistances))),
	}
	if y := projection.At(1, 1); y > 0 && projection.At(3, 3) == 0 {
		camera.FieldOfView = 2 * float32(math.Atan(1/float64(y)))
	}
	r.look(camera, view, projection, viewport.Dy())
	r.others.set(r.frame, &options.Shadows, r.frame.lightDirection[3])
	if err := r.takeProgramShadows(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	if !(options.ShadowDistance > 0) {
		r.frame.lightDirection[3] = 0
	}
	if options.Light {
		r.frame.horizon[3] = 1
	}
	into, multisampled := gpu.Framebuffer(framebuffer), false
	if !viewport.Empty() {
		r.device.BindFramebuffer(into, into)
		if status := r.device.FramebufferStatus(); status != 0 {
			return fmt.Errorf("render: framebuffer %d is incomplete: status %#x", framebuffer, status)
		}
		multisampled = r.device.Samples() > 1
	}
	r.frame.setMultisampled(multisampled)
	defer r.clock.end()
	if err := r.prepare(!viewport.Empty()); err != nil || viewport.Empty() {
		return err
	}
	r.device.BindFramebuffer(into, into)
	r.device.Viewport(viewport.Min.X, viewport.Min.Y, viewport.Dx(), viewport.Dy())
	if options.ReversedDepth {
		r.device.ReverseDepth()
	}
	r.drawSolid(multisampled)
	r.drawBlended()
	r.markStreams()
	return r.check("drawing into a framebuffer")
}

// markStreams notes that everything that reads the frame's palettes and morph weights was drawn.
func (r *Renderer) markStreams() {
	for _, page := range r.palettes.pages {
		page.ring.mark()
	}
	r.morphs.ring.mark()
	r.occlusion.ring.mark()
}

// prepare collects and uploads what the frame shows and draws the shadow map, unless the image is
// empty.
func (r *Renderer) prepare(visible bool) error {
	var store *ecs.PoseStore
	if r.store.Has() {
		store = r.store.Get()
	}
	begin := time.Now()
	err := r.gather(store)
	r.stats.GatherSeconds = time.Since(begin).Seconds()
	if err != nil || !visible {
		return err
	}
	r.clock.begin(r.contexts)
	r.upload(&r.camera)
	if err := r.prepareToon(); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	bytes, err := r.crowd.upload()
	if err != nil {
		return fmt.Errorf("render: %w", err)
	}
	r.stats.Uploaded += bytes
	if err := r.drawPoses(); err != nil {
		return err
	}
	if r.frame.lightDirection[3] > 0 {
		r.shadows.reserve(r.cascades.count)
	}
	if err := r.checkMemory(r.grown(), "uploading a frame"); err != nil {
		return err
	}
	r.setState()
	r.skinAhead(r.batches.instances)
	if r.frame.lightDirection[3] > 0 {
		r.drawShadows()
	}
	return r.check("drawing shadows")
}

// drawSolid draws opaque and masked surfaces.
func (r *Renderer) drawSolid(multisampled bool) {
	r.shadows.bind()
	r.others.bind(r.shadows.texture)
	r.environment.bind()
	r.occlusion.bind(unitOccluders)
	r.device.BindSampler(unitOccluders, 0)
	r.drawMeshes(r.batches.active, mesh.AlphaOpaque, 0, multisampled)
	r.drawMeshes(r.batches.active, mesh.AlphaMask, 0, multisampled)
	r.drawCrowd(mesh.AlphaOpaque, multisampled)
	r.drawCrowd(mesh.AlphaMask, multisampled)
}

// look begins a frame that a camera sees through the matrices, in an image of that height in
// pixels.
func (r *Renderer) look(camera Camera, view, projection mgl32.Mat4, height int) {
	r.camera = camera
	r.imageHeight = 0
	if y := projection.At(1, 1); y != 0 {
		r.imageHeight = 2 / float32(math.Abs(float64(y)))
	}
	r.viewer = newViewer(&camera, height, r.Style.PixelError)
	r.lens = newLens(projection)
	r.frame.set(&r.Style, &r.camera, projection.Mul4(view))
	r.frame.grid[3] = r.imageHeight / float32(max(height, 1))
	r.view = everywhere
	if !r.Style.NoCulling {
		r.view = newVolume(r.frame.viewProjection)
	}
}

// isFinite reports whether no number is infinite or NaN.
func isFinite(numbers []float32) bool {
	for _, x := range numbers {
		if x-x != 0 {
			return false
		}
	}
	return true
}

// upload sends the frame's palettes, morph weights, instances and uniforms to the GPU, and sorts
// the blended batches.
func (r *Renderer) upload(camera *Camera) {
	r.blended, r.queues = r.blended[:0], 0
	for _, batch := range r.batches.active {
		blends := false
		for i := range batch.mesh.primitives {
			material := r.materialOf(&batch.mesh.primitives[i])
			r.toonNeeded = r.toonNeeded || material.toon != nil
			if material.alphaMode == mesh.AlphaBlend {
				blends = true
				r.queues |= 1 << material.queue()
			}
		}
		if blends {
			r.blended = append(r.blended, batch)
		}
	}
	r.batches.finish(r.blended)
	sortFarFirst(r.blended, camera.Position, camera.Target.Sub(camera.Position))
	r.stats.Uploaded = r.palettes.flush() + r.morphs.flush() + r.occlusion.flush() +
		instanceBytes*(r.batches.instances+len(r.ahead.instances))
	r.device.BindBuffer(gpu.Vertices, r.instanceBuffer)
	r.device.BufferAllocate(gpu.Vertices, instanceBytes*max(r.batches.instances+len(r.ahead.instances), 1))
	for _, batch := range r.batches.active {
		r.device.BufferSubData(gpu.Vertices, instanceBytes*batch.firstInstance, gpu.Bytes(batch.instances))
	}
	r.device.BufferSubData(gpu.Vertices, instanceBytes*r.batches.instances, gpu.Bytes(r.ahead.instances))
	r.environment.set(r.Style.Environment)
	r.frame.upload(r.device, r.frameBuffer)
}

// setState sets the state that all passes share.
func (r *Renderer) setState() {
	r.device.ResetState()
	r.device.ConstantAttribute(attributeNormal, 0, 0, 0, 1)
	r.device.ConstantAttribute(attributeColor, 1, 1, 1, 1)
	r.device.ConstantAttribute(attributeTexCoord0, 0, 0, 0, 1)
	r.device.ConstantAttribute(attributeTexCoord1, 0, 0, 0, 1)
	r.device.ConstantAttribute(attributeTangent, 0, 0, 0, 0)
	for unit := unitPalettes; unit <= unitMorphTargets; unit++ {
		r.device.BindSampler(unit, 0)
	}
	r.morphs.bind(unitMorphWeights)
	// a sampler must have a texture even if a mesh has no targets
	r.device.BindTexture(unitMorphTargets, r.cache.images.white)
}

// Present copies the target to the window whose context is current, scaled to the window's size in
// pixels. The caller swaps the window's buffers. A window of 0x0 pixels, as when it is minimized,
// is no error.
func (r *Renderer) Present(target *Target, width, height int) error {
	if target.empty || width <= 0 || height <= 0 {
		return nil
	}
	if target.picture == 0 {
		return fmt.Errorf("render: the target: %w", ErrClosed)
	}
	if ready, err := r.restore(); !ready {
		return err
	}
	d := r.device
	d.BindFramebuffer(0, 0)
	d.Viewport(0, 0, width, height)
	d.ResetState()
	d.Disable(gpu.EncodeSRGB) // the shader encodes, as not every window can
	d.Disable(gpu.DepthTest)
	d.BindTexture(unitPicture, target.picture)
	d.BindSampler(unitPicture, 0)
	r.present.use()
	r.emptyArray.bind(d, r.contexts)
	d.DrawArrays(gpu.Triangles, 3, 1)
	return r.check("presenting a target")
}
