package solvers

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// LookAt is the compiled form of a look-at.
type LookAt struct {
	GoalIndex   int
	Links       []LookLink
	Joints      []int16
	Forward, Up mgl32.Vec3    // unit vectors in the last joint's space
	Ray         solve.Ray     // in the last joint's space
	FromJoint   bool          // a single joint from whose origin the ray begins
	Limits      *TargetLimits // nil for none
}

// LookLink is a joint of a look-at.
type LookLink struct {
	Joint, Parent int
	Kind          solve.AimKind // without a roll
	Share         solve.AimShare
}

// aimWork is memory for solvers that aim.
type aimWork struct {
	ray   solve.Ray
	up    solve.AimUp
	aimed [2]solve.Aimed // joints of a chain take turns
}

func (t *LookAt) turns() {}

func (t *LookAt) ignoresRotation() bool { return true }

func (t *LookAt) goal() int { return t.GoalIndex }

func (t *LookAt) reads() []int16 { return t.Joints }

func (t *LookAt) changes() []int16 { return t.Joints }

func (t *LookAt) stateSize() int {
	if t.Limits == nil {
		return 0
	}
	return t.Limits.stateSize()
}

func (t *LookAt) solve(w *Work, weights *[Lanes]float32, state int) {
	a := &w.aim
	last := w.ModelOf(int(t.Joints[len(t.Joints)-1]))
	goal := w.GoalRows(t.GoalIndex)
	target := row3(goal[:], layout.GoalTarget)
	rolls := false
	if t.Up != (mgl32.Vec3{}) {
		for l := range Lanes {
			rolls = rolls || goal[layout.GoalHasPole*Lanes+l] > 0.5
		}
	}
	if rolls {
		*row3(a.up[:], layout.AimUpWanted) = *row3(goal[:], layout.GoalUp)
		*(*[Lanes]float32)(a.up[layout.AimHasUp*Lanes:]) = [Lanes]float32(goal[layout.GoalHasPole*Lanes:])
	}
	if !t.FromJoint || t.Limits != nil {
		solve.PlaceRay(&a.ray, last, &t.Ray)
	}
	if t.Limits != nil {
		target = t.Limits.apply(w, weights, state, w.ModelOf(t.Links[0].Parent), target)
	}
	for i := range t.Links {
		link, out := &t.Links[i], &a.aimed[i%2]
		kind := link.Kind
		if rolls {
			kind = solve.AimRolled
		}
		local := w.LocalOf(link.Joint)
		if t.FromJoint {
			solve.AimJoint(kind, out, &t.Ray, target, &link.Share, &a.up, weights, w.ModelOf(link.Parent), last, local)
		} else {
			solve.Aim(kind, out, &a.ray, target, &link.Share, &a.up, weights, w.ModelOf(link.Parent),
				w.ModelOf(link.Joint), local)
		}
		*(*solve.Quat)(local[:]) = *(*solve.Quat)(out[layout.AimedRotation*Lanes:])
		target = row3(out[:], layout.AimedTarget)
		if rolls {
			*row3(a.up[:], layout.AimUpWanted) = *row3(out[:], layout.AimedUp)
		}
	}
}

func unit(v [3]float32) [3]float32 { return exact.ToVec3(v).Normalized().Float32() }
