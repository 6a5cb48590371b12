package assets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Budget limits how many bytes the baked forms of a library's clips take; see [Library.SetBudget].
type Budget struct {
	// Bytes is the most that the baked forms may take together, as [Memory] counts them. 0 is no
	// limit: no clip leaves.
	Bytes int64
	// Load brings the baked form of a clip back. Nil bakes it from its keys again, with the options
	// and the cache that it had; then only clips that have keys leave.
	Load ClipLoader
	// Workers is how many goroutines load clips at the same time. 0 is 1.
	Workers int
}

// ClipLoader returns the baked form of a clip that left the memory, decoded or bound, for instance
// from a file: the clip has the name, the key is [Library.Key] of it. It is called on goroutines of
// its own, several at once if the [Budget] has several workers, and must return soon after the
// context is done.
type ClipLoader func(ctx context.Context, clip *Clip, key id.Key) (*bake.BakedClip, error)

// errChanged is the error of a loader whose clip is not the one that left.
var errChanged = errors.New("expected the baked form that left the memory, found another one")

// errLoaderEnded is the error of a loader that does not return.
var errLoaderEnded = errors.New("expected a baked clip from the loader, found that it ended its goroutine")

// residents is what a library with a budget knows of the clips that come and go.
type residents struct {
	table   residency.Table
	budget  Budget
	done    context.Context // of the goroutines that this starts
	changed bool            // the library changed, so that rows of the table may be out of date
	pause   uint32          // frames until it is looked at again if it is over its budget

	pool *background.Pool // of the budget's workers

	mutex   sync.Mutex // of what follows
	arrived []*arrival // loaded, or failed
	waiting map[ClipID]bool
	failed  map[ClipID]error
}

// resident returns what the library knows of the clips that come and go, or nil without a budget.
// The field is an interface for the reason of [heldBaking].
func (l *Library) resident() *residents {
	r, _ := l.residents.(*residents)
	return r
}

// arrival is a clip that is brought back.
type arrival struct {
	id      ClipID
	clip    *Clip
	key     id.Key
	content id.Key // of the clip with the baked form that left
	baking  Baking
	load    ClipLoader
	done    context.Context
	masks   []*rig.Mask // of the levels of detail

	baked  *bake.BakedClip
	levels []*bake.BakedClip
	err    error
}

func init() {
	residency.Give(func(l *Library) *residency.Table {
		if l == nil || l.resident() == nil {
			return nil
		}
		return &l.resident().table
	})
}

// SetBudget limits the bytes of the baked forms of the library's clips. Over the limit, the clips
// that were played longest ago leave the memory, as many as needed, at the beginning of a frame; a
// clip that a character shows never does, so that what plays at the same time may exceed the limit.
// Names, markers, root motion and keys stay. A clip that is played again, or asked for by
// [Library.Prefetch], is loaded on another goroutine and taken over at the beginning of a frame,
// with the same bits as before; a baked form of other content is an error. Until then the layer
// that plays it goes on with what it played before: see components.Playback.Held.
//
// Which clips are in memory is no part of keys and snapshots. That a playback waits for its clip
// is: worlds that must agree to the bit call [Library.Prefetch] for what they may play, and begin
// when [Library.IsLoaded].
//
// When the context is done, no more clips are loaded. SetBudget can be called again, to change the
// limit. It must not run at the same time as a frame or a look-up. It returns an error, and changes
// nothing, if the context is nil or a number of the budget is negative.
func (l *Library) SetBudget(ctx context.Context, b Budget) error {
	if l == nil {
		return errNoLibrary
	}
	switch {
	case ctx == nil:
		return errors.New("budget: expected a context, found nil")
	case b.Bytes < 0:
		return fmt.Errorf("budget: expected at least 0 bytes, found %d", b.Bytes)
	case b.Workers < 0:
		return fmt.Errorf("budget: expected at least 0 workers, found %d", b.Workers)
	}
	b.Workers = max(b.Workers, 1)
	r := l.resident()
	if r == nil {
		r = &residents{waiting: map[ClipID]bool{}, failed: map[ClipID]error{}}
		r.table.Change = l.changeResidents
		l.residents = r
		l.Keys() // hashes the contents now, rather than in the frame in which a clip leaves
	}
	r.mutex.Lock()
	r.budget, r.done, r.pool = b, ctx, &background.Pool{Limit: b.Workers}
	clear(r.failed)
	r.mutex.Unlock()
	r.table.Grow(len(l.motions.entries))
	l.residencyChanged()
	return nil
}

