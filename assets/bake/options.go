package bake

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
)

// The defaults of [Options], in meters for a character 1.8 m tall.
const (
	DefaultTolerance      = 0.0001
	DefaultVertexDistance = 0.03
)

// DefaultMaxFrameJoints is the default of [Options.MaxFrameJoints]: 16 minutes of 70 joints at 30
// frames a second.
const DefaultMaxFrameJoints = 1 << 21

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
	// Small stores three of four frames as differences if that takes enough bytes less, as in
	// recordings of people: a fifth to a quarter. A sample of such a clip takes about 1.4 times as
	// long. Samples have the same bits as without.
	Small bool
	// MaxFrameJoints bounds the work and the memory of baking one clip. It is the largest product
	// of the number of joints, rounded up to a multiple of 8, with the number of frames, of cells
	// of the frame grid, and of times at which any joint has a key. A clip that needs more stays
	// exact, and its report says so. 0 means [DefaultMaxFrameJoints]. A clip within the bound has
	// the same baked form whatever the bound is, and so its encoding leaves it out.
	MaxFrameJoints int
}

// WithDefaults returns the options with the defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	if o.VertexDistance == 0 {
		o.VertexDistance = DefaultVertexDistance
	}
	if o.MaxFrameJoints == 0 {
		o.MaxFrameJoints = DefaultMaxFrameJoints
	}
	return o
}

// ofBaked returns the options of a baked clip: with defaults, and without the bound that it is
// within.
func (o Options) ofBaked() Options {
	o = o.WithDefaults()
	o.MaxFrameJoints = DefaultMaxFrameJoints
	return o
}

// maxFrames returns how many frames a clip of a skeleton may have.
func (o Options) maxFrames(s *rig.Skeleton) int {
	return o.WithDefaults().MaxFrameJoints / paddedJoints(s)
}

// paddedJoints returns the number of joints for which a local pose has room.
func paddedJoints(s *rig.Skeleton) int { return max(1, kernel.PoseSize(s.Len())/kernel.Rows) }

// checkLength returns an error if a number of frames, cells or keys, whose name is given, is more
// than the options allow for a skeleton.
func (o Options) checkLength(count int, name string, s *rig.Skeleton) error {
	if limit := o.maxFrames(s); count > limit {
		return fmt.Errorf("it is too long: expected at most %d %s for %d joints, found %d; "+
			"bake.Options.MaxFrameJoints, which is %d, allows more", limit, name, s.Len(), count,
			o.WithDefaults().MaxFrameJoints)
	}
	return nil
}

// lengthScale returns the factor that scales the options' lengths to a skeleton.
func (o Options) lengthScale(s *rig.Skeleton) float64 {
	if o.Unscaled {
		return 1
	}
	return s.Size() / rig.CharacterSize
}

// check returns an error if a length is negative, infinite or NaN, or a bound negative.
func (o Options) check() error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"tolerance", o.Tolerance}, {"vertex distance", o.VertexDistance}} {
		if !(v.value >= 0) || !exact.IsFinite(v.value) {
			return fmt.Errorf("expected a positive %s, found %v m", v.name, v.value)
		}
	}
	if o.MaxFrameJoints < 0 {
		return fmt.Errorf("expected a positive MaxFrameJoints, or 0 for %d, found %d", DefaultMaxFrameJoints,
			o.MaxFrameJoints)
	}
	return nil
}
