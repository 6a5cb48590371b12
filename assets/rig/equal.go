package rig

import (
	"math"
	"slices"
)

// Equal reports whether two skeletons differ in nothing but their names: joints with their parents,
// rest poses and sources, channels, and the vertices that baking keeps its tolerance at have the
// same bits. Either may be nil, which equals nil alone. What is made for one would then be good for
// the other, if it were made again.
func (s *Skeleton) Equal(other *Skeleton) bool {
	return s == other || s != nil && other != nil &&
		slices.Equal(s.names, other.names) && slices.Equal(s.parents, other.parents) &&
		slices.Equal(s.sources, other.sources) && sameBits(s.restLocals, other.restLocals) &&
		sameBits(s.restMorphs, other.restMorphs) && slices.Equal(s.morphChannels, other.morphChannels) &&
		slices.Equal(s.visibility, other.visibility) && slices.Equal(s.materials, other.materials) &&
		slices.Equal(s.distances, other.distances) && slices.EqualFunc(s.vertices, other.vertices, slices.Equal)
}

func sameBits(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) })
}
