//go:build !js

package render

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

func TestFitShowsTheWholeBox(t *testing.T) {
	box := assets.Box{Min: mgl32.Vec3{-1, 0, -3}, Max: mgl32.Vec3{2, 5, 1}}
	for _, aspect := range []float32{0.5, 1, 16.0 / 9} {
		for _, from := range []mgl32.Vec3{{}, {5, 1, 0}, {0, 10, 0}, {-3, -2, 9}} {
			camera := Camera{Position: from}
			camera.Fit(box, aspect)
			clip := camera.Projection(aspect).Mul4(camera.View())
			largest := float32(0)
			for corner := range 8 {
				p := box.Min
				for axis := range 3 {
					if corner>>axis&1 == 1 {
						p[axis] = box.Max[axis]
					}
				}
				v := clip.Mul4x1(p.Vec4(1))
				for axis := range 3 {
					if ndc := v[axis] / v[3]; !(ndc >= -1 && ndc <= 1) {
						t.Errorf("aspect %v from %v: corner %v is at %v on axis %d", aspect, from, p, ndc, axis)
					} else if axis < 2 {
						largest = max(largest, float32(math.Abs(float64(ndc))))
					}
				}
			}
			if largest < 0.5 {
				t.Errorf("aspect %v from %v: the box fills only %v of the image", aspect, from, largest)
			}
		}
	}
}

func TestFitIgnoresEmptyBoxes(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, box := range []assets.Box{
		emptyBox,
		{Max: mgl32.Vec3{inf, 1, 1}},
		{Max: mgl32.Vec3{float32(math.NaN()), 1, 1}},
	} {
		camera := Camera{Position: mgl32.Vec3{1, 2, 3}}
		camera.Fit(box, 1)
		if camera != (Camera{Position: mgl32.Vec3{1, 2, 3}}) {
			t.Errorf("%v moved the camera to %+v", box, camera)
		}
	}
	camera := Camera{}
	camera.Fit(assets.Box{}, 1) // a single point
	if d := camera.Distance(); !(d > 0) {
		t.Errorf("the camera is %v from a point", d)
	}
}

func TestOrbitKeepsItsDistanceAndStopsBeforeThePoles(t *testing.T) {
	camera := Camera{Position: mgl32.Vec3{0, 0, 4}, Target: mgl32.Vec3{0, 1, 0}}
	before := camera.Distance()
	camera.Orbit(1, 10)
	if d := camera.Distance(); math.Abs(float64(d-before)) > 1e-5 {
		t.Errorf("the distance changed from %v to %v", before, d)
	}
	if up := camera.Position.Sub(camera.Target).Normalize()[1]; !(up > 0.999 && up < 1) {
		t.Errorf("above the target the direction has y = %v, want nearly 1", up)
	}
	camera.Orbit(0, -20)
	if up := camera.Position.Sub(camera.Target).Normalize()[1]; !(up < -0.999 && up > -1) {
		t.Errorf("below the target the direction has y = %v, want nearly -1", up)
	}
}

func TestProjectionIsFiniteForAnyCamera(t *testing.T) {
	nan := float32(math.NaN())
	for _, camera := range []Camera{
		{},
		{Position: mgl32.Vec3{nan, 0, 0}},
		{Position: mgl32.Vec3{0, 3, 0}},
		{FieldOfView: nan},
		{FieldOfView: 9},
		{Near: 5, Far: 1},
	} {
		camera.Orbit(1, 1)
		camera.Zoom(nan)
		camera.Zoom(-1)
		camera.Pan(1, 1)
		_, projection := camera.View(), camera.Projection(1)
		for _, v := range projection {
			if v-v != 0 {
				t.Errorf("%+v: projection %v", camera, projection)
				break
			}
		}
	}
}

func ExampleCamera_Fit() {
	var camera Camera
	camera.Fit(assets.Box{Min: mgl32.Vec3{-0.5, 0, -0.5}, Max: mgl32.Vec3{0.5, 1.8, 0.5}}, 16.0/9)
	fmt.Printf("looking at %.1f from %.1f m away\n", camera.Target, camera.Distance())
	// Output: looking at [0.0 0.9 0.0] from 3.6 m away
}
