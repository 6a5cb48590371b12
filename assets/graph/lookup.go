package graph

import (
	"iter"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// nameLookup resolves the references of a graph.
type nameLookup struct {
	library    Library // nil: nothing is looked up
	modelClips []id.Clip
	skeleton   *rig.Skeleton // nil while it is not known
}

func newNameLookup(c *compiler, library Library, skeleton *rig.Skeleton, models []Model) *nameLookup {
	n := &nameLookup{library: library, skeleton: skeleton}
	if library == nil {
		return n
	}
	for i, model := range models {
		var skeleton id.Skeleton
		var clips []id.Clip
		if model != nil {
			skeleton, clips = model.SkeletonAndClips()
		}
		if skeleton == 0 {
			c.problem("", "model %d of %d: expected a model with a skeleton, found nil or none", i+1, len(models))
			continue
		}
		n.modelClips = append(n.modelClips, clips...)
		if n.skeleton == nil {
			n.skeleton = library.Skeleton(skeleton)
		}
	}
	return n
}

// assetKind describes how to find assets of one Go type.
type assetKind[I ~uint32, T any] struct {
	noun      string // for errors
	byID      func(I) *T
	byName    func(string) []I
	name      func(*T) string
	skeleton  func(*T) *rig.Skeleton // nil for a kind that is not made for a skeleton
	preferred []I                    // tried before byName
	prefers   func(*T) bool          // chooses between assets for the same skeleton; nil takes the first
	kind      func(*T) string        // the noun of an asset, if it is not that of all
}

// nounOf returns the noun of an asset.
func (k *assetKind[I, T]) nounOf(asset *T) string {
	if k.kind != nil {
		return k.kind(asset)
	}
	return k.noun
}

func (n *nameLookup) clipKind(mode clip.LayerMode) *assetKind[id.Clip, clip.Clip] {
	return &assetKind[id.Clip, clip.Clip]{
		"clip", n.library.Clip, n.library.ClipsNamed, (*clip.Clip).Name, (*clip.Clip).Skeleton, n.modelClips,
		func(c *clip.Clip) bool { return c.Additive() == (mode == clip.Additive) }, nil,
	}
}

func (n *nameLookup) maskKind() *assetKind[id.Mask, rig.Mask] {
	return &assetKind[id.Mask, rig.Mask]{
		"mask", n.library.Mask, n.library.MasksNamed, (*rig.Mask).Name, (*rig.Mask).Skeleton, nil, nil, nil,
	}
}

func (n *nameLookup) curveKind() *assetKind[id.Curve, clip.Curve] {
	return &assetKind[id.Curve, clip.Curve]{
		"curve", n.library.Curve, n.library.CurvesNamed, (*clip.Curve).Name, nil,
		nil, nil, nil,
	}
}

// names returns the names of the preferred assets, of those that the graph defines, and of the
// library's other ones that fit the skeleton, if it lists them as an assets.Library does.
func (k *assetKind[I, T]) names(c *compiler) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, id := range k.preferred {
			if asset := k.byID(id); asset != nil && !yield(k.name(asset)) {
				return
			}
		}
		for _, name := range c.document.defined(k.noun) {
			if !yield(name) {
				return
			}
		}
		library, ok := c.lookup.library.(interface {
			Each(yield func(id, asset any) bool)
		})
		if !ok {
			return
		}
		library.Each(func(key, _ any) bool {
			i, ok := key.(I)
			if !ok {
				return true
			}
			asset := k.byID(i)
			if asset == nil || k.skeleton != nil && c.lookup.skeleton != nil && k.skeleton(asset) != c.lookup.skeleton {
				return true
			}
			return yield(k.name(asset))
		})
	}
}

// defined returns the names of what the graph defines of a kind.
func (d *document) defined(noun string) (all []string) {
	if noun == "mask" {
		for i := range d.masks {
			all = append(all, d.masks[i].name)
		}
	}
	if noun == blendSpaceMember.noun() || noun == motionMember.noun() {
		for i := range d.blendSpaces {
			all = append(all, d.blendSpaces[i].name)
		}
	}
	if noun == "curve" {
		all = append(all, names.StraightLine, names.SmoothStep)
	}
	return all
}

// candidates returns the assets with a name, the preferred ones first.
func (k *assetKind[I, T]) candidates(name string) []I {
	var found []I
	for _, id := range k.preferred {
		if asset := k.byID(id); asset != nil && k.name(asset) == name {
			found = append(found, id)
		}
	}
	return append(found, k.byName(name)...)
}

