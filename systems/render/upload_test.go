//go:build !js

package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// uploadModes are the ways of a stream: a texture that reads mapped buffers, buffers, or one that
// the driver replaces; and a 2D texture that is copied from buffers, or from one that the driver
// replaces.
var uploadModes = []struct {
	name    string
	texture bool // 2D
	set     func(*ring)
}{
	{"mapped", false, func(*ring) {}},
	{"ring", false, func(r *ring) { r.mapper = nil }},
	{"replaced", false, func(r *ring) { r.mapper, r.regions = nil, 1 }},
	{"copied", true, func(*ring) {}},
	{"copied/replaced", true, func(r *ring) { r.regions = 1 }},
}

// newModeStream makes a stream that works in a way.
func newModeStream(d gpu.Device, texture bool, format gpu.Format, set func(*ring)) *stream {
	if texture {
		d = plainDevice{d}
	}
	s := newStream(d, format)
	s.ring.delete() // what it was made with
	set(s.ring)
	return s
}

// plainDevice is a device without optional features, as in a browser.
type plainDevice struct{ gpu.Device }

// read returns the numbers that a stream's texture holds, from the first on.
func (s *stream) read(t testing.TB, numbers int) []float32 {
	t.Helper()
	if s.buffers == nil {
		format := uint32(gl.RGBA)
		if s.format == gpu.R32F {
			format = gl.RED
		}
		got := make([]float32, s.texelBytes()/4*texelsPerRow*s.rows)
		s.bind(unitPicture)
		gl.GetTexImage(gl.TEXTURE_2D, 0, format, gl.FLOAT, gl.Ptr(got))
		return got[:numbers]
	}
	return readBufferTexture(t, uint32(s.texture), numbers)
}

// readBufferTexture returns the first numbers of a buffer texture.
func readBufferTexture(t testing.TB, texture uint32, numbers int) []float32 {
	t.Helper()
	const dataStoreBinding = 0x8C2D // TEXTURE_BUFFER_DATA_STORE_BINDING
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_BUFFER, texture)
	var buffer int32
	gl.GetIntegerv(dataStoreBinding, &buffer)
	if buffer == 0 {
		t.Fatal("the texture has no buffer")
	}
	got := make([]float32, numbers)
	gl.BindBuffer(gl.COPY_READ_BUFFER, uint32(buffer))
	gl.GetBufferSubData(gl.COPY_READ_BUFFER, 0, 4*numbers, gl.Ptr(got))
	return got
}

// Frames of changing size, in many pieces, arrive in the texture, whichever way they are uploaded.
func TestUploads(t *testing.T) {
	requireGL(t)
	d := device(t)
	for _, mode := range uploadModes {
		r := rand.New(rand.NewPCG(1, 2))
		s := newModeStream(d, mode.texture, gpu.RGBA32F, mode.set)
		if mode.name == "mapped" && s.ring.mapper == nil {
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
			if !slices.Equal(s.read(t, len(want)), want) {
				t.Fatalf("%s: frame %d arrived with other numbers", mode.name, frame)
			}
			if frame%3 == 0 {
				s.ring.mark()
			}
		}
		s.delete()
		if err := glError(d, mode.name); err != nil {
			t.Fatal(err)
		}
	}
}

// A region is written again only after the device has passed the fence that followed what reads it.
func TestRegionsAreNotWrittenWhileTheyAreRead(t *testing.T) {
	d := &fencedDevice{t: t, regions: map[gpu.Buffer][]byte{}, reads: map[gpu.Fence]gpu.Buffer{}}
	s := newStream(d, gpu.R32F)
	for frame := range 40 {
		s.reset()
		s.add([]float32{float32(frame)})
		s.add([]float32{0.5})
		s.flush()
		d.read()
		switch frame % 4 { // a renderer marks once, the program's own shader never, or it draws twice
		case 0:
			s.ring.mark()
		case 1:
			d.read()
			s.ring.mark()
			s.ring.mark()
		}
	}
	if d.waits < 30 {
		t.Errorf("%d waits in 40 frames", d.waits)
	}
	if s.delete(); len(d.reads) > 0 {
		t.Errorf("%d fences were not freed", len(d.reads))
	}
}

// fencedDevice is a device that takes forever, unless it is waited for. It finds out when a region
// is written that it still reads.
type fencedDevice struct {
	gpu.Device
	t              *testing.T
	bound, fetched gpu.Buffer
	next           gpu.Buffer
	regions        map[gpu.Buffer][]byte
	seen           []seenRegion             // that are to be read, in order
	reads          map[gpu.Fence]gpu.Buffer // fences that were not waited for
	fence          gpu.Fence
	waits          int
}

// seenRegion is what a device reads when it gets there.
type seenRegion struct {
	region []byte
	want   string
	before gpu.Fence // the last fence when it was told to
}

func (d *fencedDevice) BufferTexels() int                                   { return leastBufferTexels }
func (d *fencedDevice) MapsTexels() bool                                    { return true }
func (d *fencedDevice) CreateBuffer() gpu.Buffer                            { d.next++; return d.next }
func (d *fencedDevice) CreateTexture() gpu.Texture                          { return 1 }
func (d *fencedDevice) DeleteBuffer(gpu.Buffer)                             {}
func (d *fencedDevice) DeleteTexture(gpu.Texture)                           {}
func (d *fencedDevice) BindBuffer(_ gpu.BufferKind, b gpu.Buffer)           { d.bound = b }
func (d *fencedDevice) BindBufferTexture(uint32, gpu.Texture)               {}
func (d *fencedDevice) TexBuffer(_ uint32, _ gpu.Format, buffer gpu.Buffer) { d.fetched = buffer }

