//go:build !js

package render

import (
	"bytes"
	"fmt"
	"image"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	crowds "github.com/sinew-go/sinew/systems/crowd"
)

// mannequinFile is the mannequin as a file.
var mannequinFile = sync.OnceValue(func() []byte {
	model, library := sharedMannequin()
	var file bytes.Buffer
	must(gltfio.Write(&file, library, model))
	return file.Bytes()
})

// drawInUnits draws characters and a crowd with their shadows, from a file whose lengths are
// multiplied, with Transforms that scale, and a camera of that world.
func drawInUnits(t *testing.T, file float64, scale float32) (*image.NRGBA, Stats) {
	t.Helper()
	library := assets.NewLibrary()
	model, err := gltfio.Options{Scale: file}.Parse(library, "mannequin.glb", mannequinFile())
	must(err)
	s := newFixtureWith(t, library, Options{Debug: true})
	crowd, err := crowds.New(s.animation)
	must(err)
	size := float32(file) * scale
	at := func(x, z float32) mgl32.Mat4 {
		return mgl32.Translate3D(x*size, 0, z*size).Mul4(mgl32.HomogRotate3DY(x)).Mul4(mgl32.Scale3D(scale, scale, scale))
	}
	for i := range 6 {
		e := mustSpawn(s.animation.Spawn(model, at(float32(i)-2.5, 1)))
		must(s.animation.Player(e).Play(model.Clip(crowdClips[i])))
	}
	for i := range 160 {
		_, err := crowd.Spawn(model, at(float32(i%16)*1.5-12, -float32(i/16)*2), model.Clip(crowdClips[i%6]))
		must(err)
	}
	s.update(0)
	s.update(0.4)
	if s.target, err = NewTarget(320, 240, 4); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.target.Close)
	camera := Camera{
		Position: mgl32.Vec3{1.5, 2.2, 7}.Mul(size), Target: mgl32.Vec3{0, 0.9, 0}.Mul(size), FieldOfView: 0.7,
		Near: 0.1 * size, Far: 100 * size,
	}
	return s.draw(camera), s.renderer.Stats()
}

// A character in meters, centimeters and hundreds of meters makes the same picture, with its
// shadows: as large in the world by its Transform, and in a world of these units.
func TestUnitsMakeTheSamePicture(t *testing.T) {
	want, stats := drawInUnits(t, 1, 1)
	if isPlain(want) {
		t.Fatal("nothing is drawn")
	}
	for _, row := range []struct {
		name  string
		file  float64
		scale float32
	}{
		{"centimeters", 100, 0.01},
		{"hundreds of meters", 0.01, 100},
		{"a world in centimeters", 100, 1},
		{"scaled by 0.01", 1, 0.01},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, other := drawInUnits(t, row.file, row.scale)
			d, err := perceptual.Compare(got, want)
			must(err)
			t.Logf("difference %+v, %d triangles of %d", d, other.Triangles, stats.Triangles)
			if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
				perceptual.Keep(t, got, fmt.Sprintf("%s.png", row.name))
				perceptual.Keep(t, want, "meters.png")
				t.Errorf("the picture is another one: %+v; see %s", d, t.ArtifactDir())
			}
			same := row.file*float64(row.scale) == 1
			if same && (other.Culled != stats.Culled || other.CulledCasters != stats.CulledCasters) {
				t.Errorf("%d and %d are culled, want %d and %d", other.Culled, other.CulledCasters, stats.Culled,
					stats.CulledCasters)
			}
			most := 2.0 // in a world of another size a crowd is divided into other cells
			if same {
				most = 1.001
			}
			if ratio := float64(other.Triangles) / float64(stats.Triangles); ratio < 1/most || ratio > most {
				t.Errorf("%d triangles are drawn, want about %d", other.Triangles, stats.Triangles)
			}
		})
	}
}

// isPlain reports whether all pixels of a picture are alike.
func isPlain(picture *image.NRGBA) bool {
	for i := 4; i < len(picture.Pix); i += 4 {
		if !bytes.Equal(picture.Pix[i:i+4], picture.Pix[:4]) {
			return false
		}
	}
	return true
}