// skeletonOf returns the skeleton of the asset that a reference refers to, or nil if assets for
// several skeletons match.
func skeletonOf[I ~uint32, T any](k *assetKind[I, T], ref *reference[I]) *rig.Skeleton {
	if ref.id != 0 {
		if asset := k.byID(ref.id); asset != nil {
			return k.skeleton(asset)
		}
		return nil
	}
	var skeleton *rig.Skeleton
	for _, id := range k.candidates(ref.name) {
		s := k.skeleton(k.byID(id))
		if skeleton != nil && s != skeleton {
			return nil
		}
		skeleton = s
	}
	return skeleton
}

// resolveReference returns the asset that a reference refers to, and completes the reference with
// its ID and name. If there is none it reports a problem and returns nil.
func resolveReference[I ~uint32, T any](c *compiler, location string, k *assetKind[I, T], ref *reference[I]) *T {
	if ref.name == "" || ref.id != 0 { // both: an asset that an override keeps
		return resolveID(c, location, k, ref)
	}
	skeleton := c.lookup.skeleton
	candidates := k.candidates(ref.name)
	if len(candidates) == 0 {
		c.problem(location, "expected a %s of the library, found none named %q%s", k.noun, ref.name,
			c.meant(ref.name, k.names(c)))
		return nil
	}
	if k.skeleton == nil {
		ref.id = candidates[0]
		return k.byID(ref.id)
	}
	if skeleton == nil { // a mask in a graph that plays nothing
		skeleton = skeletonOf(k, ref)
	}
	var found *T
	for _, id := range candidates {
		asset := k.byID(id)
		if skeleton == nil || k.skeleton(asset) != skeleton {
			continue
		}
		if preferred := k.prefers != nil && k.prefers(asset); found == nil || preferred {
			ref.id, found = id, asset
			if preferred {
				break
			}
		}
	}
	if found != nil {
		return found
	}
	if skeleton == nil {
		c.problem(location, "expected the model to choose between several skeletons with a %s %q, found none",
			k.noun, ref.name)
		return nil
	}
	first := k.byID(candidates[0])
	c.wrongSkeleton(location, k.nounOf(first), ref.name, k.skeleton(first))
	return nil
}

// resolveID is resolveReference for a reference without a name.
func resolveID[I ~uint32, T any](c *compiler, location string, k *assetKind[I, T], ref *reference[I]) *T {
	asset := k.byID(ref.id)
	if asset == nil {
		c.problem(location, "expected a %s of the library, found none with the ID %d", k.noun, ref.id)
		return nil
	}
	ref.name = k.name(asset)
	if skeleton := c.lookup.skeleton; k.skeleton != nil && skeleton != nil && k.skeleton(asset) != skeleton {
		c.wrongSkeleton(location, k.nounOf(asset), ref.name, k.skeleton(asset))
		return nil
	}
	return asset
}

func (c *compiler) wrongSkeleton(location, noun, name string, skeleton *rig.Skeleton) {
	other := ""
	if skeleton.Name() == c.lookup.skeleton.Name() {
		other = ", a different one"
	}
	c.problem(location, "expected a %s for the skeleton %q, which the graph moves, found %q for the skeleton %q%s",
		noun, c.lookup.skeleton.Name(), name, skeleton.Name(), other)
}

// findSkeleton finds the graph's skeleton if there is no model: the skeleton of the first motion
// whose name exists for only one skeleton.
func (c *compiler) findSkeleton() {
	for _, leaf := range c.leaves {
		if c.lookup.skeleton != nil {
			return
		}
		if i := c.document.findBlendSpace(&leaf.spec.motion); i >= 0 {
			for k := range c.document.blendSpaces[i].samples {
				if c.lookup.skeleton == nil {
					c.lookup.skeleton = skeletonOf(c.lookup.clipKind(clip.Override),
						&c.document.blendSpaces[i].samples[k].clip)
				}
			}
		} else if leaf.spec.motion.given {
			c.lookup.skeleton = skeletonOf(c.lookup.motionKind(leaf.spec.motion.key, clip.Override),
				&leaf.spec.motion.reference)
		}
	}
}

// checkReference checks that a reference has a name or an ID. It reports whether the reference can
// be resolved.
func checkReference[I ~uint32](c *compiler, location, noun string, ref *reference[I]) bool {
	switch {
	case ref.name == "" && ref.id == 0:
		c.problem(location, "expected a %s by name or ID, found neither", noun)
		return false
	case ref.name != "":
		c.text(location, ref.name, "the "+noun+"'s name")
	case c.lookup.library == nil:
		c.problem(location, "expected a library for a %s given by its ID, %d, found none", noun, ref.id)
	}
	return c.lookup.library != nil
}

// Resolve implements [machine.Source].
func (d *document) Resolve(g *Graph, library Library, models ...Model) (*Graph, error) {
	again := d.clone()
	again.forgetIDs()
	return recompile(g, again, library, nil, models)
}
