package residency

import (
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Table knows of each motion of a library how many of its clips are not in memory, and in which
// frame it was played last.
type Table struct {
	// Change takes over clips that have arrived, asks for those that are wanted, and lets others
	// leave. It is called at the beginning of a frame while no other frame runs.
	Change func()

	frame   uint32 // number of the present frame; of several worlds, of the one that is furthest
	pending uint32 // 1 if there is something to change
	again   uint32 // the frame in which to try once more what was not possible; 0 is none
	// rows are by the index of the motion's ID. A change replaces the list to let it grow, since
	// look-ups may read it meanwhile.
	rows untyped.Pointer // to a []row

	frames  sync.RWMutex // locked for reading by frames, for writing by changes
	mutex   sync.Mutex   // of what follows
	holders []weakHolder
}

// weakHolder is a weak pointer to a holder; see package untyped.
type weakHolder interface{ Value() *Holder }

// row is what is known of a motion. Frames write used and wanted, changes all fields.
type row struct {
	used   uint32 // the frame in which it was played last
	away   uint32 // how many of its clips are not in memory
	wanted uint32 // 1 if a frame asked for it while some were not
}

// Holder says what must stay in memory. A table keeps it only as long as something else does.
type Holder struct {
	// Mark calls hold for each clip that must not leave. It is called while no frame runs. It may
	// be nil.
	Mark func(hold func(id.Clip))
	// Pins says that motions must stay that were played from frame Since on, or in the last Frames
	// frames if that is later and Frames is not 0.
	Pins          bool
	Since, Frames uint32

	frame uint32 // the last one that was run for the holder
}

// Register adds a holder.
func (t *Table) Register(h *Holder) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.holders = slices.DeleteFunc(t.holders, func(pointer weakHolder) bool {
		held := pointer.Value()
		return held == nil || held == h
	})
	t.holders = append(t.holders, weak.Make(h))
}

// Remove removes a holder.
func (t *Table) Remove(h *Holder) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.holders = slices.DeleteFunc(t.holders, func(pointer weakHolder) bool { return pointer.Value() == h })
}

// Pinned returns for how many last frames a motion must stay.
func (h *Holder) Pinned(now uint32) uint32 {
	switch since := now - h.Since; {
	case !h.Pins:
		return 0
	case h.Frames > 0:
		return min(since, h.Frames)
	default:
		return since
	}
}

// Holders calls do for each holder.
func (t *Table) Holders(do func(*Holder)) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, pointer := range t.holders {
		if h := pointer.Value(); h != nil {
			do(h)
		}
	}
}

// BeginFrame begins a frame of a world, whose holder is given: first it makes the changes that
// wait, unless a frame of another world runs.
func (t *Table) BeginFrame(h *Holder) {
	if now := atomic.LoadUint32(&t.frame); h.frame == now {
		atomic.AddUint32(&t.frame, 1)
	}
	h.frame = atomic.LoadUint32(&t.frame)
	t.Settle()
	t.frames.RLock()
}

// Settle makes the changes that wait, unless a frame runs. It does nothing for nil.
func (t *Table) Settle() {
	if t == nil {
		return
	}
	again := atomic.LoadUint32(&t.again)
	isDue := atomic.LoadUint32(&t.pending) != 0 || again != 0 && int32(t.Frame()-again) >= 0
	if isDue && t.frames.TryLock() {
		atomic.StoreUint32(&t.pending, 0)
		atomic.StoreUint32(&t.again, 0)
		t.Change()
		t.frames.Unlock()
	}
}

// EndFrame ends a frame.
func (t *Table) EndFrame() { t.frames.RUnlock() }

// Pause makes no change happen until [Table.Resume]. Neither does anything for nil.
func (t *Table) Pause() {
	if t != nil {
		t.frames.RLock()
	}
}

// Resume ends what [Table.Pause] began.
func (t *Table) Resume() {
	if t != nil {
		t.frames.RUnlock()
	}
}

// Frame returns the number of the present frame.
func (t *Table) Frame() uint32 { return atomic.LoadUint32(&t.frame) }

// SetPending makes the next frame begin with a change.
func (t *Table) SetPending() { atomic.StoreUint32(&t.pending, 1) }

// TryAgain makes a frame some frames later begin with a change.
func (t *Table) TryAgain(frames uint32) { atomic.StoreUint32(&t.again, max(t.Frame()+frames, 1)) }

// Use notes that a motion is played in this frame, and reports whether all its clips are in memory.
// If not, they are asked for. For nil all are in memory.
func (t *Table) Use(of id.Motion) bool {
	if t == nil {
		return true
	}
	r := t.row(of)
	if r == nil {
		return true // it was added after the last change, and is in memory
	}
	if now := atomic.LoadUint32(&t.frame); atomic.LoadUint32(&r.used) != now {
		atomic.StoreUint32(&r.used, now) // mostly another character was first, and the cache line stays shared
	}
	if atomic.LoadUint32(&r.away) == 0 {
		return true
	}
	if atomic.SwapUint32(&r.wanted, 1) == 0 {
		t.SetPending()
	}
	return false
}

// Has reports whether all clips of a motion are in memory.
func (t *Table) Has(of id.Motion) bool {
	r := t.row(of)
	return r == nil || atomic.LoadUint32(&r.away) == 0
}

// row returns the row of a motion, or nil.
func (t *Table) row(of id.Motion) *row {
	i := uint32(of)&(1<<id.IndexBits-1) - 1 // for the ID 0 larger than all
	if rows := untyped.Load[[]row](&t.rows); rows != nil && i < uint32(len(*rows)) {
		return &(*rows)[i]
	}
	return nil
}

// The following methods are for changes. They need rows: see [Table.Grow].

// Grow makes room for a number of motions. Those that are new count as played in the last frame,
// before that in which a holder pins them.
func (t *Table) Grow(motions int) {
	var rows []row
	if old := untyped.Load[[]row](&t.rows); old != nil {
		rows = *old
	}
	if len(rows) >= motions {
		return
	}
	grown := make([]row, motions)
	for i := copy(grown, rows); i < motions; i++ {
		grown[i].used = t.Frame() - 1
	}
	untyped.Store(&t.rows, &grown)
}

// Used returns the frame in which a motion was played last.
func (t *Table) Used(of id.Motion) uint32 { return atomic.LoadUint32(&t.row(of).used) }

// SetUsed sets it.
func (t *Table) SetUsed(of id.Motion, frame uint32) { atomic.StoreUint32(&t.row(of).used, frame) }

// SetAway sets how many clips of a motion are not in memory.
func (t *Table) SetAway(of id.Motion, clips int) { atomic.StoreUint32(&t.row(of).away, uint32(clips)) }

// TakeWanted reports whether a frame asked for a motion since the last call.
func (t *Table) TakeWanted(of id.Motion) bool { return atomic.SwapUint32(&t.row(of).wanted, 0) != 0 }

// given is the function of package assets.
var given any

// Give sets the function that returns the table of a library of the type L, or nil if it has none.
// Package assets calls it before any other package can call [Of].
func Give[L any](of func(library *L) *Table) { given = of }

// Of returns the table of a library, or nil if it has none. It panics for another type than that of
// package assets.
func Of[L any](library *L) *Table { return given.(func(*L) *Table)(library) }
