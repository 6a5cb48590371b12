package render

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Options are settings of a renderer. The zero Options suit most programs.
type Options struct {
	// Debug checks for OpenGL errors after every pass; [Renderer.Draw] returns them. It costs time.
	Debug bool
	// ShadowSize is the width and height of the shadow map in texels; 0 means 2048.
	ShadowSize int
	// MaxTexels limits the size of a texture buffer, in texels; 0 means the driver's limit. Palettes beyond the limit
	// go to further buffers, which costs more draw calls.
	MaxTexels int
}

// Renderer draws the characters and rigid meshes of a world. Its methods must be called on the thread of the OpenGL
// context it was made with, and not during an update of the animation. They change the context's state, as listed at [State].
type Renderer struct {
	// Style may be changed between frames.
	Style Style

	world      *ecs.World
	store      generic.Resource[ecs.PoseStore]
	characters *generic.Filter4[components.SkinnedMesh, components.PoseSlot, components.Transform, components.LevelOfDetail]
	rigid      *generic.Filter2[components.RigidMesh, components.Transform]
	debug      bool

	mesh, shadowMesh, sky, ground, bone, present *program

	cache       *cache
	palettes    palettes
	morphs      stream
	morphRanges []morphRange
	batches     batches
	blended     []*batch
	bones       *bones
	bounds      assets.Box // around everything that may cast a shadow that the camera sees
	camera      Camera     // of this frame
	viewer      viewer
	candidates  []candidate

	view, shadowVolume volume

	shadows *shadowMap
	frame   *frameBlock // allocated separately, as C must not receive memory that contains Go pointers

	frameBuffer    uint32
	instanceBuffer uint32
	mostInstances  int    // in a frame up to now
	emptyArray     uint32 // a vertex array without attributes
	stats          Stats
}

// New makes a renderer for a world whose assets are in the library. It needs a current OpenGL context of version 3.3 or
// later, and else returns [ErrNoContext]. If the driver rejects a shader, the error is a [*ShaderError].
func New(world *ecs.World, library *assets.Library, options Options) (*Renderer, error) {
	if err := requireContext(); err != nil {
		return nil, err
	}
	r := &Renderer{
		Style: DefaultStyle(),
		world: world,
		store: generic.NewResource[ecs.PoseStore](world),
		characters: generic.NewFilter4[components.SkinnedMesh, components.PoseSlot, components.Transform, components.LevelOfDetail]().
			Optional(generic.T2[components.Transform, components.LevelOfDetail]()...),
		rigid: generic.NewFilter2[components.RigidMesh, components.Transform]().
			Optional(generic.T1[components.Transform]()...),
		debug: options.Debug,
		frame: &frameBlock{},
	}
	if err := r.allocate(library, options); err != nil {
		r.Close()
		return nil, fmt.Errorf("render: %w", err)
	}
	return r, nil
}

// requireContext returns [ErrNoContext] unless an OpenGL context of version 3.3 or later is current.
func requireContext() error {
	if err := gl.Init(); err != nil {
		return fmt.Errorf("%w: %w", ErrNoContext, err)
	}
	var major, minor int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	if 10*major+minor < 33 {
		return fmt.Errorf("%w: found version %d.%d", ErrNoContext, major, minor)
	}
	return nil
}

// allocate makes the shader programs and buffers.
func (r *Renderer) allocate(library *assets.Library, options Options) error {
	var err error
	for _, p := range []struct {
		program **program
		source  programSource
	}{
		{&r.mesh, meshSource},
		{&r.shadowMesh, shadowSource},
		{&r.sky, skySource},
		{&r.ground, groundSource},
		{&r.bone, boneSource},
		{&r.present, presentSource},
	} {
		if *p.program, err = newProgram(shaderFiles, p.source); err != nil {
			return err
		}
	}
	var texels int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &texels)
	limit := int(texels)
	if options.MaxTexels > 0 {
		limit = min(limit, options.MaxTexels)
	}
	if r.cache, err = newCache(library, limit); err != nil {
		return err
	}
	size := options.ShadowSize
	if size == 0 {
		size = 2048
	}
	if r.shadows, err = newShadowMap(size); err != nil {
		return err
	}
	r.palettes = palettes{maxTexels: limit, newBuffer: func() *textureBuffer { return newTextureBuffer(gl.RGBA32F) }}
	r.morphs = stream{buffer: newTextureBuffer(gl.R32F), texelBytes: 4}
	r.bones = newBones()
	gl.GenBuffers(1, &r.frameBuffer)
	gl.GenBuffers(1, &r.instanceBuffer)
	gl.GenVertexArrays(1, &r.emptyArray)
	return glError("making a renderer")
}

// Load uploads a model's meshes and textures now, not when the model is first drawn. The error names an asset that the
// driver cannot hold.
func (r *Renderer) Load(id assets.ModelID) error {
	if _, err := r.cache.model(id); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return r.checkMemory(true, "loading a model")
}

// Stats counts the work of a frame.
type Stats struct {
	Instances int // of meshes in the image: a character has one for each visible part
	Draws     int // draw calls, including those for shadows
	Triangles int // including those for shadows

	// Culled is the number of characters and rigid meshes that are not in the image, because they are outside of the
	// camera's view or [components.LevelOfDetail] culls them. CulledCasters is the number of those that are not in the
	// shadow map.
	Culled, CulledCasters int
	// Uploaded is the number of bytes of palettes, morph weights and instances that were sent to the GPU.
	Uploaded int
}

// Stats returns the counts of the last frame.
func (r *Renderer) Stats() Stats { return r.stats }

// check returns OpenGL's errors in debug mode. The argument names the pass for the message.
func (r *Renderer) check(pass string) error {
	if !r.debug {
		return nil
	}
	if err := glError(pass); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

// checkMemory returns [ErrOutOfMemory] if memory was allocated and the driver had none, and other errors of OpenGL in
// debug mode.
func (r *Renderer) checkMemory(allocated bool, pass string) error {
	if r.debug || !allocated {
		return r.check(pass)
	}
	if err := memoryError(); err != nil {
		return fmt.Errorf("render: %s: %w", pass, err)
	}
	return nil
}

// grown reports whether a buffer of the frame, or the cache of assets, has more memory than at the last call.
func (r *Renderer) grown() bool {
	grew := r.morphs.buffer.grew || r.batches.instances > r.mostInstances || r.cache.grew
	r.mostInstances = max(r.mostInstances, r.batches.instances)
	r.morphs.buffer.grew, r.cache.grew = false, false
	for _, page := range r.palettes.pages {
		grew = grew || page.buffer.grew
		page.buffer.grew = false
	}
	return grew
}

// Close frees the renderer's GPU memory. The renderer must not be used afterward.
func (r *Renderer) Close() {
	for _, p := range []*program{r.mesh, r.shadowMesh, r.sky, r.ground, r.bone, r.present} {
		p.delete()
	}
	if r.cache != nil {
		r.cache.delete()
	}
	r.palettes.delete()
	r.morphs.buffer.delete()
	r.bones.delete()
	r.shadows.delete()
	gl.DeleteBuffers(1, &r.frameBuffer)
	gl.DeleteBuffers(1, &r.instanceBuffer)
	gl.DeleteVertexArrays(1, &r.emptyArray)
}
