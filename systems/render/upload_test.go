package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// uploadModes are the ways of an uploader: with mapped buffers, without them, and with a buffer that the driver replaces.
var uploadModes = []struct {
	name string
	set  func(*uploader)
}{
	{"mapped", func(*uploader) {}},
	{"ring", func(u *uploader) { u.mapper = nil }},
	{"replaced", func(u *uploader) { u.mapper, u.regions = nil, 1 }},
}

// Frames of changing size, in many pieces, arrive in the texture, whichever way they are uploaded.
func TestUploads(t *testing.T) {
	requireGL(t)
	d := device(t)
	for _, mode := range uploadModes {
		r := rand.New(rand.NewPCG(1, 2))
		s := newStream(d, gpu.RGBA32F)
		mode.set(s.uploader)
		if mode.name == "mapped" && s.uploader.mapper == nil {
			t.Log("the driver has no mapped buffers")
		}
		for frame := range 40 {
			s.reset()
			var want []float32
			pieces := make([][]float32, 1+r.IntN(30))
			for i := range pieces {
				pieces[i] = make([]float32, 4*(1+r.IntN(100+20*frame)))
				for k := range pieces[i] {
					pieces[i][k] = r.Float32()
				}
				if at := s.add(pieces[i]); 4*at != len(want) {
					t.Fatalf("%s: piece %d is at texel %d, want %d", mode.name, i, at, len(want)/4)
				}
				want = append(want, pieces[i]...)
			}
			if n := s.flush(); n != 4*len(want) {
				t.Fatalf("%s: %d bytes, want %d", mode.name, n, 4*len(want))
			}
			got := make([]float32, 4*texelsPerRow*s.rows)
			s.bind(unitPicture)
			gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.FLOAT, gl.Ptr(got))
			if !slices.Equal(got[:len(want)], want) {
				t.Fatalf("%s: frame %d arrived with other numbers", mode.name, frame)
			}
		}
		s.delete()
		if err := glError(d, mode.name); err != nil {
			t.Fatal(err)
		}
	}
}

// A driver without memory for a mapped buffer gets the ring.
func TestUploadsWithoutMappedMemory(t *testing.T) {
	requireGL(t)
	s := newStream(noMapping{device(t)}, gpu.R32F)
	if s.uploader.mapper == nil {
		t.Fatal("the device is not asked")
	}
	s.reset()
	s.add([]float32{1, 2, 3})
	s.flush()
	if s.uploader.mapper != nil || len(s.uploader.buffers) != uploadRegions {
		t.Errorf("%d buffers, want a ring of %d", len(s.uploader.buffers), uploadRegions)
	}
	got := make([]float32, texelsPerRow*s.rows)
	s.bind(unitPicture)
	gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RED, gl.FLOAT, gl.Ptr(got))
	if !slices.Equal(got[:3], []float32{1, 2, 3}) {
		t.Errorf("got %v", got[:3])
	}
	s.delete()
}

// noMapping is a device that fails to map buffers.
type noMapping struct{ gpu.Device }

func (noMapping) MapsTexels() bool                            { return true }
func (noMapping) MapTexels(int) []byte                        { return nil }
func (noMapping) TexRowsAt(uint32, gpu.Format, int, int, int) {}
func (noMapping) Fence() gpu.Fence                            { return 0 }
func (noMapping) Wait(gpu.Fence)                              {}

// BenchmarkUpload measures the upload of the palettes of a crowd whose characters are all seen, of 67 matrices each, in
// the three ways: replaced is how it was done at first.
func BenchmarkUpload(b *testing.B) {
	for _, n := range []int{1000, 10000, 30000, 100000} {
		for _, mode := range uploadModes {
			b.Run(fmt.Sprintf("%s/%d", mode.name, n), func(b *testing.B) {
				requireGL(b)
				s := newStream(device(b), gpu.RGBA32F)
				defer s.delete()
				mode.set(s.uploader)
				data := make([]float32, 12*67*n)
				for i := range data {
					data[i] = float32(i)
				}
				frame := func() {
					s.reset()
					s.add(data)
					s.flush()
					gl.Finish()
				}
				for range 2 * uploadRegions { // which touch all memory for the first time
					frame()
				}
				for b.Loop() {
					frame()
				}
			})
		}
	}
}
