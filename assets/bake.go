package assets

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/sinew-go/sinew/assets/bake"
)

// bakedForms holds the baked forms of a clip.
type bakedForms struct {
	id     ClipID
	clip   *BakedClip
	levels []*BakedClip // for the skeleton's levels of detail, from level 1 on
}

// Baked returns the baked form of a clip. It returns nil for a clip that has none, which is sampled exactly, and for
// the ID of a removed clip.
func (l *Library) Baked(id ClipID) *BakedClip {
	i := tableIndex(id)
	if i >= uint32(len(l.baked)) || l.baked[i].id != id || l.clips.get(id) == nil {
		return nil
	}
	return l.baked[i].clip
}

// SetBaked sets the baked form of a clip, from which frames sample the clip from then on; nil restores exact sampling.
// SetBaked binds a decoded clip (see [bake.BakedClip.Bind]). It returns an error if there is no clip with that ID; the
// error wraps [bake.ErrMismatch] for the baked form of another clip. It must not run at the same time as a frame.
func (l *Library) SetBaked(id ClipID, baked *BakedClip) error {
	clip := l.clips.get(id)
	if clip == nil {
		return fmt.Errorf("set baked form: %s", l.Describe(id))
	}
	if baked != nil {
		if err := baked.Bind(clip); err != nil {
			return err
		}
	}
	i := int(tableIndex(id))
	for len(l.baked) <= i {
		l.baked = append(l.baked, bakedForms{})
	}
	l.baked[i] = bakedForms{id, baked, l.bakedLevels(baked)}
	return nil
}

// removeStaleBaked removes the baked forms of removed clips.
func (l *Library) removeStaleBaked() {
	for i, e := range l.baked {
		if l.clips.get(e.id) == nil {
			l.baked[i] = bakedForms{}
		}
	}
}

// Bake bakes all clips of the library, on all processors, and sets their baked forms. Clips that have been baked with
// the same options are not baked again. Bake calls progress, which may be nil, after each clip, from one goroutine at a
// time. The reports are in the library's order of clips. See [bake.Bake] for how a clip is baked. Bake must not run at
// the same time as a frame.
func (l *Library) Bake(options BakeOptions, progress func(done, total int)) []BakeReport {
	return l.bake(options, nil, progress)
}

// BakeCached is like [Library.Bake], but reads the baked forms from files in a folder if it has them, and writes the
// others there. It creates the folder if it does not exist, and ignores files of other clips, options and versions. If
// a clip's file is damaged or cannot be read, the clip is baked again. Errors of reading and writing a clip's file are
// in the clip's report.
//
// BakeCached returns an error if it cannot create the folder. The clips are baked even then.
func (l *Library) BakeCached(folder string, options BakeOptions, progress func(done, total int)) ([]BakeReport, error) {
	cache, err := bake.OpenCache(folder)
	return l.bake(options, cache, progress), err
}

// bake bakes all clips. The cache may be nil.
func (l *Library) bake(options BakeOptions, cache *bake.Cache, progress func(done, total int)) []BakeReport {
	var ids []ClipID
	for i := range l.clips.entries {
		if id := l.clips.idAt(i); id != 0 {
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

// bakeOne returns the baked form of a clip from the library, from the cache, which may be nil, or by baking it.
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
