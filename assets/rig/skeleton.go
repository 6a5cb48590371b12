package rig

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// MaxJoints is the largest number of joints of a skeleton: joint indices are int16.
const MaxJoints = math.MaxInt16

// Skeleton is a hierarchy of joints with a rest pose. Joints are stored parents first and every
// subtree is one range of indices, so that a pass from the roots to the leaves is one forward loop.
// There may be several roots. A nil Skeleton, which Library.Skeleton returns for an unknown ID, has
// no joints.
type Skeleton struct {
	name          string
	names         []string
	parents       []int16
	rest          []TRS
	restLocals    []float32
	morphChannels []MorphChannel // by joint
	visibility    []VisibilityChannel
	materials     []MaterialChannel
	runs          []MorphChannel // the channels of all kinds
	restMorphs    []float32
	byName        map[string]int16
	sources       []int32
	bySource      map[int32]int16
	distances     []float64           // by joint; nil if unknown
	vertices      [][]VertexInfluence // the outermost around each joint; nil if unknown
	size          float64             // of the box around the joints of the rest pose
}

// MorphChannel is the run of morph weights of one mesh in a pose.
type MorphChannel struct {
	Joint  int // the joint that carries the mesh, by which clips name the channel
	Offset int // index of the first weight in [Pose.Morphs]
	Count  int
}

// VisibilityChannel is a number of a pose by which clips show and hide what a joint and the joints
// below it carry. It is blended like a morph weight, from 0 (hidden) to 1 (shown), and counts as
// shown from 0.5 on: of several clips those decide that have more than half of the weight.
type VisibilityChannel struct {
	Joint  int // by which clips name the channel
	Offset int // index of the number in [Pose.Morphs]
}

// noSkeleton is what a nil skeleton holds.
var noSkeleton Skeleton

func (s *Skeleton) orNone() *Skeleton {
	if s == nil {
		return &noSkeleton
	}
	return s
}

// ofJoint returns what a list of the skeleton holds for a joint. A skeleton without joints has the
// zero value for each.
func ofJoint[T any](list []T, joint int) (value T) {
	if len(list) == 0 {
		return value
	}
	return list[joint]
}

// Name returns the skeleton's name.
func (s *Skeleton) Name() string { return s.orNone().name }

// Len returns the number of joints.
func (s *Skeleton) Len() int { return len(s.orNone().parents) }

// JointName returns a joint's name.
func (s *Skeleton) JointName(joint int) string { return ofJoint(s.orNone().names, joint) }

// Parent returns the joint's parent, which comes before it, or -1 for a root.
func (s *Skeleton) Parent(joint int) int {
	if s.Len() == 0 {
		return -1
	}
	return int(s.parents[joint])
}

// Parents returns every joint's parent, -1 for roots. The slice is the skeleton's own: read only.
func (s *Skeleton) Parents() []int16 { return s.orNone().parents }

// Rest returns a joint's local transform in the rest pose.
func (s *Skeleton) Rest(joint int) TRS { return ofJoint(s.orNone().rest, joint) }

// RestLocals returns the rest pose in the layout of [Pose.Locals]. The slice is the skeleton's own:
// read only.
func (s *Skeleton) RestLocals() []float32 { return s.orNone().restLocals }

// Find returns the first joint of the given name, and false if there is none. It takes constant
// time.
func (s *Skeleton) Find(name string) (joint int, ok bool) {
	j, ok := s.orNone().byName[name]
	return int(j), ok
}

// ErrNotFound reports a name that nothing has. The errors that wrap it list the names that exist
// and suggest near ones.
var ErrNotFound = errors.New("there is nothing of that name")

// FindJoint returns the first joint of the given name. The error wraps [ErrNotFound], names the
// skeleton, suggests near names and lists the joints.
func (s *Skeleton) FindJoint(name string) (int, error) {
	if s == nil {
		return 0, fmt.Errorf("%w: expected a skeleton with the joint %q, found nil, which Library.Skeleton returns for "+
			"an unknown ID", ErrNotFound, name)
	}
	if j, ok := s.byName[name]; ok {
		return int(j), nil
	}
	return 0, names.NotFound(ErrNotFound, fmt.Sprintf("skeleton %q", s.name), "joint", name, s.names)
}

// Source returns the node of the source file from which the joint was made, or its index in the
// list given to [NewSkeleton].
func (s *Skeleton) Source(joint int) int { return int(ofJoint(s.orNone().sources, joint)) }

// FromSource returns the joint that was made from a node of the source file, and false if there is
// none. It is the inverse of [Skeleton.Source].
func (s *Skeleton) FromSource(node int) (joint int, ok bool) {
	j, ok := s.orNone().bySource[int32(node)]
	return int(j), ok && int(int32(node)) == node
}

// MorphChannels returns the channels of morph weights of this skeleton's poses, ordered by joint.
// The slice is the skeleton's own: read only.
func (s *Skeleton) MorphChannels() []MorphChannel { return s.orNone().morphChannels }

// MorphChannel returns the channel of the mesh that a joint carries, and false if it carries none
// with morph targets.
func (s *Skeleton) MorphChannel(joint int) (MorphChannel, bool) {
	i, ok := slices.BinarySearchFunc(s.MorphChannels(), joint,
		func(c MorphChannel, joint int) int { return c.Joint - joint })
	if !ok {
		return MorphChannel{}, false
	}
	return s.morphChannels[i], true
}

