package derived

// Store keeps bytes under keys. A key is a hash of what the bytes are made from, of a name of their
// kind and of the version of their form. Several goroutines may use a store.
type Store interface {
	// Read returns the bytes of a key. Where there are none, the error wraps fs.ErrNotExist.
	Read(key []byte) ([]byte, error)
	// Write keeps bytes. Whoever reads them gets all or none of them.
	Write(key, data []byte) error
}

// OfLibrary returns the store of the cache with which a library bakes, or nil if it has none, or is
// none of package assets.
func OfLibrary(library any) Store {
	if l, ok := library.(interface{ CacheStore() Store }); ok {
		return l.CacheStore()
	}
	return nil
}
