package gltfio

// The memory limit of a load: a constant plus a multiple of the bytes read.
const (
	baseMemory    = 64 << 20
	memoryPerByte = 64
)

// budget limits the memory of a load. A few bytes of JSON can ask for a lot of memory without
// containing a large number: accessors may share bytes or have none, nodes may share a mesh,
// channels may share a sampler. So every allocation that is not proportional to the bytes of the
// file is counted before it is made.
type budget struct {
	limit, spent int64 // bytes
}

// allow raises the limit for further bytes of input.
func (b *budget) allow(bytesRead int) {
	if b.limit == 0 {
		b.limit = baseMemory
	}
	b.limit += memoryPerByte * int64(bytesRead)
}

// spend counts the memory of count elements of size bytes each. The path names the part of the file
// that needs them.
func (b *budget) spend(path string, count, size int) error {
	if int64(count) > (b.limit-b.spent)/int64(size) { // count*size could overflow
		return errorAt(path,
			"expected at most the memory limit of %d MiB for a file of this size, found %d more elements of %d bytes",
			b.limit>>20, count, size)
	}
	b.spent += int64(count) * int64(size)
	return nil
}
