package render

import (
	"fmt"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Options are settings of a renderer. The zero Options suit most programs.
type Options struct {
	// Debug checks for OpenGL errors after every pass; [Renderer.Draw] returns them. It costs time.
	Debug bool
	// ShadowSize is the width and height of a shadow map in texels; 0 means 2048.
	ShadowSize int
	// ShadowCascades is the largest number of shadow maps of a frame, 1 to 3; 0 means 2, or 1 where
	// a texture cannot be twice as wide as ShadowSize. One is enough where everything that casts
	// shadows is about as far from the camera. Where some of it is much nearer, as in a crowd, each
	// further one shows what is near at a finer resolution, and costs about as much again. Memory is
	// taken for as many as a frame has drawn.
	ShadowCascades int
	// MaxTexels limits the size of a texture with palettes, in texels; 0 means the driver's limit.
	// Palettes beyond the limit go to further textures, which costs more draw calls.
	MaxTexels int
	// MaxPageSize limits the width and height of the textures for the poses of a crowd, in texels;
	// 0 means the driver's limit. Members beyond the limit go to further textures, which costs more
	// draw calls.
	MaxPageSize int
	// LevelsInBackground makes the levels of detail of meshes in the background, which takes about
	// a second for 50,000 triangles of one; until then the mesh is drawn at full detail. Otherwise
	// they are made before a mesh is first drawn, or by [Renderer.Load], and a picture does not
	// depend on how long that takes. If the library's cache of baked clips ([assets.Baking]) has a
	// folder, the levels of larger meshes are kept there, and read the next time.
	LevelsInBackground bool
}

// Renderer draws the characters and rigid meshes of a world. Its methods must be called on the
// thread of the OpenGL context it was made with, and not during an update of the animation. They
// change the context's state, as listed at [State].
type Renderer struct {
	// Style may be changed between frames.
	Style Style

	device     gpu.Device
	generation int // of the device's objects
	library    *assets.Library
	options    Options
	world      *ecs.World
	store      generic.Resource[ecs.PoseStore]
	characters *generic.Filter7[components.SkinnedMesh, components.PoseSlot, components.Transform,
		components.LevelOfDetail, components.PreSkinned, components.Worn, components.Appearance]
	rigid  *generic.Filter2[components.RigidMesh, components.Transform]
	debug  bool
	closed bool

	mesh, shadowMesh           skinPrograms
	opaqueShadow               skinPrograms
	toon                       skinPrograms // linked when something needs them
	sky, ground, bone, present *program
	hasDuals                   bool // the programs with dual quaternions are linked
	hasProgramShadows          bool // the programs that light surfaces read shadow maps of the program

	cache       *cache
	palettes    palettes
	morphs      *stream
	morphRanges []morphRange
	shared      map[*ecs.Pool]map[assets.SkinID]*stream // textures of Palettes
	batches     batches
	blended     []*batch
	queues      uint32  // a bit for each queue of blended materials that the frame has
	toonNeeded  bool    // something with toon shading was drawn
	imageHeight float32 // in world units, 1 away from the camera
	bones       *bones
	bounds      assets.Box // around everything that may cast a shadow that the camera sees
	camera      Camera     // of this frame
	viewer      viewer
	candidates  []candidate
	shown       []shownModel // by the candidates

	view     volume
	lens     lens
	lights   lightList
	cascades cascades

	crowd   *crowd
	ahead   *preSkinning
	shadows *shadowMap
	others  *programShadows
	// environment is the last one that was drawn with.
	environment *environmentTexture
	occlusion   *occlusion
	frame       *frameBlock // allocated separately, as C must not receive memory that contains Go pointers

	frameBuffer    gpu.Buffer
	instanceBuffer gpu.Buffer
	mostInstances  int         // in a frame up to now
	emptyArray     vertexArray // without attributes
	contexts       *contexts
	clock          gpuClock
	stats          Stats
}

// New makes a renderer for a world whose assets are in the library. It needs a current OpenGL
// context of version 3.3 or later, and otherwise returns [ErrNoContext]. If the driver rejects a
// shader, the error is a [*ShaderError].
func New(world *ecs.World, library *assets.Library, options Options) (*Renderer, error) {
	device, err := currentDevice()
	if err != nil {
		return nil, err
	}
	r := &Renderer{
		Style:  DefaultStyle(),
		device: device, library: library, options: options,
		world: world,
		store: generic.NewResource[ecs.PoseStore](world),
		characters: generic.NewFilter7[components.SkinnedMesh, components.PoseSlot, components.Transform,
			components.LevelOfDetail, components.PreSkinned, components.Worn, components.Appearance]().
			Optional(generic.T5[components.Transform, components.LevelOfDetail, components.PreSkinned,
				components.Worn, components.Appearance]()...),
		rigid: generic.NewFilter2[components.RigidMesh, components.Transform]().
			Optional(generic.T1[components.Transform]()...),
		debug: options.Debug,
		frame: &frameBlock{}, contexts: newContexts(),
	}
	if err := r.allocate(); err != nil {
		r.Close()
		return nil, fmt.Errorf("render: %w", err)
	}
	return r, nil
}

// allocate makes the shader programs and buffers.
func (r *Renderer) allocate() error {
	library, options := r.library, r.options
	discardErrors(r.device) // so that the errors below come from the renderer
	r.generation, _ = r.device.Generation()
	err := r.mesh.link(r, meshSource)
	if err != nil {
		return err
	}
	err = r.shadowMesh.link(r, shadowSource)
	if err != nil {
		return err
	}
	err = r.opaqueShadow.link(r, opaqueShadowSource)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		program **program
		source  programSource
	}{
		{&r.sky, skySource},
		{&r.ground, groundSource},
		{&r.bone, boneSource},
		{&r.present, presentSource},
	} {
		if *p.program, err = newProgram(r.device, shaderFiles, p.source); err != nil {
			return err
		}
	}
	limit, streamLimit := texelsPerRow*r.device.Limits().TextureSize, streamTexels(r.device)
	if options.MaxTexels > 0 {
		limit, streamLimit = min(limit, options.MaxTexels), min(streamLimit, options.MaxTexels)
	}
	if r.cache, err = newCache(r.device, r.contexts, library, limit); err != nil {
		return err
	}
	if options.LevelsInBackground {
		r.cache.maker = &levelMaker{}
	}
	size := options.ShadowSize
	if size == 0 {
		size = 2048
	}
	if r.shadows, err = newShadowMap(r.device, r.contexts, size, options.ShadowCascades); err != nil {
		return err
	}
	r.others = newProgramShadows(r.device)
	pageSize := r.device.Limits().TextureSize
	if options.MaxPageSize > 0 {
		pageSize = min(pageSize, options.MaxPageSize)
	}
	r.clock = newGPUClock(r.device)
	r.ahead = newPreSkinning(r.world)
	r.crowd = newCrowd(r.device, r.contexts, r.world, pageSize)
	r.palettes = palettes{maxTexels: streamLimit, device: r.device}
	r.morphs = newStream(r.device, gpu.R32F)
	r.bones = newBones(r.device, r.contexts)
	r.environment = &environmentTexture{device: r.device}
	r.occlusion = newOcclusion(r.device)
	r.frameBuffer = r.device.CreateBuffer()
	r.instanceBuffer = r.device.CreateBuffer()
	// attributes that a program does not read are enabled for pictures before the first upload
	r.device.BindBuffer(gpu.Vertices, r.instanceBuffer)
	r.device.BufferAllocate(gpu.Vertices, instanceBytes)
	return glError(r.device, "making a renderer")
}

