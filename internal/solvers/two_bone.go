package solvers

import (
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solving"
)

// FirstSetting is the first row that is the same in all frames.
const FirstSetting = layout.TwoBoneSoftness

// TwoBone is the compiled form of a limb of two bones.
type TwoBone struct {
	GoalIndex                           int
	Root, Middle, End                   int
	RootParent, MiddleParent, EndParent int
	Grip                                *Grip // or nil
	KeepRotation, GoalRotation          bool
	Settings                            [(layout.TwoBoneRootOut - FirstSetting) * Lanes]float32
	Read, Change                        []int16
}

func (t *TwoBone) turns() {}

func (t *TwoBone) ignoresRotation() bool { return !t.GoalRotation && t.Grip == nil }

func (t *TwoBone) goal() int { return t.GoalIndex }

func (t *TwoBone) reads() []int16 { return t.Read }

func (t *TwoBone) changes() []int16 { return t.Change }

func (t *TwoBone) stateSize() int { return 0 }

func (t *TwoBone) solve(w *Work, weights *[Lanes]float32, _ int) {
	rows, goal := &w.twoBone, t.goalRows(w, weights)
	// the target and the pole
	copy(rows[layout.TwoBoneTarget*Lanes:], goal[layout.GoalTarget*Lanes:layout.GoalUp*Lanes])
	copy(rows[layout.TwoBoneHasPole*Lanes:], goal[layout.GoalHasPole*Lanes:][:Lanes])
	copy(rows[layout.TwoBoneWeight*Lanes:], weights[:])
	copy(rows[FirstSetting*Lanes:], t.Settings[:])
	solve.TwoBone(rows, &solve.TwoBoneJoints{
		RootParent: w.ModelOf(t.RootParent), Root: w.ModelOf(t.Root),
		MiddleParent: w.ModelOf(t.MiddleParent), Middle: w.ModelOf(t.Middle), End: w.ModelOf(t.End),
		RootLocal: w.LocalOf(t.Root), MiddleLocal: w.LocalOf(t.Middle),
	})
	w.setRotation(t.Root, rows[layout.TwoBoneRootOut*Lanes:])
	w.setRotation(t.Middle, rows[layout.TwoBoneMiddleOut*Lanes:])
	if len(t.Change) == 3 {
		t.turnEnd(w, weights, goal, rows)
	}
}

// goalRows returns the goal, taken to the end joint if it holds by a grip.
func (t *TwoBone) goalRows(w *Work, weights *[Lanes]float32) *solve.GoalRows {
	rows := w.GoalRows(t.GoalIndex)
	if t.Grip == nil {
		return rows
	}
	t.Grip.resolve(w, weights, t.GoalIndex, t.End)
	w.gripRows = *rows
	rows = &w.gripRows
	for l, weight := range weights {
		if weight > 0 {
			g := &w.gripGoals[l]
			PutVec(rows[:], layout.GoalTarget, l, g.Target)
			PutVec(rows[:], layout.GoalPole, l, g.Pole)
			putQuat(rows[:], layout.GoalRotation, l, g.Rotation)
			rows[layout.GoalHasPole*Lanes+l], rows[layout.GoalHasRotation*Lanes+l] = solving.Number(g.HasPole),
				solving.Number(g.HasRotation)
		}
	}
	return rows
}

// turnEnd turns the end joint to the goal's rotation, or back to the rotation that it had.
func (t *TwoBone) turnEnd(w *Work, weights *[Lanes]float32, goal *solve.GoalRows, limb *solve.TwoBoneRows) {
	rows := &w.turnTo
	copy(rows[layout.TurnToMoved*Lanes:], limb[layout.TwoBoneTurnOut*Lanes:])
	copy(rows[layout.TurnToGoal*Lanes:], goal[layout.GoalRotation*Lanes:][:layout.RotationRows*Lanes])
	has := (*[Lanes]float32)(rows[layout.TurnToHasGoal*Lanes:])
	*has = [Lanes]float32{}
	if t.GoalRotation {
		*has = [Lanes]float32(goal[layout.GoalHasRotation*Lanes:])
	}
	end := *weights
	if !t.KeepRotation {
		for l, x := range has {
			end[l] *= x // 0 or 1
		}
	}
	copy(rows[layout.TurnToWeight*Lanes:], end[:])
	solve.TurnTo(rows, w.ModelOf(t.EndParent), w.ModelOf(t.End), w.LocalOf(t.End))
	w.setRotation(t.End, rows[layout.TurnToOut*Lanes:])
}
