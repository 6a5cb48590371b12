package pack

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/names"
	_ "github.com/sinew-go/sinew/internal/sha256/standard" // for the keys of large files
)

// Pack is a pack that was opened into a library.
type Pack struct {
	name     string
	file     *file // nil after Close
	library  *assets.Library
	models   []*assets.Model
	ragdolls map[string]*ragdoll.Definition
	clips    map[id.Key]entry
	rigs     []*rig.Skeleton // by the number of the record
}

// file is the bytes of a pack. Baked clips keep it, and it keeps the mapping.
type file struct {
	data     []byte
	isMapped bool
}

// Open opens a pack and adds its assets to the library. Where the system can, the file is mapped
// into memory, and baked clips play from the mapping: their frames are not copied. Elsewhere
// (Windows, the browser) the file is read. A file that is mapped must not be changed; to replace
// it, rename another one over it.
//
// A skeleton that the library has already, but for its name, is not added again. All checksums are
// checked, and everything is decoded, before anything is added: after an error the library is
// unchanged. The error names the file and the byte, and wraps [ErrDamaged] for bytes that are no
// pack. Open must not run at the same time as a frame.
func Open(library *assets.Library, path string) (*Pack, error) {
	f, err := openPath(path)
	if err != nil {
		return nil, err
	}
	return open(library, filepath.Base(path), f)
}

// openPath opens a file. The error names it.
func openPath(path string) (*file, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), withoutPath(err))
	}
	return f, nil
}

// Parse is [Open] for the bytes of a pack, such as an embedded one, which must not change as long
// as the library has its clips. Errors use name as that of the file.
func Parse(library *assets.Library, name string, data []byte) (*Pack, error) {
	return open(library, name, &file{data: data})
}

func open(library *assets.Library, name string, f *file) (*Pack, error) {
	p, r, err := decode(library, skeletonsOf(library), name, f, nil)
	if err == nil {
		err = p.add(r)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// decode checks and decodes a pack for a library with some skeletons, on the goroutine of a worker
// or, without one, on all processors.
func decode(library *assets.Library, own []*rig.Skeleton, name string, f *file, w *background.Worker) (*Pack, *reader,
	error,
) {
	if library == nil {
		return nil, nil, fmt.Errorf("%s: expected a library, found nil", name)
	}
	p := &Pack{
		name: name, file: f, library: library, clips: map[id.Key]entry{}, ragdolls: map[string]*ragdoll.Definition{},
	}
	r, err := p.read(own, w)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, r, nil
}

// Models returns the models of the pack, in the order in which they were written. Of a nil pack, as
// [Open] returns it with an error, methods return nothing, or an error.
func (p *Pack) Models() []*assets.Model {
	if p == nil {
		return nil
	}
	return append([]*assets.Model(nil), p.models...)
}

// Ragdoll returns the ragdoll of that name. The error wraps [rig.ErrNotFound], suggests near names
// and lists the ragdolls.
func (p *Pack) Ragdoll(name string) (*ragdoll.Definition, error) {
	if p == nil {
		return nil, errNoPack
	}
	if d := p.ragdolls[name]; d != nil {
		return d.Clone(), nil
	}
	has := slices.Sorted(maps.Keys(p.ragdolls))
	return nil, names.NotFound(rig.ErrNotFound, fmt.Sprintf("pack %q", p.name), "ragdoll", name, has)
}

// IsMapped reports whether the file is mapped into memory.
func (p *Pack) IsMapped() bool { return p != nil && p.file != nil && p.file.isMapped }

// Bytes returns the size of the file, or 0 after [Pack.Close].
func (p *Pack) Bytes() int {
	if p == nil || p.file == nil {
		return 0
	}
	return len(p.file.data)
}

// Clip decodes a baked clip of the pack once more, by its key in the library ([assets.Library.Key])
// from which the pack was written, for instance after it left the library to save memory. It is for
// the skeleton that the library had or got when the pack was opened. The error wraps
// [rig.ErrNotFound] if the pack has no baked clip with that key. It is safe for concurrent use, but
// not with [Pack.Close].
func (p *Pack) Clip(key id.Key) (*bake.BakedClip, error) {
	if p == nil {
		return nil, errNoPack
	}
	if p.file == nil {
		return nil, fmt.Errorf("%s: %w", p.name, errClosed)
	}
	e, known := p.clips[key]
	if !known {
		return nil, fmt.Errorf("%s: %w: expected the key of one of its %d clips, found %s", p.name, rig.ErrNotFound,
			len(p.clips), key)
	}
	_, baked, err := p.readClip(&e, &references{rigs: p.rigs}, &clipRecord{})
	if err == nil && baked == nil {
		err = fmt.Errorf("%w: the clip with the key %s stays exact", rig.ErrNotFound, key)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	return baked, nil
}

var errNoPack = errors.New("expected a pack, as Open returns it, found nil")

var errClosed = errors.New("expected an open pack, found one that was closed")

// Close gives the file back. It returns an error, and does nothing, while the library has a clip or
// a database that plays from it: remove the models first ([assets.Library.RemoveModel]), or the clips. The
// file stays mapped as long as something else plays from it, such as a clip of [Pack.Clip], an
// edition, or a library that imported the clips: no clip ever reads memory that is gone. A second
// Close returns nil. Close must not run at the same time as a frame.
func (p *Pack) Close() error {
	if p == nil {
		return errNoPack
	}
	if p.file == nil {
		return nil
	}
	count, first := 0, ""
	for of, m := range p.library.Motions {
		baked := p.library.Baked(of)
		d, isDatabase := m.Motion.(*matching.Database)
		if baked != nil && baked.Owner() == any(p.file) || isDatabase && d.Owner() == any(p.file) {
			if count++; count == 1 {
				first = m.Name
			}
		}
	}
	if count > 0 {
		return fmt.Errorf("%s: expected that its clips and databases were removed from the library before Close, found "+
			"%d of them, such as %q", p.name, count, first)
	}
	p.file = nil
	return nil
}