// VisibilityChannels returns the channels of visibility of this skeleton's poses, ordered by joint:
// one for each joint with [Joint.HasVisibility]. The slice is the skeleton's own: read only.
func (s *Skeleton) VisibilityChannels() []VisibilityChannel { return s.orNone().visibility }

// VisibilityChannel returns the channel of a joint, and false if clips cannot change its
// visibility.
func (s *Skeleton) VisibilityChannel(joint int) (VisibilityChannel, bool) {
	i, ok := slices.BinarySearchFunc(s.VisibilityChannels(), joint,
		func(c VisibilityChannel, joint int) int { return c.Joint - joint })
	if !ok {
		return VisibilityChannel{}, false
	}
	return s.visibility[i], true
}

// MorphCount returns the number of morph weights of a pose, over all channels, and of the numbers
// of its channels of visibility and materials.
func (s *Skeleton) MorphCount() int { return len(s.orNone().restMorphs) }

// RestMorphs returns the morph weights, the visibility and the values of materials of the rest
// pose. The slice is the skeleton's own: read only.
func (s *Skeleton) RestMorphs() []float32 { return s.orNone().restMorphs }

// inverseBinds returns the inverse bind matrix of each of the given joints for a mesh modeled
// around the rest pose in model space: the inverse of the joint's model matrix in the rest pose,
// which takes a vertex of the mesh to the joint's space. The error is a [*JointError] for a joint
// whose rest pose has no inverse, because a scale is 0.
func (s *Skeleton) inverseBinds(joints []int) ([]mgl32.Mat4, error) {
	model := NewPose(s).ModelMatrices(nil)
	matrices := make([]mgl32.Mat4, len(joints))
	for i, j := range joints {
		inverse, ok := MatrixAt(model, j).Inverse()
		if !ok {
			const reason = "expected a model matrix in the rest pose that has an inverse, found a singular one"
			return nil, &JointError{s.name, j, s.names[j], reason}
		}
		matrices[i] = inverse.Mul(IdentityMatrix()).Mat4() // 0 for -0
	}
	return matrices, nil
}

// VertexDistance returns how far from the joint the vertices lie that it moves, in the joint's own
// space, or 0 if that is not known. Baking keeps the tolerance of a clip at that distance.
func (s *Skeleton) VertexDistance(joint int) float64 {
	return ofJoint(s.orNone().distances, joint)
}

// SetVertexDistances sets what [Skeleton.VertexDistance] returns for each joint, for instance
// farther for a hand that swings a sword. It must be called before clips of the skeleton are baked,
// and everywhere where poses shall have the same bits. The error is one if there is not one
// distance for each joint, or if one is negative or not finite.
func (s *Skeleton) SetVertexDistances(distances []float64) error {
	if s.Len() == 0 {
		return errNoJoints
	}
	if len(distances) != s.Len() {
		return fmt.Errorf("skeleton %q: expected a vertex distance for each of %d joints, found %d", s.name, s.Len(),
			len(distances))
	}
	for joint, d := range distances {
		if !(d >= 0 && exact.IsFinite(d)) {
			return fmt.Errorf("skeleton %q: joint %d (%q): expected a vertex distance that is finite and not "+
				"negative, found %v",
				s.name, joint, s.names[joint], d)
		}
	}
	s.distances = slices.Clone(distances)
	return nil
}

var errNoJoints = errors.New("expected a skeleton with joints, found nil or one without joints")

// CharacterSize is the size in meters of the skeleton that default tolerances are meant for; see
// [Skeleton.Size].
const CharacterSize = 1.8

// Size returns the longest side of the box around the joints of the rest pose in model space, in
// units of model space, or [CharacterSize] if there are no joints or all are at one point.
func (s *Skeleton) Size() float64 {
	if s == nil || s.size < 1e-9 {
		return CharacterSize
	}
	return s.size
}

// restSize returns the longest side of the box around the joints of the rest pose in model space.
func (s *Skeleton) restSize() float64 {
	models := NewPose(s).ModelMatrices(nil)
	size := 0.0
	for axis := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for joint := range s.Len() {
			v := float64(models[joint*MatrixSize+axis*4+3])
			low, high = min(low, v), max(high, v)
		}
		size = max(size, high-low)
	}
	return size
}

// The sizes, in meters, that are plausible for a person or an animal; see [Skeleton.MetersPerUnit].
const (
	leastSize = 0.1
	mostSize  = 10
)

// MetersPerUnit returns how many meters a unit of model space is, which it finds from
// [Skeleton.Size]: the power of ten by which the size becomes plausible for a person or an animal,
// 0.1 m to 10 m. It is 1 for a skeleton of such a size; 0.01 for a larger one, whose unit is the
// centimeter, or less if that is not enough, such as 0.001 for millimeters; and 100 or more for a
// smaller one.
func (s *Skeleton) MetersPerUnit() float64 {
	size := s.Size()
	switch {
	case size >= mostSize:
		units := 100.0
		for size >= float64(mostSize*units) {
			units *= 10
		}
		return 1 / units
	case size < leastSize:
		meters := 100.0
		for float64(size*meters) < leastSize {
			meters *= 10
		}
		return meters
	}
	return 1
}
