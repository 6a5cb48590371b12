package assets

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Baking sets how a library bakes the clips that are added to it. The zero Baking bakes them with
// the default options.
type Baking struct {
	// Exact leaves clips as they are: frames sample them exactly, which takes many times longer,
	// until [Library.Bake].
	Exact bool
	// Options sets the accuracy.
	Options bake.Options
	// Cache keeps the baked clips, as a rule in a folder: bake.NewCache of what cache.Open returns.
	// nil means none. See [Library.BakeCached].
	Cache *bake.Cache
	// DropKeys leaves out the keys of clips that were baked: they play as before from a fraction of
	// the memory, but what needs keys returns an error for them ([clip.ErrNoKeys]). Clips that stay
	// exact keep theirs.
	DropKeys bool
	// Progress, if not nil, is called after each baked clip, from one goroutine at a time, with the
	// number of clips that are done and of all that are added together.
	Progress func(done, total int)
	// Context, if not nil, ends the work between two clips: nothing is added then, and the error is
	// that of the context.
	Context context.Context
}

// heldBaking is a [Baking] in a library. Its field is an interface because the linker keeps the
// methods of the types of a library's fields, and those of a context bring the code for dates.
type heldBaking struct{ baking any }

func (h heldBaking) get() Baking {
	b, _ := h.baking.(Baking)
	return b
}

// over returns the baking for clips whose caller asks for b, in a library with its own: what b
// leaves zero is the library's.
func (b Baking) over(library Baking) Baking {
	b.Exact = b.Exact || library.Exact
	b.DropKeys = b.DropKeys || library.DropKeys
	if b.Options == (bake.Options{}) {
		b.Options = library.Options
	}
	if b.Cache == nil {
		b.Cache = library.Cache
	}
	if b.Progress == nil {
		b.Progress = library.Progress
	}
	if b.Context == nil {
		b.Context = library.Context
	}
	return b
}

// LibraryOption is an option of [NewLibrary].
type LibraryOption func(*Library)

// Exact makes a library that bakes no clip by itself: [Baking] with Exact.
func Exact() LibraryOption {
	return func(l *Library) {
		b := l.baking.get()
		b.Exact = true
		l.baking = heldBaking{b}
	}
}

// WithBaking sets how the library bakes the clips that are added to it.
func WithBaking(b Baking) LibraryOption { return func(l *Library) { l.baking = heldBaking{b} } }

// Baking returns how the library bakes the clips that are added to it.
func (l *Library) Baking() Baking { return l.orNone().baking.get() }

// CacheStore returns the store of the cache with which the library bakes, or nil if it has none.
// Packages matching and render keep there what they make from assets.
func (l *Library) CacheStore() bake.Store { return l.Baking().Cache.Store() }

// bakedBy is how a clip was baked: a [Baking] without Progress and Context.
type bakedBy struct {
	exact, dropKeys bool
	options         bake.Options
	cache           *bake.Cache
}

func bakedByOf(b Baking) bakedBy { return bakedBy{b.Exact, b.DropKeys, b.Options, b.Cache} }

func (b bakedBy) get() Baking {
	return Baking{Exact: b.exact, DropKeys: b.dropKeys, Options: b.options, Cache: b.cache}
}

// bakedForms holds the baked forms of a clip, or the report of why it stays exact.
type bakedForms struct {
	id     ClipID
	clip   *bake.BakedClip   // nil if the clip stays exact
	levels []*bake.BakedClip // for the skeleton's levels of detail, from level 1 on
	report bake.Report
	baking bakedBy // for SetClip
	// content is the hash of the clip with its baked form if that left the memory once; else zero.
	content id.Key
	isAway  bool // the baked form left the memory
}

// bakedTable returns the baked forms by the index of the clip's ID. Look-ups may run while clips
// leave the memory and come back, so those put a changed copy in its place; everything else writes
// to it.
func (l *Library) bakedTable() []bakedForms {
	if table := untyped.Load[[]bakedForms](&l.baked); table != nil {
		return *table
	}
	return nil
}

// setBakedForms puts what is stored of a clip's baking into the table.
func (l *Library) setBakedForms(forms bakedForms) {
	table, i := l.bakedTable(), int(tableIndex(forms.id))
	if len(table) <= i {
		table = append(table, make([]bakedForms, i+1-len(table))...)
	}
	table[i] = forms
	untyped.Store(&l.baked, &table)
}

