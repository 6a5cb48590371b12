package gltfio

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/background"
)

// ErrLoading is the error of [Loading.Take] while the file is being read.
var ErrLoading = errors.New("the file is still being read")

// Loading is a file that a [Loader] reads, checks and bakes into a library of its own, while frames
// run. Its methods never block, and may be called from any goroutine.
//
//	loading := gltfio.OpenAsync("fox.glb")
//	for !loading.Done() {
//		animation.Update(frameTime())
//	}
//	fox, err := loading.Take(library) // between two frames
type Loading struct {
	name     string
	finished chan struct{} // closed when the fields below it are final
	library  *assets.Library
	model    *assets.Model
	err      error

	// The loader's mutex is that of what follows.
	loader     *Loader
	progress   Progress
	read, size int // bytes of the file that is being read: the file itself, a buffer or an image
}

// OpenAsync begins to read a file as [Open] does, and returns at once.
func OpenAsync(path string) *Loading { return Options{}.OpenAsync(path) }

// OpenAsync is the function [OpenAsync] with options. The file is read by o.Loader, which knows the
// options and the cache by which a library bakes; without one a Loader reads it that all such files
// share, and only the options in o count. If set, o.Progress is called from goroutines that read.
func (o Options) OpenAsync(path string) *Loading {
	return o.loadAsync(path, func(o Options, lib *assets.Library) (*assets.Model, error) { return o.Open(lib, path) })
}

// OpenFSAsync is [Options.OpenAsync] for a file in a file system, which must be safe to read from
// another goroutine.
func (o Options) OpenFSAsync(fsys fs.FS, name string) *Loading {
	return o.loadAsync(name, func(o Options, lib *assets.Library) (*assets.Model,
		error,
	) {
		return o.OpenFS(lib, fsys, name)
	})
}

// loadAsync calls open with a new library on a goroutine of the loader.
func (o Options) loadAsync(name string, open func(Options, *assets.Library) (*assets.Model, error)) *Loading {
	loader := o.Loader
	if loader == nil {
		loader = &defaultLoader
	}
	l := &Loading{
		name: name, finished: make(chan struct{}), library: assets.NewLibrary(assets.WithBaking(loader.baking)),
		loader: loader,
	}
	progress := o.Progress
	o.Progress = func(stage Stage, done, total int) {
		l.note(stage, done, total)
		if progress != nil {
			progress(stage, done, total)
		}
	}
	loader.start(l, func(ctx context.Context) (*assets.Model, error) {
		o.ctx, o.loading = ctx, l
		return open(o, l.library)
	})
	return l
}

// Done reports whether the file has been read, or could not be read: whether [Loading.Take] returns
// its result.
func (l *Loading) Done() bool {
	if l == nil || l.finished == nil {
		return true // nobody must wait for what never ends
	}
	select {
	case <-l.finished:
		return true
	default:
		return false
	}
}

// Finished returns a channel that is closed when the file has been read or could not be read.
func (l *Loading) Finished() <-chan struct{} {
	if l == nil || l.finished == nil {
		return background.Ended
	}
	return l.finished
}

// Progress returns the current stage, and how much of the file is done.
func (l *Loading) Progress() Progress {
	if l == nil || l.loader == nil {
		return Progress{}
	}
	l.loader.mutex.Lock()
	defer l.loader.mutex.Unlock()
	return l.progress
}

// Take adds the model to a library by assets.Library.Import, which takes microseconds, and returns
// it. It must not run at the same time as a frame that uses the library. Taken again, also into
// another library, it adds the model again.
//
// The error is [ErrLoading] if the file is still being read, otherwise the error of [Open], or that
// of the context of the [Loader]. After an error the library is unchanged.
func (l *Loading) Take(lib *assets.Library) (*assets.Model, error) {
	switch {
	case l == nil || l.loader == nil:
		return nil, errors.New("expected a file that OpenAsync reads, found none")
	case !l.Done():
		p := l.Progress()
		return nil, &Error{File: l.name, Err: fmt.Errorf("%w: %s, %d of %d bytes and %d of %d clips are done", ErrLoading,
			p.Stage, p.Bytes, p.AllBytes, p.Clips, p.AllClips)}
	case l.err != nil:
		return nil, l.err
	case lib == nil:
		return nil, &Error{File: l.name, Err: errNoLibrary}
	}
	ids, err := lib.Import(l.library)
	if err != nil {
		return nil, &Error{File: l.name, Err: err}
	}
	return ids.Model(l.model), nil
}

var errNoLibrary = errors.New("expected a library, found nil")

// Stage is a part of the work of reading a file.
type Stage string

// The stages, in their order.
const (
	StageReading  Stage = "reading"  // bytes of the file, and after it of each buffer and image in a file of its own
	StageBuilding Stage = "building" // steps that check the file and build the assets
	StageBaking   Stage = "baking"   // clips; left out if they are not baked
)
