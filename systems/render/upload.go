package render

import "github.com/sinew-go/sinew/systems/render/internal/gpu"

// uploadRegions is the number of frames whose data is kept apart, so that the program writes one while the device reads
// the others.
const uploadRegions = 3

// manyBytes is the size of a frame's data from which on less memory matters more than less waiting.
const manyBytes = 64 << 20

// uploader copies a frame's data to the first rows of a texture, without waiting for the frames before: through a buffer
// that stays mapped, with a region for each of several frames, and without this feature through several buffers in turn.
type uploader struct {
	device  gpu.Device
	mapper  gpu.TexelMapper // nil without the feature
	regions int             // the largest number of them; the driver replaces the memory of a single one in each frame
	next    int             // region to write to

	buffers []gpu.Buffer // one for all regions if it is mapped, else one for each
	bytes   int          // of a region
	memory  []byte       // of all regions if the buffer is mapped
	fences  []gpu.Fence  // by region, of a mapped buffer: when the device has read it; 0 for one that it does not read
}

func newUploader(d gpu.Device) *uploader {
	u := &uploader{device: d, regions: uploadRegions}
	if mapper, ok := d.(gpu.TexelMapper); ok && mapper.MapsTexels() {
		u.mapper = mapper
	}
	return u
}

// reserve makes regions of at least that many bytes, and reports whether it allocated memory.
func (u *uploader) reserve(bytes int) (grew bool) {
	if bytes <= u.bytes {
		return false
	}
	bytes = max(bytes, u.bytes+u.bytes/2)
	u.delete()
	u.bytes, u.next = bytes, 0
	count := u.regions
	if bytes > manyBytes {
		count = min(count, 2)
	}
	if u.mapper != nil {
		buffer := u.device.CreateBuffer()
		u.device.BindBuffer(gpu.Texels, buffer)
		if u.memory = u.mapper.MapTexels(count * bytes); u.memory != nil {
			u.buffers, u.fences = append(u.buffers, buffer), make([]gpu.Fence, count)
			return true
		}
		u.device.DeleteBuffer(buffer)
		for range 8 { // discard the errors, so that what follows is judged by its own
			if u.device.Error() == gpu.NoError {
				break
			}
		}
		u.mapper = nil
	}
	for range count {
		u.buffers = append(u.buffers, u.device.CreateBuffer())
		u.device.BindBuffer(gpu.Texels, u.buffers[len(u.buffers)-1])
		u.device.BufferAllocate(gpu.Texels, bytes)
	}
	return true
}

// upload copies writes, whose offsets are in texels of some bytes, to the texture bound to a unit: to its first rows. The
// regions must be large enough for the rows. No buffer of texels is bound afterward.
func (u *uploader) upload(writes []write, unit uint32, format gpu.Format, texelBytes, rows int) {
	d := u.device
	if u.memory != nil {
		region := u.memory[u.next*u.bytes:][:u.bytes]
		if f := u.fences[u.next]; f != 0 {
			u.mapper.Wait(f)
		}
		for i := range writes {
			copy(region[writes[i].texel*texelBytes:], gpu.Bytes(writes[i].data))
		}
		d.BindBuffer(gpu.Texels, u.buffers[0])
		u.mapper.TexRowsAt(unit, format, texelsPerRow, rows, u.next*u.bytes)
		u.fences[u.next] = u.mapper.Fence()
		u.next = (u.next + 1) % len(u.fences)
	} else {
		d.BindBuffer(gpu.Texels, u.buffers[u.next])
		if len(u.buffers) == 1 {
			d.BufferAllocate(gpu.Texels, u.bytes)
		}
		for i := range writes {
			d.BufferSubData(gpu.Texels, writes[i].texel*texelBytes, gpu.Bytes(writes[i].data))
		}
		d.TexRows(unit, format, texelsPerRow, rows)
		u.next = (u.next + 1) % len(u.buffers)
	}
	d.BindBuffer(gpu.Texels, 0)
}

// delete frees the regions.
func (u *uploader) delete() {
	for _, f := range u.fences {
		if f != 0 {
			u.mapper.Wait(f)
		}
	}
	for _, b := range u.buffers {
		u.device.DeleteBuffer(b)
	}
	u.buffers, u.fences, u.memory, u.bytes = nil, nil, nil, 0
}