// UseContext prepares the renderer for another context, as of a second window: one that shares
// objects with the context the renderer was made in. The program makes the context current and then
// calls UseContext, with a key that names it, such as its window; nil names the context the
// renderer was made in. Contexts do not share vertex arrays and framebuffers, so the renderer makes
// its own in each. A [Target] belongs to the context it was made in, but [Renderer.Present] shows
// it in every one.
func (r *Renderer) UseContext(key any) { r.contexts.use(key) }

// restore makes everything again if the context was lost and restored. It reports whether there is
// a context to draw with; without an error there will be one again.
func (r *Renderer) restore() (ready bool, err error) {
	if r.closed {
		return false, fmt.Errorf("render: the renderer: %w", ErrClosed)
	}
	generation, lost := r.device.Generation()
	if lost || generation == r.generation {
		return !lost, nil
	}
	r.free()
	r.contexts, r.shared = newContexts(), nil
	r.batches, r.bones, r.shadows, r.cache, r.morphs = batches{}, nil, nil, nil, nil
	r.environment, r.occlusion, r.others = nil, nil, nil
	r.sky, r.ground, r.bone, r.present, r.hasDuals = nil, nil, nil, nil, false
	clear(r.candidates)
	r.candidates, r.blended = r.candidates[:0], r.blended[:0]
	if err := r.allocate(); err != nil {
		r.generation = -1 // try again in the next frame
		return false, fmt.Errorf("render: restoring a lost context: %w", err)
	}
	return true, nil
}

