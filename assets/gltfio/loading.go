package gltfio

import (
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/sinew-go/sinew/assets"
)

// ErrLoading is the error of [Loading.Take] while the file is being read.
var ErrLoading = errors.New("the file is still being read")

// Loading is a file that a goroutine of its own reads, checks and bakes into a library of its own,
// while frames run. Its methods never block, and may be called from any goroutine.
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

	mutex       sync.Mutex // of what follows
	stage       Stage
	done, total int
}

// OpenAsync begins to read a file as [Open] does, and returns at once.
func OpenAsync(path string) *Loading { return Options{}.OpenAsync(path) }

// OpenAsync is the function [OpenAsync] with options. The library into which the model is taken is
// not known yet, so its own options for baking have no effect, only the options in o. If set,
// o.Progress is called from the goroutine that reads.
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

// loadAsync calls open with a new library on a new goroutine.
func (o Options) loadAsync(name string, open func(Options, *assets.Library) (*assets.Model, error)) *Loading {
	l := &Loading{name: name, finished: make(chan struct{}), library: assets.NewLibrary(), stage: StageReading}
	progress := o.Progress
	o.Progress = func(stage Stage, done, total int) {
		l.mutex.Lock()
		l.stage, l.done, l.total = stage, done, total
		l.mutex.Unlock()
		if progress != nil {
			progress(stage, done, total)
		}
	}
	go func() {
		defer close(l.finished)
		l.model, l.err = open(o, l.library)
	}()
	return l
}

// Done reports whether the file has been read, or could not be read: whether [Loading.Take] returns
// its result.
func (l *Loading) Done() bool {
	select {
	case <-l.finished:
		return true
	default:
		return false
	}
}

// Finished returns a channel that is closed when the file has been read or could not be read.
func (l *Loading) Finished() <-chan struct{} { return l.finished }

// Progress returns the current stage, and how much of it is done. The total is 0 before anything is
// known.
func (l *Loading) Progress() (stage Stage, done, total int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.stage, l.done, l.total
}

// Take adds the model to a library by assets.Library.Import, which takes microseconds, and returns
// it. It must not run at the same time as a frame that uses the library. Taken again, also into
// another library, it adds the model again.
//
// The error is [ErrLoading] if the file is still being read, otherwise the error of [Open]. After
// an error the library is unchanged.
func (l *Loading) Take(lib *assets.Library) (*assets.Model, error) {
	switch {
	case !l.Done():
		stage, done, total := l.Progress()
		return nil, &Error{File: l.name, Err: fmt.Errorf("%w: %s, %d of %d", ErrLoading, stage, done, total)}
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
