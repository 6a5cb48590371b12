package animtest

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/animtest/internal/drawing"
)

// Sheet says how the pictures of a contact sheet are drawn: frames of a take beside each other. One
// camera sees the character in all of them. [DefaultSheet] returns usual values, of which a test
// changes some.
type Sheet struct {
	Frames        int // how many of the take, evenly from the first to the last; all if it has fewer
	Columns       int // pictures in a row
	Width, Height int // of each picture, in pixels
	// Yaw and Pitch are where the camera is, in degrees: beside the front, toward the character's
	// left, and above.
	Yaw, Pitch float64
	// Perspective is the vertical angle of view in degrees, below 120; 0 is none.
	Perspective float64
	// Mesh draws the triangles of the model, in their base color, and Bones the skeleton over them. A
	// model without meshes is always drawn as bones. Worn models are not drawn.
	Mesh, Bones bool
	// Flat lights each triangle as a plane, in place of smoothly.
	Flat bool
	// InWorld draws the character where it stands, with a camera that sees all of its way. Otherwise
	// it stays in the middle, and the ground moves below it.
	InWorld bool
	// Most is the largest difference of a part of the sheet from the file, in units of CIELAB, of
	// which 2 are just visible.
	Most float64
}

// DefaultSheet returns a sheet of 12 frames in 6 columns, from beside the character's left front.
func DefaultSheet() Sheet {
	return Sheet{
		Frames: 12, Columns: 6, Width: 160, Height: 200, Yaw: 40, Pitch: 12, Perspective: 25, Mesh: true, Most: 2,
	}
}

// check returns an error for a sheet that cannot be drawn.
func (s *Sheet) check() error {
	var problems []string
	expect := func(ok bool, what string, found any) {
		if !ok {
			problems = append(problems, fmt.Sprintf("expected %s, found %v", what, found))
		}
	}
	expect(s.Frames > 0, "at least 1 frame", s.Frames)
	expect(s.Columns > 0, "at least 1 column", s.Columns)
	expect(s.Width >= 16 && s.Width <= 4096, "a width of 16 to 4096 pixels", s.Width)
	expect(s.Height >= 16 && s.Height <= 4096, "a height of 16 to 4096 pixels", s.Height)
	expect(math.Abs(s.Yaw) <= 360, "a yaw of -360 to 360 degrees", s.Yaw)
	expect(math.Abs(s.Pitch) <= 90, "a pitch of -90 to 90 degrees", s.Pitch)
	expect(s.Perspective >= 0 && s.Perspective < 120, "a perspective of 0 to 120 degrees", s.Perspective)
	expect(s.Mesh || s.Bones, "meshes or bones", "neither")
	expect(s.Most >= 0, "a difference of at least 0", s.Most)
	if len(problems) > 0 {
		return fmt.Errorf("sheet: %s", strings.Join(problems, "; "))
	}
	return nil
}

const (
	labelHeight = 18 // below each picture, and for the title
	gap         = 4  // pixels between pictures
)

// corner returns the top left corner of a picture of the sheet.
func (s *Sheet) corner(picture, columns int) image.Point {
	return image.Pt(gap+picture%columns*(s.Width+gap), gap+labelHeight+picture/columns*(s.Height+labelHeight+gap))
}

// Draw draws a take. It needs no graphics processor, and draws the same pixels on every machine.
func (s Sheet) Draw(take *Take) (*image.NRGBA, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if take == nil || len(take.Frames) == 0 {
		return nil, errors.New("sheet: expected a take with frames, found none")
	}
	chosen := s.choose(len(take.Frames))
	of := newScene(&s, take)
	directions := drawing.LookFrom(s.Yaw, s.Pitch)
	var box drawing.Box
	for i := range take.Frames { // all, so that the same take has the same camera in every sheet
		of.bounds(&take.Frames[i], &box, &directions)
	}
	columns := min(s.Columns, len(chosen))
	rows := (len(chosen) + columns - 1) / columns
	size := s.corner(rows*columns, columns).Add(image.Pt(columns*(s.Width+gap), 0))
	sheet := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(sheet, sheet.Rect, image.White, image.Point{}, draw.Src)
	write7x13(sheet, image.Pt(gap+2, gap+13), printable(take.Name, (size.X-gap)/7))
	for i, f := range chosen {
		canvas := drawing.NewCanvas(s.Width, s.Height, background)
		width, height := canvas.Size()
		camera := drawing.NewCamera(directions, &box, width, height, s.Perspective)
		of.draw(canvas, camera, &take.Frames[f])
		at := s.corner(i, columns)
		draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(s.Width, s.Height))}, canvas.Picture(), image.Point{}, draw.Src)
		label := fmt.Sprintf("%d: %.2f s", f, take.Frames[f].Time)
		write7x13(sheet, at.Add(image.Pt(2, s.Height+13)), printable(label, (s.Width-2)/7))
	}
	return sheet, nil
}

