package render

import "github.com/sinew-go/sinew/systems/render/internal/gpu"

// ringRegions is the number of frames whose data is kept apart, so that the program writes one
// while the device reads the others.
const ringRegions = 3

// manyBytes is the size of a frame's data above which saving memory matters more than waiting less.
const manyBytes = 64 << 20

// ring is buffers that take the data of a frame in turn, so that writing it does not wait for the
// frames before. They stay mapped if the device can do that.
type ring struct {
	device  gpu.Device
	kind    gpu.BufferKind
	mapper  gpu.TexelBuffers // nil if the buffers are not mapped
	regions int              // the largest number of them; the driver replaces the memory of a single one in each frame
	current int              // region that was written last

	buffers []gpu.Buffer // by region
	bytes   int          // of each
	memory  [][]byte     // by region; nil if they are not mapped
	// by region, if they are mapped: when the device has read it; 0 if it was not written since the
	// last wait
	fences []gpu.Fence
}

// newRing makes a ring of buffers that shaders read, through textures of the feature, or of buffers
// to be copied to textures if it is nil.
func newRing(d gpu.Device, buffers gpu.TexelBuffers) *ring {
	r := &ring{device: d, kind: gpu.Texels, regions: ringRegions}
	if buffers != nil {
		r.kind = gpu.Fetched
		if buffers.MapsTexels() {
			r.mapper = buffers
		}
	}
	return r
}

// reserve makes regions of at least that many bytes, and reports whether it allocated memory.
func (r *ring) reserve(bytes int) (grew bool) {
	if bytes <= r.bytes {
		return false
	}
	bytes = max(bytes, r.bytes+r.bytes/2)
	r.delete()
	count := r.regions
	if bytes > manyBytes {
		count = min(count, 2)
	}
	r.bytes = bytes
	for range count {
		if r.mapper != nil && !r.addMapped() {
			r.delete()
			r.mapper = nil
			return r.reserve(bytes)
		}
		if r.mapper == nil {
			buffer := r.device.CreateBuffer()
			r.device.BindBuffer(r.kind, buffer)
			r.device.BufferAllocate(r.kind, bytes)
			r.buffers = append(r.buffers, buffer)
		}
	}
	return true
}

// addMapped adds a region that stays mapped. It reports whether the driver had memory.
func (r *ring) addMapped() bool {
	buffer := r.device.CreateBuffer()
	r.device.BindBuffer(r.kind, buffer)
	memory := r.mapper.MapTexels(r.bytes)
	if memory == nil {
		r.device.DeleteBuffer(buffer)
		for range 8 { // discard the errors, so that what follows is judged by its own
			if r.device.Error() == gpu.NoError {
				break
			}
		}
		return false
	}
	r.buffers, r.memory, r.fences = append(r.buffers, buffer), append(r.memory, memory), append(r.fences, 0)
	return true
}

// write copies a frame's data, whose offsets are in texels of some bytes, to a region that the
// device does not read any more. It returns the region's buffer, which may be bound afterward.
func (r *ring) write(writes []write, texelBytes int) gpu.Buffer {
	r.mark()
	r.current = (r.current + 1) % len(r.buffers)
	buffer := r.buffers[r.current]
	if r.memory != nil {
		if f := r.fences[r.current]; f != 0 {
			r.mapper.Wait(f)
			r.fences[r.current] = 0
		}
		for i := range writes {
			copy(r.memory[r.current][writes[i].texel*texelBytes:], gpu.Bytes(writes[i].data))
		}
		return buffer
	}
	d := r.device
	d.BindBuffer(r.kind, buffer)
	if len(r.buffers) == 1 {
		d.BufferAllocate(r.kind, r.bytes)
	}
	for i := range writes {
		d.BufferSubData(r.kind, writes[i].texel*texelBytes, gpu.Bytes(writes[i].data))
	}
	return buffer
}

// mark notes that all commands that read the region written last were given to the device. It must
// be called in the context that draws; without it, the next write does the same.
func (r *ring) mark() {
	if len(r.fences) > 0 && r.fences[r.current] == 0 {
		r.fences[r.current] = r.mapper.Fence()
	}
}

// delete frees the regions.
func (r *ring) delete() {
	for _, f := range r.fences {
		if f != 0 {
			r.mapper.Wait(f)
		}
	}
	for _, b := range r.buffers {
		r.device.DeleteBuffer(b)
	}
	r.buffers, r.memory, r.fences, r.bytes, r.current = nil, nil, nil, 0, 0
}
