package recording_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"math"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/recording"
)

// gradient returns a smooth image with a red square, which moves to the right from frame to frame.
func gradient(width, height, frame int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetNRGBA(x, y, color.NRGBA{uint8(40 + 100*x/width), uint8(60 + 120*y/height), 120, 255})
		}
	}
	square := image.Rect(5+4*frame, 5, 15+4*frame, 15)
	draw.Draw(m, square, image.NewUniform(color.NRGBA{250, 40, 30, 255}), image.Point{}, draw.Src)
	return m
}

func TestEncodeGIFShowsItsFrames(t *testing.T) {
	const width, height, count = 96, 64, 6
	var frames []*image.NRGBA
	for i := range count {
		frames = append(frames, gradient(width, height, i))
	}
	var out bytes.Buffer
	if err := recording.EncodeGIF(&out, frames, 30); err != nil {
		t.Fatal(err)
	}
	got, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Image) != count || got.Config.Width != width || got.Config.Height != height ||
		!slices.Equal(got.Delay, []int{3, 4, 3, 3, 4, 3}) || got.LoopCount != 0 {
		t.Fatalf("got %d frames of %dx%d, delays %d, loop count %d", len(got.Image), got.Config.Width,
			got.Config.Height, got.Delay, got.LoopCount)
	}
	shown := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i, picture := range got.Image {
		draw.Draw(shown, picture.Bounds(), picture, picture.Bounds().Min, draw.Over)
		sum := 0.0
		for k, v := range frames[i].Pix {
			sum += math.Abs(float64(v) - float64(shown.Pix[k]))
		}
		if mean := sum / float64(len(shown.Pix)); mean > 4 {
			t.Errorf("frame %d differs by %.1f of 255 on average", i, mean)
		}
		if i > 0 && picture.Bounds().Dy() > 12 {
			t.Errorf("frame %d repeats pixels that did not change: %v", i, picture.Bounds())
		}
	}
}

func TestEncodeGIFKeepsFewColors(t *testing.T) {
	colors := []color.NRGBA{{0, 0, 0, 255}, {255, 255, 255, 255}, {200, 10, 20, 255}}
	frame := image.NewNRGBA(image.Rect(0, 0, 9, 5))
	for i := range 45 {
		frame.SetNRGBA(i%9, i/9, colors[i%3])
	}
	var out bytes.Buffer
	if err := recording.EncodeGIF(&out, []*image.NRGBA{frame, frame}, 50); err != nil {
		t.Fatal(err)
	}
	got, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 45 {
		r, g, b, _ := got.Image[0].At(i%9, i/9).RGBA()
		c := colors[i%3]
		if d := math.Abs(float64(r>>8)-float64(c.R)) + math.Abs(float64(g>>8)-float64(c.G)) +
			math.Abs(float64(b>>8)-float64(c.B)); d > 3 {
			t.Errorf("pixel %d: %d %d %d, want %v", i, r>>8, g>>8, b>>8, c)
		}
	}
	if size := got.Image[1].Bounds().Size(); size != image.Pt(1, 1) {
		t.Errorf("a frame without changes has size %v, want 1x1", size)
	}
}

func TestEncodeGIFErrors(t *testing.T) {
	var out bytes.Buffer
	if err := recording.EncodeGIF(&out, nil, 30); err == nil {
		t.Error("no error for an empty list of frames")
	}
	if err := recording.EncodeGIF(&out, []*image.NRGBA{gradient(20, 20, 0)}, 0); err == nil {
		t.Error("no error for a rate of 0")
	}
	frames := []*image.NRGBA{gradient(20, 20, 0), gradient(20, 21, 0)}
	if err := recording.EncodeGIF(&out, frames, 30); err == nil {
		t.Error("no error for frames of two sizes")
	}
}

func TestContactSheetHoldsEveryFrame(t *testing.T) {
	var frames []*image.NRGBA
	for i := range 7 {
		frame := image.NewNRGBA(image.Rect(0, 0, 40, 20))
		draw.Draw(frame, frame.Bounds(), image.NewUniform(color.NRGBA{uint8(10 + 20*i), 0, 0, 255}),
			image.Point{}, draw.Src)
		frames = append(frames, frame)
	}
	sheet := recording.ContactSheet(frames)
	if size := sheet.Bounds().Size(); size != image.Pt(80, 80) {
		t.Fatalf("the sheet has size %v, want 80x80", size)
	}
	for i := range frames {
		if got := sheet.NRGBAAt(i%2*40+20, i/2*20+10).R; got != uint8(10+20*i) {
			t.Errorf("frame %d: red %d", i, got)
		}
	}
	if recording.ContactSheet(nil).Bounds().Dx() != 0 {
		t.Error("the sheet of no frames is not empty")
	}
}
