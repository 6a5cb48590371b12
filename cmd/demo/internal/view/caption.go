//go:build cgo

package view

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
)

// caption writes into the frames of a file what goes on in a play that is steered.
type caption struct {
	face font.Face // nil where there is nothing to write
}

// captionPart is the height of a line as a part of the picture's.
const captionPart = 1.0 / 32

func newCaption(s play, size image.Point) (caption, error) {
	if _, ok := s.(steered); !ok {
		return caption{}, nil
	}
	face, err := newFace(max(6, captionPart*float64(size.Y)))
	return caption{face}, err
}

// write writes at the upper left, over the sky.
func (c caption) write(frame *image.NRGBA, s play) {
	hero, ok := s.(steered)
	if !ok || c.face == nil {
		return
	}
	text := picture(c.face, hero.Status())
	draw.Draw(frame, text.Rect, text, image.Point{}, draw.Src)
}

func (c caption) close() {
	if c.face != nil {
		_ = c.face.Close() // it holds memory only
	}
}
