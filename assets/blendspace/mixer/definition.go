package mixer

import "github.com/sinew-go/sinew/assets/clip"

// Definition is what a [Space] was built from: the arguments of the builder's methods. With it a
// tool shows a space or writes it to a file, and blendspace.FromDefinition builds it again, for
// instance with other clips.
type Definition struct {
	Name   string
	Method Method
	// Samples are in the order in which they were added.
	Samples []SampleDefinition
	// SyncByMarkers reports that the clips are kept in phase by markers: by those with the
	// MarkerNames, or by all of them if there are no names.
	SyncByMarkers bool
	MarkerNames   []string
	// AlignStarts reports that the start of every clip is a sync marker: see AlignStarts of
	// the builder.
	AlignStarts bool
}

// SampleDefinition is a sample of a [Definition].
type SampleDefinition struct {
	Sample
	// Markers replace the markers of the clip if OwnMarkers is set.
	Markers    []clip.Marker
	OwnMarkers bool
	// SyncByTime reports that the sample follows by normalized time: see SyncByTime
	// of the builder.
	SyncByTime bool
}

// Definition returns what the space was built from. It shares no memory with the space.
func (s *Space) Definition() Definition {
	if s = s.orNone(); s == none {
		return Definition{}
	}
	return s.source.Definition()
}
