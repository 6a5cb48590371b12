package gltfio

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"

	"github.com/sinew-go/sinew/assets/gltfio/internal/webp"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/mesh/picture"
)

// readImage decodes an image, or returns it if it was read before. If the image is missing,
// damaged, too large or none of PNG, JPEG and WebP, readImage adds a warning and returns nil.
func (l *loader) readImage(index int) (*mesh.Image, error) {
	if decoded, known := l.images[index]; known {
		return decoded, nil
	}
	source := l.doc.Images[index]
	path := fmt.Sprintf("images[%d]", index)
	data, err := l.imageBytes(source.URI, source.BufferView)
	var pixels image.Image
	if err == nil {
		pixels, err = l.decodeImage(data)
	}
	if err != nil {
		l.warn(path, "%v; the image was skipped", err)
		l.images[index] = nil
		return nil, nil
	}
	decoded := picture.New(source.Name, pixels)
	if decoded.Name == "" {
		decoded.Name = fmt.Sprintf("image_%d", index)
	}
	l.images[index] = decoded
	l.imageOrder = append(l.imageOrder, decoded)
	return decoded, nil
}

// imageBytes returns the encoded bytes of an image.
func (l *loader) imageBytes(uri string, view *int) ([]byte, error) {
	switch {
	case view != nil:
		return l.views[*view].data, nil
	case uri != "":
		return l.readURI(uri)
	}
	return nil, errors.New("expected a URI or a buffer view, found neither")
}

// decodeImage decodes an image. It recognizes the format by the first bytes, because the MIME type
// in the file is often wrong. It checks the size before it decodes a pixel, because a few bytes can
// encode a huge image.
func (l *loader) decodeImage(data []byte) (decoded image.Image, err error) {
	var size image.Config
	configOf, decode := png.DecodeConfig, png.Decode
	isWebP := webp.IsWebP(data)
	switch {
	case bytes.HasPrefix(data, []byte("\x89PNG")), isWebP:
	case bytes.HasPrefix(data, []byte("\xff\xd8")):
		configOf, decode = jpeg.DecodeConfig, jpeg.Decode
	default:
		if name := formatName(data); name != "" {
			how := ""
			if name == ktx2 {
				how = " (" + convertKTX2 + ")"
			}
			return nil, fmt.Errorf("expected PNG, JPEG or WebP, found %s%s", name, how)
		}
		return nil, errors.New("expected PNG, JPEG or WebP, found data of another kind")
	}
	if isWebP {
		size.Width, size.Height, err = webp.Size(data)
	} else {
		size, err = configOf(bytes.NewReader(data))
	}
	if err != nil {
		return nil, err
	}
	if size.Width < 1 || size.Height < 1 {
		return nil, errors.New("expected pixels, found none")
	}
	left := l.options.maxPixels() - l.pixels
	if int64(size.Width) > left/int64(size.Height) {
		return nil, fmt.Errorf("expected at most the %d pixels left of the limit, found %d by %d", left, size.Width,
			size.Height)
	}
	if isWebP {
		decoded, err = webp.Decode(data)
	} else {
		decoded, err = decode(bytes.NewReader(data))
	}
	if err != nil {
		return nil, err
	}
	l.pixels += int64(size.Width) * int64(size.Height)
	return decoded, nil
}

// ktx2 is the name of the format of KHR_texture_basisu.
const ktx2 = "KTX2"

// formatName returns the name of an image format that cannot be decoded, or "" if the first bytes
// belong to none of those that glTF extensions and exporters use.
func formatName(data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("\xabKTX 20\xbb")):
		return ktx2
	case bytes.HasPrefix(data, []byte("DDS ")):
		return "DDS"
	case len(data) >= 12 && string(data[4:8]) == "ftyp":
		return "AVIF"
	case bytes.HasPrefix(data, []byte("GIF8")):
		return "GIF"
	case bytes.HasPrefix(data, []byte("BM")):
		return "BMP"
	}
	return ""
}
