package pack

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier/stack"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/record"
)

// Options say what [Write] writes besides what every program needs.
type Options struct {
	// Meshes writes the meshes, skins and materials too. Without them models have no parts, but the
	// boxes around their joints ([assets.Model.JointBounds]), as a server needs them.
	Meshes bool
	// Images writes the pixels of the materials' images, uncompressed. It needs Meshes.
	Images bool
	// Ragdolls are written under their names, by which [Pack.Ragdoll] finds them. Their skeletons
	// must be in the library.
	Ragdolls map[string]*ragdoll.Definition
}

// Write writes all assets of a library as a pack. Clips with a baked form are written without the
// keys that it replaces; clips that stay exact with them. The same library gives the same bytes.
//
// It returns an error, after which nothing of use is written, for what a pack cannot hold: a
// database with a feature that is a function, a motion of the program's own kind, a modifier stack with a
// function, a clip whose skeleton is not in the library, or a graph that plays two motions of one
// name and kind.
func Write(w io.Writer, library *assets.Library, options Options) error {
	switch {
	case library == nil:
		return errors.New("pack: expected a library, found nil")
	case options.Images && !options.Meshes:
		return errors.New("pack: expected Meshes with Images, found Images alone")
	}
	p := &writer{library: library, options: options, refs: newReferences()}
	if err := p.collect(); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	if _, err := w.Write(appendHeader(nil, p.entries)); err != nil {
		return fmt.Errorf("pack: %w", err)
	}
	for _, data := range p.records {
		if _, err := w.Write(data); err != nil {
			return fmt.Errorf("pack: %w", err)
		}
	}
	return nil
}

// writer makes the records of a library.
type writer struct {
	library *assets.Library
	options Options
	refs    *references
	entries []entry
	records [][]byte
	// what graphs define, and their records bring along
	definedMasks  map[id.Mask]bool
	definedSpaces map[id.Motion]bool
	err           error
}

// add adds a record of an asset, which code writes; then comes what else the record has.
func (p *writer) add(k kind, name string, of any, code func(c *coder), more ...byte) {
	if p.err != nil {
		return
	}
	c := &coder{refs: p.refs}
	code(c)
	if c.err != nil {
		p.err = fmt.Errorf("%s %q: %w", k, name, c.err)
		return
	}
	data := slices.Concat(c.to, more)
	data = append(data, make([]byte, padded(len(data))-len(data))...)
	p.entries = append(p.entries, entry{
		kind: k, checksum: record.Checksum(data), size: uint64(len(data)), key: p.library.Key(of),
	})
	p.records = append(p.records, data)
}

// each calls do for the assets of a type, in the library's order.
func each[I, T any](p *writer, do func(of I, asset T)) {
	p.library.Each(func(of, asset any) bool {
		if of, ok := of.(I); ok {
			if asset, ok := asset.(T); ok {
				do(of, asset)
			}
		}
		return p.err == nil
	})
}

// collect makes all records.
func (p *writer) collect() error {
	p.definedMasks, p.definedSpaces = map[id.Mask]bool{}, map[id.Motion]bool{}
	each(p, func(_ id.Graph, g *graph.Graph) {
		for _, m := range g.DefinedMasks() {
			p.definedMasks[m.ID] = true
		}
		for _, s := range g.DefinedBlendSpaces() {
			p.definedSpaces[s.ID] = true
		}
	})
	each(p, func(of id.Skeleton, s *rig.Skeleton) {
		r := recordOf(s, func(level int) *rig.Mask { return p.library.LevelMask(of, level) })
		p.add(kindSkeleton, s.Name(), of, func(c *coder) { c.skeletonRecord(r) })
		p.refs.skeletons.add(of)
		p.refs.rigs = append(p.refs.rigs, s)
	})
	each(p, func(of id.Mask, m *rig.Mask) {
		if !p.definedMasks[of] {
			r := &maskRecord{m.Name(), m.Skeleton(), weightsOf(m)}
			p.add(kindMask, m.Name(), of, func(c *coder) { c.maskRecord(r) })
			p.refs.masks.add(of)
		}
	})
	each(p, func(of id.Curve, curve *clip.Curve) {
		r := &curveRecord{name: curve.Name()}
		for i := range r.values {
			r.values[i] = curve.At(float32(i) / curveSteps)
		}
		p.add(kindCurve, curve.Name(), of, func(c *coder) { c.curveRecord(r) })
		p.refs.curves.add(of)
	})
	p.motions()
	if p.options.Meshes {
		p.drawn()
	}
	p.control()
	each(p, func(of id.Model, m *assets.Model) {
		r := recordOfModel(p.library, m, p.options.Meshes)
		p.add(kindModel, m.Name, of, func(c *coder) { c.modelRecord(r) })
	})
	return p.err
}

