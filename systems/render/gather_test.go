//go:build !js

package render

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// An entity that has lost its slot is not drawn in the pose of the character that has the slot now.
func TestEntityWithoutItsSlotIsNotDrawn(t *testing.T) {
	s := newFixture(t, Options{Debug: true, ShadowCascades: 1})
	r := rand.New(rand.NewPCG(1, 1))
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2}
	model := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 0))
	characters := s.spawnCrowd(model, 2)
	s.update(0)
	skeletons := generic.NewMap1[components.Skeleton](s.world)
	skeletons.Remove(characters[1])
	s.update(0)
	s.animation.Spawn(model, mgl32.Ident4())
	s.update(0)
	s.prepare()
	if n := s.renderer.batches.instances; n != 2 {
		t.Errorf("%d characters are drawn, want 2", n)
	}
}
