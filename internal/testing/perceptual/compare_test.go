package perceptual

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func filled(c color.NRGBA) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, 96, 64))
	draw.Draw(m, m.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	return m
}

var (
	gray  = color.NRGBA{150, 155, 160, 255}
	brown = color.NRGBA{120, 90, 70, 255}
)

func TestKnownColorsConvertToLab(t *testing.T) {
	for _, row := range []struct {
		c    color.NRGBA
		want lab
	}{
		{color.NRGBA{255, 255, 255, 255}, lab{100, 0, 0}},
		{color.NRGBA{0, 0, 0, 255}, lab{0, 0, 0}},
		{color.NRGBA{255, 0, 0, 255}, lab{53.24, 80.09, 67.20}},
		{color.NRGBA{0, 0, 255, 255}, lab{32.30, 79.19, -107.86}},
	} {
		if got := toLab(row.c); got.distance(row.want) > 0.03 {
			t.Errorf("%v is %v, want %v", row.c, got, row.want)
		}
	}
}

func TestAMissingLimbIsALargeDifference(t *testing.T) {
	whole, lacking := filled(gray), filled(gray)
	draw.Draw(whole, image.Rect(40, 20, 46, 40), image.NewUniform(brown), image.Point{}, draw.Src)
	d, err := Compare(whole, lacking)
	if err != nil {
		t.Fatal(err)
	}
	if d.Worst < 10 || !d.At.In(image.Rect(34, 14, 52, 46)) {
		t.Errorf("a patch of 6x20 pixels is missing: %+v", d)
	}
}

func TestAMovedEdgeIsASmallDifference(t *testing.T) {
	sharp, soft := filled(gray), filled(gray)
	draw.Draw(sharp, image.Rect(40, 0, 96, 64), image.NewUniform(brown), image.Point{}, draw.Src)
	draw.Draw(soft, image.Rect(40, 0, 96, 64), image.NewUniform(brown), image.Point{}, draw.Src)
	draw.Draw(soft, image.Rect(40, 0, 41, 64), image.NewUniform(color.NRGBA{135, 123, 115, 255}),
		image.Point{}, draw.Src)
	d, err := Compare(sharp, soft)
	if err != nil {
		t.Fatal(err)
	}
	if d.Worst > 2.5 || d.Worst == 0 {
		t.Errorf("an edge moved by half a pixel: %+v", d)
	}
}

func TestBlurKeepsAUniformColor(t *testing.T) {
	f := newLabImage(filled(brown))
	before := append([]lab(nil), f.pixels...)
	f.blur(3)
	near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
	if d := cmp.Diff(before, f.pixels, near); d != "" {
		t.Error(d)
	}
}

func TestSizesMustBeEqual(t *testing.T) {
	if _, err := Compare(filled(gray), image.NewNRGBA(image.Rect(0, 0, 1, 1))); err == nil {
		t.Error("pictures of different sizes were compared")
	}
	if d, err := Compare(image.NewNRGBA(image.Rectangle{}), image.NewNRGBA(image.Rectangle{})); err != nil ||
		d != (Difference{}) {
		t.Errorf("empty pictures: %+v, %v", d, err)
	}
}

func ExampleCompare() {
	d, err := Compare(filled(color.NRGBA{255, 255, 255, 255}), filled(color.NRGBA{0, 0, 0, 255}))
	fmt.Printf("%.1f %v\n", d.Mean, err)
	// Output: 100.0 <nil>
}

// A picture that is kept is read back pixel by pixel, from a folder that is made for it.
func TestKeep(t *testing.T) {
	m := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	for i := range m.Pix {
		m.Pix[i] = uint8(200 + i)
	}
	data, err := os.ReadFile(Keep(t, m, filepath.Join("folder", "picture.png")))
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := got.(*image.NRGBA); !ok || !slices.Equal(n.Pix, m.Pix) {
		t.Errorf("read %v, want %v", got, m)
	}
}

// The background does not count, and what only one of two pictures shows does.
func TestFiguresAreComparedWithoutTheirBackground(t *testing.T) {
	black := color.NRGBA{A: 255}
	picture := func(figure image.Rectangle) image.Image {
		m := image.NewNRGBA(image.Rect(0, 0, 100, 100))
		draw.Draw(m, m.Rect, image.NewUniform(black), image.Point{}, draw.Src)
		draw.Draw(m, figure, image.NewUniform(color.White), image.Point{}, draw.Src)
		return m
	}
	left, right := picture(image.Rect(10, 10, 30, 30)), picture(image.Rect(50, 10, 70, 30))
	for _, row := range []struct {
		a, b     image.Image
		from, to float64
		pixels   int
	}{{left, left, 0, 0, 400}, {left, right, 80, 100, 800}, {left, picture(image.Rectangle{}), 80, 100, 400}} {
		mean, pixels, err := CompareFigures(row.a, row.b, black)
		if err != nil || mean < row.from || mean > row.to || pixels != row.pixels {
			t.Errorf("mean %v of %d pixels, error %v; want %v to %v of %d", mean, pixels, err, row.from, row.to, row.pixels)
		}
	}
	if _, _, err := CompareFigures(left, image.NewNRGBA(image.Rect(0, 0, 1, 1)), black); err == nil {
		t.Error("pictures of two sizes are compared")
	}
}
