//go:build !js

package render

import (
	"bytes"
	_ "embed"
	"flag"
	"image"
	"image/png"
	"path/filepath"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

var update = flag.Bool("update", false, "store the picture that is drawn instead of comparing it")

// storedPicture is the mannequin walking, 320x240 pixels, drawn with 4 samples per pixel.
//
//go:embed testdata/mannequin.png
var storedPicture []byte

// The largest tolerated differences from the stored picture, as package perceptual measures them.
const (
	maxPatchDifference = 5
	maxMeanDifference  = 0.5
)

// sharedMannequin returns the built-in mannequin, made once, and its library.
var sharedMannequin = sync.OnceValues(func() (*assets.Model, *assets.Library) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	return model, library
})

// newWalkingFixture returns a fixture with the mannequin, 0.4 s into its walk.
func newWalkingFixture(t *testing.T, samples int) (*fixture, *assets.Model, Camera) {
	t.Helper()
	model, library := sharedMannequin()
	s := newFixtureWith(t, library, Options{Debug: true})
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	if err := s.animation.Player(e).Play(model.Clip("walk")); err != nil {
		t.Fatal(err)
	}
	s.update(0)
	s.update(0.4)
	var err error
	if s.target, err = NewTarget(320, 240, samples); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.target.Close)
	var camera Camera
	camera.Fit(assets.Box{Min: mgl32.Vec3{-0.4, 0, -0.4}, Max: mgl32.Vec3{0.4, 1.8, 0.4}}, 4.0/3)
	return s, model, camera
}

func stored(t *testing.T) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(storedPicture))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func difference(t *testing.T, picture image.Image) perceptual.Difference {
	t.Helper()
	d, err := perceptual.Compare(picture, stored(t))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPictureMatchesTheStoredOne(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	picture := s.draw(camera)
	if *update {
		perceptual.Save(t, picture, filepath.Join("testdata", "mannequin.png"))
		return
	}
	d := difference(t, picture)
	t.Logf("difference %+v", d)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		name := perceptual.Keep(t, picture, "mannequin.png")
		t.Errorf("the picture differs from testdata/mannequin.png: %+v. It is in %s; if the change is intended, run "+
			"go test -run %s -update",
			d, name, t.Name())
	}
}

// Small differences of rasterization pass.
func TestSmallDifferencesPass(t *testing.T) {
	for _, row := range []struct {
		name    string
		samples int
		turn    float32 // of the camera, in radians
	}{
		{"no multisampling", 1, 0}, {"two samples", 2, 0}, {"a turn of a twentieth of a degree", 4, 0.001},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, _, camera := newWalkingFixture(t, row.samples)
			camera.Orbit(row.turn, 0)
			d := difference(t, s.draw(camera))
			t.Logf("difference %+v", d)
			if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
				t.Errorf("the difference %+v exceeds the tolerance", d)
			}
		})
	}
}

func TestCoarserLevelsLookTheSame(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	for _, zoom := range []float32{1.5, 1.5, 2, 2} {
		camera.Zoom(zoom)
		less := s.draw(camera)
		triangles := s.renderer.Stats().Triangles
		s.renderer.Style.PixelError = 0
		full := s.draw(camera)
		if all := s.renderer.Stats().Triangles; triangles > all/2 {
			t.Errorf("drew %d triangles, full detail has %d", triangles, all)
		}
		s.renderer.Style = DefaultStyle()
		d, err := perceptual.Compare(less, full)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d triangles: difference %+v", triangles, d)
		if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
			t.Errorf("with %d triangles the picture differs by %+v", triangles, d)
		}
	}
}

// A missing limb fails, even a hand, although the rest of the picture is the same.
func TestAMissingLimbFails(t *testing.T) {
	s, model, camera := newWalkingFixture(t, 4)
	for _, joint := range []string{
		"head", "left_upper_arm", "right_upper_arm", "left_forearm", "right_forearm", "left_hand", "right_hand",
		"left_thigh", "right_thigh", "left_shin", "right_shin", "left_foot", "right_foot",
	} {
		s.update(0) // rebuilds the palettes
		s.collapse(model, joint)
		d := difference(t, s.draw(camera))
		t.Logf("without %s: %+v", joint, d)
		if d.Worst <= maxPatchDifference {
			t.Errorf("without %s the picture differs by %+v only", joint, d)
		}
	}
}

// collapse scales everything below a joint to a point, in the palettes of the first character.
func (s *fixture) collapse(model *assets.Model, joint string) {
	s.t.Helper()
	skeleton := s.library.Skeleton(model.Skeleton)
	root, ok := skeleton.Find(joint)
	if !ok {
		s.t.Fatalf("there is no joint %q", joint)
	}
	lost := make([]bool, skeleton.Len())
	for j := range lost {
		lost[j] = j == root || skeleton.Parent(j) >= 0 && lost[skeleton.Parent(j)]
	}
	for _, part := range model.Parts {
		skin, palette := s.library.Skin(part.Skin), s.animation.Store().Pools()[0].Palette(part.Skin, 0)
		var at mgl32.Vec3
		for i, j := range skin.Joints() {
			if int(j) == root {
				bind, _ := rig.MatrixAt(skin.InverseBinds(), i).Inverse()
				at = rig.MatrixAt(palette, i).Point(mgl32.Vec3{bind[3], bind[7], bind[11]})
			}
		}
		for i, j := range skin.Joints() {
			if lost[j] {
				copy(palette[i*assets.MatrixSize:], []float32{0, 0, 0, at[0], 0, 0, 0, at[1], 0, 0, 0, at[2]})
			}
		}
	}
}
