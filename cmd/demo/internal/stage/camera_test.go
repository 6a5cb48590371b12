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

// A click on the ground sends a character that can be guided to the place that is seen there: its
// image is where the click was. A click on the sky, and other scenes, send nobody.
func TestGoTo(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	open := func(name string) stage.Scene {
		s, err := stage.Open(stage.Input{Library: library, Models: []*assets.Model{model}}, name, 0, "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	s := guided{Guided: open(stage.Matching).(stage.Guided)}
	const aspect, x, y = 1.5, 0.3, 0.7
	c := stage.NewCamera(&s, nil, aspect)
	if !c.GoTo(&s, aspect, x, y) || len(s.places) != 1 {
		t.Fatalf("the character goes to %v", s.places)
	}
	image := mgl32.TransformCoordinate(s.places[0], c.Camera.Projection(aspect).Mul4(c.Camera.View()))
	if math.Abs(float64(image[0])-(2*x-1)) > 1e-3 || math.Abs(float64(image[1])-(1-2*y)) > 1e-3 ||
		math.Abs(float64(s.places[0][1])) > 1e-4 {
		t.Errorf("the place %v is seen at %v", s.places[0], image)
	}
	c.Orbit(0, -0.4) // toward the horizon
	if c.GoTo(&s, aspect, 0.5, 0) {
		t.Errorf("a click on the sky sends the character to %v", s.places)
	}
	if other := open(stage.Locomotion); c.GoTo(other, aspect, x, y) {
		t.Error("a character that cannot be guided goes somewhere")
	}
}

// guided is a scene that notes where its character is sent.
type guided struct {
	stage.Guided
	places []mgl32.Vec3
}

func (g *guided) GoTo(place mgl32.Vec3) { g.places = append(g.places, place) }
