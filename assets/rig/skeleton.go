package rig

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// MaxJoints is the most joints a skeleton can have: parents are int16.
const MaxJoints = 32767

// Skeleton is a hierarchy of joints with its rest pose. Joints are stored parents first, every subtree in one run, so
// that a pass from the roots to the leaves is one forward loop. There may be several roots.
type Skeleton struct {
	name          string
	names         []string
	parents       []int16
	rest          []TRS
	restLocals    []float32
	morphChannels []MorphChannel // by joint
	restMorphs    []float32
	byName        map[string]int16
	sources       []int32
	bySource      map[int32]int16
}

// MorphChannel is the run of morph weights that belongs to one mesh of a model.
type MorphChannel struct {
	Joint  int // the joint (node) that carries the mesh and that clips name
	Offset int // of the first weight in [Pose.Morphs]
	Count  int
}

// Name returns the skeleton's name.
func (s *Skeleton) Name() string { return s.name }

// Len returns the number of joints.
func (s *Skeleton) Len() int { return len(s.parents) }

// Joint returns a joint's name.
func (s *Skeleton) JointName(joint int) string { return s.names[joint] }

// Parent returns the joint's parent, which comes before it, or -1 for a root.
func (s *Skeleton) Parent(joint int) int { return int(s.parents[joint]) }

// Parents returns every joint's parent, -1 for roots. The slice is the skeleton's own: read only.
func (s *Skeleton) Parents() []int16 { return s.parents }

// Rest returns a joint's local transform in the rest pose.
func (s *Skeleton) Rest(joint int) TRS { return s.rest[joint] }

// RestLocals returns the rest pose in the layout of [Pose.Locals]. The slice is the skeleton's own: read only.
func (s *Skeleton) RestLocals() []float32 { return s.restLocals }

// Find returns the first joint of that name, and false when there is none. It takes the same time for any skeleton.
func (s *Skeleton) Find(name string) (joint int, ok bool) {
	j, ok := s.byName[name]
	return int(j), ok
}

// Source returns the node of the source file, or of the list given to [NewSkeleton], that the joint was made from.
func (s *Skeleton) Source(joint int) int { return int(s.sources[joint]) }

// FromSource returns the joint that a source node became, and false when it became none.
func (s *Skeleton) FromSource(node int) (joint int, ok bool) {
	j, ok := s.bySource[int32(node)]
	return int(j), ok && int(int32(node)) == node
}

// MorphChannels returns the morph weights that poses of this skeleton carry. The slice is the skeleton's own: read only.
func (s *Skeleton) MorphChannels() []MorphChannel { return s.morphChannels }

// MorphChannel returns the channel of the mesh that a joint carries.
func (s *Skeleton) MorphChannel(joint int) (MorphChannel, bool) {
	i, ok := slices.BinarySearchFunc(s.morphChannels, joint, func(c MorphChannel, joint int) int { return c.Joint - joint })
	if !ok {
		return MorphChannel{}, false
	}
	return s.morphChannels[i], true
}

// MorphCount returns how many morph weights a pose has, over all channels.
func (s *Skeleton) MorphCount() int { return len(s.restMorphs) }

// RestMorphs returns the morph weights of the rest pose. The slice is the skeleton's own: read only.
func (s *Skeleton) RestMorphs() []float32 { return s.restMorphs }

// JointError says what is wrong with a joint of a hierarchy.
type JointError struct {
	Skeleton string
	Joint    int // the index in the list given to [NewSkeleton]; for a skeleton that is made, the joint
	Name     string
	Reason   string
}

func (e *JointError) Error() string {
	return fmt.Sprintf("skeleton %q: joint %d (%q): %s", e.Skeleton, e.Joint, e.Name, e.Reason)
}

// InverseBind returns the inverse of the rest pose's model matrix of each of the joints, times the transform by which the
// mesh was placed when it was bound: the matrices that take a vertex of the mesh into the space of each joint, for
// meshes modeled around the rest pose. It fails for a joint whose rest pose collapses space.
func (s *Skeleton) InverseBind(joints []int, mesh mgl32.Mat4) ([]mgl32.Mat4, error) {
	model := NewPose(s).ModelMatrices(nil)
	placed := MatrixFromMat4(mesh)
	matrices := make([]mgl32.Mat4, len(joints))
	for i, j := range joints {
		if j < 0 || j >= s.Len() {
			return nil, fmt.Errorf("skeleton %q: there is no joint %d among %d", s.name, j, s.Len())
		}
		inverse, ok := MatrixAt(model, j).Inverse()
		if !ok {
			return nil, &JointError{s.name, j, s.names[j], "its rest pose collapses space, so it has no inverse bind matrix"}
		}
		matrices[i] = inverse.Mul(placed).Mat4()
	}
	return matrices, nil
}

// CharacterSize is the size in meters of the skeleton that default tolerances are meant for; see [Skeleton.Size].
const CharacterSize = 1.8

// Size returns the longest side in meters of the box around the joints of the rest pose, or [CharacterSize] where all joints
// are in one place.
func (s *Skeleton) Size() float64 {
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
	if size < 1e-9 {
		return CharacterSize
	}
	return size
}
