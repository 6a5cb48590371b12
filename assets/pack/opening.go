package pack

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
)

// Opening is a pack that is opened and checked in the background, while frames run. Its methods
// never block, and may be called from any goroutine, but for Take.
//
//	opening := pack.OpenAsync(library, "level.pack")
//	for !opening.Done() {
//		animation.Update(frameTime())
//	}
//	level, err := opening.Take() // between two frames
type Opening struct {
	name     string
	finished chan struct{} // closed when the fields below it are final
	pack     *Pack
	reader   *reader // nil after Take
	err      error
}

// openers open packs in the background.
var openers = background.Pool{Limit: 1}

// OpenAsync begins to open a pack as [Open] does, and returns at once. Packs are opened one after
// the other, on a goroutine that waits while a frame of any Animation runs, for at most nine tenths
// of the time. Nothing is added to the library before [Opening.Take]. A skeleton that the library
// gets meanwhile is added once more if the pack has an equal one.
func OpenAsync(library *assets.Library, path string) *Opening {
	o := &Opening{name: filepath.Base(path), finished: make(chan struct{})}
	own := skeletonsOf(library)
	openers.Go(func(w *background.Worker) {
		defer close(o.finished)
		w.Yield()
		var f *file
		if f, o.err = openPath(path); o.err == nil {
			o.pack, o.reader, o.err = decode(library, own, o.name, f, w)
		}
	})
	return o
}

// Done reports whether the pack has been opened, or could not be opened: whether [Opening.Take]
// returns its result.
func (o *Opening) Done() bool {
	if o == nil || o.finished == nil {
		return true // nobody must wait for what never ends
	}
	select {
	case <-o.finished:
		return true
	default:
		return false
	}
}

// Finished returns a channel that is closed when the pack has been opened or could not be opened.
func (o *Opening) Finished() <-chan struct{} {
	if o == nil || o.finished == nil {
		return background.Ended
	}
	return o.finished
}

// Take adds the pack's assets to the library, which takes microseconds, and returns the pack; once
// more it returns the same pack. It must not run at the same time as a frame that uses the library.
// The error is one for a pack that is not [Opening.Done], otherwise that of [Open]; after it the
// library is unchanged.
func (o *Opening) Take() (*Pack, error) {
	if o == nil || o.finished == nil {
		return nil, errors.New("expected a pack that OpenAsync opens, found none")
	}
	if !o.Done() {
		return nil, fmt.Errorf("%s: %w", o.name, errOpening)
	}
	if o.err != nil || o.reader == nil {
		return o.pack, o.err
	}
	if o.err = o.pack.add(o.reader); o.err != nil {
		o.pack = nil
	}
	o.reader = nil
	return o.pack, o.err
}

var errOpening = errors.New("expected a pack for which Done reports true, found one that is still being opened")

// skeletonsOf returns the skeletons of a library, which may be nil, in its order.
func skeletonsOf(library *assets.Library) (list []*rig.Skeleton) {
	if library == nil {
		return nil
	}
	library.Each(func(_, asset any) bool {
		s, isSkeleton := asset.(*rig.Skeleton)
		if isSkeleton {
			list = append(list, s)
		}
		return isSkeleton // they come first
	})
	return list
}
