package graph

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// The limits of the masks and blend spaces in a graph.
const (
	maxDefinitions  = 256  // masks, and blend spaces
	maxMaskSteps    = 1024 // of all masks together
	maxMaskJoints   = 4096 // names of joints in all masks together
	maxGenerations  = 1 << 15
	maxSpaceSamples = 4096 // of all blend spaces together
	maxSpaceMarkers = 8192 // sync markers of all samples together
	maxMarkerNames  = 256  // of one blend space
)

// maskSpec is a mask that the graph defines.
type maskSpec struct {
	jsonPath string
	name     string
	steps    []maskStep
	id       id.Mask // in the library already; 0 if it must be added
}

// maskStep sets the weights of some joints, and then inverts all weights if invert is set. It names
// either a root or joints, or neither of them to invert only.
type maskStep struct {
	jsonPath   string
	joints     []string
	root       string
	weight     float32 // of the joints, or of the root and its descendants
	feather    int     // if isFeather: the generations below the root over which the weight rises to 1
	isFeather  bool
	namesJoint bool // joints is given, even without an element
	invert     bool
}

// String describes the step for tools.
func (s *maskStep) String() string {
	text := ""
	switch {
	case s.isFeather:
		text = fmt.Sprintf("%s and below, feathered over %d", s.root, s.feather)
	case s.root != "":
		text = fmt.Sprintf("%s and below", s.root)
	case s.namesJoint:
		text = strings.Join(s.joints, " ")
	}
	if !s.isFeather && s.weight != 1 {
		text += fmt.Sprintf(": %v", s.weight)
	}
	if s.invert {
		text = strings.TrimSpace(text + " inverted")
	}
	return text
}

// blendSpaceSpec is a blend space that the graph defines.
type blendSpaceSpec struct {
	jsonPath      string
	name          string
	method        blendspace.Method
	samples       []sampleSpec
	syncByMarkers bool
	markerNames   []string
	alignStarts   bool
	problems      []string // of a builder
	id            id.BlendSpace
}

// sampleSpec is a clip at a position in a blend space.
type sampleSpec struct {
	jsonPath   string
	clip       reference[id.Clip]
	x, y       float32
	speed      float64
	markers    []clip.Marker // only names and times count
	ownMarkers bool
	syncByTime bool
}

// Masks implements [machine.Source].
func (d *document) Masks() []DefinedMask {
	var all []DefinedMask
	for i := range d.masks {
		defined := DefinedMask{Name: d.masks[i].name}
		for k := range d.masks[i].steps {
			defined.Steps = append(defined.Steps, d.masks[i].steps[k].String())
		}
		all = append(all, defined)
	}
	return all
}

// BlendSpaces implements [machine.Source].
func (d *document) BlendSpaces() []DefinedBlendSpace {
	var all []DefinedBlendSpace
	for i := range d.blendSpaces {
		s := &d.blendSpaces[i]
		defined := DefinedBlendSpace{
			Name: s.name, Method: s.method, SyncByMarkers: s.syncByMarkers, MarkerNames: s.markerNames,
			AlignStarts: s.alignStarts,
		}
		for k := range s.samples {
			sample := fmt.Sprintf("%s at %v", s.samples[k].clip.name, s.samples[k].x)
			if s.method != blendspace.Linear {
				sample += fmt.Sprintf(" %v", s.samples[k].y)
			}
			defined.Samples = append(defined.Samples, sample)
		}
		all = append(all, defined)
	}
	return all
}

func (s *blendSpaceSpec) clone() blendSpaceSpec {
	c := *s
	c.samples, c.markerNames = slices.Clone(s.samples), slices.Clone(s.markerNames)
	return c
}

// MaskBuilder describes a mask that a graph defines, for [Builder.Masks]. All weights begin at 0,
// and a later call replaces what an earlier one set. The joints are looked up when the graph is
// built.
type MaskBuilder struct {
	mask   maskSpec
	isNone bool // stands for a nil builder
}

// Mask begins a mask, which [Builder.Masks] adds to a graph. It has the methods of a
// [rig.MaskBuilder].
func Mask(name string) *MaskBuilder { return &MaskBuilder{mask: maskSpec{name: name}} }

// orNone returns a builder that counts as nil in place of one that is nil.
func (b *MaskBuilder) orNone() *MaskBuilder {
	if b == nil {
		return &MaskBuilder{isNone: true}
	}
	return b
}

func (b *MaskBuilder) add(step maskStep) *MaskBuilder {
	b = b.orNone()
	b.mask.steps = append(b.mask.steps, step)
	return b
}

// Joints sets the weight, 0 to 1, of the joints with the given names.
func (b *MaskBuilder) Joints(weight float32, names ...string) *MaskBuilder {
	return b.add(maskStep{joints: slices.Clone(names), namesJoint: true, weight: weight})
}

// Subtree sets the weight, 0 to 1, of a joint and all its descendants.
func (b *MaskBuilder) Subtree(weight float32, root string) *MaskBuilder {
	return b.add(maskStep{root: root, weight: weight})
}

// Feather sets a joint and its descendants to weights that rise to 1 in equal steps over the first
// n generations: see [rig.MaskBuilder.Feather].
func (b *MaskBuilder) Feather(root string, n int) *MaskBuilder {
	return b.add(maskStep{root: root, feather: n, isFeather: true, weight: 1})
}

// Invert replaces every joint's weight w by 1 - w.
func (b *MaskBuilder) Invert() *MaskBuilder {
	b = b.orNone()
	if n := len(b.mask.steps); n > 0 && !b.mask.steps[n-1].invert {
		b.mask.steps[n-1].invert = true
		return b
	}
	return b.add(maskStep{weight: 1, invert: true})
}