// growBaked makes room for the baked forms of so many motions.
func (l *Library) growBaked(motions int) {
	if table := l.bakedTable(); motions > cap(table) {
		table = slices.Grow(table, motions-len(table))
		untyped.Store(&l.baked, &table)
	}
}

// setForms stores the baked form of a clip, which may be nil, and its report.
func (l *Library) setForms(id ClipID, baked *bake.BakedClip, report bake.Report, baking Baking) {
	l.changes++
	report.Clip = id
	l.setBakedForms(bakedForms{
		id: id, clip: baked, levels: l.bakedLevels(baked), report: report, baking: bakedByOf(baking),
	})
	l.residencyChanged()
}

// forms returns what the library stores of a clip's baking, or nil for a clip that was not baked
// and for a removed one.
func (l *Library) forms(id ClipID) *bakedForms {
	table, i := l.bakedTable(), tableIndex(id)
	if i >= uint32(len(table)) || table[i].id != id || assetOf(&l.motions, id) == nil {
		return nil
	}
	return &table[i]
}

// Baked returns the baked form of a clip. It returns nil for a clip that has none, which is sampled
// exactly, for one that is not in memory ([Library.SetBudget]), and for the ID of a removed clip.
func (l *Library) Baked(id ClipID) *bake.BakedClip {
	l = l.orNone()
	table, i := l.bakedTable(), tableIndex(id)
	if i >= uint32(len(table)) || table[i].id != id || assetOf(&l.motions, id) == nil {
		return nil
	}
	return table[i].clip
}

// BakeReport returns the report of how a clip was baked: its size and error, or why it stays exact.
// For a clip that was not baked, Exact is set, and Reason is that.
func (l *Library) BakeReport(id ClipID) bake.Report {
	l = l.orNone()
	if forms := l.forms(id); forms != nil {
		return forms.report
	}
	clip := l.Clip(id)
	if clip == nil {
		return bake.Report{Clip: id, Exact: true, Reason: l.Describe(id)}
	}
	return bake.Report{Clip: id, Name: clip.Name(), Exact: true, Reason: "it was not baked"}
}

// SetBaked sets the baked form of a clip, from which frames sample the clip from then on; nil
// restores exact sampling. SetBaked binds a decoded clip (see [bake.BakedClip.Bind]). It returns an
// error if there is no clip with that ID, and for nil if the clip has no keys; the error wraps
// [bake.ErrMismatch] for the baked form of another clip. It must not run at the same time as a
// frame.
func (l *Library) SetBaked(id ClipID, baked *bake.BakedClip) error {
	if l == nil {
		return errNoLibrary
	}
	clip := l.Clip(id)
	if clip == nil {
		return errors.New("set baked form: " + l.Describe(id))
	}
	if baked == nil {
		if err := clip.CheckKeys(); err != nil {
			return fmt.Errorf("set baked form: expected that of clip %q, found nil: %w", clip.Name(), err)
		}
		if forms := l.forms(id); forms != nil {
			l.endEdition()
			l.changes++
			*forms = bakedForms{}
			l.residencyChanged()
		}
		return nil
	}
	if err := baked.Bind(clip); err != nil {
		return err
	}
	l.endEdition()
	l.setForms(id, baked, baked.Report(), Baking{Options: baked.Options()})
	return nil
}

// removeStaleBaked removes the baked forms of removed clips.
func (l *Library) removeStaleBaked() {
	table := l.bakedTable()
	for i, e := range table {
		if assetOf(&l.motions, e.id) == nil {
			table[i] = bakedForms{}
		}
	}
	l.residencyChanged()
}

// AddClips adds clips and returns their IDs, in order. It bakes them on all processors at once, as
// the library does and as the fields of baking that are not zero ask. It returns an error, and
// changes nothing, if a clip is nil or has no keys ([clip.ErrNoKeys]), the library has no room for
// all of them, or the context of the baking ends. It must not run at the same time as a frame.
func (l *Library) AddClips(clips []*Clip, baking Baking) ([]ClipID, error) {
	if l == nil {
		return nil, errNoLibrary
	}
	for i, c := range clips {
		if c == nil {
			return nil, fmt.Errorf("add clip %d of %d: %w", i, len(clips), errNil)
		}
		if err := c.CheckKeys(); err != nil {
			return nil, fmt.Errorf("add clip %d of %d: %w, or its baked form, which AddBaked adds", i, len(clips), err)
		}
	}
	if roomIn(&l.motions) < len(clips) {
		return nil, fmt.Errorf("add %d clips: %w", len(clips), errFull)
	}
	baking = baking.over(l.baking.get())
	var baked []*bake.BakedClip
	var reports []bake.Report
	if !baking.Exact {
		var err error
		if baked, reports, err = bakeAll(clips, baking); err != nil {
			return nil, fmt.Errorf("add %d clips: %w", len(clips), err)
		}
	}
	ids := make([]ClipID, len(clips))
	for i, c := range clips {
		if baking.Exact {
			ids[i] = l.addClip(c)
			continue
		}
		ids[i] = l.addClip(dropKeys(c, &baked[i], baking))
		l.setForms(ids[i], baked[i], reports[i], baking)
	}
	return ids, nil
}

