package hdr

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-gl/mathgl/mgl32"
	radiance "github.com/mdouchement/hdr"
	"github.com/mdouchement/hdr/codec/rgbe"

	"github.com/sinew-go/sinew/systems/render"
)

// mostPixels is the size of the largest picture: 16384 by 8192.
const mostPixels = 1 << 27

// Open reads an equirectangular picture from a file, as [render.NewEnvironment] describes it. The
// error names the file.
func Open(path string) (*render.Environment, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e, err := Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}

// Decode reads an equirectangular picture in Radiance's format: 32-bit RGBE or XYZE, from top to
// bottom and from left to right. Channels of colors that linear RGB does not have are 0. The error
// reports a damaged picture, one that ends too early, and one of more than 134 million pixels.
func Decode(r io.Reader) (*render.Environment, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	config, err := rgbe.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("expected a picture in Radiance's format (.hdr): %w", err)
	}
	width, height := config.Width, config.Height
	if width < 1 || height < 1 || width > mostPixels/height {
		return nil, fmt.Errorf("expected a picture of 1x1 to %d pixels, found %dx%d", mostPixels, width, height)
	}
	// a row has at least 4 bytes, and 2 for each channel of 127 pixels
	if least := height * max(4, 8*width/127); len(data) < least {
		return nil, fmt.Errorf("expected at least %d bytes for %dx%d pixels, found %d", least, width, height, len(data))
	}
	picture, err := decode(data)
	if err != nil {
		return nil, err
	}
	colors := make([]mgl32.Vec3, 0, width*height)
	for y := range height {
		for x := range width {
			red, green, blue, _ := picture.HDRAt(x, y).HDRRGBA()
			colors = append(colors, mgl32.Vec3{float32(max(red, 0)), float32(max(green, 0)), float32(max(blue, 0))})
		}
	}
	return render.NewEnvironment(width, height, colors)
}

// source notes whether more was read than there is.
type source struct {
	bytes.Reader
	ended bool
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.ended = s.ended || errors.Is(err, io.EOF)
	return n, err
}

// decode decodes a picture. The decoder leaves the rest of a row black where the data end in it,
// and panics where a run goes beyond it; both are errors here.
func decode(data []byte) (picture radiance.Image, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			picture, err = nil, fmt.Errorf("expected rows of the picture's width, found a longer run: %v", fault)
		}
	}()
	from := &source{Reader: *bytes.NewReader(data)}
	decoded, err := rgbe.Decode(from)
	if err != nil && !from.ended {
		return nil, err
	}
	if from.ended {
		return nil, fmt.Errorf("expected more than %d bytes: the picture is cut off", len(data))
	}
	picture, ok := decoded.(radiance.Image)
	if !ok {
		return nil, fmt.Errorf("expected a picture of high dynamic range, found %T", decoded)
	}
	return picture, nil
}
