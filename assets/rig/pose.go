package rig

import "github.com/go-gl/mathgl/mgl32"

// The layout of local poses. A pose is a slice of float32 in groups of 8 joints; a group has ten rows of 8 numbers, one
// row for each number of a joint's translation, rotation and scale, so that joint j's number in row r is at
//
//	(j/GroupJoints)*GroupSize + r*GroupJoints + j%GroupJoints
//
// The places of the last group that have no joint hold the identity.
const (
	// GroupJoints is how many joints a group holds.
	GroupJoints = 8
	// GroupRows is how many rows a group has.
	GroupRows = 10
	// GroupSize is how many float32 a group takes.
	GroupSize = GroupJoints * GroupRows
)

// The rows of a group.
const (
	RowRotation    = 0 // x, y, z, w
	RowTranslation = 4 // x, y, z
	RowScale       = 7 // x, y, z
)

// PoseSize returns how many float32 the local pose of that many joints takes.
func PoseSize(joints int) int {
	return (joints + GroupJoints - 1) / GroupJoints * GroupSize
}

// JointOffset returns where joint j's number in row 0 is; the row r is r*GroupJoints further on.
func JointOffset(j int) int {
	return j/GroupJoints*GroupSize + j%GroupJoints
}

func putRows(locals []float32, j, row int, values ...float32) {
	at := JointOffset(j) + row*GroupJoints
	for i, v := range values {
		locals[at+i*GroupJoints] = v
	}
}

// Pose is one pose of a skeleton: where each joint is in the space of its parent, and the weights of the morph targets.
// It is what tools and tests work with; the frame path keeps poses in the same layout in memory of its own.
type Pose struct {
	// Locals holds the joints in groups of 8; see [GroupSize].
	Locals []float32
	// Morphs holds the morph weights, channel after channel; see [Skeleton.MorphChannels].
	Morphs []float32

	skeleton *Skeleton
}

// NewPose returns the skeleton's rest pose.
func NewPose(s *Skeleton) *Pose {
	p := &Pose{Locals: make([]float32, PoseSize(s.Len())), Morphs: make([]float32, s.MorphCount()), skeleton: s}
	p.SetRest()
	return p
}

// Skeleton returns the skeleton that the pose is of.
func (p *Pose) Skeleton() *Skeleton { return p.skeleton }

// SetRest makes it the rest pose again.
func (p *Pose) SetRest() {
	copy(p.Locals, p.skeleton.restLocals)
	copy(p.Morphs, p.skeleton.restMorphs)
}

// Joint returns the local transform of a joint.
func (p *Pose) Joint(joint int) TRS { return JointAt(p.Locals, joint) }

// SetJoint places a joint.
func (p *Pose) SetJoint(joint int, t TRS) { PutJoint(p.Locals, joint, t) }

// ModelMatrices writes the model matrix of every joint to dst, joint after joint ([MatrixSize] numbers each), and
// returns it; a nil or short dst is replaced by a new slice. A model matrix takes a point from the joint's own space to
// the model's: model(joint) = model(parent) · local.
func (p *Pose) ModelMatrices(dst []float32) []float32 {
	n := p.skeleton.Len() * MatrixSize
	if len(dst) < n {
		dst = make([]float32, n)
	}
	for j, parent := range p.skeleton.parents {
		m := p.Joint(j).Matrix()
		if parent >= 0 {
			m = MatrixAt(dst, int(parent)).Mul(m)
		}
		copy(dst[j*MatrixSize:], m[:])
	}
	return dst[:n]
}

// JointAt returns the local transform of a joint of a local pose in groups of 8 joints.
func JointAt(locals []float32, joint int) TRS {
	var v [GroupRows]float32
	at := JointOffset(joint)
	for row := range v {
		v[row] = locals[at+row*GroupJoints]
	}
	return TRS{
		Rotation:    mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]},
		Translation: mgl32.Vec3{v[4], v[5], v[6]},
		Scale:       mgl32.Vec3{v[7], v[8], v[9]},
	}
}

// PutJoint places a joint of a local pose in groups of 8 joints.
func PutJoint(locals []float32, joint int, t TRS) {
	putRows(locals, joint, RowRotation, t.Rotation.V[0], t.Rotation.V[1], t.Rotation.V[2], t.Rotation.W)
	putRows(locals, joint, RowTranslation, t.Translation[:]...)
	putRows(locals, joint, RowScale, t.Scale[:]...)
}
