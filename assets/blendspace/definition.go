package blendspace

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
)

// Definition is what a [Space] was built from: the arguments of the builder's methods. With it a
// tool shows a space or writes it to a file, and [Definition.Builder] builds it again, for instance
// with other clips.
type Definition struct {
	Name   string
	Method Method
	// Samples are in the order in which they were added.
	Samples []SampleDefinition
	// SyncByMarkers reports that the clips are kept in phase by markers: by those with the
	// MarkerNames, or by all of them if there are no names.
	SyncByMarkers bool
	MarkerNames   []string
	// AlignStarts reports that the start of every clip is a sync marker: see [Builder.AlignStarts].
	AlignStarts bool
}

// SampleDefinition is a sample of a [Definition].
type SampleDefinition struct {
	Sample
	// Markers replace the markers of the clip if OwnMarkers is set.
	Markers    []clip.Marker
	OwnMarkers bool
	// SyncByTime reports that the sample follows by normalized time: see [Builder.SyncByTime].
	SyncByTime bool
}

// Definition returns what the space was built from. It shares no memory with the space.
func (s *Space) Definition() Definition {
	b := s.orNone().builder
	d := Definition{
		Name: b.name, Method: b.method, SyncByMarkers: b.byMarkers, MarkerNames: slices.Clone(b.names),
		AlignStarts: b.alignStarts,
	}
	for i := range b.samples {
		spec := &b.samples[i]
		d.Samples = append(d.Samples, SampleDefinition{
			spec.Sample, slices.Clone(spec.markers), spec.ownMarkers,
			spec.syncByTime,
		})
	}
	return d
}

// Builder begins a blend space with the definition. It returns nil for nil.
func (d *Definition) Builder() *Builder {
	if d == nil {
		return nil
	}
	b := New1D(d.Name)
	if d.Method != Linear {
		b = New2D(d.Name, d.Method)
	}
	b.byMarkers, b.names, b.alignStarts = d.SyncByMarkers, slices.Clone(d.MarkerNames), d.AlignStarts
	for i, s := range d.Samples {
		b.samples = append(b.samples, sampleSpec{
			Sample: s.Sample, markers: slices.Clone(s.Markers), ownMarkers: s.OwnMarkers,
			syncByTime: s.SyncByTime, number: i,
		})
	}
	return b
}
