//go:build !js

package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
)

// The texture holds the palettes of the pool in the documented layout, after births and deaths too,
// whichever kind it is.
func TestPaletteTexture(t *testing.T) {
	t.Run("buffer", func(t *testing.T) { testPaletteTexture(t, (*fixture).update) })
	t.Run("2D", func(t *testing.T) {
		testPaletteTexture(t, func(s *fixture, seconds float64) {
			if _, plain := s.renderer.device.(plainRestored); !plain {
				s.withoutFeatures()
				s.draw(Camera{Position: mgl32.Vec3{0, 1, 4}})
			}
			s.update(seconds)
		})
	})
}

func testPaletteTexture(t *testing.T, update func(*fixture, float64)) {
	model, library := sharedMannequin()
	s := newFixtureWith(t, library, Options{Debug: true})
	skin := model.Parts[0].Skin
	first := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	update(s, 0)
	pool := s.animation.Store().Pools()[0]
	var name uint32
	for _, count := range []int{1, 40, 3} {
		for pool.Len() < count {
			must(s.animation.Player(mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))).Play(model.Clip("dance")))
			update(s, 0.1)
		}
		for pool.Len() > count {
			s.world.RemoveEntity(pool.Owner(pool.Len() - 1))
			update(s, 0.1)
		}
		got, err := s.renderer.Palettes(pool, skin)
		if err != nil {
			t.Fatal(err)
		}
		if name != 0 && got.Name != name {
			t.Error("the texture has another name")
		}
		name = got.Name
		if want := 3 * library.Skin(skin).Len(); got.Stride != want {
			t.Errorf("the stride is %d, want %d", got.Stride, want)
		}
		data, slots := pool.Palettes(skin)
		if !slices.Equal(got.Slots, slots) || len(slots) != pool.Len() {
			t.Errorf("the slots are %d, want %d", got.Slots, slots)
		}
		if texels := readPalettes(t, got, len(data)); !slices.Equal(texels, data) {
			t.Errorf("%d characters: the texture holds other numbers than the pool", count)
		}
		if usesBuffer := texelBuffers(s.renderer.device) != nil; usesBuffer != (got.Target == gl.TEXTURE_BUFFER) ||
			usesBuffer != strings.Contains(s.renderer.SkinSource(), "#define TEXEL_BUFFERS") {
			t.Errorf("the target is %#x, the shader %.40q", got.Target, s.renderer.SkinSource())
		}
	}
	if allocations := testing.AllocsPerRun(20, func() {
		if _, err := s.renderer.Palettes(pool, skin); err != nil {
			t.Error(err)
		}
	}); allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
	if got, err := s.renderer.Palettes(pool, 0); err != nil || got.Name != 0 {
		t.Errorf("without a skin: %+v, %v", got, err)
	}
	s.renderer.palettes.maxTexels = 100
	if _, err := s.renderer.Palettes(pool, skin); err == nil ||
		!strings.Contains(err.Error(),
			"expected palettes of at most 100 texels, which fit into a texture, found 603, of 3 characters") {
		t.Errorf("too many palettes: %v", err)
	}
	s.world.RemoveEntity(first)
}

// The texture of a pool is freed once the pool is gone and another one asks for a texture.
func TestPaletteTextureOfALostPool(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	var names []uint32
	for range 3 {
		model, err := mannequin.New(s.library)
		must(err)
		mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
		s.update(0)
		pools := s.animation.Store().Pools()
		i := slices.IndexFunc(pools, func(p *ecs.Pool) bool { return p != nil && p.ID() == model.Skeleton })
		got, err := s.renderer.Palettes(pools[i], model.Parts[0].Skin)
		must(err)
		names = append(names, got.Name)
		for _, name := range names[:len(names)-1] {
			if name != got.Name && gl.IsTexture(name) {
				t.Errorf("texture %d of a lost pool was not freed", name)
			}
		}
		if n := len(s.renderer.shared); n != 1 || !gl.IsTexture(got.Name) {
			t.Errorf("%d textures of one pool", n)
		}
		s.library.RemoveSkeleton(model.Skeleton)
		s.update(0)
	}
}

// readPalettes returns the first numbers of the texture.
func readPalettes(t *testing.T, p PaletteTexture, numbers int) []float32 {
	t.Helper()
	if p.Target == gl.TEXTURE_BUFFER {
		return readBufferTexture(t, p.Name, numbers)
	}
	var width, height int32
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, p.Name)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &width)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_HEIGHT, &height)
	if width != 1024 || int(4*width*height) < numbers {
		t.Fatalf("the texture has %dx%d texels", width, height)
	}
	texels := make([]float32, 4*width*height)
	gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
	return texels[:numbers]
}
