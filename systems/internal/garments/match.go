package garments

import (
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// match tells where a garment has what its wearer has, by their skeletons.
type match struct {
	of      *rig.Skeleton // the wearer's
	asked   int           // the count of [rows] when it was asked for last
	fits    bool          // the garment has all joints of the wearer
	joints  []jointPair
	numbers []numberRun // of morph weights and visibility
}

// jointPair is where a joint is in the local pose of the wearer, and in that of the garment.
type jointPair struct{ from, to int32 }

// numberRun is where a run of numbers of a pose is with the wearer, and with the garment.
type numberRun struct{ from, to, count int }

// fewMatches is how many matches a pool keeps at least. There are as many as skeletons of wearers,
// unless a program replaces skeletons again and again.
const fewMatches = 16

// matchOf returns the match of a garment with a wearer's skeleton.
func (r *rows) matchOf(of *rig.Skeleton) *match {
	r.asked++
	for _, m := range r.matches {
		if m.of == of {
			m.asked = r.asked
			return m
		}
	}
	// Each garment asks once in a frame: what was not asked for as many times ago has no wearer.
	if garments := r.Used(); len(r.matches) >= max(fewMatches, 2*garments) {
		r.matches = slices.DeleteFunc(r.matches, func(m *match) bool { return r.asked-m.asked > garments })
	}
	m := newMatch(r.skeleton, of)
	m.asked = r.asked
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