func (d *fencedDevice) MapTexels(bytes int) []byte {
	d.regions[d.bound] = make([]byte, bytes)
	return d.regions[d.bound]
}

// read tells the device to read the texture.
func (d *fencedDevice) read() {
	region := d.regions[d.fetched]
	d.seen = append(d.seen, seenRegion{region, string(region), d.fence})
}

func (d *fencedDevice) Fence() gpu.Fence {
	d.fence++
	d.reads[d.fence] = d.fetched
	return d.fence
}

// Wait does all that the device was told before the fence.
func (d *fencedDevice) Wait(f gpu.Fence) {
	if _, ok := d.reads[f]; !ok {
		d.t.Errorf("fence %d is waited for, but was freed or never made", f)
	}
	d.waits++
	delete(d.reads, f)
	for len(d.seen) > 0 && d.seen[0].before < f {
		if string(d.seen[0].region) != d.seen[0].want {
			d.t.Error("a region was written before it was read")
		}
		d.seen = d.seen[1:]
	}
}

// A driver without memory for a mapped buffer gets buffers that are not mapped.
func TestUploadsWithoutMappedMemory(t *testing.T) {
	requireGL(t)
	s := newStream(noMapping{device(t).(gpu.TexelBuffers), device(t)}, gpu.R32F)
	s.reset()
	s.add([]float32{1, 2, 3})
	s.flush()
	if s.ring.mapper != nil || len(s.ring.buffers) != ringRegions {
		t.Errorf("%d buffers, want a ring of %d", len(s.ring.buffers), ringRegions)
	}
	if got := s.read(t, 3); !slices.Equal(got, []float32{1, 2, 3}) {
		t.Errorf("got %v", got)
	}
	s.delete()
}

// noMapping is a device that fails to map buffers.
type noMapping struct {
	gpu.TexelBuffers
	gpu.Device
}

func (noMapping) MapsTexels() bool     { return true }
func (noMapping) MapTexels(int) []byte { return nil }

// withoutFeatures makes the renderer begin again on a device without optional features, as in a
// browser.
func (s *fixture) withoutFeatures() { s.renderer.device = plainRestored{s.renderer.device} }

// plainRestored is a device without optional features, whose context was restored.
type plainRestored struct{ gpu.Device }

func (plainRestored) Generation() (n int, lost bool) { return 1, false }

// Pictures are the same to the last bit whether palettes and morph weights are read from buffers or
// from 2D textures: of skinned, morphed and pre-skinned characters with each method, with animated
// materials and shadows, and of a crowd.
func TestPicturesWithoutBufferTextures(t *testing.T) {
	s := newCrowdFixture(t, Options{})
	if texelBuffers(s.renderer.device) == nil {
		t.Skip("the driver's buffer textures are too small: run the test with another one, such as Mesa's")
	}
	r, shape := rand.New(rand.NewPCG(5, 2)), randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2, Morphs: 2}
	morphed := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 4),
		randomassets.Primitive(r, 30, 6, 8, 4))
	preSkinned := generic.NewMap1[components.PreSkinned](s.world)
	for i := range 6 {
		e := mustSpawn(s.animation.Spawn(s.model, mgl32.Translate3D(float32(i)-3, 0, 2)))
		must(s.animation.Player(e).Play(s.model.Clip([]string{"walk", "wave", "dance"}[i%3])))
		if i < 2 {
			preSkinned.Add(e)
		}
		s.spawn(mgl32.Translate3D(float32(i)-3, 0, -2), "run")
		m := mustSpawn(s.animation.Spawn(morphed, mgl32.Translate3D(2*float32(i)-5, 2, -4)))
		must(s.animation.Player(m).Play(morphed.Clips[0]))
	}
	s.update(0)
	s.update(0.4)
	if !slices.ContainsFunc(s.animation.Store().Pools(), func(p *ecs.Pool) bool {
		return len(p.Morphs()) > 0 && p.Morphs()[0] != 0
	}) {
		t.Fatal("nothing is morphed")
	}
	var pictures [2][3][]byte
	for i := range pictures {
		for method := range mesh.Skinning(3) {
			s.renderer.Style.Skinning = &method
			picture := s.draw(s.camera)
			pictures[i][method] = slices.Clone(picture.Pix)
			perceptual.Keep(t, picture, fmt.Sprintf("%d-%d.png", i, method))
		}
		if program := s.renderer.mesh.blend; i == 0 {
			s.withoutFeatures()
			s.draw(s.camera) // which makes everything anew
			s.renderer.crowd.impostorPixels = 0
		} else if texelBuffers(program.device) != nil {
			t.Fatal("the renderer still has buffer textures")
		}
	}
	for method := range 3 {
		if !slices.Equal(pictures[0][method], pictures[1][method]) {
			t.Errorf("method %d: another picture without buffer textures", method)
		}
	}
	if slices.Equal(pictures[0][0], pictures[0][2]) {
		t.Error("the methods draw the same picture")
	}
}

// BenchmarkUpload measures the upload of the palettes of a crowd whose characters are all seen, of
// 67 matrices each, in each way: replaced is how it was done at first, and copied how it is done in
// a browser.
func BenchmarkUpload(b *testing.B) {
	for _, n := range []int{1000, 10000, 30000, 100000} {
		for _, mode := range uploadModes {
			b.Run(fmt.Sprintf("%s/%d", mode.name, n), func(b *testing.B) {
				requireGL(b)
				s := newModeStream(device(b), mode.texture, gpu.RGBA32F, mode.set)
				defer s.delete()
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
				for range 2 * ringRegions { // which touch all memory for the first time
					frame()
				}
				for b.Loop() {
					frame()
				}
			})
		}
	}
}
