package animtest_test

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
	"github.com/sinew-go/sinew/systems/animtest"
)

func small() animtest.Sheet {
	s := animtest.DefaultSheet()
	s.Frames, s.Columns, s.Width, s.Height = 6, 3, 96, 128
	return s
}

func readPicture(t testing.TB, file string) image.Image {
	t.Helper()
	data, err := os.ReadFile(file)
	check(t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	check(t, err)
	return picture
}

// The stored sheets have the same pixels on every machine: a mesh with perspective, bones over a flat
// mesh without it, and a skeleton alone on its way through the world.
func TestSheetsAreTheSameEverywhere(t *testing.T) {
	library, model := person(t)
	walk := animtest.Sample(t, library, model, "walk")
	flat := small()
	flat.Bones, flat.Flat, flat.Perspective = true, true, 0
	way := small()
	way.Mesh, way.Bones, way.InWorld, way.Yaw = false, true, true, 90
	for name, of := range map[string]struct {
		sheet animtest.Sheet
		take  *animtest.Take
	}{
		"walk": {small(), walk}, "walk_flat": {flat, walk},
		"walk_way": {way, newActor(t, "walk").record(t, mannequin.WalkSpeed)},
	} {
		file := filepath.Join("testdata", name+".png")
		of.take.Name = name
		of.sheet.Compare(t, of.take, file)
		found, err := of.sheet.Draw(of.take)
		check(t, err)
		if stored, ok := readPicture(t, file).(*image.NRGBA); !ok || !slices.Equal(stored.Pix, found.Pix) {
			// The encoder may store opaque pictures without alpha.
			expected := readPicture(t, file)
			for y := range found.Rect.Dy() {
				for x := range found.Rect.Dx() {
					r, g, b, _ := expected.At(x, y).RGBA()
					if p := found.NRGBAAt(x, y); uint8(r>>8) != p.R || uint8(g>>8) != p.G || uint8(b>>8) != p.B {
						t.Fatalf("%s: pixel %d, %d: expected %d %d %d, found %v", name, x, y, r>>8, g>>8, b>>8, p)
					}
				}
			}
		}
	}
}

// A raised arm in one frame fails, and leaves a picture of the difference, which the next run that
// passes removes.
func TestSheetFailures(t *testing.T) {
	library, model := person(t)
	walk := animtest.Sample(t, library, model, "walk")
	file := filepath.Join(t.TempDir(), "sheets", "walk.png")
	beside := filepath.Join(filepath.Dir(file), "walk.difference.png")
	sheet := small()
	fails(t, func(t testing.TB) { sheet.Compare(t, walk, file) }, file, "found no such file", "ANIMTEST_UPDATE=1")
	t.Setenv("ANIMTEST_UPDATE", "1")
	sheet.Compare(t, walk, file)
	t.Setenv("ANIMTEST_UPDATE", "")
	passes(t, func(t testing.TB) { sheet.Compare(t, walk, file) })
	raised := bent(t, walk, 26, "left_upper_arm", func(j *rig.TRS) {
		j.Rotation = mgl32.QuatRotate(1, mgl32.Vec3{1, 0, 0}).Mul(j.Rotation)
	})
	fails(t, func(t testing.TB) { sheet.Compare(t, raised, file) },
		file, "in the picture of frame 26", "2 at most", beside)
	if m := readPicture(t, beside); m.Bounds().Dy() < 3*readPicture(t, file).Bounds().Dy() {
		t.Errorf("expected three sheets below each other, found a picture of %v", m.Bounds())
	}
	lenient := sheet
	lenient.Most = 100
	passes(t, func(t testing.TB) { lenient.Compare(t, raised, file) })
	if _, err := os.Stat(beside); err == nil {
		t.Error("expected no picture of a difference after a test that passes")
	}
	other := sheet
	other.Columns = 2
	fails(t, func(t testing.TB) { other.Compare(t, walk, file) }, "expected a sheet of")
	fails(t, func(t testing.TB) { sheet.Compare(t, walk, "walk.jpg") },
		"expected a file that ends in .png, found walk.jpg")
	check(t, os.WriteFile(file, []byte("no picture"), 0o644))
	fails(t, func(t testing.TB) { sheet.Compare(t, walk, file) }, file, "png: ")
}

func TestSheetsThatCannotBeDrawn(t *testing.T) {
	library, model := person(t)
	walk := animtest.Sample(t, library, model, "walk", 0)
	for says, change := range map[string]func(*animtest.Sheet){
		"expected at least 1 frame, found 0":                    func(s *animtest.Sheet) { s.Frames = 0 },
		"expected at least 1 column, found -1":                  func(s *animtest.Sheet) { s.Columns = -1 },
		"expected a width of 16 to 4096 pixels, found 5":        func(s *animtest.Sheet) { s.Width = 5 },
		"expected a height of 16 to 4096 pixels, found 9999":    func(s *animtest.Sheet) { s.Height = 9999 },
		"expected a yaw of -360 to 360 degrees, found NaN":      func(s *animtest.Sheet) { s.Yaw = nan() },
		"expected a pitch of -90 to 90 degrees, found 91":       func(s *animtest.Sheet) { s.Pitch = 91 },
		"expected a perspective of 0 to 120 degrees, found 120": func(s *animtest.Sheet) { s.Perspective = 120 },
		"expected meshes or bones, found neither":               func(s *animtest.Sheet) { s.Mesh = false },
	} {
		sheet := small()
		change(&sheet)
		if _, err := sheet.Draw(walk); err == nil || err.Error() != "sheet: "+says {
			t.Errorf("expected the error %q, found %v", says, err)
		}
	}
	if _, err := small().Draw(&animtest.Take{}); err == nil {
		t.Error("expected an error for a take without frames")
	}
	if picture, err := small().Draw(walk); err != nil || picture.Rect.Dx() > 110 {
		t.Errorf("one frame: expected a sheet of one picture, found %v, %v", picture.Rect, err)
	}
	lost := bent(t, walk, 0, "hips", func(j *rig.TRS) { j.Translation[1] = float32(nan()) })
	if _, err := small().Draw(lost); err != nil {
		t.Errorf("a pose that is not finite: expected an empty picture, found %v", err)
	}
}

// Sheets of files that none of us made are kept to look at (go test -artifacts): in centimeters, with
// textures, with rigid parts, and a recording of motion.
func TestSheetsOfFiles(t *testing.T) {
	for name, file := range map[string]string{
		"fox": "assets/fox/Fox.glb", "robot": "assets/robot/robot.glb", "cesium": "assets/cesium_man/CesiumMan.glb",
		"walk": "mocap/02_01_walk.bvh",
	} {
		library := assets.NewLibrary(assets.Exact())
		var model *assets.Model
		var err error
		if filepath.Ext(file) == ".bvh" {
			model, err = bvh.Open(library, testassets.Path(t, file))
		} else {
			model, err = gltfio.Open(library, testassets.Path(t, file))
		}
		check(t, err)
		take := animtest.Sample(t, library, model, model.ClipNames()[0])
		sheet := small()
		picture, err := sheet.Draw(take)
		check(t, err)
		perceptual.Keep(t, picture, name+".png")
		colors := map[any]bool{}
		for y := range picture.Rect.Dy() {
			for x := range picture.Rect.Dx() {
				colors[picture.NRGBAAt(x, y)] = true
			}
		}
		if len(colors) < 20 {
			t.Errorf("%s: expected a picture, found %d colors", name, len(colors))
		}
	}
}
