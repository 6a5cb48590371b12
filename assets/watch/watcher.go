package watch

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/sinew-go/sinew/assets"
)

const (
	// Settle is for how long a file must be left alone before it is read.
	Settle = 20 * time.Millisecond
	// longestSettle is after how long a file is read that is written to again and again.
	longestSettle = 60 * time.Millisecond
	// maxBytes is the most that is read of a file.
	maxBytes = 64 << 20
)

// Watcher reads files again when they change. Its methods may be called on any goroutine, but
// [Watcher.Apply] changes the library.
type Watcher struct {
	library *assets.Library
	notify  *fsnotify.Watcher
	ended   sync.WaitGroup
	changed atomic.Bool // a file has data that Apply has not seen
	signal  chan struct{}

	lock  sync.Mutex
	files map[string]*file // by absolute path
	order []*file          // as they were added
}

// file is a watched file.
type file struct {
	path     string // as the program gave it
	absolute string
	take     func(data []byte) error
	last     []byte    // what was read last
	hasRead  bool      // there is a last
	fresh    bool      // Apply has not seen it
	failed   error     // to read it
	err      error     // of what was applied last
	first    time.Time // of the changes since it was read; zero without any
	latest   time.Time
}

// New returns a watcher for the assets of a library. [Watcher.Close] ends it.
func New(library *assets.Library) (*Watcher, error) {
	if library == nil {
		return nil, errors.New("watch: expected a library, found nil")
	}
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watch: %w", err)
	}
	w := &Watcher{library: library, notify: notify, files: map[string]*file{}, signal: make(chan struct{}, 1)}
	w.ended.Add(1)
	go w.run()
	return w, nil
}

// File watches any file. When its content changes, [Watcher.Apply] calls take with it, which may
// change the library: a database is read and given to [assets.Library.ReplaceMotion]. An error of
// take stands until the content changes again. The file need not exist yet, but its folder must. A
// file that is watched already is taken by the new function.
func (w *Watcher) File(path string, take func(data []byte) error) error {
	if w == nil || w.notify == nil {
		return fmt.Errorf("watch %s: expected a watcher from New, found nil or the zero value", path)
	}
	if take == nil {
		return fmt.Errorf("watch %s: expected a function that takes the content, found nil", path)
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("watch %s: %w", path, err)
	}
	w.lock.Lock()
	defer w.lock.Unlock()
	if err := w.notify.Add(filepath.Dir(absolute)); err != nil {
		return fmt.Errorf("watch %s: %w", path, err)
	}
	f := w.files[absolute]
	if f == nil {
		f = &file{path: path, absolute: absolute}
		w.files[absolute] = f
		w.order = append(w.order, f)
		if data, err := read(absolute); err == nil { // the program has it
			f.last, f.hasRead = data, true
		}
	}
	f.take = take
	return nil
}

// Apply takes over what has changed since the last call. It returns how many files were taken over
// now, and the errors of all files that are not valid as they are, each with its path, and with line
// and column where the JSON is wrong. It must not run at the same time as a frame; without a change
// it costs some nanoseconds.
func (w *Watcher) Apply() (taken int, err error) {
	if w == nil {
		return 0, nil
	}
	hasChanged := w.changed.Swap(false)
	w.lock.Lock()
	defer w.lock.Unlock()
	var all []error
	for _, f := range w.order {
		if hasChanged && f.fresh {
			f.fresh, f.err = false, f.failed
			if f.err == nil {
				if f.err = w.unlocked(f.take, f.last); f.err == nil {
					taken++
				}
			}
		}
		if f.err != nil {
			all = append(all, fmt.Errorf("%s: %w", f.path, f.err))
		}
	}
	return taken, errors.Join(all...)
}

// Changed returns a channel that gets a value when there is something for [Watcher.Apply] to do, for
// a program that runs no frames meanwhile. It gets one value for any number of changes.
func (w *Watcher) Changed() <-chan struct{} {
	if w == nil {
		return nil
	}
	return w.signal
}

// unlocked calls a function that takes the content of a file, and may call methods of the watcher.
func (w *Watcher) unlocked(take func([]byte) error, data []byte) error {
	w.lock.Unlock()
	defer w.lock.Lock()
	return take(data)
}

// Close ends the watcher and waits for its goroutine. What was not applied is lost.
func (w *Watcher) Close() error {
	if w == nil || w.notify == nil {
		return nil
	}
	err := w.notify.Close()
	w.ended.Wait()
	return err
}

// run notes which files change, and reads them when they are left alone.
func (w *Watcher) run() {
	defer w.ended.Done()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case event, ok := <-w.notify.Events:
			if !ok {
				return
			}
			if event.Op&^fsnotify.Chmod == 0 {
				continue
			}
			w.note(event.Name, time.Now())
		case _, ok := <-w.notify.Errors: // some events may be lost: look at all files
			if !ok {
				return
			}
			w.note("", time.Now())
		case <-timer.C:
		}
		timer.Reset(w.readSettled(time.Now()))
	}
}

// note notes that a file changed now, or with an empty path that any may have.
func (w *Watcher) note(path string, now time.Time) {
	w.lock.Lock()
	defer w.lock.Unlock()
	for absolute, f := range w.files {
		if path != "" && filepath.Clean(path) != absolute {
			continue
		}
		if f.latest = now; f.first.IsZero() {
			f.first = now
		}
	}
}

// readSettled reads the files that were left alone until now, and returns how long it is until the next
// one will be.
func (w *Watcher) readSettled(now time.Time) time.Duration {
	w.lock.Lock()
	defer w.lock.Unlock()
	next := time.Hour
	for _, f := range w.order {
		if f.first.IsZero() {
			continue
		}
		if wait := min(f.latest.Add(Settle).Sub(now), f.first.Add(longestSettle).Sub(now)); wait > 0 {
			next = min(next, wait)
			continue
		}
		f.first = time.Time{}
		data, err := read(f.absolute)
		switch {
		case errors.Is(err, os.ErrNotExist): // what plays stays; it may be written anew
			continue
		case err == nil && f.hasRead && f.failed == nil && bytes.Equal(data, f.last):
			continue
		}
		f.failed, f.fresh = err, true
		if err == nil {
			f.last, f.hasRead = data, true
		}
		w.changed.Store(true)
		select {
		case w.signal <- struct{}{}:
		default: // nobody has taken the last one
		}
	}
	return next
}

// read reads a file that is not too large.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxBytes {
		err = fmt.Errorf("expected at most %d bytes, found %d", int64(maxBytes), info.Size())
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
