package bake

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/sinew-go/sinew/assets/clip"
)

// All bakes clips on all processors, as [Bake] does or, if the cache is not nil, as [Cache.Bake]
// does. The baked clips, nil for those that stay exact, and the reports are in the order of the
// clips. All calls progress, which may be nil, after each clip, from one goroutine at a time.
func All(clips []*clip.Clip, options Options, cache *Cache, progress func(done, total int)) ([]*BakedClip, []Report) {
	baked, reports := make([]*BakedClip, len(clips)), make([]Report, len(clips))
	var mutex sync.Mutex
	var workers sync.WaitGroup
	next, done := 0, 0
	for range min(runtime.GOMAXPROCS(0), len(clips)) {
		workers.Go(func() {
			for {
				mutex.Lock()
				i := next
				next++
				mutex.Unlock()
				if i >= len(clips) {
					return
				}
				baked[i], reports[i] = bakeSafely(clips[i], options, cache)
				mutex.Lock()
				done++
				if progress != nil {
					progress(done, len(clips))
				}
				mutex.Unlock()
			}
		})
	}
	workers.Wait()
	return baked, reports
}

// bakeSafely bakes one clip. A panic, which on a goroutine of its own would end the program,
// becomes a reason to stay exact.
func bakeSafely(clip *clip.Clip, options Options, cache *Cache) (baked *BakedClip, report Report) {
	defer func() {
		if r := recover(); r != nil {
			baked, report = nil, Report{
				Name: clip.Name(), Exact: true,
				Reason: fmt.Sprintf("internal error of baking: %v", r),
			}
		}
	}()
	if cache != nil {
		return cache.Bake(clip, options)
	}
	return Bake(clip, options)
}
