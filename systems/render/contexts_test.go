//go:build !js

package render

import (
	"image"
	"slices"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/glcontext"
)

// One renderer draws the same picture in two contexts that share objects, in turn, while assets
// come and go.
func TestTwoWindows(t *testing.T) {
	first, err := glcontext.Open(glcontext.Options{Title: "first", Width: 32, Height: 32})
	if err != nil {
		requireGL(t) // skips, or fails with the reason
	}
	t.Cleanup(first.Close)
	model, library := sharedMannequin()
	s := newFixtureIn(t, library, Options{Debug: true})
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	must(s.animation.EnableModelMatrices(e))
	must(s.animation.Player(e).Play(model.Clip("run")))
	s.update(0)
	s.renderer.Style.Skeletons = true
	camera := Camera{Position: mgl32.Vec3{1, 1.2, 3}, Target: mgl32.Vec3{0, 0.9, 0}}

	second, err := glcontext.Open(glcontext.Options{Title: "second", Width: 32, Height: 32, Share: first})
	must(err)
	t.Cleanup(second.Close)
	other, err := NewTarget(64, 64, 4) // belongs to the second context
	must(err)
	t.Cleanup(func() { // before the fixture, whose objects belong to the first context
		other.Close()
		s.enter(first, nil)
	})
	// The second context makes vertex arrays and framebuffers of its own, so that numbers mean
	// something else there.
	var arrays, framebuffers [40]uint32
	gl.GenVertexArrays(7, &arrays[0])
	gl.GenFramebuffers(5, &framebuffers[0])
	targets := map[*glcontext.Context]*Target{first: s.target, second: other}
	keys := map[*glcontext.Context]any{first: nil, second: "second"}
	draw := func(c *glcontext.Context) *image.NRGBA {
		s.enter(c, keys[c])
		s.target = targets[c]
		return s.draw(camera)
	}
	for frame := range 3 {
		a, b := draw(first), draw(second)
		if !slices.Equal(a.Pix, b.Pix) {
			t.Errorf("frame %d: the contexts show different pictures", frame)
		}
		if middle := a.NRGBAAt(32, 32); near(middle, a.NRGBAAt(2, 32), 20) {
			t.Errorf("frame %d: the middle of the picture is empty: %v", frame, middle)
		}
		s.update(0.1)
	}
	// An asset that is drawn first in the second context, and removed there, leaves nothing
	// in the first.
	square := square(0)
	material := mesh.DefaultMaterial()
	square.Primitives[0].Material = library.AddMaterial(&material)
	id := s.addMesh(square)
	rigid := s.spawnRigid(id, mgl32.Translate3D(0, 1, -1))
	b, a := draw(second), draw(first)
	if !slices.Equal(a.Pix, b.Pix) {
		t.Error("a new mesh looks different in the contexts")
	}
	array := uint32(s.renderer.cache.meshes[id].primitives[0].array.made[0])
	s.world.RemoveEntity(rigid)
	library.RemoveMesh(id)
	draw(second)
	s.enter(first, nil)
	if gl.IsVertexArray(array) {
		t.Error("the first context still has the vertex array of a mesh that was removed")
	}
	if a, b = draw(first), draw(second); !slices.Equal(a.Pix, b.Pix) {
		t.Error("after a mesh was removed the contexts show different pictures")
	}
}

// enter makes a context current.
func (s *fixture) enter(c *glcontext.Context, key any) {
	c.MakeCurrent()
	s.renderer.UseContext(key)
}
