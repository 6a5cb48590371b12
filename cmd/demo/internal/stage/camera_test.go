//go:build cgo || js

package stage_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// The camera shows all models that stand side by side, in pictures of any shape.
func TestRowsOfModelsAreNotCutOff(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{1, 2, 5, 12, 40} {
		input := stage.Input{Library: library}
		for range count {
			input.Models = append(input.Models, model)
		}
		s, err := stage.Open(input, stage.Show, 0, "walk")
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for _, aspect := range []float32{390.0 / 844, 1, 16.0 / 9, 4} {
			camera := stage.NewCamera(s, nil, aspect).Camera
			clip := camera.Projection(aspect).Mul4(camera.View())
			box, reach := s.Bounds(), 0.0
			for corner := range 8 {
				at := box.Min
				for axis := range 3 {
					if corner>>axis&1 == 1 {
						at[axis] = box.Max[axis]
					}
				}
				in := mgl32.TransformCoordinate(at, clip)
				reach = max(reach, math.Abs(float64(in[0])), math.Abs(float64(in[1])))
				if !(in[2] > -1 && in[2] < 1) {
					t.Errorf("%d models in a picture of %.2f:1: a corner at depth %v", count, aspect, in[2])
				}
			}
			if reach > 1 && count > 1 || reach < 0.8 {
				t.Errorf("%d models in a picture of %.2f:1 reach to %.3f of its half", count, aspect, reach)
			}
		}
	}
}