// BlendSpaceBuilder describes a blend space that a graph defines, for [Builder.BlendSpaces]. It has
// the methods of a [blendspace.Builder], with the names of clips instead of their IDs, which are
// looked up when the graph is built.
type BlendSpaceBuilder struct {
	space  blendSpaceSpec
	isNone bool // stands for a nil builder
}

// BlendSpace1D begins a blend space with one coordinate, which [Builder.BlendSpaces] adds to a
// graph.
func BlendSpace1D(name string) *BlendSpaceBuilder {
	return &BlendSpaceBuilder{space: blendSpaceSpec{name: name}}
}

// BlendSpace2D begins a blend space with two coordinates, which [Builder.BlendSpaces] adds to a
// graph.
func BlendSpace2D(name string, method blendspace.Method) *BlendSpaceBuilder {
	b := &BlendSpaceBuilder{space: blendSpaceSpec{name: name, method: method}}
	if method == blendspace.Linear || method > blendspace.PolarGradientBands {
		b.fail("expected a method for two dimensions, found " + method.String())
	}
	return b
}

// orNone returns a builder that counts as nil in place of one that is nil.
func (b *BlendSpaceBuilder) orNone() *BlendSpaceBuilder {
	if b == nil {
		return &BlendSpaceBuilder{isNone: true}
	}
	return b
}

func (b *BlendSpaceBuilder) fail(problem string) {
	b.space.problems = append(b.space.problems, problem)
}

// At adds a clip at x in one dimension.
func (b *BlendSpaceBuilder) At(x float32, clip string) *BlendSpaceBuilder {
	b = b.orNone()
	if b.space.method != blendspace.Linear {
		b.fail("expected two coordinates of a position in two dimensions (At2), found one")
	}
	b.space.samples = append(b.space.samples, sampleSpec{clip: byName[id.Clip](clip), x: x, speed: 1})
	return b
}

// At2 adds a clip at (x, y) in two dimensions.
func (b *BlendSpaceBuilder) At2(x, y float32, clip string) *BlendSpaceBuilder {
	b = b.orNone()
	if b.space.method == blendspace.Linear {
		b.fail("expected one coordinate of a position in one dimension (At), found two")
	}
	b.space.samples = append(b.space.samples, sampleSpec{clip: byName[id.Clip](clip), x: x, y: y, speed: 1})
	return b
}

// last calls set with the sample added last.
func (b *BlendSpaceBuilder) last(method string, set func(*sampleSpec)) *BlendSpaceBuilder {
	b = b.orNone()
	if n := len(b.space.samples); n > 0 {
		set(&b.space.samples[n-1])
	} else {
		b.fail("expected a sample before " + method + ", found none")
	}
	return b
}

// Speed sets the playback rate of the sample added last, in seconds of the clip per second. The
// default is 1.
func (b *BlendSpaceBuilder) Speed(speed float64) *BlendSpaceBuilder {
	return b.last("Speed", func(s *sampleSpec) { s.speed = speed })
}

// Markers sets the sync markers of the sample added last, of which the names and the times in
// seconds count: see [blendspace.Builder.Markers].
func (b *BlendSpaceBuilder) Markers(markers ...clip.Marker) *BlendSpaceBuilder {
	b = b.orNone()
	b.space.syncByMarkers = true
	return b.last("Markers", func(s *sampleSpec) { s.markers, s.ownMarkers = syncMarkers(markers), true })
}

// syncMarkers returns copies of markers with only their names and times.
func syncMarkers(markers []clip.Marker) []clip.Marker {
	out := make([]clip.Marker, len(markers))
	for i, m := range markers {
		out[i] = clip.Marker{Name: m.Name, Time: m.Time}
	}
	return out
}

// SyncByTime lets the sample added last follow the common phase by normalized time, without sync
// markers.
func (b *BlendSpaceBuilder) SyncByTime() *BlendSpaceBuilder {
	return b.last("SyncByTime", func(s *sampleSpec) { s.syncByTime = true })
}

// SyncByMarkers keeps the clips in phase by their markers with these names, or by all markers: see
// [blendspace.Builder.SyncByMarkers].
func (b *BlendSpaceBuilder) SyncByMarkers(names ...string) *BlendSpaceBuilder {
	b = b.orNone()
	b.space.syncByMarkers, b.space.markerNames = true, append(b.space.markerNames, names...)
	return b
}

// AlignStarts makes the start of every clip a sync marker, at which the common phase begins.
func (b *BlendSpaceBuilder) AlignStarts() *BlendSpaceBuilder {
	b = b.orNone()
	b.space.alignStarts = true
	return b
}

// Masks defines masks in the graph. The graph's layers find them by their names, before the
// library's. [assets.Library.AddGraph] adds them to the library under these names.
func (b *Builder) Masks(masks ...*MaskBuilder) *Builder {
	b = b.orFailed()
	for _, m := range masks {
		if m = m.orNone(); m.isNone {
			b.document.problems = append(b.document.problems, errors.New("expected a mask, made by Mask, found nil"))
			continue
		}
		b.document.masks = append(b.document.masks, m.mask)
	}
	return b
}

// BlendSpaces defines blend spaces in the graph. The graph's states find them by their names,
// before the library's. [assets.Library.AddGraph] adds them to the library under these names.
func (b *Builder) BlendSpaces(spaces ...*BlendSpaceBuilder) *Builder {
	b = b.orFailed()
	for _, s := range spaces {
		if s = s.orNone(); s.isNone {
			b.document.problems = append(b.document.problems,
				errors.New("expected a blend space, made by BlendSpace1D or BlendSpace2D, found nil"))
			continue
		}
		b.document.blendSpaces = append(b.document.blendSpaces, s.space.clone())
	}
	return b
}
