package pack

import (
	"bytes"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// graphRecord is a graph as its document, which has names, and the assets that have these names:
// others of the same names may be in the library.
type graphRecord struct {
	name     string
	skeleton *rig.Skeleton
	document []byte
	motions  []id.Motion
	masks    []id.Mask
	curves   []id.Curve
}

func (c *coder) graphRecord(r *graphRecord) {
	c.text(&r.name)
	c.skeleton(&r.skeleton)
	c.bytes(&r.document)
	refers(c, &c.refs.motions, &r.motions)
	refers(c, &c.refs.masks, &r.masks)
	refers(c, &c.refs.curves, &r.curves)
}

// namedMotion is what a graph finds a motion by.
type namedMotion struct {
	kind, name string
	isAdditive bool
}

// recordOfGraph returns the record of a graph. The error is one for two motions of a name, a kind
// and a mode, of which a document can name only one.
func recordOfGraph(l *assets.Library, g *graph.Graph) (*graphRecord, error) {
	r := &graphRecord{name: g.Name(), skeleton: g.Skeleton()}
	var err error
	if r.document, err = g.MarshalJSON(); err != nil {
		return nil, err
	}
	own := map[id.Motion]bool{}
	named := map[namedMotion]id.Motion{}
	add := func(of id.Motion) error {
		a := l.Motion(of)
		if a == nil || own[of] {
			return nil
		}
		key := namedMotion{a.Kind, a.Name, a.Additive}
		if other, known := named[key]; known && other != of {
			return fmt.Errorf("expected one %s named %q in the graph, found two: give one of them another name", a.Kind,
				a.Name)
		} else if !known {
			named[key] = of
			r.motions = append(r.motions, of)
		}
		return nil
	}
	masks := map[id.Mask]bool{0: true}
	for _, m := range g.DefinedMasks() {
		masks[m.ID] = true
	}
	for _, s := range g.DefinedBlendSpaces() {
		own[s.ID] = true
		if s.Space == nil {
			continue
		}
		for _, sample := range s.Space.Definition().Samples {
			if err := add(sample.Clip); err != nil {
				return nil, err
			}
		}
	}
	for i := range g.States() {
		if err := add(g.States()[i].Motion); err != nil {
			return nil, err
		}
	}
	for i := range g.Layers() {
		if mask := g.Layers()[i].Mask; !masks[mask] {
			masks[mask] = true
			r.masks = append(r.masks, mask)
		}
	}
	curves := map[id.Curve]bool{clip.StraightLine: true, clip.SmoothStep: true}
	for i := range g.AuthoredTransitions() {
		if curve := g.AuthoredTransitions()[i].Transition.Curve; !curves[curve] {
			curves[curve] = true
			r.curves = append(r.curves, curve)
		}
	}
	return r, nil
}

// build reads the graph, with its names looked up among its own assets first.
func (r *graphRecord) build(l *assets.Library, skeleton id.Skeleton) (*graph.Graph, error) {
	names := &graphNames{l, r, skeleton}
	return graph.Read(bytes.NewReader(r.document), names, names)
}

// graphNames finds the assets of a graph by their names.
type graphNames struct {
	*assets.Library
	record   *graphRecord
	skeleton id.Skeleton
}

// SkeletonAndClips implements [graph.Model].
func (n *graphNames) SkeletonAndClips() (id.Skeleton, []id.Clip) {
	var clips []id.Clip
	for _, of := range n.record.motions {
		if n.Clip(of) != nil {
			clips = append(clips, of)
		}
	}
	return n.skeleton, clips
}

func (n *graphNames) ClipsNamed(name string) []id.Clip {
	return ahead(n.record.motions, n.Library.ClipsNamed(name), func(of id.Motion) bool {
		c := n.Clip(of)
		return c != nil && c.Name() == name
	})
}

func (n *graphNames) MotionsNamed(name string) []id.Motion {
	return ahead(n.record.motions, n.Library.MotionsNamed(name), func(of id.Motion) bool {
		m := n.Motion(of)
		return m != nil && m.Name == name
	})
}

func (n *graphNames) MasksNamed(name string) []id.Mask {
	return ahead(n.record.masks, n.Library.MasksNamed(name), func(of id.Mask) bool {
		m := n.Mask(of)
		return m != nil && m.Name() == name
	})
}

func (n *graphNames) CurvesNamed(name string) []id.Curve {
	return ahead(n.record.curves, n.Library.CurvesNamed(name), func(of id.Curve) bool {
		c := n.Curve(of)
		return c != nil && c.Name() == name
	})
}

// ahead returns the graph's own assets of a name, then the others.
func ahead[I comparable](own, others []I, has func(I) bool) []I {
	var all []I
	for _, of := range own {
		if has(of) {
			all = append(all, of)
		}
	}
	return append(all, others...)
}

// textRecord is an asset of a skeleton that has a text form: a modifier stack or a ragdoll.
type textRecord struct {
	name     string
	skeleton *rig.Skeleton
	text     []byte
}

func (c *coder) textRecord(r *textRecord) {
	c.text(&r.name)
	c.skeleton(&r.skeleton)
	c.bytes(&r.text)
}
