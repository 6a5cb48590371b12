package gltfio

import (
	"context"
	"fmt"
	"sync"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/background"
)

// Loader reads files in the background: [Options].Loader reads a file with it. It has a limited
// number of goroutines, which end when there is nothing to read. They bake several files, or the
// clips of one, at once. While a frame of any Animation runs they wait, for at most nine tenths of
// the time, so that loading ends even where frames leave no pause. The zero Loader is a
// [NewLoader] without context, library and number.
type Loader struct {
	ctx    context.Context
	pool   background.Pool
	baking assets.Baking

	mutex    sync.Mutex // of what follows, and of the progress of each Loading
	progress Progress
}

// defaultLoader reads the files whose options have no Loader.
var defaultLoader Loader

// NewLoader returns a Loader whose files are baked as the library bakes, from its cache too; nil
// bakes by default. The end of the context ends the work between two files, steps or clips:
// [Loading.Take] then returns an error that wraps that of the context. There are at most as many
// goroutines as the number says; below 1 it is one fewer than the processors, and at least one.
func NewLoader(ctx context.Context, library *assets.Library, goroutines int) *Loader {
	l := &Loader{ctx: ctx, pool: background.Pool{Limit: goroutines}}
	if library != nil {
		l.baking = library.Baking()
		l.baking.Progress, l.baking.Context = nil, nil // of the library's own clips
	}
	return l
}

// Progress returns how much of all files is done that were ever given to the Loader.
func (l *Loader) Progress() Progress {
	if l == nil {
		return Progress{}
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.progress
}

// Progress is how much of the work on one or several files is done. No number ever falls, and at
// the end each is equal to that of all. What is left of a file after an error counts as done.
type Progress struct {
	Stage           Stage // of a single file
	Files, AllFiles int
	Clips, AllClips int   // that are baked, or added as they are; of all in the files that are that far
	Bytes, AllBytes int64 // that are read; of all in the files, buffers and images that are open
}

// update replaces the progress of a file, and changes that of all files by the difference.
func (l *Loader) update(of *Loading, change func(*Progress)) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	before, all := of.progress, &l.progress
	change(&of.progress)
	now := of.progress
	all.Files += now.Files - before.Files
	all.AllFiles += now.AllFiles - before.AllFiles
	all.Clips += now.Clips - before.Clips
	all.AllClips += now.AllClips - before.AllClips
	all.Bytes += now.Bytes - before.Bytes
	all.AllBytes += now.AllBytes - before.AllBytes
}

// start begins to read a file by open, which works on a goroutine of the Loader.
func (l *Loader) start(of *Loading, open func(context.Context) (*assets.Model, error)) {
	l.update(of, func(p *Progress) { p.Stage, p.AllFiles = StageReading, 1 })
	ctx := l.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	l.pool.Go(func(worker *background.Worker) {
		defer close(of.finished)
		defer l.update(of, func(p *Progress) { p.Files, p.Clips, p.Bytes = p.AllFiles, p.AllClips, p.AllBytes })
		if of.err = stopped(ctx); of.err != nil {
			of.err = &Error{File: of.name, Err: of.err}
			return
		}
		of.model, of.err = open(background.With(ctx, worker))
	})
}

// stopped returns an error if the context has ended.
func stopped(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("expected to read all of the file, found that the program stops it: %w", err)
	}
	return nil
}

// note takes over what [Options].Progress reports.
func (l *Loading) note(stage Stage, done, total int) {
	l.loader.update(l, func(p *Progress) {
		p.Stage = stage
		switch stage {
		case StageReading:
			if l.read == l.size || total != l.size || done <= l.read { // the next file
				p.AllBytes += int64(total)
				l.read, l.size = 0, total
			}
			p.Bytes += int64(done - l.read)
			l.read = done
		case StageBaking:
			p.Clips, p.AllClips = done, total
		}
	})
}
