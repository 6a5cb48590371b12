package pack

import "github.com/sinew-go/sinew/assets"

// OpenRead opens a pack as where no file can be mapped.
func OpenRead(library *assets.Library, path string) (*Pack, error) {
	f, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return open(library, path, f)
}
