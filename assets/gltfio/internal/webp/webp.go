package webp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/vp8"
	"golang.org/x/image/vp8l"
	"golang.org/x/image/webp"
)

// container holds the chunks of a still image.
type container struct {
	lossy, lossless []byte // one of the two
	width, height   int    // of the lossy or lossless image
	hasAlpha        bool   // whether a lossy image has alpha in a chunk of its own
	data            []byte // all of the file
}

const headerSize = 12

// IsWebP reports whether data begins with the header of a WebP file.
func IsWebP(data []byte) bool {
	return len(data) >= headerSize && string(data[:4]) == "RIFF" && string(data[8:headerSize]) == "WEBP"
}

// open finds the image in a file and reads its size.
func open(data []byte) (container, error) {
	c := container{data: data}
	if !IsWebP(data) {
		return c, fmt.Errorf("WebP: expected a header that begins with %q, found %q", "RIFF....WEBP",
			data[:min(len(data), headerSize)])
	}
	canvas := [2]int{-1, -1}
	for rest := data[headerSize:]; ; {
		if len(rest) < 8 {
			return c, errors.New("WebP: expected an image, in a chunk VP8 or VP8L, found the end of the file")
		}
		kind, length := string(rest[:4]), uint64(binary.LittleEndian.Uint32(rest[4:]))
		rest = rest[8:]
		if length > uint64(len(rest)) {
			return c, fmt.Errorf("WebP: chunk %q: expected at most the %d bytes left, found %d", kind, len(rest),
				length)
		}
		chunk := rest[:length]
		rest = rest[min(length+length&1, uint64(len(rest))):]
		switch kind {
		case "VP8X":
			if len(chunk) < 10 {
				return c, fmt.Errorf("WebP: chunk %q: expected at least 10 bytes, found %d", kind, len(chunk))
			}
			canvas[0] = 1 + int(binary.LittleEndian.Uint32(chunk[3:])>>8)
			canvas[1] = 1 + int(binary.LittleEndian.Uint32(chunk[6:])>>8)
		case "ANIM", "ANMF":
			return c, errors.New("WebP: expected a still image, found an animation")
		case "ALPH":
			c.hasAlpha = true
		case "VP8L":
			config, err := vp8l.DecodeConfig(bytes.NewReader(chunk))
			c.lossless, c.width, c.height, c.hasAlpha = chunk, config.Width, config.Height, false
			return c, err
		case "VP8 ":
			d := vp8.NewDecoder()
			d.Init(bytes.NewReader(chunk), len(chunk))
			header, err := d.DecodeFrameHeader()
			c.lossy, c.width, c.height = chunk, header.Width, header.Height
			if err == nil && (c.width == 0 || c.height == 0) { // which the decoder takes for a picture of 0 by 0
				err = fmt.Errorf("WebP: expected an image of at least 1 by 1 pixels, found %d by %d", c.width, c.height)
			}
			if err == nil && c.hasAlpha && canvas != [2]int{c.width, c.height} {
				err = fmt.Errorf("WebP: expected alpha of the %d by %d pixels of the image, found %d by %d",
					c.width, c.height, canvas[0], canvas[1])
			}
			return c, err
		}
	}
}

// Size returns the width and the height of an image in pixels.
func Size(data []byte) (width, height int, err error) {
	c, err := open(data)
	return c.width, c.height, err
}

// Decode returns the pixels of an image.
func Decode(data []byte) (*image.NRGBA, error) {
	c, err := open(data)
	if err != nil {
		return nil, err
	}
	switch {
	case c.lossless != nil:
		picture, err := vp8l.Decode(bytes.NewReader(c.lossless))
		if err != nil {
			return nil, err
		}
		pixels, ok := picture.(*image.NRGBA)
		if !ok {
			return nil, fmt.Errorf("WebP: expected a lossless image of the type *image.NRGBA, found %T", picture)
		}
		return pixels, nil
	case c.hasAlpha:
		picture, err := webp.Decode(bytes.NewReader(c.data))
		if err != nil {
			return nil, err
		}
		pixels, ok := picture.(*image.NYCbCrA)
		if !ok {
			return nil, fmt.Errorf("WebP: expected an image with alpha of the type *image.NYCbCrA, found %T", picture)
		}
		return toNRGBA(&pixels.YCbCr, pixels.A, pixels.AStride), nil
	}
	d := vp8.NewDecoder()
	d.Init(bytes.NewReader(c.lossy), len(c.lossy))
	if _, err := d.DecodeFrameHeader(); err != nil {
		return nil, err
	}
	picture, err := d.DecodeFrame()
	if err != nil {
		return nil, err
	}
	return toNRGBA(picture, nil, 0), nil
}

// toNRGBA converts an image, with the alpha of its pixels or, if alpha is nil, opaque.
func toNRGBA(picture *image.YCbCr, alpha []byte, stride int) *image.NRGBA {
	bounds := picture.Bounds()
	out := image.NewNRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	for y := range bounds.Dy() {
		row := out.Pix[y*out.Stride:]
		for x := range bounds.Dx() {
			luma, chroma := picture.YOffset(x+bounds.Min.X, y+bounds.Min.Y),
				picture.COffset(x+bounds.Min.X, y+bounds.Min.Y)
			p := row[4*x:][:4]
			p[0], p[1], p[2] = color.YCbCrToRGB(picture.Y[luma], picture.Cb[chroma], picture.Cr[chroma])
			if p[3] = 0xFF; alpha != nil {
				p[3] = alpha[y*stride+x]
			}
		}
	}
	return out
}
