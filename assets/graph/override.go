package graph

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/order"
)

// ErrNoReplacement means that an override for another skeleton lacks replacements for clips or
// masks of its base.
var ErrNoReplacement = errors.New("clips or masks of the base have no replacement")

// OverrideBuilder describes a graph that is like another one, the base, but plays other clips. Its
// methods return the builder, so that calls can be chained.
type OverrideBuilder struct {
	name      string
	base      *Graph
	clips     map[string]reference[id.Clip]
	clipsByID map[id.Clip]reference[id.Clip]
	spaces    map[string]string
	masks     map[string]string
}

// Override begins a graph with the parameters, layers, states and transitions of a base, in which
// other clips replace some or all of the base's, also in the blend spaces that its states play. It
// is for characters that behave alike and move differently: one state machine for guards with
// swords and guards with spears, or for a human and a robot.
//
// The override is a graph of its own, which is added to the library and given to a character like
// any other. Clips are looked up once, when it is built, so a frame costs what a frame of the base
// costs. It has the durations, and therefore the exit times in seconds, of its own clips. Handles
// of parameters such as [machine.Graph.FloatParameter] are valid for the base and all its overrides.
func Override(name string, base *Graph) *OverrideBuilder {
	return &OverrideBuilder{
		name: name, base: base, clips: map[string]reference[id.Clip]{}, clipsByID: map[id.Clip]reference[id.Clip]{},
		spaces: map[string]string{}, masks: map[string]string{},
	}
}

// orFailed returns a builder without a base, which Build does not accept, in place of one that
// [Override] did not make.
func (b *OverrideBuilder) orFailed() *OverrideBuilder {
	if b == nil || b.clips == nil {
		return Override("", nil)
	}
	return b
}

// Clip replaces the clip that the base plays by this name.
func (b *OverrideBuilder) Clip(name, replacement string) *OverrideBuilder {
	b = b.orFailed()
	b.clips[name] = byName[id.Clip](replacement)
	return b
}

// Clips is [OverrideBuilder.Clip] for several clips: the replacements by the names in the base.
func (b *OverrideBuilder) Clips(replacements map[string]string) *OverrideBuilder {
	b = b.orFailed()
	for name, replacement := range replacements {
		b.Clip(name, replacement)
	}
	return b
}

// ClipByID is [OverrideBuilder.Clip] with the replacement's ID.
func (b *OverrideBuilder) ClipByID(name string, replacement id.Clip) *OverrideBuilder {
	b = b.orFailed()
	b.clips[name] = byID(replacement)
	return b
}

// ReplaceClip replaces the clip with an ID, for a base that plays several clips of one name. It
// comes before the replacement by name.
func (b *OverrideBuilder) ReplaceClip(clip, replacement id.Clip) *OverrideBuilder {
	b = b.orFailed()
	b.clipsByID[clip] = byID(replacement)
	return b
}

// BlendSpace replaces the blend space that the base plays by this name by one of the library.
func (b *OverrideBuilder) BlendSpace(name, replacement string) *OverrideBuilder {
	b = b.orFailed()
	b.spaces[name] = replacement
	return b
}

// Mask replaces the mask that the base's layers have by this name by one of the library.
func (b *OverrideBuilder) Mask(name, replacement string) *OverrideBuilder {
	b = b.orFailed()
	b.masks[name] = replacement
	return b
}

