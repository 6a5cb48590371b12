package retargeting

import (
	"fmt"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
)

// Work makes the clips of files play on a character, on a goroutine of its own.
type Work struct {
	library *assets.Library
	model   *assets.Model
	ended   chan struct{}

	lock        sync.Mutex
	ready       []made
	done, total int
	err         error
	stopped     bool
}

// made is a clip that is ready, with its baked form, which may be nil.
type made struct {
	clip  *clip.Clip
	baked *bake.BakedClip
}

// StartFrom is [Start] with a source that is loaded. Neither file is read again: see [FromModel].
func StartFrom(source *Character, to string, library *assets.Library, model *assets.Model) *Work {
	return begin(library, model, func() (*Character, error) { return FromModel(to, library, model), nil },
		[]func() (*Character, error){func() (*Character, error) { return source, nil }})
}

// begin begins the work for a target and sources, which it loads.
func begin(library *assets.Library, model *assets.Model, target func() (*Character, error),
	sources []func() (*Character, error),
) *Work {
	w := &Work{library: library, model: model, ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		if err := w.run(target, sources); err != nil {
			w.lock.Lock()
			w.err = err
			w.lock.Unlock()
		}
	}()
	return w
}

// run makes the clips of all files. The number of all is known once each file is loaded.
func (w *Work) run(loadTarget func() (*Character, error), loads []func() (*Character, error)) error {
	target, err := loadTarget()
	if err != nil {
		return err
	}
	baking := w.library.Baking()
	var sources []*Character
	for _, load := range loads {
		source, err := load()
		if err != nil {
			return err
		}
		if len(source.Clips) == 0 {
			return fmt.Errorf("%s: expected a file with clips, found none", source.File)
		}
		sources = append(sources, source)
		w.lock.Lock()
		w.total += len(source.Clips)
		w.lock.Unlock()
	}
	for _, source := range sources {
		relation, err := Relate(source, target, Names{})
		if err != nil {
			return err
		}
		for _, c := range source.Clips {
			out, _, err := relation.Retargeter.Clip(c)
			if err != nil {
				return fmt.Errorf("%s: %w", source.File, err)
			}
			one := made{clip: out}
			if !baking.Exact {
				one.baked, _ = bake.Bake(out, baking.Options)
			}
			w.lock.Lock()
			w.done++
			w.ready = append(w.ready, one)
			stopped := w.stopped
			w.lock.Unlock()
			if stopped {
				return nil
			}
			yield()
		}
	}
	return nil
}

// Take adds the clips that are ready to the library and to the model, after those that it has, and
// returns how many there were. It must not run at the same time as a frame. The error is that of
// the work, which has ended then.
func (w *Work) Take() (added int, err error) {
	w.lock.Lock()
	ready, err := w.ready, w.err
	w.ready = nil
	w.lock.Unlock()
	if len(ready) == 0 {
		return 0, err
	}
	clips := slices.Clone(w.model.Clips)
	for _, one := range ready {
		ids, failed := w.library.AddClips([]*clip.Clip{one.clip}, assets.Baking{Exact: true})
		if failed == nil && one.baked != nil {
			failed = w.library.SetBaked(ids[0], one.baked)
		}
		if failed != nil {
			return added, failed
		}
		clips = append(clips, ids[0])
		added++
	}
	w.model.SetClips(w.library, clips)
	return added, err
}

// Poll is [Work.Take] between two frames. It also reports whether that was all.
func (w *Work) Poll() (added int, ended bool, err error) {
	select { // before what is taken: what is made until then is ready
	case <-w.ended:
		ended = true
	default:
	}
	added, err = w.Take()
	return added, ended, err
}

// Progress returns how many clips are made, and of how many; 0 of 0 before the files are read.
func (w *Work) Progress() (done, total int) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.done, w.total
}

// Ended is closed when there is no more to do.
func (w *Work) Ended() <-chan struct{} { return w.ended }

// Stop ends the work after the clip that it makes, and waits for that.
func (w *Work) Stop() {
	w.lock.Lock()
	w.stopped = true
	w.lock.Unlock()
	<-w.ended
}