// dropKeys returns the clip, without its keys if it was baked and the baking asks for that; then it
// binds the baked form to what it returns.
func dropKeys(c *Clip, baked **bake.BakedClip, baking Baking) *Clip {
	if !baking.DropKeys || *baked == nil {
		return c
	}
	*baked = (*baked).WithoutKeys()
	return (*baked).Clip()
}

// AddBaked adds the clip of a baked form, which frames sample, and returns its ID: for a clip that
// was baked elsewhere and may have no keys. The error is one for nil, for a decoded clip that is
// not bound yet, and for a full library. It must not run at the same time as a frame.
func (l *Library) AddBaked(baked *bake.BakedClip) (ClipID, error) {
	if l == nil {
		return 0, errNoLibrary
	}
	if baked == nil {
		return 0, fmt.Errorf("add baked clip: %w", errNil)
	}
	if baked.Clip() == nil {
		return 0, errors.New("add baked clip: expected one that is bound to its clip, found one that is not")
	}
	if roomIn(&l.motions) < 1 {
		return 0, fmt.Errorf("add baked clip %q: %w", baked.Clip().Name(), errFull)
	}
	id := l.addClip(baked.Clip())
	l.setForms(id, baked, baked.Report(), Baking{Options: baked.Options()})
	return id, nil
}

// bakeAll bakes clips. The error is that of a context that has ended.
func bakeAll(clips []*Clip, baking Baking) ([]*bake.BakedClip, []bake.Report, error) {
	ctx := baking.Context
	if ctx == nil {
		ctx = context.Background()
	}
	return bake.All(ctx, clips, baking.Options, baking.Cache, baking.Progress)
}

// Bake bakes all clips of the library, on all processors, and sets their baked forms. Clips that
// have been baked with the same options are not baked again. A library bakes the clips that are
// added to it by itself, unless it was made by [NewLibrary] with [Exact]; Bake is for such a
// library, and for other options. Clips without keys keep their baked forms. Bake calls progress,
// which may be nil, after each clip that it bakes, from one goroutine at a time. The reports are in
// the library's order of clips. See [bake.Bake] for how a clip is baked. Bake must not run at the
// same time as a frame.
func (l *Library) Bake(options bake.Options, progress func(done, total int)) []bake.Report {
	if l == nil {
		return nil
	}
	reports, _ := l.bake(Baking{Options: options, Progress: progress})
	return reports
}

// BakeCached is like [Library.Bake], but takes the baked forms from a cache if it has them, and
// keeps the others there. If what the cache has of a clip is damaged or cannot be read, the clip is
// baked again. Errors of reading and writing are in the clip's report.
func (l *Library) BakeCached(cache *bake.Cache, options bake.Options, progress func(done, total int)) []bake.Report {
	if l == nil {
		return nil
	}
	reports, _ := l.bake(Baking{Options: options, Cache: cache, Progress: progress})
	return reports
}

// bake bakes all clips that were not baked with the same options.
func (l *Library) bake(baking Baking) ([]bake.Report, error) {
	var ids, all []ClipID
	var clips []*Clip
	for _, id := range l.clipIDs() {
		all = append(all, id)
		if forms := l.forms(id); forms != nil && forms.baking.options.WithDefaults() == baking.Options.WithDefaults() {
			continue
		}
		if l.Clip(id).CheckKeys() != nil {
			continue
		}
		ids, clips = append(ids, id), append(clips, l.Clip(id))
	}
	baked, reports, err := bakeAll(clips, baking)
	if err != nil {
		return nil, err
	}
	if len(ids) > 0 {
		l.endEdition()
	}
	for i, id := range ids {
		l.setForms(id, baked[i], reports[i], baking)
	}
	list := make([]bake.Report, len(all))
	for i, id := range all {
		list[i] = l.BakeReport(id)
	}
	return list, nil
}
