package assets

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/sinew-go/sinew/assets/bake"
)

// bakedEntry is what a library knows of the clip with the same index.
type bakedEntry struct {
	id     ClipID
	clip   *BakedClip
	levels []*BakedClip // its forms for the skeleton's levels of detail, from 1 on
}

// Baked returns the baked form of a clip, or nil where it has none and is to be sampled exactly, or is not there any more.
func (l *Library) Baked(id ClipID) *BakedClip {
	i := uint32(id)&indexMask - 1
	if i >= uint32(len(l.baked)) || l.baked[i].id != id || l.clips.get(id) == nil {
		return nil
	}
	return l.baked[i].clip
}

// SetBaked files the baked form of a clip, which takes the clip's place in every frame from then on; nil goes back to exact
// sampling. A clip that was decoded is bound first. The error says that there is no such clip, or wraps [bake.ErrMismatch]
// for the baked form of another one. Like adding, it must not run at the same time as a frame.
func (l *Library) SetBaked(id ClipID, baked *BakedClip) error {
	clip := l.clips.get(id)
	if clip == nil {
		return fmt.Errorf("there is no clip %#x to set the baked form of", uint32(id))
	}
	if baked != nil {
		if err := baked.Bind(clip); err != nil {
			return err
		}
	}
	i := int(uint32(id)&indexMask - 1)
	for len(l.baked) <= i {
		l.baked = append(l.baked, bakedEntry{})
	}
	l.baked[i] = bakedEntry{id, baked, l.reduced(baked)}
	return nil
}

// forgetBaked lets go of what belongs to clips that are gone.
func (l *Library) forgetBaked() {
	for i, e := range l.baked {
		if l.clips.get(e.id) == nil {
			l.baked[i] = bakedEntry{}
		}
	}
}

// Bake bakes all clips of the library, several at once, and files what comes of it; a clip that was baked before with the same
// options stays. Progress, which may be nil, is called after each clip, never twice at once. The reports are in the order
// of the clips' IDs.
func (l *Library) Bake(options BakeOptions, progress func(done, total int)) []BakeReport {
	return l.bake(options, nil, progress)
}

// BakeCached does as [Library.Bake] does, but takes clips from files in a folder where these are up to date, and writes those
// that it baked there. The folder is made if need be. Files of other clips, options or versions don't matter; one that is
// damaged or cannot be read or written is told of in the clip's report, and the clip is baked anew.
//
// The error is that the folder cannot be made; the clips are baked all the same.
func (l *Library) BakeCached(folder string, options BakeOptions, progress func(done, total int)) ([]BakeReport, error) {
	cache, err := bake.OpenCache(folder)
	return l.bake(options, cache, progress), err
}

// bake bakes what the cache, where there is one, does not hold.
func (l *Library) bake(options BakeOptions, cache *bake.Cache, progress func(done, total int)) []BakeReport {
	var ids []ClipID
	for i := range l.clips.entries {
		if id := l.clips.of(i); id != 0 {
			ids = append(ids, id)
		}
	}
	reports, baked := make([]BakeReport, len(ids)), make([]*BakedClip, len(ids))
	var mutex sync.Mutex
	var workers sync.WaitGroup
	next, done := 0, 0
	for range min(runtime.GOMAXPROCS(0), len(ids)) {
		workers.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				mutex.Unlock()
				if i >= len(ids) {
					return
				}
				baked[i], reports[i] = l.bakeOne(ids[i], options, cache)
				mutex.Lock()
				done++
				if progress != nil {
					progress(done, len(ids))
				}
				mutex.Unlock()
			}
		})
	}
	workers.Wait()
	for i, id := range ids {
		if err := l.SetBaked(id, baked[i]); err != nil {
			reports[i].Exact, reports[i].Reason = true, err.Error()
		}
	}
	return reports
}

func (l *Library) bakeOne(id ClipID, options BakeOptions, cache *bake.Cache) (baked *BakedClip, report BakeReport) {
	clip := l.clips.get(id)
	switch old := l.Baked(id); {
	case old != nil && old.Options() == options.WithDefaults():
		baked, report = old, old.Report()
	case cache != nil:
		baked, report = cache.Bake(clip, options)
	default:
		baked, report = bake.Bake(clip, options)
	}
	report.Clip = id
	return baked, report
}
