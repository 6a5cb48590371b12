package bake

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/background"
)

// All bakes clips on all processors, as [Bake] does or, if the cache is not nil, as [Cache.Bake]
// does. The baked clips, nil for those that stay exact, and the reports are in the order of the
// clips. All calls progress, which may be nil, after each clip, from one goroutine at a time. Once
// the context ends, All bakes no further clip and returns the context's error.
func All(ctx context.Context, clips []*clip.Clip, options Options, cache *Cache,
	progress func(done, total int),
) ([]*BakedClip, []Report, error) {
	b := &batch{
		ctx: ctx, clips: clips, options: options, cache: cache, progress: progress,
		baked: make([]*BakedClip, len(clips)), reports: make([]Report, len(clips)),
	}
	if worker := background.Of(ctx); worker != nil {
		b.work(worker)
	} else {
		for range min(runtime.GOMAXPROCS(0), len(clips)) {
			b.workers.Go(func() { b.work(nil) })
		}
	}
	b.workers.Wait()
	if b.done < len(clips) {
		return nil, nil, ctx.Err()
	}
	return b.baked, b.reports, nil
}

// batch is clips that are baked together.
type batch struct {
	ctx      context.Context
	clips    []*clip.Clip
	options  Options
	cache    *Cache
	progress func(done, total int)
	baked    []*BakedClip
	reports  []Report
	workers  sync.WaitGroup

	mutex      sync.Mutex // of what follows
	next, done int
}

// take returns the index of the next clip, or false if there is none or the context has ended.
func (b *batch) take() (i int, ok bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.next >= len(b.clips) || b.ctx.Err() != nil {
		return 0, false
	}
	b.next++
	return b.next - 1, true
}

// work bakes clips until none is left. A worker in the background calls others for help whenever
// they are free.
func (b *batch) work(worker *background.Worker) {
	for i, ok := b.take(); ok; i, ok = b.take() {
		if worker != nil && i+1 < len(b.clips) {
			b.workers.Add(1)
			if !worker.Help(func(helper *background.Worker) { defer b.workers.Done(); b.work(helper) }) {
				b.workers.Done()
			}
		}
		b.baked[i], b.reports[i] = bakeSafely(b.clips[i], b.options, b.cache, worker)
		b.mutex.Lock()
		b.done++
		if b.progress != nil {
			b.progress(b.done, len(b.clips))
		}
		b.mutex.Unlock()
	}
}

// bakeSafely bakes one clip. A panic, which on a goroutine of its own would end the program,
// becomes a reason to stay exact.
func bakeSafely(clip *clip.Clip, options Options, cache *Cache,
	worker *background.Worker,
) (baked *BakedClip, report Report) {
	defer func() {
		if r := recover(); r != nil {
			baked, report = nil, Report{
				Name: clip.Name(), Exact: true,
				Reason: fmt.Sprintf("internal error of baking: %v", r),
			}
		}
	}()
	return cache.bakeOn(clip, options, worker)
}