// Build looks up the replacements in the models and the library, like [Builder.Build], and compiles
// the graph.
//
// The graph's skeleton is that of the first model or, without a model, of the replacements. If it
// is the base's, clips without a replacement stay as they are. If it is another skeleton, a clip
// without a replacement becomes the clip of the same name for the skeleton, and so does a mask or a
// blend space; a blend space that has no counterpart is built from the replacements of its clips,
// with its positions and sync markers. The masks and blend spaces that the base defines are built
// for the skeleton.
//
// The error wraps [ErrNoReplacement] and lists all names of clips and masks of the base for which
// nothing was found. It is another error if a name or an ID to replace is not in the base, and
// otherwise like in [Builder.Build].
func (b *OverrideBuilder) Build(library Library, models ...Model) (*Graph, error) {
	b = b.orFailed()
	switch {
	case b.base == nil:
		return nil, fmt.Errorf("graph %q: expected the base of the override, found nil", b.name)
	case library == nil:
		return nil, fmt.Errorf("graph %q: expected the library with the clips of the override, found nil", b.name)
	}
	document := documentOf(b.base).clone()
	document.name = b.name
	lookup := &compiler{document: document}
	lookup.lookup = newNameLookup(lookup, library, b.skeleton(library, models), models)
	if lookup.problems.count > 0 {
		return nil, lookup.problems.join(fmt.Sprintf("graph %q", b.name), nil)
	}
	o := &overrider{
		OverrideBuilder: b, document: document, lookup: lookup.lookup, used: map[string]bool{},
		missing:   map[string]bool{},
		offered:   map[string][]string{},
		converted: map[id.Motion]string{},
	}
	o.isOther = o.lookup.skeleton != b.base.Skeleton() || b.base.Unresolved()
	o.definitions()
	for i := range document.layers {
		o.mask(&document.layers[i].mask)
		o.machine(&document.layers[i].machine)
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	return recompile(b.base, document, library, o.lookup.skeleton, models)
}

// Add builds the graph and adds it to the library. The arguments and errors are like in
// [OverrideBuilder.Build]; the library may add an error of its own.
func (b *OverrideBuilder) Add(library Library, models ...Model) (id.Graph, error) {
	g, err := b.Build(library, models...)
	if err != nil {
		return 0, err
	}
	return library.AddGraph(g)
}

// skeleton returns nil if there is a model, whose skeleton the look-up of names takes, or else the
// skeleton of the first replacement for another skeleton than the base's, or else the base's.
func (b *OverrideBuilder) skeleton(library Library, models []Model) *rig.Skeleton {
	if len(models) > 0 {
		return nil
	}
	var replacements []reference[id.Clip]
	for _, name := range order.Names(b.clips) {
		replacements = append(replacements, b.clips[name])
	}
	clips := slices.Collect(maps.Keys(b.clipsByID))
	order.Stable(clips, cmp.Compare[id.Clip])
	for _, old := range clips {
		replacements = append(replacements, b.clipsByID[old])
	}
	kind := (&nameLookup{library: library}).clipKind(clip.Override)
	for i := range replacements {
		if s := skeletonOf(kind, &replacements[i]); s != nil && s != b.base.Skeleton() {
			return s
		}
	}
	return b.base.Skeleton()
}

// overrider replaces the assets in a copy of a base's document.
type overrider struct {
	*OverrideBuilder
	document  *document
	lookup    *nameLookup
	isOther   bool                 // the skeleton is another one than the base's
	used      map[string]bool      // the replacements that found something to replace, as named in errors
	missing   map[string]bool      // the assets of the base without a replacement, as named in errors
	offered   map[string][]string  // the names in the base by the noun of their kind, for near names
	converted map[id.Motion]string // blend spaces of the library that the graph defines now, by their names there
}

// describeAsset names an asset in errors.
func describeAsset(noun, name string) string { return noun + " " + strconv.Quote(name) }

// definitions replaces the clips of the blend spaces that the base defines. Those for which nothing
// changes, and masks, are shared with the base, if it is in the library.
func (o *overrider) definitions() {
	masks, spaces := o.base.DefinedMasks(), o.base.DefinedBlendSpaces()
	for i := range o.document.blendSpaces {
		replaced := o.samples(&o.document.blendSpaces[i])
		if !o.isOther && !replaced && i < len(spaces) {
			o.document.blendSpaces[i].id = spaces[i].ID
		}
	}
	for i := range o.document.masks {
		o.document.masks[i].id = 0
		if !o.isOther && i < len(masks) {
			o.document.masks[i].id = masks[i].ID
		}
	}
}

// samples replaces the clips of a blend space, and reports whether there was one to replace.
func (o *overrider) samples(s *blendSpaceSpec) (replaced bool) {
	s.id = 0
	for i := range s.samples {
		if o.clip(&s.samples[i].clip) {
			replaced = true
		}
	}
	return replaced
}

func (o *overrider) machine(m *machineSpec) {
	for i := range m.states {
		s := &m.states[i]
		if s.motion.given {
			o.motion(&s.motion)
		}
		if s.machine != nil {
			o.machine(s.machine)
		}
	}
}

// clip replaces a clip, and reports whether there is a replacement.
func (o *overrider) clip(ref *reference[id.Clip]) bool {
	if replacement, ok := o.replacement(ref); ok {
		*ref = replacement
		return true
	}
	if o.isOther {
		ref.forgetID()
		if !hasFor(o.lookup.clipKind(clip.Override), ref, o.lookup.skeleton) {
			o.missing[describeAsset("clip", ref.name)] = true
		}
	}
	return false
}

// replacement returns the replacement of a clip.
func (o *overrider) replacement(ref *reference[id.Clip]) (reference[id.Clip], bool) {
	if replacement, ok := o.clipsByID[ref.id]; ok && ref.id != 0 {
		o.used[describeID(ref.id)] = true
		return replacement, true
	}
	o.offered["clip"] = append(o.offered["clip"], ref.name)
	replacement, ok := o.clips[ref.name]
	if ok {
		o.used[describeAsset("clip", ref.name)] = true
	}
	return replacement, ok
}

func describeID(id id.Clip) string { return fmt.Sprintf("clip with the ID %#x", uint32(id)) }

// motion replaces what a state plays: a clip; a blend space by its name, or by one with other
// clips; and a motion of another kind, for another skeleton, by that of the same name.
func (o *overrider) motion(ref *motionRef) {
	if ref.noun() == "clip" {
		o.clip(&ref.reference)
		return
	}
	o.offered["blend space"] = append(o.offered["blend space"], ref.name)
	if replacement, ok := o.spaces[ref.name]; ok {
		o.used[describeAsset("blend space", ref.name)] = true
		*ref = motionRef{reference: byName[id.Motion](replacement), key: blendSpaceMember}
		return
	}
	if o.document.findBlendSpace(ref) >= 0 {
		return
	}
	if name, ok := o.converted[ref.id]; ok && ref.id != 0 {
		*ref = motionRef{reference: byName[id.Motion](name), key: blendSpaceMember}
		return
	}
	kind, space := o.lookup.motionKind(ref.written(), clip.Override), spaceOf(o.lookup.library, ref.id)
	if space == nil || o.isOther && hasFor(kind, &reference[id.Motion]{name: ref.name}, o.lookup.skeleton) {
		if !o.isOther && ref.kind != blendspace.Kind && ref.kind != "" {
			return
		}
		if ref.forgetID(); o.isOther && !hasFor(kind, &ref.reference, o.lookup.skeleton) {
			o.missing[describeAsset(ref.noun(), ref.name)] = true
		}
		return
	}
	spec := o.define(space)
	if replaced := o.samples(&spec); !replaced && !o.isOther {
		return
	}
	o.document.blendSpaces = append(o.document.blendSpaces, spec)
	o.converted[ref.id] = spec.name
	*ref = motionRef{reference: byName[id.Motion](spec.name), key: blendSpaceMember}
}

// define returns a blend space of the library as one that the graph defines, under a name that is
// free.
func (o *overrider) define(space *blendspace.Space) blendSpaceSpec {
	d := space.Definition()
	s := blendSpaceSpec{
		name: d.Name, method: d.Method, syncByMarkers: d.SyncByMarkers, markerNames: d.MarkerNames,
		alignStarts: d.AlignStarts,
	}
	isTaken := func(t blendSpaceSpec) bool { return t.name == s.name }
	for i := 2; s.name == "" || slices.ContainsFunc(o.document.blendSpaces, isTaken); i++ {
		s.name = fmt.Sprintf("%s (%d)", d.Name, i)
	}
	for _, sample := range d.Samples {
		spec := sampleSpec{
			clip: byID(sample.Clip), x: sample.X, y: sample.Y, speed: sample.Speed,
			ownMarkers: sample.OwnMarkers, syncByTime: sample.SyncByTime,
		}
		if sample.OwnMarkers {
			spec.markers = syncMarkers(sample.Markers)
		}
		if c := o.lookup.library.Clip(sample.Clip); c != nil {
			spec.clip.name = c.Name()
		}
		s.samples = append(s.samples, spec)
	}
	return s
}

// mask replaces a mask by its name.
func (o *overrider) mask(ref *reference[id.Mask]) {
	if ref.given {
		o.offered["mask"] = append(o.offered["mask"], ref.name)
	}
	if replacement, ok := o.masks[ref.name]; ok && ref.given {
		o.used[describeAsset("mask", ref.name)] = true
		*ref = byName[id.Mask](replacement)
		return
	}
	if !ref.given || o.document.findMask(ref) >= 0 || !o.isOther {
		return
	}
	ref.forgetID()
	if !hasFor(o.lookup.maskKind(), ref, o.lookup.skeleton) {
		o.missing[describeAsset("mask", ref.name)] = true
	}
}

// hasFor reports whether a reference refers to an asset for a skeleton, which may be nil for any.
func hasFor[I ~uint32, T any](k *assetKind[I, T], ref *reference[I], skeleton *rig.Skeleton) bool {
	fits := func(id I) bool {
		asset := k.byID(id)
		return asset != nil && (skeleton == nil || k.skeleton(asset) == skeleton)
	}
	if ref.name == "" {
		return fits(ref.id)
	}
	return slices.ContainsFunc(k.candidates(ref.name), fits)
}

// check returns an error for replacements that replaced nothing, and for what has no replacement.
func (o *overrider) check() error {
	unused := map[string]string{} // what was asked for, and the names near to it
	ask := func(noun, name string) {
		if described := describeAsset(noun, name); !o.used[described] {
			unused[described] = (&compiler{}).meant(name, slices.Values(o.offered[noun]))
		}
	}
	for name := range o.clips {
		ask("clip", name)
	}
	for name := range o.spaces {
		ask("blend space", name)
	}
	for name := range o.masks {
		ask("mask", name)
	}
	for old := range o.clipsByID {
		if described := describeID(old); !o.used[described] {
			unused[described] = ""
		}
	}
	var problems []error
	for _, described := range order.Names(unused) {
		problems = append(problems, fmt.Errorf("graph %q: expected something to replace in the base, graph %q, found no %s%s",
			o.name, o.base.Name(), described, unused[described]))
	}
	if len(o.missing) > 0 {
		skeleton := ""
		if o.lookup.skeleton != nil {
			skeleton = fmt.Sprintf(" for the skeleton %q", o.lookup.skeleton.Name())
		}
		problems = append(problems, fmt.Errorf("graph %q: %w%s: %s of graph %q", o.name, ErrNoReplacement, skeleton,
			list(o.missing), o.base.Name()))
	}
	return errors.Join(problems...)
}

// list returns the elements of a set in order, separated by commas.
func list(set map[string]bool) string { return strings.Join(order.Names(set), ", ") }
