//go:build !js

package render

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

//go:embed shaders/texels.glsl
var texelsSource string

//go:embed shaders/palettes.glsl
var palettesSource string

//go:embed shaders/skin.glsl
var skinSource string

// SkinGLSL is source for vertex shaders of a program's own, in GLSL 3.30 and GLSL ES 3.00, to be
// put after the line #version. It declares the uniform palettes, for the texture of
// [Renderer.Palettes], and the function
//
//	void skinVertex(int firstTexel, uvec4 joints0, vec4 weights0, uvec4 joints1, vec4 weights1,
//		inout vec3 position, inout vec3 normal, inout vec4 tangent)
//
// which moves a vertex from the mesh's own space to the character's model space: by the palette
// that begins at a texel and by the influences of
// [github.com/sinew-go/sinew/assets/mesh.Primitive], of which weight 0 ends each four. For four
// influences joints1 and weights1 are 0; for a vertex that one matrix moves, joints0 is its palette
// index and weights0 is (1, 0, 0, 0). The normal gets length 1. The tangent does not; its w is the
// handedness, or 0 for a vertex without a tangent. The sums are those that the renderer computes.
//
// skinVertexDual has the same parameters and blends by dual quaternions
// ([github.com/sinew-go/sinew/assets/mesh.SkinDualQuaternion]). Rigid skinning is skinVertex with
// weights0 (1, 0, 0, 0) and weights1 0.
//
// The uniform is a sampler2D, or a samplerBuffer if the name TEXEL_BUFFERS is defined in front.
// [Renderer.SkinSource] returns what fits the textures of Palettes; SkinGLSL alone is for a program
// that uploads [ecs.Pool.Palettes] itself: to a 2D texture, RGBA32F and 1024 texels wide, whose
// texel i is in column i%1024 of row i/1024.
var SkinGLSL = texelsSource + palettesSource + skinSource

// SkinSource returns [SkinGLSL] for the kind of textures that [Renderer.Palettes] returns.
func (r *Renderer) SkinSource() string {
	if texelBuffers(r.device) != nil {
		return "#define " + texelBuffersName + "\n" + SkinGLSL
	}
	return SkinGLSL
}

// PaletteTexture is a texture with the palettes of a pool, RGBA32F, to be read by texelFetch: a
// buffer texture, whose texels have an index. Where the driver has none of 4 million texels, it is
// a 2D texture, 1024 texels wide and without mipmaps; texel i is in column i%1024 of row i/1024.
//
// It holds the palettes of the characters that show the skin. That of the character in the slot
// Slots[i] begins at the texel i·Stride. The matrix at palette index k takes three
// texels, from 3k on: its rows, each four numbers of the 3x4 row-major matrix that takes the bind
// pose to the character's model space.
type PaletteTexture struct {
	Name   uint32 // OpenGL's name of the texture; 0 if no character is drawn with the skin
	Target uint32 // what it is bound to: GL_TEXTURE_BUFFER or GL_TEXTURE_2D
	Stride int    // texels from one palette to the next: three for each influence joint of the skin
	// Slots are the slots of the characters, in the order of their palettes. The slice belongs to
	// the pool: see [ecs.Pool.Palettes].
	Slots []int32
}

// Palettes uploads the palettes of a skin, of all characters of a pool that show it, as they are
// after the last update, and returns the texture that holds them, for shaders of the program's own
// with [Renderer.SkinSource]. The texture belongs to the renderer, is the same at each call while
// the pool exists, and shows the palettes of the last call. What was drawn with it in another
// context must be finished before the next call. The error reports palettes that are more than the
// driver's largest texture holds. Palettes changes the context's [State] and allocates nothing once
// the texture is large enough.
//
// A program with another graphics API uploads [ecs.Pool.Palettes] itself: the same numbers, without
// rows of texels.
func (r *Renderer) Palettes(pool *ecs.Pool, skin assets.SkinID) (PaletteTexture, error) {
	if r.closed {
		return PaletteTexture{}, fmt.Errorf("render: the renderer: %w", ErrClosed)
	}
	data, slots := pool.Palettes(skin)
	if len(data) == 0 {
		return PaletteTexture{}, nil
	}
	if n := len(data) / 4; n > r.palettes.maxTexels {
		return PaletteTexture{}, fmt.Errorf(
			"render: expected palettes of at most %d texels, which fit into a texture, found %d, of %d characters",
			r.palettes.maxTexels, n, len(slots))
	}
	s := r.shared[pool][skin]
	if s == nil {
		if r.shared == nil {
			r.shared = map[*ecs.Pool]map[assets.SkinID]*stream{}
		}
		r.forgetShared()
		if r.shared[pool] == nil {
			r.shared[pool] = map[assets.SkinID]*stream{}
		}
		s = newStream(r.device, gpu.RGBA32F)
		r.shared[pool][skin] = s
	}
	s.reset()
	s.add(data)
	s.flush()
	grew := s.grew
	s.grew = false
	if err := r.checkMemory(grew, "uploading palettes"); err != nil {
		return PaletteTexture{}, err
	}
	return PaletteTexture{
		Name: uint32(s.texture), Target: s.target(), Stride: len(data) / 4 / len(slots), Slots: slots,
	}, nil
}

// forgetShared frees the textures of pools that are gone, with their skeletons.
func (r *Renderer) forgetShared() {
	if !r.store.Has() {
		return
	}
	pools := r.store.Get().Pools()
	for pool, skins := range r.shared {
		if !slices.Contains(pools, pool) {
			for _, s := range skins {
				s.delete()
			}
			delete(r.shared, pool)
		}
	}
}

// target returns what a stream's texture is bound to, as OpenGL's number.
func (s *stream) target() uint32 {
	if s.buffers != nil {
		return uint32(gpu.Fetched) // the same number as the target of buffers
	}
	return textureTarget
}

// textureTarget is GL_TEXTURE_2D.
const textureTarget = 0x0DE1