// Prefetch asks for the clips of motions, such as those of the next level, so that they are in
// memory when they are played. It must run between two frames, and returns at once; the clips are
// taken over at the beginning of frames. A clip that could not be loaded is tried again. Prefetch
// returns an error, and asks for none, if an ID names no motion.
func (l *Library) Prefetch(motions ...id.Motion) error {
	if l == nil {
		return errNoLibrary
	}
	for _, of := range motions {
		if l.Motion(of) == nil {
			return fmt.Errorf("prefetch: %s", l.Describe(of))
		}
	}
	if l.resident() == nil {
		return nil
	}
	r := l.resident()
	r.table.Grow(len(l.motions.entries))
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, of := range motions {
		r.table.SetUsed(of, r.table.Frame())
		for _, part := range clipsOf(l.Motion(of)) {
			delete(r.failed, part)
			l.request(part)
		}
	}
	return nil
}

// IsLoaded reports whether all clips of a motion are in memory. It returns false for an ID that
// names no motion.
func (l *Library) IsLoaded(of id.Motion) bool {
	l = l.orNone()
	return l.Motion(of) != nil && (l.resident() == nil || l.resident().table.Has(of))
}

// clipsOf returns the clips that a motion may show.
func clipsOf(a *motion.Asset) []ClipID {
	list := make([]ClipID, 0, len(a.Parts)+1)
	if a.Single != 0 {
		list = append(list, a.Single)
	}
	for _, part := range a.Parts {
		if part.Clip != a.Single {
			list = append(list, part.Clip)
		}
	}
	return list
}

// residencyChanged must be called after clips or their baked forms are added, changed or removed.
func (l *Library) residencyChanged() {
	if l.resident() != nil {
		l.resident().changed = true
		l.resident().table.SetPending()
	}
}

// changeResidents takes over the clips that have arrived, asks for those that frames wanted, and
// lets others leave. No frame runs meanwhile.
func (l *Library) changeResidents() {
	r := l.resident()
	r.table.Grow(len(l.motions.entries))
	r.mutex.Lock()
	arrived := r.arrived
	r.arrived = nil
	r.mutex.Unlock()
	changed := r.changed || len(arrived) > 0
	r.changed = false
	if len(arrived) > 0 {
		l.takeOver(arrived)
	}
	r.mutex.Lock()
	for of, m := range l.Motions {
		if r.table.TakeWanted(of) {
			for _, part := range clipsOf(m) {
				l.request(part)
			}
		}
	}
	r.mutex.Unlock()
	left, isOver := l.letLeave()
	if left || changed {
		l.countAway()
	}
	switch {
	case !isOver:
	case left || changed:
		r.pause = 1
		r.table.TryAgain(1)
	default: // what plays takes more than the budget: looked at more and more rarely
		r.pause = min(2*r.pause, maxPause)
		r.table.TryAgain(r.pause)
	}
}

// maxPause is the largest number of frames between two looks at a library that stays over its
// budget.
const maxPause = 64

// countAway counts for each motion how many of its clips are away.
func (l *Library) countAway() {
	for i, e := range l.motions.entries {
		away := 0
		if e.asset != nil {
			for _, part := range clipsOf(e.asset) {
				if forms := l.forms(part); forms != nil && forms.isAway {
					away++
				}
			}
		}
		l.resident().table.SetAway(id.Motion(i+1), away) // of the row of that index, whatever the generation
	}
}

// request asks for a clip if it is away. The mutex of the residents is locked.
func (l *Library) request(of ClipID) {
	r, forms := l.resident(), l.forms(of)
	if forms == nil || !forms.isAway || r.waiting[of] || r.failed[of] != nil {
		return
	}
	a := &arrival{
		id: of, clip: l.Clip(of), content: forms.content, baking: forms.baking.get(), load: r.budget.Load, done: r.done,
		masks: l.levelMasks(l.Clip(of).Skeleton()),
	}
	if a.load != nil {
		a.key = l.Key(of)
	}
	r.waiting[of] = true
	r.pool.Go(func(w *background.Worker) { r.bring(a, w) })
}

// bring loads a clip on a goroutine of the pool. It waits for frames before each step, and while it
// bakes.
func (r *residents) bring(a *arrival, w *background.Worker) {
	a.err = errLoaderEnded
	defer func() { // also where the loader ends the goroutine by runtime.Goexit
		r.mutex.Lock()
		r.arrived = append(r.arrived, a)
		r.mutex.Unlock()
		r.table.SetPending()
	}()
	a.err = a.bring(background.With(a.done, w), w)
}

