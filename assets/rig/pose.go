package rig

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel"
)

// JointAt returns the local transform of a joint of a local pose.
func JointAt(locals []float32, joint int) TRS {
	var v [kernel.Rows]float32
	at := kernel.JointOffset(joint)
	for row := range v {
		v[row] = locals[at+row*kernel.Lanes]
	}
	return TRS{
		Rotation:    mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]},
		Translation: mgl32.Vec3{v[4], v[5], v[6]},
		Scale:       mgl32.Vec3{v[7], v[8], v[9]},
	}
}

// PutJoint sets the local transform of a joint of a local pose.
func PutJoint(locals []float32, joint int, t TRS) {
	q, p, s := t.Rotation, t.Translation, t.Scale
	at := kernel.JointOffset(joint)
	for row, v := range [kernel.Rows]float32{q.V[0], q.V[1], q.V[2], q.W, p[0], p[1], p[2], s[0], s[1], s[2]} {
		locals[at+row*kernel.Lanes] = v
	}
}

// Pose is one pose of a skeleton: the local transform of each joint and the weights of the morph
// targets. Tools and tests use it; the frame path keeps poses of the same layout in its own memory.
type Pose struct {
	// Locals holds the local transforms in groups of 8 joints; see the package comment.
	Locals []float32
	// Morphs holds the morph weights, the visibility and the values of materials, channel after
	// channel; see [Skeleton.MorphChannels], [Skeleton.VisibilityChannels] and
	// [Skeleton.MaterialChannels].
	Morphs []float32

	skeleton *Skeleton
}

// NewPose returns the skeleton's rest pose.
// For a nil skeleton it is an empty pose, which whatever takes a pose refuses.
func NewPose(s *Skeleton) *Pose {
	if s == nil {
		return &Pose{}
	}
	p := &Pose{Locals: make([]float32, kernel.PoseSize(s.Len())), Morphs: make([]float32, s.MorphCount()), skeleton: s}
	p.SetRest()
	return p
}

// Skeleton returns the skeleton that the pose is for.
func (p *Pose) Skeleton() *Skeleton {
	if p == nil {
		return nil
	}
	return p.skeleton
}

// SetRest sets the pose to the rest pose.
func (p *Pose) SetRest() {
	if p.Skeleton() == nil {
		return
	}
	copy(p.Locals, p.skeleton.restLocals)
	copy(p.Morphs, p.skeleton.restMorphs)
}

// Joint returns the local transform of a joint. For a joint that the skeleton does not have, such
// as the -1 of a failed look-up, it is the identity.
func (p *Pose) Joint(joint int) TRS {
	if !p.has(joint) {
		return IdentityTRS()
	}
	return JointAt(p.Locals, joint)
}

// SetJoint sets the local transform of a joint. It changes nothing for a joint that the skeleton
// does not have.
func (p *Pose) SetJoint(joint int, t TRS) {
	if p.has(joint) {
		PutJoint(p.Locals, joint, t)
	}
}

// has reports whether the pose has a joint.
func (p *Pose) has(joint int) bool {
	return p != nil && joint >= 0 && kernel.PoseSize(joint+1) <= len(p.Locals) &&
		(p.skeleton == nil || joint < p.skeleton.Len())
}

// ModelMatrices writes the model matrix of every joint to dst, [MatrixSize] numbers for each, and
// returns it. It allocates a new slice if dst is too short. A model matrix takes a point from the
// joint's own space to model space: model(joint) = model(parent) · local(joint).
func (p *Pose) ModelMatrices(dst []float32) []float32 {
	if p.Skeleton() == nil {
		return dst[:0]
	}
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
