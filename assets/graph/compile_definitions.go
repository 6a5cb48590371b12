package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// findMask returns the index of the mask that a reference names among those that the graph defines,
// or -1.
func (d *document) findMask(ref *reference[id.Mask]) int {
	if !ref.given || ref.id != 0 || ref.name == "" {
		return -1
	}
	return slices.IndexFunc(d.masks, func(m maskSpec) bool { return m.name == ref.name })
}

// definitions checks the masks and blend spaces of the document and, with a library, builds them.
func (c *compiler) definitions() {
	if c.tooManyDefinitions() {
		return
	}
	taken := map[string]bool{}
	for i := range c.document.masks {
		m := &c.document.masks[i]
		location := locate(m.jsonPath, "mask %q", m.name)
		c.name(location, m.name, "its name")
		if taken[m.name] {
			c.problem(location, "expected a name of its own, found a second mask of this name")
		}
		taken[m.name] = true
		c.parts.Masks = append(c.parts.Masks, c.mask(location, m))
	}
	clear(taken)
	for i := range c.document.blendSpaces {
		s := &c.document.blendSpaces[i]
		location := locate(s.jsonPath, "blend space %q", s.name)
		c.name(location, s.name, "its name")
		if taken[s.name] {
			c.problem(location, "expected a name of its own, found a second blend space of this name")
		}
		taken[s.name] = true
		c.parts.BlendSpaces = append(c.parts.BlendSpaces, c.space(location, s))
	}
}

// tooManyDefinitions reports whether the document exceeds a limit of definitions, and records that.
func (c *compiler) tooManyDefinitions() bool {
	d, before := c.document, c.problems.count
	limit := func(n, limit int, noun string) {
		if n > limit {
			c.problem("", "expected at most %d %s, found %d", limit, noun, n)
		}
	}
	limit(len(d.masks), maxDefinitions, "masks")
	limit(len(d.blendSpaces), maxDefinitions, "blend spaces")
	steps, joints, samples, markers := 0, 0, 0, 0
	for i := range d.masks {
		steps += len(d.masks[i].steps)
		for k := range d.masks[i].steps {
			joints += len(d.masks[i].steps[k].joints)
		}
	}
	for i := range d.blendSpaces {
		samples += len(d.blendSpaces[i].samples)
		limit(len(d.blendSpaces[i].markerNames), maxMarkerNames, "marker names in a blend space")
		for k := range d.blendSpaces[i].samples {
			markers += len(d.blendSpaces[i].samples[k].markers)
		}
	}
	limit(steps, maxMaskSteps, "steps of masks")
	limit(joints, maxMaskJoints, "joints of masks")
	limit(samples, maxSpaceSamples, "samples of blend spaces")
	limit(markers, maxSpaceMarkers, "sync markers of blend spaces")
	return c.problems.count > before
}

// mask checks a mask and builds it for the graph's skeleton.
func (c *compiler) mask(location string, m *maskSpec) machine.Mask {
	before, skeleton := c.problems.count, c.lookup.skeleton
	for i := range m.steps {
		c.maskStep(location, skeleton, &m.steps[i])
	}
	switch {
	case c.lookup.library == nil || c.problems.count > before:
		return machine.Mask{}
	case skeleton == nil:
		c.problem(location,
			"expected the model, since a graph that plays nothing does not say its skeleton, found none")
		return machine.Mask{}
	}
	if mask := c.lookup.library.Mask(m.id); mask != nil && mask.Skeleton() == skeleton {
		return machine.Mask{ID: m.id, Mask: mask}
	}
	m.id = 0
	b := rig.NewMask(m.name, skeleton)
	for i := range m.steps {
		switch s := &m.steps[i]; {
		case s.isFeather:
			b.Feather(s.root, s.feather)
		case s.root != "":
			b.Subtree(s.weight, s.root)
		default:
			b.Joints(s.weight, s.joints...)
		}
		if m.steps[i].invert {
			b.Invert()
		}
	}
	mask, err := b.Build()
	if err != nil {
		c.problem(location, "%w", err)
	}
	return machine.Mask{Mask: mask}
}

