package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// The texture holds the palettes of the pool in the documented layout, after births and deaths too.
func TestPaletteTexture(t *testing.T) {
	model, library := sharedMannequin()
	s := newFixtureWith(t, library, Options{Debug: true})
	skin := model.Parts[0].Skin
	first := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	s.update(0)
	pool := s.animation.Store().Pools()[0]
	var name uint32
	for _, count := range []int{1, 40, 3} {
		for pool.Len() < count {
			must(s.animation.Player(mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))).Play(model.Clip("dance")))
			s.update(0.1)
		}
		for pool.Len() > count {
			s.world.RemoveEntity(pool.Owner(pool.Len() - 1))
			s.update(0.1)
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
		var width, height int32
		gl.ActiveTexture(gl.TEXTURE0)
		gl.BindTexture(gl.TEXTURE_2D, got.Name)
		gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &width)
		gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_HEIGHT, &height)
		texels := make([]float32, 4*width*height)
		gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(texels))
		data := pool.Palettes(skin)
		if width != 1024 || len(texels) < len(data) || !slices.Equal(texels[:len(data)], data) {
			t.Errorf("%d characters: the texture of %dx%d texels holds other numbers than the pool", count, width, height)
		}
	}
	if allocations := testing.AllocsPerRun(20, func() {
		if _, err := s.renderer.Palettes(pool, skin); err != nil {
			t.Error(err)
		}
	}); allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
	if got, err := s.renderer.Palettes(pool, 0); err != nil || got != (PaletteTexture{}) {
		t.Errorf("without a skin: %+v, %v", got, err)
	}
	s.renderer.cache.maxTexels = 100
	if _, err := s.renderer.Palettes(pool, skin); err == nil || !strings.Contains(err.Error(), "the palettes of 3 characters take 603 texels, more than a texture's 100") {
		t.Errorf("too many palettes: %v", err)
	}
	s.world.RemoveEntity(first)
}
