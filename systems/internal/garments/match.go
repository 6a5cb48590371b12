package garments

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// match tells where a garment has what its wearer has, by their skeletons.
type match struct {
	of      *rig.Skeleton // the wearer's
	fits    bool          // the garment has all joints of the wearer
	joints  []jointPair
	numbers []numberRun // of morph weights and visibility
}

// jointPair is where a joint is in the local pose of the wearer, and in that of the garment.
type jointPair struct{ from, to int32 }

// numberRun is where a run of numbers of a pose is with the wearer, and with the garment.
type numberRun struct{ from, to, count int }

// mostMatches is how many matches a pool keeps. There are as many as skeletons of wearers, unless
// a program replaces skeletons again and again.
const mostMatches = 16

// matchOf returns the match of a garment with a wearer's skeleton.
func (r *rows) matchOf(of *rig.Skeleton) *match {
	for _, m := range r.matches {
		if m.of == of {
			return m
		}
	}
	if len(r.matches) == mostMatches {
		r.matches = r.matches[:0] // wearers of this frame keep theirs
	}
	m := newMatch(r.skeleton, of)
	r.matches = append(r.matches, m)
	return m
}

// newMatch compares the skeletons of a garment and of a wearer.
func newMatch(own, of *rig.Skeleton) *match {
	m := &match{of: of}
	joints, err := own.JointsOf(of)
	if m.fits = err == nil; !m.fits {
		return m
	}
	for from, to := range joints {
		m.joints = append(m.joints, jointPair{int32(kernel.JointOffset(from)), int32(kernel.JointOffset(to))})
		theirs, _ := of.MorphChannel(from)
		if channel, _ := own.MorphChannel(to); channel.Count != 0 && theirs.Count != 0 { // of equal length: JointsOf
			m.numbers = append(m.numbers, numberRun{theirs.Offset, channel.Offset, channel.Count})
		}
		if theirs, shows := of.VisibilityChannel(from); shows {
			if channel, shows := own.VisibilityChannel(to); shows {
				m.numbers = append(m.numbers, numberRun{theirs.Offset, channel.Offset, 1})
			}
		}
	}
	return m
}
