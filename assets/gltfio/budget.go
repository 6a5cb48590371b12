package gltfio

// A few bytes of JSON can ask for a lot of memory without naming any number: accessors that share bytes, or that
// have none, nodes that share a mesh, channels that share a sampler. So whatever is not plainly proportional to the bytes of the file is
// counted before it is allocated, against a limit that grows with the bytes that were read.
const (
	memoryBase   = 64 << 20
	memoryFactor = 64 // of the bytes read
)

// budget counts the memory that a load takes.
type budget struct {
	limit, spent int64
}

// allow adds the memory that so many more bytes of input may take.
func (b *budget) allow(bytesRead int) {
	if b.limit == 0 {
		b.limit = memoryBase
	}
	b.limit += memoryFactor * int64(bytesRead)
}

// spend counts memory for count things of size bytes, on behalf of a place in the file.
func (b *budget) spend(path string, count, size int) error {
	if int64(count) > (b.limit-b.spent)/int64(size) { // a product could overflow
		return fault(path, "%d times %d bytes would take the memory for this file beyond %d MiB, which is out of all proportion to its size", count, size, b.limit>>20)
	}
	b.spent += int64(count) * int64(size)
	return nil
}
