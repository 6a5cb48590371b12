package mesh

import (
	"math"
	"testing"
)

func TestImagesHaveTheirPixels(t *testing.T) {
	for _, row := range []struct {
		image Image
		valid bool
		empty bool
	}{
		{Image{}, true, true},
		{Image{Height: 1 << 30}, true, true},
		{Image{Width: 1 << 30}, true, true},
		{Image{Width: 2, Height: 3, Pixels: make([]byte, 24)}, true, false},
		{Image{Width: 2, Height: 2}, false, false},
		{Image{Width: 2, Height: 2, Pixels: make([]byte, 15)}, false, false},
		{Image{Width: 2, Height: 2, Pixels: make([]byte, 20)}, false, false},
		{Image{Width: 0, Height: 2, Pixels: make([]byte, 8)}, false, true},
		{Image{Width: -2, Height: -2, Pixels: make([]byte, 16)}, false, false},
		{Image{Width: math.MaxInt32, Height: math.MaxInt32, Pixels: make([]byte, 16)}, false, false},
		{Image{Width: math.MaxInt/2 + 1, Height: 2}, false, false}, // whose product is 0
	} {
		if err := row.image.Check(); (err == nil) != row.valid || row.image.IsEmpty() != row.empty {
			t.Errorf("%d times %d with %d bytes: error %v, empty %t", row.image.Width, row.image.Height,
				len(row.image.Pixels), err, row.image.IsEmpty())
		}
	}
	if none := (*Image)(nil); !none.IsEmpty() {
		t.Error("no image is not empty")
	}
}
