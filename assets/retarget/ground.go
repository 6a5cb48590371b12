package retarget

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

const (
	// offGround is how far the reference pose may stand above or below height 0, in lengths of the
	// leg, before the clip is asked where its ground is.
	offGround = 0.2
	// stillFoot is the speed, in lengths of the leg per second, below which a foot stands.
	stillFoot = 0.3
	// groundPart is the part of the heights of standing feet that may be below the ground: feet stand
	// higher on steps, and lower where a recording has a fault.
	groundPart = 0.05
)

// findGround finds how far the clip's ground is above that of the reference pose, for skeletons
// whose reference pose does not stand at height 0, as in recordings: there the hips are at the
// origin in the rest pose, and the clip lifts them to where the feet stand at about 0. A clip whose
// feet come to the ground of the reference pose has that one.
func (w *work) findGround() {
	leg := w.legTo / w.scale
	if w.same || w.source.Additive() || math.Abs(w.upFrom.Dot(w.groundFrom)) < offGround*leg {
		return
	}
	var still, all []float64
	before := map[int]exact.Vec3{}
	n := w.samples()
	for i := range n {
		w.setSource(w.sampleTime(i, n))
		for k := range w.limbs {
			l := &w.limbs[k]
			if !l.leg {
				continue
			}
			contact, rest := w.contact(l)
			at := w.src.Position(contact)
			height := w.upFrom.Dot(at.Sub(w.groundFrom)) - rest
			all = append(all, height)
			if last, ok := before[k]; ok && at.Sub(last).Length()*standingRate < stillFoot*leg {
				still = append(still, height)
			}
			before[k] = at
		}
	}
	if len(all) == 0 || slices.Min(all) < offGround*leg {
		return
	}
	if len(still) == 0 {
		w.lift = slices.Min(all)
	} else {
		order.Floats(still)
		w.lift = still[int(groundPart*float64(len(still)-1))]
	}
	w.report.Notes = append(w.report.Notes, fmt.Sprintf("the clip's ground was found %.3g above that of the reference "+
		"pose, by the feet that stand", w.lift))
}

// contact returns the source's joint with which a foot stands, and its height over the ground in
// the reference pose.
func (w *work) contact(l *limb) (joint int, height float64) {
	if l.toe >= 0 {
		return w.links[l.toe].from, l.toeFrom
	}
	return w.links[l.end].from, l.ankleFrom
}

// samples returns how many poses of the clip are looked at.
func (w *work) samples() int { return int(min(1e5, math.Ceil(w.source.Duration()*standingRate))) + 1 }

// sampleTime returns the time of one of n of them.
func (w *work) sampleTime(i, n int) float64 {
	return w.source.Start() + w.source.Duration()*float64(i)/float64(max(1, n-1))
}