// bring loads the clip. A panic of the loader, which on a goroutine of its own would end the
// program, becomes an error.
func (a *arrival) bring(ctx context.Context, w *background.Worker) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the loader panicked: %v", p)
		}
	}()
	w.Yield()
	if err := ctx.Err(); err != nil {
		return err
	}
	if a.load != nil {
		if a.baked, err = a.load(ctx, a.clip, a.key); err != nil {
			return err
		}
		if a.baked == nil {
			return errors.New("expected a baked clip from the loader, found nil")
		}
		w.Yield()
		if err := a.baked.Bind(a.clip); err != nil {
			return err
		}
	} else {
		baking := a.baking
		baking.Context = ctx
		baked, reports, err := bakeAll([]*Clip{a.clip}, baking)
		if err != nil {
			return err
		}
		if a.baked = baked[0]; a.baked == nil {
			return errors.New(reports[0].Reason)
		}
	}
	w.Yield()
	if clipContent(a.clip, a.baked) != a.content {
		return errChanged
	}
	for _, mask := range a.masks {
		w.Yield()
		a.levels = append(a.levels, a.baked.Reduced(mask))
	}
	return nil
}

// takeOver puts clips that have arrived into the library. Those that were removed or replaced
// meanwhile are not needed anymore.
func (l *Library) takeOver(arrived []*arrival) {
	r := l.resident()
	table := slices.Clone(l.bakedTable())
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, a := range arrived {
		delete(r.waiting, a.id)
		forms := l.forms(a.id)
		if forms == nil || !forms.isAway || l.Clip(a.id) != a.clip {
			continue
		}
		if a.err != nil {
			r.failed[a.id] = fmt.Errorf("clip %q: %w", a.clip.Name(), a.err)
			continue
		}
		entry := &table[tableIndex(a.id)]
		entry.clip, entry.levels, entry.isAway = a.baked, a.levels, false
		if !slices.Equal(a.masks, l.levelMasks(a.clip.Skeleton())) {
			entry.levels = l.bakedLevels(a.baked)
		}
		r.table.SetUsed(a.id, r.table.Frame())
	}
	untyped.Store(&l.baked, &table) // no pose was sampled from these clips, so the edition goes on
}

// letLeave lets clips leave until the library is within its budget, those first that were played
// longest ago. It reports whether any did, and whether the library is still over its budget.
func (l *Library) letLeave() (left, isOver bool) {
	r, table := l.resident(), l.bakedTable()
	over := -r.budget.Bytes
	for i := range table {
		over += l.frameBytes(table[i].id)
	}
	if r.budget.Bytes == 0 || over <= 0 {
		return false, false
	}
	now := r.table.Frame()
	unplayed := map[ClipID]uint32{} // for how many frames
	for of, m := range l.Motions {
		frames := now - r.table.Used(of)
		for _, part := range clipsOf(m) {
			if least, known := unplayed[part]; !known || frames < least {
				unplayed[part] = frames
			}
		}
	}
	held, window := map[ClipID]bool{}, uint32(2) // what was played, or added, in the last two frames stays
	r.table.Holders(func(h *residency.Holder) {
		window = max(window, h.Pinned(now))
		if h.Mark != nil {
			h.Mark(func(of ClipID) { held[of] = true })
		}
	})
	var leaving []ClipID
	for i := range table {
		of := table[i].id
		if table[i].clip != nil && !held[of] && unplayed[of] > window && l.clipMayLeave(of) {
			leaving = append(leaving, of)
		}
	}
	order.Stable(leaving, func(a, b ClipID) int { // of equal ones the first in the library
		return cmp.Compare(unplayed[b], unplayed[a])
	})
	if len(leaving) == 0 {
		return false, true
	}
	l.endEdition()
	table = slices.Clone(table)
	for _, of := range leaving {
		if over <= 0 {
			break
		}
		over -= l.frameBytes(of)
		forms := &table[tableIndex(of)]
		forms.content = l.contentOfClip(of, forms)
		forms.clip, forms.levels, forms.isAway = nil, nil, true
	}
	untyped.Store(&l.baked, &table)
	return true, over > 0
}

// clipMayLeave reports whether a clip can come back.
func (l *Library) clipMayLeave(of ClipID) bool {
	return l.resident().done.Err() == nil && (l.resident().budget.Load != nil || l.Clip(of).Keys() > 0)
}

// contentOfClip returns the hash of a clip that was baked.
func (l *Library) contentOfClip(of ClipID, forms *bakedForms) id.Key {
	if forms.content != (id.Key{}) {
		return forms.content
	}
	l.keys.making.Lock()
	known, ok := l.keys.content[l.Clip(of)]
	l.keys.making.Unlock()
	if ok && known.baked == forms.clip {
		return known.key
	}
	return clipContent(l.Clip(of), forms.clip)
}

// failure returns why a clip could not be loaded, or nil.
func (r *residents) failure(of ClipID) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.failed[of]
}
