package ragdoll

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
)

// The types of definitions and of what moves are in package rigid, so that a program without
// ragdolls does not compile what proposes and reads them.
type (
	// Definition describes the bodies of the characters of a skeleton.
	Definition = rigid.Definition
	// Body is a capsule that moves with a joint.
	Body = rigid.Body
	// Limit is how far a body turns against the body above.
	Limit = rigid.Limit
	// Transform is where a body is, in world space and meters.
	Transform = rigid.Transform
	// Motion is where a body is and how it moves.
	Motion = rigid.Motion
)

// Errors of definitions.
var (
	// ErrBody is [rigid.ErrBody].
	ErrBody = rigid.ErrBody
	// ErrNoBodies is [rigid.ErrNoBodies].
	ErrNoBodies = rigid.ErrNoBodies
	// ErrModel is [rigid.ErrModel].
	ErrModel = rigid.ErrModel
)

// Rigid is [rigid.TransformOf].
func Rigid(joint mgl32.Mat4) (Transform, bool) { return rigid.TransformOf(joint) }
