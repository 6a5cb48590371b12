package solvers

import (
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// LimitDirection is the compiled form of limits of where a bone points.
type LimitDirection struct {
	GoalIndex    int
	Joint, From  int // the joint, and the one above with which the limits turn
	Parent       int
	Bone         exact.Vec3 // in the joint's space, at length 1
	Bone32       [3]float32
	Limits       []DirectionLimit
	Read, Change []int16
}

// DirectionLimit is how far a bone may point toward a direction: by the sine of its angle above the
// plane at right angles to it. The direction has length 1 and is in the space of the joint above.
type DirectionLimit struct {
	Toward     exact.Vec3
	Angle, Sin float64
	Toward32   [3]float32
	Square32   float32 // of the sine, a little less
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

// isWithin reports whether the bone is within all limits, quickly: without a root.
func (t *LimitDirection) isWithin(w *Work, lane int) bool {
	bone := turned32(w.ModelOf(t.Joint), &t.Bone32, lane)
	size := dot32(&bone, &bone)
	from := w.ModelOf(t.From)
	for i := range t.Limits {
		limit := &t.Limits[i]
		toward := turned32(from, &limit.Toward32, lane)
		along := dot32(&bone, &toward)
		most := float32(float32(limit.Square32*size) * dot32(&toward, &toward))
		if limit.Sin <= 0 || !(along <= 0 || float32(along*along) < most) {
			return false
		}
	}
	return true
}

// turned32 takes a vector from a joint's space to model space.
func turned32(m *solve.Matrix, v *[3]float32, lane int) (out [3]float32) {
	for r := range out {
		row := m[layout.Element(r, 0)*Lanes+lane:]
		out[r] = float32(row[0]*v[0]) + float32(row[Lanes]*v[1]) + float32(row[2*Lanes]*v[2])
	}
	return out
}

func dot32(a, b *[3]float32) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2])
}

// turn turns the joint of the character in a lane. A turn away from one direction may bring the
// bone a little nearer to another one, so that all are looked at again.
func (t *LimitDirection) turn(w *Work, lane int, weight float64) {
	if t.isWithin(w, lane) {
		return
	}
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
