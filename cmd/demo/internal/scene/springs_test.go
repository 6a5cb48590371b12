package scene_test

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
)

// The ponytails hang and swing, even of those who run: they do not stand off like horns.
func TestPonytailsHang(t *testing.T) {
	library, model := mannequins(t)
	s, err := scene.NewSprings(library, model)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const last = 8
	frames := int(scene.Period * 60)
	for i := range s.Characters() {
		down, lowest, highest := float32(0), float32(1), float32(-1)
		for range frames {
			if err := s.Update(1.0 / 60); err != nil {
				t.Fatal(err)
			}
			var ends [2]mgl32.Vec3
			for k, bone := range []int{1, last} {
				joint, err := s.Animation().JointWorld(s.Entity(i), fmt.Sprintf("ponytail_%d", bone))
				if err != nil {
					t.Fatal(err)
				}
				ends[k] = joint.Col(3).Vec3()
			}
			along := -ends[1].Sub(ends[0]).Normalize()[1] // 1 hangs straight down, 0 is level
			down += along / float32(frames)
			lowest, highest = min(lowest, along), max(highest, along)
		}
		t.Logf("character %d hangs by %.2f, from %.2f to %.2f", i, down, lowest, highest)
		if down < 0.7 || highest-lowest < 0.05 {
			t.Errorf("the ponytail of character %d hangs by %.2f, want 0.7 or more, from %.2f to %.2f", i, down,
				lowest, highest)
		}
	}
}
