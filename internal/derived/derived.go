package derived

import "sync/atomic"

// Cache keeps bytes under keys. A key is a hash of what the bytes are made from, of a name of their
// kind and of the version of their form. Several goroutines may use a cache.
type Cache interface {
	// Read returns the bytes of a key. Where there are none, the error wraps fs.ErrNotExist.
	Read(key []byte) ([]byte, error)
	// Write keeps bytes. Whoever reads them gets all or none of them.
	Write(key, data []byte) error
}

var given atomic.Pointer[func(cache any) Cache]

// Give sets the function that returns the way to a cache of baked clips.
func Give(of func(cache any) Cache) { given.Store(&of) }

// Of returns the way to a cache of baked clips, a *bake.Cache, or nil if that is nil or has no
// folder.
func Of(cache any) Cache {
	if of := given.Load(); of != nil {
		return (*of)(cache)
	}
	return nil
}

var givenLibraries atomic.Pointer[func(library any) any]

// GiveLibraries sets the function that returns the cache of baked clips with which a library bakes,
// or nil.
func GiveLibraries(cacheOf func(library any) any) { givenLibraries.Store(&cacheOf) }

// OfLibrary returns the way to the cache of baked clips with which a library bakes, or nil if it has
// none, or is none of package assets.
func OfLibrary(library any) Cache {
	if cacheOf := givenLibraries.Load(); cacheOf != nil {
		return Of((*cacheOf)(library))
	}
	return nil
}