// motions adds the clips, the blend spaces and the databases.
func (p *writer) motions() {
	each(p, func(of id.Motion, a *motion.Asset) {
		if a.Single == of {
			p.clip(of, a.Clip, p.library.Baked(of))
		}
	})
	each(p, func(of id.Motion, a *motion.Asset) {
		if a.Single == of || p.definedSpaces[of] {
			return
		}
		switch m := a.Motion.(type) {
		case *blendspace.Space:
			d := m.Definition()
			p.add(kindSpace, a.Name, of, func(c *coder) { c.spaceRecord(&d) })
			p.refs.motions.add(of)
		case *matching.Database: // after all blend spaces
		default:
			p.err = fmt.Errorf("%s %q: expected a clip, a blend space or a database, found a motion of a kind that packs do "+
				"not hold", a.Kind, a.Name)
		}
	})
	each(p, func(of id.Motion, a *motion.Asset) {
		if d, ok := a.Motion.(*matching.Database); ok {
			p.database(of, d)
		}
	})
}

func (p *writer) clip(of id.Clip, source *clip.Clip, baked *bake.BakedClip) {
	r := recordOfClip(source, baked)
	var encoding []byte
	if baked != nil {
		if encoding, p.err = baked.AppendBinary(nil); p.err != nil {
			return
		}
		encoding = append(encoding, make([]byte, bake.ViewPadding)...)
	} else if err := source.CheckKeys(); err != nil {
		p.err = err
		return
	}
	p.add(kindClip, source.Name(), of, func(c *coder) {
		c.clipRecord(r)
		size := len(encoding)
		c.number(&size)
	}, encoding...)
	p.refs.motions.add(of)
}

// drawn adds what is drawn: skins, images, materials and meshes.
func (p *writer) drawn() {
	each(p, func(of id.Skin, s *rig.Skin) {
		r := recordOfSkin(s)
		p.add(kindSkin, s.Name(), of, func(c *coder) { c.skinRecord(r) })
		p.refs.skins.add(of)
	})
	if p.options.Images {
		each(p, func(of id.Image, i *mesh.Image) {
			p.add(kindImage, i.Name, of, func(c *coder) { c.imageRecord(i) })
			p.refs.images.add(of)
		})
	}
	each(p, func(of id.Material, m *mesh.Material) {
		r := m.WithImages(func(image id.Image) id.Image {
			if !p.options.Images || p.library.Image(image) == nil {
				return 0
			}
			return image
		})
		p.add(kindMaterial, m.Name, of, func(c *coder) { c.materialRecord(r) })
		p.refs.materials.add(of)
	})
	each(p, func(of id.Mesh, m *mesh.Mesh) {
		p.add(kindMesh, m.Name, of, func(c *coder) { c.meshRecord(m) })
		p.refs.meshes.add(of)
	})
}

// control adds graphs, modifier stacks and ragdolls.
func (p *writer) control() {
	each(p, func(of id.Graph, g *graph.Graph) {
		r, err := recordOfGraph(p.library, g)
		if err != nil {
			p.err = fmt.Errorf("graph %q: %w", g.Name(), err)
			return
		}
		p.add(kindGraph, g.Name(), of, func(c *coder) { c.graphRecord(r) })
	})
	each(p, func(of id.ModifierStack, s *stack.Stack) {
		text, err := s.MarshalJSON()
		if err != nil {
			p.err = err
			return
		}
		r := &textRecord{s.Name(), s.Skeleton(), text}
		p.add(kindStack, s.Name(), of, func(c *coder) { c.textRecord(r) })
	})
	for _, name := range slices.Sorted(maps.Keys(p.options.Ragdolls)) {
		d := p.options.Ragdolls[name]
		if d == nil {
			p.err = fmt.Errorf("ragdoll %q: expected a definition, found nil", name)
			return
		}
		text, err := ragdoll.JSON(d)
		if err != nil {
			p.err = fmt.Errorf("ragdoll %q: %w", name, err)
			return
		}
		r := &textRecord{name, d.Skeleton, text}
		p.add(kindRagdoll, name, nil, func(c *coder) { c.textRecord(r) })
	}
}
