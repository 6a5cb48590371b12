package blendspace

import (
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
)

// FromDefinition begins a blend space with the definition of another one.
func FromDefinition(d Definition) *Builder {
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

// source is a copy of the builder that made a space.
type source struct{ builder *Builder }

// Definition implements [mixer.Source].
func (s *source) Definition() Definition {
	b := s.builder
	d := Definition{
		Name: b.name, Method: b.method, SyncByMarkers: b.byMarkers, MarkerNames: slices.Clone(b.names),
		AlignStarts: b.alignStarts,
	}
	for i := range b.samples {
		spec := &b.samples[i]
		d.Samples = append(d.Samples, SampleDefinition{
			Sample: spec.Sample, Markers: slices.Clone(spec.markers), OwnMarkers: spec.ownMarkers,
			SyncByTime: spec.syncByTime,
		})
	}
	return d
}

// Build implements [mixer.Source].
func (s *source) Build(clips motion.Clips) (*Space, error) { return s.builder.Build(clips) }

// WithClips implements [mixer.Source].
func (s *source) WithClips(renamed func(id.Clip) id.Clip) mixer.Source {
	builder := *s.builder
	builder.samples = slices.Clone(builder.samples)
	for i := range builder.samples {
		builder.samples[i].Clip = renamed(builder.samples[i].Clip)
	}
	return &source{&builder}
}
