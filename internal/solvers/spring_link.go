package solvers

import (
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/kernel/springs"
)

// linked does all for the only substep of a frame without colliders.
func (t *Spring) linked(w *Work, rows []float32, motion *solve.Matrix, weights *[Lanes]float32) {
	s := &w.spring
	frame := &s.link
	*(*springs.Row)(frame[:]) = *s.root.Begin()
	*(*springs.Step)(frame[layout.LinkFrameStep*Lanes:]) = s.step
	*(*springs.Row)(frame[layout.LinkFrameWeight*Lanes:]) = *weights
	joint, child := t.ends(w, 0)
	s.fixed.Ready(stateOf(rows, 0), motion, joint, child, frame)
	last, before := &s.fixed, &s.fixed
	for i := range t.Bones {
		bone, link := &t.Bones[i], &s.links[i%len(s.links)]
		// there is none beyond the ends: its results are not used
		next, previous := min(i+1, len(t.Bones)-1), max(i-1, 0)
		joints := springs.LinkJoints{
			Own: stateOf(rows, i), State: stateOf(rows, next),
			BeforeParent: w.ModelOf(t.Bones[previous].Parent), Before: &s.noJoint,
		}
		if i > 0 {
			joints.Before = w.LocalOf(t.Bones[previous].Joint)
		}
		joints.Joint, joints.Child = t.ends(w, next)
		switch {
		case !bone.HasGravity:
			s.bone.gravity = origin8
		case !bone.SameGravity:
			springs.Gravity(&s.bone.gravity, &s.frame, &bone.Down)
		}
		link.Solve(last, before, &joints, motion, frame, &bone.Setting, &s.bone.gravity)
		last, before = link, last
	}
	bone := &t.Bones[len(t.Bones)-1]
	local := w.LocalOf(bone.Joint)
	springs.Out((*solve.Quat)(local[:]), last.Bone(), before.Bone(), w.ModelOf(bone.Parent), local, weights)
}

// ends returns the model matrices of a bone's joint and of the one at its tail.
func (t *Spring) ends(w *Work, i int) (joint, child *solve.Matrix) {
	bone := &t.Bones[i]
	joint = w.ModelOf(bone.Joint)
	if bone.Child >= 0 {
		return joint, w.ModelOf(bone.Child)
	}
	child = &w.spring.child
	for l := range Lanes {
		for r, x := range transformed(joint, l, t.Tip) {
			child[layout.Element(r, layout.OriginColumn)*Lanes+l] = x
		}
	}
	return joint, child
}

// stateOf returns what a bone remembers.
func stateOf(rows []float32, i int) *springs.Kept {
	return (*springs.Kept)(rows[(springHeader+springSize*i)*Lanes:])
}

// rememberBone writes what a bone remembers.
func rememberBone(rows []float32, i int, carried *springs.Carried, own *springs.Bone) {
	state := stateOf(rows, i)
	*row3(state[:], layout.KeptBone) = *row3(carried[:], layout.CarriedNow)
	*(*springs.Old)(state[layout.KeptCurrent*Lanes:]) = *(*springs.Old)(own[layout.BoneCurrent*Lanes:])
}
