package survey

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/cmd/internal/commandline"
)

// Open reads a database and the files with its clips, whose root motion is taken out of them unless
// a file's sidecar says otherwise. It returns the library too.
func Open(path string, files []string) (*matching.Database, *assets.Library, error) {
	library := assets.NewLibrary(assets.Exact())
	for _, file := range files {
		options := gltfio.Options{RootMotion: &clip.RootMotionOptions{AllowStill: true}}
		if _, err := os.Stat(file + ".json"); err != nil && !commandline.IsRecording(file) {
			options.Scale = 1
		}
		options.Meters = commandline.IsRecording(file)
		if _, err := commandline.Open(library, file, options); err != nil {
			return nil, nil, err
		}
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	builder, err := matching.Read(in, library)
	if err != nil {
		return nil, nil, named(path, err)
	}
	d, err := builder.Build(library)
	if err != nil {
		return nil, nil, named(path, err)
	}
	return d, library, nil
}

// named returns an error with the name of its file.
func named(path string, err error) error {
	return errors.New(commandline.WithFile(filepath.Base(path), err.Error()))
}

// ReadSession reads which frames of a database played in a session from a file.
func ReadSession(path string, d *matching.Database) (*matching.Session, error) {
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	session, err := matching.ReadSession(in, d)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return session, nil
}
