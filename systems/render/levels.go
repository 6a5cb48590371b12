package render

import (
	"sync"
	"sync/atomic"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/derived"
	"github.com/sinew-go/sinew/systems/render/internal/decimate"
)

// levelMaker makes levels of detail of meshes in the background. The zero levelMaker is ready.
type levelMaker struct {
	pool    background.Pool
	closing atomic.Bool
	running sync.WaitGroup
}

// comingLevels is the levels of a mesh that is drawn at full detail meanwhile.
type comingLevels struct {
	dropped atomic.Bool // nobody needs them any more
	done    chan struct{}
	levels  []decimate.Level // once it is done; nil if it was dropped
	err     error            // of the store
}

// begin begins to make the levels of a mesh, or to read them from a store, which may be nil.
func (m *levelMaker) begin(of *mesh.Mesh, store derived.Store) *comingLevels {
	c := &comingLevels{done: make(chan struct{})}
	m.running.Add(1)
	m.pool.Go(func(w *background.Worker) {
		defer m.running.Done()
		defer close(c.done)
		c.levels, c.err = levelsOf(of, store, func() bool {
			w.Yield()
			return !m.closing.Load() && !c.dropped.Load()
		})
	})
	return c
}

// finished returns the levels, or false while they are made.
func (c *comingLevels) finished() ([]decimate.Level, bool) {
	select {
	case <-c.done:
		return c.levels, true
	default:
		return nil, false
	}
}

// close ends all work, and waits until no goroutine is left.
func (m *levelMaker) close() {
	m.closing.Store(true)
	m.running.Wait()
}
