package solving

import (
	"github.com/sinew-go/sinew/internal/exact"
)

// LimitDirection is the compiled form of limits of where a bone points.
type LimitDirection struct {
	GoalIndex    int
	Joint, From  int // the joint, and the one above with which the limits turn
	Parent       int
	Bone         exact.Vec3 // in the joint's space, at length 1
	Limits       []DirectionLimit
	Read, Change []int16
}

// DirectionLimit is how far a bone may point toward a direction: by the sine of its angle above the
// plane at right angles to it. The direction has length 1 and is in the space of the joint above.
type DirectionLimit struct {
	Toward     exact.Vec3
	Angle, Sin float64
}

func (t *LimitDirection) turns() {}

func (t *LimitDirection) goal() int { return t.GoalIndex }

func (t *LimitDirection) reads() []int16 { return t.Read }

func (t *LimitDirection) changes() []int16 { return t.Change }

func (t *LimitDirection) stateSize() int { return 0 }

func (t *LimitDirection) solve(w *Work, weights *[Lanes]float32, _ int) {
	for l, weight := range weights {
		if weight > 0 {
			t.turn(w, l, min(float64(weight), 1))
		}
	}
}

// turn turns the joint of the character in a lane. A turn away from one direction may bring the
// bone a little nearer to another one, so that all are looked at again.
func (t *LimitDirection) turn(w *Work, lane int, weight float64) {
	bone := directionIn(w, t.Joint, lane, t.Bone)
	turned := exact.IdentityQuat
	for range 16 {
		within := true
		for i := range t.Limits {
			limit := &t.Limits[i]
			toward := directionIn(w, t.From, lane, limit.Toward)
			sine := bone.Dot(toward)
			if !(sine > limit.Sin+1e-6) {
				continue
			}
			axis := toward.Cross(bone)
			cosine := axis.Length()
			if cosine < 1e-3 { // it points there exactly: to any side
				continue
			}
			step := exact.AxisAngle(axis.Scale(1/cosine), exact.Atan2(sine, cosine)-limit.Angle)
			bone = step.Rotate(bone)
			turned, within = step.Mul(turned), false
		}
		if within {
			break
		}
	}
	if turned != exact.IdentityQuat {
		turnInModel(w, t.Joint, t.Parent, lane, turned, weight)
	}
}