// choose returns the indices of the frames that are drawn.
func (s *Sheet) choose(frames int) (chosen []int) {
	n := min(s.Frames, frames)
	for i := range n {
		chosen = append(chosen, i*(frames-1)/max(n-1, 1))
	}
	return chosen
}

// write7x13 writes a text, whose letters are bitmaps, from the left end of its base line.
func write7x13(picture draw.Image, at image.Point, text string) {
	d := font.Drawer{Dst: picture, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}

// Compare draws a take and compares the sheet with a PNG file by eye: by the difference of the part
// that differs most. If that is too large, the test fails, and a picture of the sheet expected, the
// one found and their difference is left beside the file, with .difference.png in place of .png. As
// with [GoldenPoses], ANIMTEST_UPDATE=1 writes the file.
func (s Sheet) Compare(t testing.TB, take *Take, file string) {
	t.Helper()
	take.skeleton(t)
	found, err := s.Draw(take)
	if err != nil {
		t.Fatalf("animtest: %s: %v", take.Name, err)
	}
	beside := strings.TrimSuffix(file, ".png") + ".difference.png"
	if beside == file+".difference.png" {
		t.Fatalf("animtest: expected a file that ends in .png, found %s", file)
	}
	if updating(t) {
		if err := writePicture(file, found); err != nil {
			t.Fatalf("animtest: %v", err)
		}
		_ = os.Remove(beside) // of a run before; there may be none
		t.Logf("animtest: wrote %s", file)
		return
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("animtest: expected the sheet of %s in %s, found no such file; %s=1 go test writes it", take.Name, file,
			updateVariable)
	} else if err != nil {
		t.Fatalf("animtest: %v", err)
	}
	expected, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("animtest: %s: %v", file, err)
	}
	if expected.Bounds().Size() != found.Rect.Size() {
		t.Errorf("%s: %s: expected a sheet of %v pixels, found %v%s", file, take.Name, expected.Bounds().Size(),
			found.Rect.Size(), hint)
		return
	}
	d, err := perceptual.Compare(expected, found)
	if err != nil {
		t.Fatalf("animtest: %s: %v", file, err)
	}
	if d.Worst <= s.Most {
		_ = os.Remove(beside)
		return
	}
	at := fmt.Sprintf("near pixel %d, %d, in the picture of frame %d", d.At.X, d.At.Y, s.frameAt(take, d.At))
	if err := writePicture(beside, differencePicture(expected, found)); err != nil {
		t.Errorf("animtest: %v", err)
	}
	t.Errorf("%s: %s: expected the sheet of the file, found a difference of %.3g %s, %.3g at most; see %s%s", file,
		take.Name, d.Worst, at, s.Most, beside, hint)
}

// frameAt returns the index of the frame that is drawn at a pixel of the sheet.
func (s *Sheet) frameAt(take *Take, at image.Point) int {
	chosen := s.choose(len(take.Frames))
	columns := min(s.Columns, len(chosen))
	i := min(at.X/(s.Width+gap), columns-1) + max(at.Y-gap-labelHeight, 0)/(s.Height+labelHeight+gap)*columns
	return chosen[min(i, len(chosen)-1)]
}

func writePicture(file string, picture image.Image) error {
	var data bytes.Buffer
	if err := png.Encode(&data, picture); err != nil {
		return err
	}
	return write(file, data.Bytes())
}

// differencePicture returns two pictures of one size and, below them, how far their colors are
// apart, from white to black.
func differencePicture(expected, found image.Image) *image.NRGBA {
	size := expected.Bounds().Size()
	picture := image.NewNRGBA(image.Rect(0, 0, size.X, 3*(size.Y+labelHeight)))
	draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
	at := func(i int) image.Point { return image.Pt(0, i*(size.Y+labelHeight)+labelHeight) }
	for i, title := range [...]string{"expected", "found", "difference"} {
		write7x13(picture, at(i).Add(image.Pt(gap, -4)), title)
	}
	for i, m := range [...]image.Image{expected, found} {
		draw.Draw(picture, image.Rectangle{at(i), at(i).Add(size)}, m, m.Bounds().Min, draw.Src)
	}
	for y := range size.Y {
		for x := range size.X {
			a := color.NRGBAModel.Convert(expected.At(expected.Bounds().Min.X+x, expected.Bounds().Min.Y+y)).(color.NRGBA)
			b := color.NRGBAModel.Convert(found.At(x, y)).(color.NRGBA)
			apart := max(distance(a.R, b.R), distance(a.G, b.G), distance(a.B, b.B))
			shade := uint8(255 - min(255, 3*apart))
			picture.SetNRGBA(at(2).X+x, at(2).Y+y, color.NRGBA{shade, shade, shade, 255})
		}
	}
	return picture
}

func distance(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }
