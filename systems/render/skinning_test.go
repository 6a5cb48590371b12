//go:build !js

package render

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// newTube returns a fixture with a tube, twisted by 180 degrees, and the camera that sees it.
func newTube(t *testing.T, method mesh.Skinning) (*fixture, *assets.Model, Camera) {
	s := newFixture(t, Options{Debug: true})
	model := handmade.Tube(t, s.library, mgl32.Vec3{1, 1, 1}, mgl32.DegToRad(180), mgl32.Vec3{0, 1, 0})
	model.Parts[0].Skinning = method
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	must(s.animation.Player(e).Play(model.Clips[0]))
	must(s.animation.Player(e).SetMode(assets.Hold, 0))
	s.update(0)
	s.update(1.5)
	return s, model, Camera{Position: mgl32.Vec3{0, 1.2, 3.5}, Target: mgl32.Vec3{0, 1, 0}}
}

// The override draws what the parts would draw with the method, shadows included, and the methods
// look different.
func TestStyleOverridesSkinning(t *testing.T) {
	pictures := map[string]mesh.Skinning{}
	for _, method := range methods {
		own, _, camera := newTube(t, method)
		want := own.draw(camera)
		for _, other := range methods {
			s, _, camera := newTube(t, other)
			s.draw(camera) // by the part's own method
			s.renderer.Style.Skinning = &method
			if got := s.draw(camera); string(got.Pix) != string(want.Pix) {
				t.Errorf("a part with %s skinning that is drawn with %s does not look like one that has it",
					other, method)
			}
		}
		if other, known := pictures[string(want.Pix)]; known {
			t.Errorf("%s and %s look the same", other, method)
		}
		pictures[string(want.Pix)] = method
	}
}

func TestUnknownSkinningIsAnError(t *testing.T) {
	s, model, camera := newTube(t, mesh.SkinLinear)
	method := mesh.Skinning(7)
	s.renderer.Style.Skinning = &method
	if err := s.renderer.Draw(camera, s.target); err == nil ||
		!strings.Contains(err.Error(), "skinning method from 0 to 2, found 7") {
		t.Errorf("got %v", err)
	}
	other := *model
	other.ID, other.Parts = 0, append([]assets.Part(nil), model.Parts...)
	other.Parts[0].Skinning = method
	if _, err := s.library.AddModel(&other); err == nil || !strings.Contains(err.Error(), "skinning method up to 2, found 7") {
		t.Errorf("adding a model with it: %v", err)
	}
}

// A frame with every method allocates nothing.
func TestDrawingByDualQuaternionsAllocatesNothing(t *testing.T) {
	s, _, camera := newTube(t, mesh.SkinDualQuaternion)
	s.renderer.debug = false
	draw := func() { must(s.renderer.Draw(camera, s.target)) }
	draw()
	if n := testing.AllocsPerRun(10, draw); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}
