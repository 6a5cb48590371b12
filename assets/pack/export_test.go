package pack

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/ragdoll"
)

// ReadInto reads the records of a pack into a library that may have assets already.
func ReadInto(library *assets.Library, data []byte) error {
	entries, err := readTable(data)
	if err != nil {
		return err
	}
	p := &Pack{
		file: &file{data: data}, library: library, clips: map[id.Key]entry{}, ragdolls: map[string]*ragdoll.Definition{},
	}
	return (&reader{pack: p, library: library, refs: newReferences()}).records(entries)
}

// WriteList writes a list of n elements of no bytes and returns the error.
func WriteList(n int) error {
	c, elements := &coder{}, make([]struct{}, n)
	list(c, &elements, 0, func(*struct{}) {})
	return c.err
}

// OpenRead opens a pack as where no file can be mapped.
func OpenRead(library *assets.Library, path string) (*Pack, error) {
	f, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return open(library, path, f)
}
