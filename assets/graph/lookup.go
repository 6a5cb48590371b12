package graph

import (
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// GraphLibrary is what a graph needs of the library in which the names that it uses are looked up. The methods that find
// assets by name return their IDs in the order of the library, each look-up by ID the asset or nil.
type Library interface {
	Skeleton(id id.Skeleton) *rig.Skeleton
	Clip(id id.Clip) *clip.Clip
	BlendSpace(id id.BlendSpace) *blendspace.Space
	Mask(id id.Mask) *rig.Mask
	Curve(id id.Curve) *clip.Curve
	ClipsNamed(name string) []id.Clip
	BlendSpacesNamed(name string) []id.BlendSpace
	MasksNamed(name string) []id.Mask
	CurvesNamed(name string) []id.Curve
}

// GraphModel is what a graph needs of a model whose clips are looked at first.
type Model interface {
	// Motions returns the skeleton, or 0 where there is no model, and the clips.
	SkeletonAndClips() (skeleton id.Skeleton, clips []id.Clip)
}

// graphNames looks up what a graph names.
type nameLookup struct {
	compiler   *compiler
	library    Library   // nil: nothing is looked up
	modelClips []id.Clip // the models'
	skeleton   *rig.Skeleton
}

func newNameLookup(c *compiler, library Library, models []Model) *nameLookup {
	n := &nameLookup{compiler: c, library: library}
	if library == nil {
		return n
	}
	for _, model := range models {
		var skeleton id.Skeleton
		var clips []id.Clip
		if model != nil {
			skeleton, clips = model.SkeletonAndClips()
		}
		if skeleton == 0 {
			c.problem("", "one of the models is nil")
			continue
		}
		n.modelClips = append(n.modelClips, clips...)
		if n.skeleton == nil {
			n.skeleton = library.Skeleton(skeleton)
		}
	}
	return n
}

// kind is a kind of asset that has a name and may be made for a skeleton.
type assetKind[I ~uint32, T any] struct {
	noun      string
	get       func(I) *T
	withName  func(string) []I
	name      func(*T) string
	skeleton  func(*T) *rig.Skeleton // nil where it is made for any
	preferred []I                    // looked at before the others
	prefers   func(*T) bool          // of several for the same skeleton; nil takes the first
}

func (n *nameLookup) clipKind(mode clip.LayerMode) *assetKind[id.Clip, clip.Clip] {
	return &assetKind[id.Clip, clip.Clip]{
		"clip", n.library.Clip, n.library.ClipsNamed, (*clip.Clip).Name, (*clip.Clip).Skeleton, n.modelClips, func(c *clip.Clip) bool { return c.Additive() == (mode == clip.Additive) },
	}
}

func (n *nameLookup) blendSpaceKind(mode clip.LayerMode) *assetKind[id.BlendSpace, blendspace.Space] {
	return &assetKind[id.BlendSpace, blendspace.Space]{
		"blend space", n.library.BlendSpace, n.library.BlendSpacesNamed, (*blendspace.Space).Name, (*blendspace.Space).Skeleton, nil,
		func(s *blendspace.Space) bool { return s.Additive() == (mode == clip.Additive) },
	}
}

func (n *nameLookup) maskKind() *assetKind[id.Mask, rig.Mask] {
	return &assetKind[id.Mask, rig.Mask]{"mask", n.library.Mask, n.library.MasksNamed, (*rig.Mask).Name, (*rig.Mask).Skeleton, nil, nil}
}

func (n *nameLookup) curveKind() *assetKind[id.Curve, clip.Curve] {
	return &assetKind[id.Curve, clip.Curve]{"curve", n.library.Curve, n.library.CurvesNamed, (*clip.Curve).Name, nil, nil, nil}
}

// candidates returns the assets of a name: those looked at first, then the others.
func (k *assetKind[I, T]) candidates(name string) []I {
	var found []I
	for _, id := range k.preferred {
		if asset := k.get(id); asset != nil && k.name(asset) == name {
			found = append(found, id)
		}
	}
	return append(found, k.withName(name)...)
}

// skeletonOf returns the skeleton that a reference leaves no doubt of, or nil.
func skeletonOf[I ~uint32, T any](k *assetKind[I, T], ref *reference[I]) *rig.Skeleton {
	if ref.id != 0 {
		if asset := k.get(ref.id); asset != nil {
			return k.skeleton(asset)
		}
		return nil
	}
	var skeleton *rig.Skeleton
	for _, id := range k.candidates(ref.name) {
		s := k.skeleton(k.get(id))
		if skeleton != nil && s != skeleton {
			return nil
		}
		skeleton = s
	}
	return skeleton
}

// look finds the asset that a reference names, and writes its ID and its name into it. It notes what is wrong, and returns nil then.
func resolveReference[I ~uint32, T any](c *compiler, place string, k *assetKind[I, T], ref *reference[I]) *T {
	want := c.lookup.skeleton
	if ref.name == "" {
		asset := k.get(ref.id)
		if asset == nil {
			c.problem(place, "%s %d is not in the library", k.noun, ref.id)
			return nil
		}
		ref.name = k.name(asset)
		if k.skeleton != nil && want != nil && k.skeleton(asset) != want {
			c.wrongSkeleton(place, k.noun, ref.name, k.skeleton(asset))
			return nil
		}
		return asset
	}
	candidates := k.candidates(ref.name)
	if len(candidates) == 0 {
		c.problem(place, "there is no %s %q", k.noun, ref.name)
		return nil
	}
	if k.skeleton == nil {
		ref.id = candidates[0]
		return k.get(ref.id)
	}
	if want == nil { // a mask's, in a graph that plays nothing
		want = skeletonOf(k, ref)
	}
	var found *T
	for _, id := range candidates {
		asset := k.get(id)
		if want == nil || k.skeleton(asset) != want {
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
	if want == nil {
		c.problem(place, "there is a %s %q for more than one skeleton: the model must be given", k.noun, ref.name)
		return nil
	}
	c.wrongSkeleton(place, k.noun, ref.name, k.skeleton(k.get(candidates[0])))
	return nil
}

func (c *compiler) wrongSkeleton(place, what, name string, skeleton *rig.Skeleton) {
	c.problem(place, "%s %q is made for the skeleton %q, not %q, which the rest moves", what, name, skeleton.Name(), c.lookup.skeleton.Name())
}

// findSkeleton settles which skeleton the graph moves, where no model said so: that of the first motion that leaves no doubt.
func (c *compiler) findSkeleton() {
	for _, leaf := range c.leaves {
		if c.lookup.skeleton != nil {
			return
		}
		if leaf.spec.clip.given {
			c.lookup.skeleton = skeletonOf(c.lookup.clipKind(clip.Override), &leaf.spec.clip)
		} else if leaf.spec.blendSpace.given {
			c.lookup.skeleton = skeletonOf(c.lookup.blendSpaceKind(clip.Override), &leaf.spec.blendSpace)
		}
	}
}

// known checks that a reference says anything, and is false where it cannot be looked up.
func checkReference[I ~uint32](c *compiler, place, what string, ref *reference[I]) bool {
	switch {
	case ref.name == "" && ref.id == 0:
		c.problem(place, "the %s has neither a name nor an ID", what)
		return false
	case ref.name != "":
		c.text(place, ref.name, "the "+what)
	case c.lookup.library == nil:
		c.problem(place, "%s %d is given by its ID, and there is no library", what, ref.id)
	}
	return c.lookup.library != nil
}

// Resolve makes the same graph for what a library and models have under the names that it uses: to play a graph that was
// built without a library, or to have another character play it. The arguments and errors are those of [GraphBuilder.Build].
func (g *Graph) Resolve(library Library, models ...Model) (*Graph, error) {
	document := g.document.clone()
	for i := range document.layers {
		document.layers[i].mask.forget()
		document.layers[i].machine.forget()
	}
	return compile(document, library, models)
}

// forget leaves what has a name with that alone.
func (r *reference[I]) forget() {
	if r.name != "" {
		r.id = 0
	}
}

func (m *machineSpec) forget() {
	for i := range m.states {
		s := &m.states[i]
		s.clip.forget()
		s.blendSpace.forget()
		forgetCurves(s.transitions)
		if s.machine != nil {
			s.machine.forget()
		}
	}
	forgetCurves(m.anyState)
}

func forgetCurves(transitions []transitionSpec) {
	for i := range transitions {
		transitions[i].curve.forget()
	}
}
