package springs

import "github.com/sinew-go/sinew/internal/kernel/layout"

// Link is a bone of a chain in a frame of one substep, at the end of the frame, without colliders,
// and what [Link.Solve] computes beside it: a bone waits for the one before, so that a processor
// has time for other work. It has no tails before.
type Link [layout.LinkRows * Lanes]float32

// Bone returns the bone of a link.
func (l *Link) Bone() *Bone { return (*Bone)(l[:]) }

// LinkFrame are the numbers of a frame that all links have in common.
type LinkFrame [layout.LinkFrameRows * Lanes]float32

// Ready prepares a link, which is fixed, for the first bone of a chain: it does what [Link.Solve]
// does for the next bone.
func (l *Link) Ready(state *Kept, motion, joint, child *Matrix, frame *LinkFrame) {
	if assembly {
		springReadyAsm(&l[0], &state[0], &motion[0], &joint[0], &child[0], &frame[0])
		return
	}
	springReadyGeneric((*[30 * Lanes]float32)(l), state, motion, joint, child, (*Row)(frame[:]))
}

// LinkJoints are the joints that [Link.Solve] works on: what the bone remembers; what the next bone
// remembers, its joint and the one at its tail; the parent and the local transform of the joint
// before. It writes the tails that the bone remembers, the animated bone that the next one
// remembers, and the rotation of the joint before.
type LinkJoints struct {
	Own, State   *Kept
	Joint, Child *Matrix
	BeforeParent *Matrix
	Before       *Local
}

// Solve does the work of [Joint] for a bone, of [Carry] for the next one and of [Out] for the one
// before, with the same bits. Last is the link of the bone before, and before it that of the bone
// before that.
func (l *Link) Solve(last, before *Link, j *LinkJoints, motion *Matrix, frame *LinkFrame, setting *Setting,
	gravity *Point,
) {
	if assembly {
		springLinkAsm(&l[0], &last[0], &before[0], &j.Own[0], &j.State[0], &motion[0], &j.Joint[0], &j.Child[0],
			&frame[0], &setting[0], &gravity[0],
			&j.BeforeParent[0], &j.Before[0])
		return
	}
	springLinkGeneric((*[30 * Lanes]float32)(l), (*[30 * Lanes]float32)(last), (*[13 * Lanes]float32)(before[:]), j.Own,
		j.State, motion, j.Joint, j.Child,
		(*[5 * Lanes]float32)(frame), (*[3 * Lanes]float32)(setting), gravity, j.BeforeParent, j.Before)
}