// maskStep checks a step of a mask. The skeleton is nil if it is not known.
func (c *compiler) maskStep(location string, skeleton *rig.Skeleton, s *maskStep) {
	if s.jsonPath != "" {
		_, name, _ := strings.Cut(location, ": ")
		location = locate(s.jsonPath, "%s", name)
	}
	if !(s.weight >= 0 && s.weight <= 1) {
		c.problem(location, "expected a weight from 0 to 1, found %v", s.weight)
	}
	if s.isFeather && (s.feather < 0 || s.feather > maxGenerations) {
		c.problem(location, "expected 0 to %d generations to feather over, found %d", maxGenerations, s.feather)
	}
	names := s.joints
	if !s.namesJoint && (s.isFeather || s.root != "" || !s.invert) {
		names = []string{s.root}
	}
	for _, name := range names {
		c.name(location, name, "the name of a joint")
		if skeleton == nil || name == "" {
			continue
		}
		if _, ok := skeleton.Find(name); ok {
			continue
		}
		if c.problems.count >= maxProblems { // nobody reads which names are near
			c.problems.count++
		} else if _, err := skeleton.FindJoint(name); err != nil {
			c.problem(location, "%w", err)
		}
	}
}

// space checks a blend space and builds it from the library's clips.
func (c *compiler) space(location string, s *blendSpaceSpec) machine.BlendSpace {
	before := c.problems.count
	for _, problem := range s.problems {
		c.problem(location, "%s", problem)
	}
	s.problems = nil
	if s.method > blendspace.PolarGradientBands {
		c.problem(location, "expected the method %s, found %v", strings.Join(methodNames[:], ", "), s.method)
	}
	for _, name := range s.markerNames {
		c.name(location, name, "the name of a sync marker")
	}
	definition := blendspace.Definition{
		Name: s.name, Method: s.method, SyncByMarkers: s.syncByMarkers, MarkerNames: s.markerNames,
		AlignStarts: s.alignStarts,
	}
	mode := c.modeOf(s.name)
	for i := range s.samples {
		sample := &s.samples[i]
		at := location
		if sample.jsonPath != "" {
			at = locate(sample.jsonPath, "blend space %q", s.name)
		}
		c.sample(at, s, sample, mode)
		definition.Samples = append(definition.Samples, blendspace.SampleDefinition{
			Sample:  blendspace.Sample{Clip: sample.clip.id, X: sample.x, Y: sample.y, Speed: sample.speed},
			Markers: sample.markers, OwnMarkers: sample.ownMarkers, SyncByTime: sample.syncByTime,
		})
	}
	if len(s.samples) == 0 {
		c.problem(location, "expected at least one sample, found none")
	}
	if c.problems.count > before || c.lookup.library == nil {
		return machine.BlendSpace{}
	}
	if space := spaceOf(c.lookup.library, s.id); space != nil {
		return machine.BlendSpace{ID: s.id, Motion: space}
	}
	s.id = 0
	space, err := blendspace.FromDefinition(definition).Build(c.lookup.library)
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			c.problem(location, "%s",
				strings.TrimPrefix(strings.TrimSuffix(line, "\n"), fmt.Sprintf("blend space %q: ", s.name)))
		}
		return machine.BlendSpace{}
	}
	return machine.BlendSpace{Motion: space}
}

// sample checks a sample of a blend space and looks up its clip.
func (c *compiler) sample(location string, space *blendSpaceSpec, s *sampleSpec, mode clip.LayerMode) {
	if !exact.IsFinite(s.x) || !exact.IsFinite(s.y) {
		c.problem(location, "expected a sample at finite coordinates, found %v, %v", s.x, s.y)
	}
	if space.method == blendspace.Linear && s.y != 0 {
		c.problem(location, "expected only the coordinate x of a sample in one dimension, found y")
	}
	if !(s.speed > 0 && exact.IsFinite(s.speed)) {
		c.problem(location, "expected a finite speed above 0 of a sample, found %v", s.speed)
	}
	for _, m := range s.markers {
		c.name(location, m.Name, "the name of a sync marker")
		if !exact.IsFinite(m.Time) {
			c.problem(location, "expected a finite time of a sync marker, found %v s", m.Time)
		}
	}
	if checkReference(c, location, "clip", &s.clip) {
		resolveReference(c, location, c.lookup.clipKind(mode), &s.clip)
	}
}

// modeOf returns the mode of the lowest layer that plays a blend space of the graph.
func (c *compiler) modeOf(space string) clip.LayerMode {
	for _, leaf := range c.leaves {
		if i := c.document.findBlendSpace(&leaf.spec.motion); i >= 0 && c.document.blendSpaces[i].name == space {
			return c.document.layers[leaf.layer].mode
		}
	}
	return clip.Override
}
