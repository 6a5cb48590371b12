package pproflabels

import (
	"context"
	"fmt"
	"maps"
	"runtime/pprof"
	"sync"
	"sync/atomic"

	"github.com/sinew-go/sinew/ecs"
)

// Key is the key of the label whose value is the name of a system.
const Key = "system"

// Set labels the goroutines of a schedule while they run its systems. The goroutine that runs the
// schedule has the labels of the context too, and these alone after each frame: that of [pprof.Do],
// if the program calls it around frames, or else [context.Background]. A label takes some
// nanoseconds for each block and block system, and no memory.
//
// It takes the place of what [ecs.Schedule.Observe] was given, whose errors it returns; for a nil
// context there is an error too.
func Set(ctx context.Context, schedule *ecs.Schedule) error {
	if ctx == nil {
		return fmt.Errorf("pproflabels: expected a context, such as context.Background(), found nil")
	}
	l := &labels{around: ctx}
	l.known.Store(&map[string]context.Context{})
	return schedule.Observe(l.mark)
}

// Clear ends the labels of a schedule. The errors are those of [ecs.Schedule.Observe].
func Clear(schedule *ecs.Schedule) error { return schedule.Observe(nil) }

// labels are those of the systems of a schedule.
type labels struct {
	around context.Context
	mutex  sync.Mutex                                 // of who adds to known
	known  atomic.Pointer[map[string]context.Context] // by name; a map never changes
}

// mark labels the goroutine that calls.
func (l *labels) mark(worker int, system string) {
	switch {
	case system != "":
		pprof.SetGoroutineLabels(l.of(system))
	case worker == 0:
		pprof.SetGoroutineLabels(l.around)
	default:
		pprof.SetGoroutineLabels(context.Background())
	}
}

// of returns the context with the label of a system.
func (l *labels) of(system string) context.Context {
	if ctx, ok := (*l.known.Load())[system]; ok {
		return ctx
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	more := maps.Clone(*l.known.Load())
	more[system] = pprof.WithLabels(l.around, pprof.Labels(Key, system))
	l.known.Store(&more)
	return more[system]
}
