package pack

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/background"
	"github.com/sinew-go/sinew/internal/record"
)

// reader fills a library of its own with the records of a pack.
type reader struct {
	pack    *Pack
	library *assets.Library
	refs    *references
	models  []*assets.Model
	clips   []readClip      // that are left to be added
	own     []*rig.Skeleton // of the pack's library
	worker  *background.Worker
}

// readClip is a clip of a pack, with its baked form unless it stays exact.
type readClip struct {
	clip  *clip.Clip
	baked *bake.BakedClip
	err   error
}

// read reads all records.
func (p *Pack) read(own []*rig.Skeleton, w *background.Worker) (*reader, error) {
	entries, err := readTable(p.file.data)
	if err != nil {
		return nil, err
	}
	r := &reader{pack: p, library: assets.NewLibrary(assets.Exact()), refs: newReferences(), own: own, worker: w}
	return r, r.records(entries)
}

// add adds what was read to the library of the pack.
func (p *Pack) add(r *reader) error {
	m, err := p.library.Import(r.library)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	p.rigs = r.refs.rigs
	for _, model := range r.models {
		p.models = append(p.models, m.Model(model))
	}
	return nil
}

// records reads all records.
func (r *reader) records(entries []entry) error {
	for i := range entries {
		e := &entries[i]
		r.worker.Yield()
		if e.kind == kindClip && (i == 0 || entries[i-1].kind != kindClip) {
			r.readClips(entries, i)
		}
		if err := r.record(e); err != nil {
			return fmt.Errorf("at byte %d: record %d (%s): %w", e.offset, i, e.kind, damaged(err))
		}
		if e.kind == kindClip {
			if _, known := r.pack.clips[e.key]; !known {
				r.pack.clips[e.key] = *e
			}
		}
	}
	return nil
}

