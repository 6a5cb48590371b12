package mesh

import (
	"errors"
	"fmt"
)

// Image is a decoded picture of Width times Height pixels. Package
// [github.com/sinew-go/sinew/assets/mesh/picture] makes it of an image.Image.
type Image struct {
	Name          string
	Width, Height int
	// Pixels holds red, green, blue and alpha of each pixel, 8 bits each, the colors not multiplied
	// by alpha: row after row from top to bottom, without gaps.
	Pixels []byte
}

// IsEmpty reports whether the image, which may be nil, has no pixels.
func (i *Image) IsEmpty() bool { return i == nil || i.Width == 0 || i.Height == 0 }

// Check returns an error unless Pixels is as long as Width and Height tell.
func (i *Image) Check() error {
	if i == nil {
		return errors.New("expected an image, found nil")
	}
	n := len(i.Pixels)
	if i.Width < 0 || i.Height < 0 || !i.IsEmpty() && i.Width > n/4/i.Height || n != 4*i.Width*i.Height {
		return fmt.Errorf("expected the bytes of %d times %d pixels, 4 each, found %d", i.Width, i.Height, n)
	}
	return nil
}
