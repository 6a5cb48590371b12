package vrm

import "fmt"

// The memory limit of what is made of the extensions: a constant plus a multiple of the bytes of
// the file, as package gltfio has it.
const (
	baseMemory    = 64 << 20
	memoryPerByte = 64
)

// budget limits the memory that the extensions take. A few bytes of JSON can ask for a lot of it:
// many springs may name one group of many colliders, and each bone keeps a distance for each
// collider. What is not proportional to the bytes of the file is counted before it is made.
type budget struct{ limit, spent int64 } // bytes

func newBudget(file int) budget { return budget{limit: baseMemory + memoryPerByte*int64(file)} }

// spend counts the memory of count things of size bytes each.
func (b *budget) spend(things string, count, size int) error {
	if int64(count) > (b.limit-b.spent)/int64(size) { // count*size could overflow
		return fmt.Errorf("expected at most the memory limit of %d MiB for a file of this size, found %d %s beyond it",
			b.limit>>20, count, things)
	}
	b.spent += int64(count) * int64(size)
	return nil
}
