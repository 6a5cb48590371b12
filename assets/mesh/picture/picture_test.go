package picture

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/mesh"
)

// What lies between the rows of a part of a picture is left out.
func TestPartOfAPicture(t *testing.T) {
	whole := image.NewNRGBA(image.Rect(0, 0, 4, 3))
	for i := range whole.Pix {
		whole.Pix[i] = byte(i)
	}
	part := New("part", whole.SubImage(image.Rect(1, 1, 3, 3)))
	want := slices.Concat(whole.Pix[20:28], whole.Pix[36:44])
	if part.Name != "part" || part.Width != 2 || part.Height != 2 || !slices.Equal(part.Pixels, want) {
		t.Errorf("found %+v, expected 2 by 2 pixels %v", part, want)
	}
	if err := part.Check(); err != nil {
		t.Error(err)
	}
}

// Of no picture there is an image without pixels, which becomes a picture without any.
func TestNoPicture(t *testing.T) {
	none := New("none", nil)
	if none.Name != "none" || !none.IsEmpty() || none.Check() != nil || !NRGBA(none).Rect.Empty() {
		t.Errorf("found %+v", none)
	}
	if (*mesh.Image)(nil).Check() == nil || !NRGBA(nil).Rect.Empty() {
		t.Error("nil is an image")
	}
}

// A picture comes back as it was, whatever Go's type of it is, and without pixels there is none.
func TestThereAndBack(t *testing.T) {
	gray, glassy := image.NewGray(image.Rect(0, 0, 2, 2)), image.NewRGBA(image.Rect(0, 0, 2, 2))
	gray.SetGray(1, 0, color.Gray{200})
	glassy.SetRGBA(1, 0, color.RGBA{100, 0, 0, 100})
	for _, row := range []struct {
		from image.Image
		want color.NRGBA
	}{{gray, color.NRGBA{200, 200, 200, 255}}, {glassy, color.NRGBA{255, 0, 0, 100}}} {
		back := NRGBA(New("", row.from))
		if back.Rect != row.from.Bounds() || back.NRGBAAt(1, 0) != row.want {
			t.Errorf("%T: found %v in %v, expected %v", row.from, back.NRGBAAt(1, 0), back.Rect, row.want)
		}
	}
	for _, bad := range []*mesh.Image{nil, {}, {Width: 2, Height: 2, Pixels: make([]byte, 3)}} {
		if p := NRGBA(bad); !p.Rect.Empty() {
			t.Errorf("%+v has pixels: %v", bad, p.Rect)
		}
	}
}
