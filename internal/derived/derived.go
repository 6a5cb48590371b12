package derived

import (
	"hash"
	"sync/atomic"
)

// Cache keeps bytes under keys. Several goroutines may use it.
type Cache interface {
	// NewHash returns the hash that a key is the sum of. It begins with what names the kind of the
	// bytes and the version of their form.
	NewHash() hash.Hash
	// Read returns the bytes of a key. Where there are none, the error wraps fs.ErrNotExist.
	Read(key []byte) ([]byte, error)
	// Write keeps bytes. Whoever reads them gets all or none of them.
	Write(key, data []byte) error
}

var given atomic.Pointer[func(cache any) Cache]

// Give sets the function that returns the way to a cache of baked clips.
func Give(of func(cache any) Cache) { given.Store(&of) }

// Of returns the way to a cache of baked clips, a *bake.Cache, or nil if it is nil or has no folder.
func Of(cache any) Cache {
	if of := given.Load(); of != nil {
		return (*of)(cache)
	}
	return nil
}
