//go:build !js

package render

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// Small members, which are lit at their vertices, look like members that are lit at each pixel, by
// every method of skinning, with shadows on each other.
func TestSmallMembersLookAlike(t *testing.T) {
	s := newCrowdFixture(t, Options{Debug: true})
	for i := range 100 {
		m := s.spawn(onGrid(i, 10), crowdClips[i%6])
		must(m.SetTint(mgl32.Vec3{0.4 + 0.1*float32(i%6), 1, 0.6}))
	}
	s.update(0.4)
	target, err := NewTarget(320, 200, 4)
	must(err)
	t.Cleanup(target.Close)
	s.target = target
	for _, method := range methods {
		s.renderer.Style.Skinning = &method
		for _, distance := range []float32{11, 16, 30} {
			camera := Camera{
				Position: mgl32.Vec3{0, 0.5 * distance, distance}, Target: mgl32.Vec3{0, 1, 0}, FieldOfView: 0.9,
			}
			small := s.draw(camera)
			for _, list := range s.renderer.crowd.collected.Lists {
				if list.Shown > list.First && distance > 20 && !s.renderer.isFar(list.Kind, list.Tolerance) {
					t.Errorf("from %v m: members are not lit at their vertices", distance)
				}
			}
			s.renderer.crowd.farPixels = 0
			at := s.draw(camera)
			s.renderer.crowd.farPixels = farPixels
			d, err := perceptual.Compare(small, at)
			must(err)
			t.Logf("%v, from %v m: difference %+v", method, distance, d)
			if d.Worst > 0.61*maxPatchDifference || d.Mean > maxMeanDifference/5 {
				perceptual.Keep(t, small, "vertices.png")
				perceptual.Keep(t, at, "pixels.png")
				t.Errorf("%v, from %v m: members look different: %+v; see %s", method, distance, d, t.ArtifactDir())
			}
		}
	}
}
