package bake

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// The defaults of [Options], in meters for a character 1.8 m tall.
const (
	DefaultTolerance      = 0.0001
	DefaultVertexDistance = 0.03
)

// Options sets how accurate baked clips are. The zero Options selects the defaults.
type Options struct {
	// Tolerance is the largest error in meters: the distance in model space between a virtual
	// vertex, or one of the skeleton's outer vertices ([rig.Skeleton.OuterVertices]), and its
	// position by exact sampling. 0 means [DefaultTolerance].
	Tolerance float64
	// VertexDistance is the distance in meters from each joint to its three virtual vertices, one
	// along each axis of the joint: about the distance from bone to skin. 0 means
	// [DefaultVertexDistance].
	VertexDistance float64
	// Unscaled takes both lengths as they are. Otherwise they apply to a skeleton of size
	// [rig.CharacterSize] and are scaled with the skeleton. The size is the longest side of the box
	// around the joints of the rest pose.
	Unscaled bool
	// AllowLarger bakes a clip even if its baked form takes more bytes than its keys. Otherwise it
	// stays exact: a pose, a few keys far apart.
	AllowLarger bool
}

// WithDefaults returns the options with the defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	if o.VertexDistance == 0 {
		o.VertexDistance = DefaultVertexDistance
	}
	return o
}

// lengthScale returns the factor that scales the options' lengths to a skeleton.
func (o Options) lengthScale(s *rig.Skeleton) float64 {
	if o.Unscaled {
		return 1
	}
	return s.Size() / rig.CharacterSize
}

// check returns an error if a length is negative, infinite or NaN.
func (o Options) check() error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"tolerance", o.Tolerance}, {"vertex distance", o.VertexDistance}} {
		if !(v.value >= 0) || !exact.IsFinite(v.value) {
			return fmt.Errorf("expected a positive %s, found %v m", v.name, v.value)
		}
	}
	return nil
}
