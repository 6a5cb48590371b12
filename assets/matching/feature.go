package matching

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
)

// kind is what a feature measures.
type kind uint8

const (
	positionOf kind = iota
	velocityOf
	trajectoryPositions
	trajectoryDirections
	curveOf
	phaseOf
	valueOf
)

// featureSpec is a feature as described to a builder.
type featureSpec struct {
	kind   kind
	name   string // of a joint, of markers or of the value
	weight float32
	joint  int
	times  []float64 // of a trajectory
	value  func(c *clip.Clip, time float64) float64
}

// isTrajectory reports whether the feature is a part of the trajectory.
func (f *featureSpec) isTrajectory() bool {
	return f.kind == trajectoryPositions || f.kind == trajectoryDirections
}

// isOfJoint reports whether the feature measures a joint.
func (f *featureSpec) isOfJoint() bool { return f.kind == positionOf || f.kind == velocityOf }

// width returns how many numbers the feature has.
func (f *featureSpec) width() int {
	switch f.kind {
	case positionOf, velocityOf:
		return 3
	case trajectoryPositions, trajectoryDirections:
		return 2 * len(f.times)
	case phaseOf:
		return 2
	default:
		return 1
	}
}

// label returns the name of the feature for people.
func (f *featureSpec) label() string {
	switch f.kind {
	case positionOf:
		return "position of " + f.name
	case velocityOf:
		return "velocity of " + f.name
	case trajectoryPositions:
		return "positions of the trajectory"
	case trajectoryDirections:
		return "directions of the trajectory"
	case curveOf:
		return "number of the markers " + f.name
	case phaseOf:
		return "phase between the markers " + f.name
	default:
		return f.name
	}
}

// Position adds the position of a joint in the space of the character, in meters.
func (b *Builder) Position(joint string, weight float32) *Builder {
	return b.add(featureSpec{kind: positionOf, name: joint, weight: weight})
}

// Velocity adds the velocity of a joint over the ground, in meters per second along the axes of the
// character.
func (b *Builder) Velocity(joint string, weight float32) *Builder {
	return b.add(featureSpec{kind: velocityOf, name: joint, weight: weight})
}

// Trajectory adds where the character is at times relative to a frame, in seconds, negative ones in
// the past, and where it faces then: see [Point]. Positions and directions have weights of their
// own; a weight of 0 leaves them out. The trajectory is that of the root motion. Beyond the ends of
// a clip it goes around if the clip loops; otherwise it goes on straight ahead, and turns on, as it
// did last.
func (b *Builder) Trajectory(positions, directions float32, times ...float64) *Builder {
	b = b.orFailed()
	if len(times) == 0 {
		b.fail("trajectory: expected at least one time, found none")
	}
	for i := range b.features {
		if b.features[i].isTrajectory() {
			b.fail("trajectory: expected one call with all times, found another one")
			return b
		}
	}
	b.times = append([]float64(nil), times...)
	for i, time := range times {
		if !(math.Abs(time) <= maxTrajectory) {
			b.fail("trajectory: time %d: expected one of at most %v s, found %v", i, maxTrajectory, time)
		}
	}
	if positions != 0 || directions == 0 {
		b.add(featureSpec{kind: trajectoryPositions, weight: positions, times: b.times})
	}
	if directions != 0 {
		b.add(featureSpec{kind: trajectoryDirections, weight: directions, times: b.times})
	}
	return b
}

// maxTrajectory is how far in the future and the past trajectories reach at most, in seconds.
const maxTrajectory = 60

// Curve adds a curve of the clips: the numbers of their markers of a name ([clip.Marker.Number]),
// with straight lines between them. It is 0 in a clip without such markers.
func (b *Builder) Curve(markers string, weight float32) *Builder {
	return b.add(featureSpec{kind: curveOf, name: markers, weight: weight})
}

// Phase adds how far a clip is between two markers of a name, such as "left foot", as the cosine
// and the sine of a turn that begins at each marker. Both are 0 in a clip without a pair of them.
func (b *Builder) Phase(markers string, weight float32) *Builder {
	return b.add(featureSpec{kind: phaseOf, name: markers, weight: weight})
}

// Value adds a number of the program's own. Several goroutines call the function at once. It must
// return the same numbers on every machine: see the exactness rule in ARCHITECTURE.md.
func (b *Builder) Value(name string, weight float32, value func(c *clip.Clip, time float64) float64) *Builder {
	b = b.orFailed()
	if value == nil {
		b.fail("feature %q: expected a function that returns its values, found nil", name)
		return b
	}
	return b.add(featureSpec{kind: valueOf, name: name, weight: weight, value: value})
}

func (b *Builder) add(f featureSpec) *Builder {
	b = b.orFailed()
	if !(f.weight > 0 && f.weight <= math.MaxFloat32) {
		b.fail("%s: expected a finite weight above 0, found %v", f.label(), f.weight)
	}
	if f.isOfJoint() && b.skeleton != nil {
		joint, err := b.skeleton.FindJoint(f.name)
		if err != nil {
			b.fail("%s: %w", f.label(), err)
		}
		f.joint = joint
	}
	for _, other := range b.features {
		if other.label() == f.label() {
			b.fail("%s: expected each feature once, found it again", f.label())
		}
	}
	b.features = append(b.features, f)
	return b
}

// describe returns the features of a database without their spreads.
func describe(specs []featureSpec) (features []Feature, width int) {
	for i := range specs {
		f := &specs[i]
		features = append(features, Feature{Name: f.label(), First: width, Width: f.width(), Weight: f.weight})
		width += f.width()
	}
	return features, width
}