// Load uploads a model's meshes and textures now, not when the model is first drawn. The error
// names an asset that the driver cannot hold.
func (r *Renderer) Load(id assets.ModelID) error {
	if ready, err := r.restore(); !ready {
		return err
	}
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
	// CrowdMatrices is the number of matrices that the GPU computed for members of a crowd.
	CrowdMatrices int
	// Impostors is the number of members of a crowd in the image that are pictures, and ImpostorBytes
	// the memory of all such pictures, at most 40 MB.
	Impostors, ImpostorBytes int

	// Culled is the number of characters and rigid meshes that are not in the image, because they
	// are outside of the camera's view or [components.LevelOfDetail] culls them. CulledCasters is
	// the number of those that are not in the shadow map.
	Culled, CulledCasters int
	// CacheError is the last error of reading levels of detail of a mesh, or pictures of small members
	// of a crowd, from the folder of the library's cache ([assets.Baking]), or of keeping them there.
	// They were made nevertheless.
	CacheError error
	// Lights is the number of lights of models that shine, LightsLeftOut the number of those beyond
	// [MaxLights].
	Lights, LightsLeftOut int
	// PreSkinned is the number of characters whose vertices were skinned once for all passes
	// ([components.PreSkinned]).
	PreSkinned int
	// Uploaded is the number of bytes of palettes, morph weights, instances, members of a crowd and
	// capsules that occlude that were sent to the GPU.
	Uploaded int
	// GatherSeconds is the time that the CPU took to find what is drawn, before it is given to the
	// driver; in a frame that uploads models, or makes pictures of small members, that is part of it.
	GatherSeconds float64
	// GPUSeconds is the time that the GPU took for a frame, without that of Present: the last frame
	// for which it is known, which may be a few frames before that of the other counts. It is 0
	// until then, where the driver or the browser does not measure it, and while the program itself
	// measures time by a query.
	GPUSeconds float64
}

// Stats returns the counts of the last frame.
func (r *Renderer) Stats() Stats {
	if r.clock.timer != nil {
		r.clock.read(r.contexts)
	}
	r.stats.GPUSeconds = r.clock.seconds
	if r.cache != nil {
		r.stats.CacheError = r.cache.folderError
	}
	return r.stats
}

// check returns OpenGL's errors in debug mode. The argument names the pass for the message.
func (r *Renderer) check(pass string) error {
	if !r.debug {
		return nil
	}
	if err := glError(r.device, pass); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

// checkMemory returns [ErrOutOfMemory] if memory was allocated and the driver had none, and other
// errors of OpenGL in debug mode.
func (r *Renderer) checkMemory(allocated bool, pass string) error {
	if r.debug || !allocated {
		return r.check(pass)
	}
	if err := memoryError(r.device); err != nil {
		return fmt.Errorf("render: %s: %w", pass, err)
	}
	return nil
}

// grown reports whether a buffer of the frame, or the cache of assets, has more memory than at the
// last call.
func (r *Renderer) grown() bool {
	grew := r.morphs.grew || r.batches.instances > r.mostInstances || r.cache.grew
	r.mostInstances = max(r.mostInstances, r.batches.instances)
	grew = grew || r.crowd.grew || r.ahead.grew || r.environment.grew || r.shadows.grew
	r.morphs.grew, r.cache.grew, r.crowd.grew, r.ahead.grew, r.environment.grew = false, false, false, false, false
	grew = grew || r.occlusion.grew
	r.shadows.grew, r.occlusion.grew = false, false
	for _, page := range r.palettes.pages {
		grew = grew || page.grew
		page.grew = false
	}
	return grew
}

// Close frees the renderer's GPU memory. A second Close does nothing; whatever else is asked of the
// renderer afterward is an [ErrClosed].
func (r *Renderer) Close() {
	if r == nil || r.closed {
		return
	}
	r.free()
	r.closed = true
}

// free frees the GPU memory, whose objects nothing may name afterward.
func (r *Renderer) free() {
	r.mesh.delete()
	r.shadowMesh.delete()
	r.opaqueShadow.delete()
	r.toon.delete()
	for _, p := range []*program{r.sky, r.ground, r.bone, r.present} {
		p.delete()
	}
	if r.cache != nil {
		r.cache.delete()
	}
	r.clock.delete(r.contexts)
	r.crowd.delete()
	r.ahead.delete(r.device, r.contexts)
	r.palettes.delete()
	for _, skins := range r.shared {
		for _, s := range skins {
			s.delete()
		}
	}
	r.morphs.delete()
	r.bones.delete()
	r.shadows.delete()
	r.others.delete()
	r.environment.delete()
	r.occlusion.free()
	r.device.DeleteBuffer(r.frameBuffer)
	r.device.DeleteBuffer(r.instanceBuffer)
	r.emptyArray.delete(r.device, r.contexts)
}