// damaged returns an error that wraps [ErrDamaged].
func damaged(err error) error {
	if errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// bytesOf returns the bytes of a record, if its checksum is right.
func (p *Pack) bytesOf(e *entry) ([]byte, error) {
	data := p.file.data[e.offset:][:e.size:e.size]
	if found := record.Checksum(data); found != e.checksum {
		return nil, fmt.Errorf("%w: expected the checksum %08x, found %08x", ErrDamaged, e.checksum, found)
	}
	return data, nil
}

// decodeRecord decodes a record, and checks that it ends in less than a step of zeros.
func decodeRecord[T any](r *reader, e *entry, code func(c *coder, record *T)) (*T, error) {
	data, err := r.pack.bytesOf(e)
	if err != nil {
		return nil, err
	}
	c, of := &coder{from: record.NewReader(data), refs: r.refs}, new(T)
	code(c, of)
	if err := c.end(); err != nil {
		return nil, err
	}
	return of, nil
}

// end returns the first error of a record that was read.
func (c *coder) end() error {
	if err := cmp.Or(c.from.Err(), c.err); err != nil {
		return err
	}
	if rest := c.from.Take(len(c.from.Data)); len(rest) >= recordAlign || len(bytes.Trim(rest, "\x00")) > 0 {
		return fmt.Errorf("at byte %d of the record: expected fewer than %d zeros after it, found %d bytes",
			c.from.At()-len(rest), recordAlign, len(rest))
	}
	return nil
}

// record reads a record and adds its asset to the library.
func (r *reader) record(e *entry) error {
	switch e.kind {
	case kindSkeleton:
		return r.skeleton(e)
	case kindClip:
		return r.clip()
	case kindMask, kindCurve, kindSpace:
		return r.small(e)
	case kindDatabase:
		return r.database(e)
	case kindSkin, kindImage, kindMaterial, kindMesh:
		return r.drawn(e)
	case kindGraph, kindStack, kindRagdoll:
		return r.control(e)
	}
	m, err := decodeRecord(r, e, (*coder).modelRecord)
	if err != nil {
		return err
	}
	model := m.build(r.library)
	if _, err := r.library.AddModel(model); err != nil {
		return err
	}
	r.models = append(r.models, model)
	return nil
}

// skeleton reads a skeleton. If the library of the pack has an equal one, that takes its place.
func (r *reader) skeleton(e *entry) error {
	s, err := decodeRecord(r, e, (*coder).skeletonRecord)
	if err != nil {
		return err
	}
	made, err := s.build()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(r.own, made.Equal); i >= 0 {
		made = r.own[i]
	}
	of := r.library.AddSkeleton(made)
	if err := added(&r.refs.skeletons, of, nil); err != nil {
		return err
	}
	r.refs.rigs = append(r.refs.rigs, made)
	masks, err := s.masks(made)
	if err == nil && len(masks) > 0 {
		err = r.library.SetLevels(of, masks...)
	}
	return err
}

// readClip reads a clip and its baked form, which is nil for one that stays exact. It takes the
// record that the caller has read before, if any, for its memory.
func (p *Pack) readClip(e *entry, refs *references, r *clipRecord) (*clip.Clip, *bake.BakedClip, error) {
	data, err := p.bytesOf(e)
	if err != nil {
		return nil, nil, err
	}
	c := &coder{from: record.NewReader(data), refs: refs}
	*r = clipRecord{extents: r.extents} // of which a clip has a copy
	c.clipRecord(r)
	size := 0
	c.number(&size)
	encoding := c.from.Take(size)
	if err := c.end(); err != nil {
		return nil, nil, err
	}
	made, err := r.build()
	if err != nil {
		return nil, nil, err
	}
	if r.isBaked != (size > 0) {
		return nil, nil, fmt.Errorf("clip %q: expected a baked form if it has no keys, found %d bytes", r.name, size)
	}
	if size == 0 {
		return made, nil, nil
	}
	baked, err := bake.View(encoding, p.file)
	if err == nil {
		err = baked.Bind(made)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("clip %q: %w", r.name, err)
	}
	return made, baked, nil
}

// readClips reads all clips, of which the table has the first at an index: on all processors, or on
// the goroutine of the worker, which waits for frames between two clips.
func (r *reader) readClips(entries []entry, first int) {
	count := 0
	for first+count < len(entries) && entries[first+count].kind == kindClip {
		count++
	}
	r.clips = make([]readClip, count)
	var next atomic.Int64
	read := func() {
		var record clipRecord
		for i := int(next.Add(1)) - 1; i < count; i = int(next.Add(1)) - 1 {
			r.worker.Yield()
			c := &r.clips[i]
			c.clip, c.baked, c.err = r.pack.readClip(&entries[first+i], r.refs, &record)
		}
	}
	if r.worker != nil {
		read()
		return
	}
	var wait sync.WaitGroup
	for range min(count, runtime.GOMAXPROCS(0)) {
		wait.Go(read)
	}
	wait.Wait()
}

// clip adds the next clip.
func (r *reader) clip() error {
	made, baked, err := r.clips[0].clip, r.clips[0].baked, r.clips[0].err
	if r.clips = r.clips[1:]; err != nil {
		return err
	}
	var of assets.ClipID
	if baked != nil {
		of, err = r.library.AddBaked(baked)
	} else {
		of = r.library.AddClip(made)
	}
	return added(&r.refs.motions, of, err)
}

// added numbers an asset that was added to the library, or returns why it was not.
func added[I ~uint32](n *numbering[I], of I, err error) error {
	if err == nil && of == 0 {
		return errors.New("expected room in the library, found none")
	}
	n.add(of)
	return err
}

// small reads a mask, a curve or a blend space.
func (r *reader) small(e *entry) error {
	switch e.kind {
	case kindMask:
		m, err := decodeRecord(r, e, (*coder).maskRecord)
		if err != nil {
			return err
		}
		of, err := rig.NewMask(m.name, m.skeleton).Weights(m.weights).Add(r.library)
		return added(&r.refs.masks, of, err)
	case kindCurve:
		v, err := decodeRecord(r, e, (*coder).curveRecord)
		if err != nil {
			return err
		}
		curve, err := clip.NewCurve(v.name, func(x float32) float32 { return v.values[int(x*curveSteps)] })
		if err != nil {
			return err
		}
		of, err := r.library.AddCurve(curve)
		return added(&r.refs.curves, of, err)
	}
	d, err := decodeRecord(r, e, (*coder).spaceRecord)
	if err != nil {
		return err
	}
	space, err := blendspace.FromDefinition(*d).Build(r.library)
	if err != nil {
		return err
	}
	of, err := r.library.AddMotion(space)
	return added(&r.refs.motions, of, err)
}

// drawn reads a skin, an image, a material or a mesh.
func (r *reader) drawn(e *entry) error {
	switch e.kind {
	case kindSkin:
		s, err := decodeRecord(r, e, (*coder).skinRecord)
		if err != nil {
			return err
		}
		if len(s.joints) != len(s.binds) {
			return fmt.Errorf("expected a matrix for each of %d joints, found %d", len(s.joints), len(s.binds))
		}
		made, err := rig.NewSkin(s.name, s.skeleton, s.joints, s.binds)
		if err != nil {
			return err
		}
		return added(&r.refs.skins, r.library.AddSkin(made), nil)
	case kindImage:
		made, err := decodeRecord(r, e, (*coder).imageRecord)
		if err != nil {
			return err
		}
		return added(&r.refs.images, r.library.AddImage(made), nil)
	case kindMaterial:
		made, err := decodeRecord(r, e, (*coder).materialRecord)
		if err != nil {
			return err
		}
		return added(&r.refs.materials, r.library.AddMaterial(made), nil)
	}
	made, err := decodeRecord(r, e, (*coder).meshRecord)
	if err != nil {
		return err
	}
	of, err := r.library.AddMesh(made)
	return added(&r.refs.meshes, of, err)
}

// control reads a graph, a modifier stack or a ragdoll.
func (r *reader) control(e *entry) error {
	if e.kind == kindGraph {
		g, err := decodeRecord(r, e, (*coder).graphRecord)
		if err != nil {
			return err
		}
		made, err := g.build(r.library, r.skeletonID(g.skeleton))
		if err == nil {
			_, err = r.library.AddGraph(made)
		}
		return err
	}
	t, err := decodeRecord(r, e, (*coder).textRecord)
	if err != nil {
		return err
	}
	if e.kind == kindStack {
		made, err := modifier.Read(bytes.NewReader(t.text), t.skeleton)
		if err == nil {
			_, err = r.library.AddModifierStack(made)
		}
		return err
	}
	made, err := ragdoll.Read(t.text, t.skeleton)
	if err != nil {
		return err
	}
	if _, twice := r.pack.ragdolls[t.name]; twice {
		return fmt.Errorf("expected one ragdoll named %q, found two", t.name)
	}
	r.pack.ragdolls[t.name] = made
	return nil
}

// skeletonID returns the ID of a skeleton of the pack.
func (r *reader) skeletonID(s *rig.Skeleton) id.Skeleton {
	for i, own := range r.refs.rigs {
		if own == s {
			return r.refs.skeletons.ids[i]
		}
	}
	return 0
}
