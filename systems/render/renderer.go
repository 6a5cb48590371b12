package render

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Options say how a renderer works; the zero Options are right for most.
type Options struct {
	// Debug asks OpenGL for errors after every pass, and makes [Renderer.Draw] return them. It costs time.
	Debug bool
	// ShadowSize is the width in texels of the shadow map; 0 means 2048.
	ShadowSize int
	// MaxTexels lowers the driver's limit on what one texture buffer holds; 0 leaves it. Palettes beyond it go to further
	// buffers, at the price of more draws.
	MaxTexels int
}

// Renderer draws the characters and rigid meshes of a world. All its methods must be called on the thread whose OpenGL context
// made it, and not during a frame's update. It leaves the context's state changed.
type Renderer struct {
	// Style may be changed between pictures.
	Style Style

	world      *ecs.World
	store      generic.Resource[ecs.PoseStore]
	characters *generic.Filter3[components.SkinnedMesh, components.PoseSlot, components.Transform]
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
	bounds      assets.Box
	viewer      viewer
	shadows     *shadowMap
	frame       *frameBlock // by itself, since what holds Go pointers cannot be passed to C

	frameBuffer    uint32
	instanceBuffer uint32
	emptyArray     uint32 // vertex array without attributes
	stats          Stats
}

// New makes a renderer for a world whose assets are in the library. It needs a current OpenGL context of version 3.3 or
// later ([ErrNoContext]); what the driver has against a shader comes as a [*ShaderError].
func New(world *ecs.World, library *assets.Library, options Options) (*Renderer, error) {
	if err := requireContext(); err != nil {
		return nil, err
	}
	r := &Renderer{
		Style: DefaultStyle(),
		world: world,
		store: generic.NewResource[ecs.PoseStore](world),
		characters: generic.NewFilter3[components.SkinnedMesh, components.PoseSlot, components.Transform]().
			Optional(generic.T1[components.Transform]()...),
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

// requireContext fails where OpenGL cannot be called.
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

func (r *Renderer) allocate(library *assets.Library, options Options) error {
	var err error
	for _, p := range []struct {
		made   **program
		recipe programSource
	}{
		{&r.mesh, meshSource},
		{&r.shadowMesh, shadowSource},
		{&r.sky, skySource},
		{&r.ground, groundSource},
		{&r.bone, boneSource},
		{&r.present, presentSource},
	} {
		if *p.made, err = newProgram(shaderFiles, p.recipe); err != nil {
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

// Load uploads a model's meshes and textures now instead of when it is first drawn, and says what cannot be drawn of it.
func (r *Renderer) Load(id assets.ModelID) error {
	if _, err := r.cache.model(id); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return r.check("loading a model")
}

// Stats says what a picture took.
type Stats struct {
	Instances int // of meshes: a character has one for each part
	Draws     int // calls, shadows included
	Triangles int // drawn, shadows included
}

// Stats returns what the last picture took.
func (r *Renderer) Stats() Stats { return r.stats }

// check returns what OpenGL has against the last pass, in debug mode.
func (r *Renderer) check(doing string) error {
	if !r.debug {
		return nil
	}
	if err := glError(doing); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	return nil
}

// Close frees what the renderer has in the GPU's memory. It must not be used any more.
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
