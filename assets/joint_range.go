package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// jointRange is between which corners a joint's translation and scale lie, and whether it turns.
type jointRange struct {
	low, high         [3]float64 // of the translation
	leastScale, scale [3]float64 // of each axis
	rotation          [4]float64
	turns             bool
	// What additive clips add to the translation, and by what they multiply the scale at most.
	addLow, addHigh [3]float64
	factor          float64
}

type jointRanges []jointRange

func newJointRanges(s *Skeleton) jointRanges {
	ranges := make(jointRanges, s.Len())
	for j := range ranges {
		r, rest := &ranges[j], s.Rest(j)
		for c := range 3 {
			r.low[c], r.high[c] = float64(rest.Translation[c]), float64(rest.Translation[c])
			r.leastScale[c], r.scale[c] = float64(rest.Scale[c]), float64(rest.Scale[c])
		}
		r.factor = 1
		q := exact.Normalized32(exact.XYZW(rest.Rotation))
		for c := range q {
			r.rotation[c] = float64(q[c])
		}
	}
	return ranges
}

// add widens the ranges to what a clip does.
func (r jointRanges) add(c *Clip) {
	for i := range c.Tracks() {
		t := &c.Tracks()[i]
		joint := &r[t.Joint]
		if c.Additive() {
			joint.addDifference(t)
			continue
		}
		switch t.Property {
		case clip.Translation:
			t.Track.EachControlPoint(func(v []float64) { widen(&joint.low, &joint.high, v) })
		case clip.Scale:
			t.Track.EachControlPoint(func(v []float64) { widen(&joint.leastScale, &joint.scale, v) })
		case clip.Rotation:
			t.Track.EachControlPoint(func(v []float64) { joint.turns = joint.turns || !sameRotation(v, joint.rotation) })
		}
	}
}

// addDifference widens the range to what a track of an additive clip does.
func (r *jointRange) addDifference(t *clip.JointTrack) {
	switch t.Property {
	case clip.Translation:
		t.Track.EachControlPoint(func(v []float64) { widen(&r.addLow, &r.addHigh, v) })
	case clip.Scale:
		t.Track.EachControlPoint(func(v []float64) {
			for _, x := range v[:3] {
				r.factor = max(r.factor, math.Abs(x))
			}
		})
	case clip.Rotation:
		r.turns = true
	}
}

func widen(low, high *[3]float64, v []float64) {
	for c := range low {
		low[c], high[c] = min(low[c], v[c]), max(high[c], v[c])
	}
}

// sameRotation says whether two quaternions are nearly the same, or each other's negatives.
func sameRotation(v []float64, q [4]float64) bool {
	const near = 1e-5
	same, opposite := true, true
	for c := range q {
		same = same && math.Abs(v[c]-q[c]) < near
		opposite = opposite && math.Abs(v[c]+q[c]) < near
	}
	return same || opposite
}

// lift takes what a joint moves, a ball that goes so far around the joint, to its parent's space.
func (r *jointRange) lift(b ball, around float64) ball {
	var lifted ball
	var slack, scaled, stray [3]float64
	largest := 0.0
	for c := range 3 {
		low, high := r.low[c]+r.addLow[c], r.high[c]+r.addHigh[c]
		lifted.center[c] = (low + high) / 2
		slack[c] = (high - low) / 2
		largest = max(largest, math.Abs(r.leastScale[c]), math.Abs(r.scale[c]))
		scaled[c] = float64(b.center[c]*(r.leastScale[c]+r.scale[c])) / 2
		stray[c] = float64(b.center[c]*(r.scale[c]-r.leastScale[c])) / 2
	}
	lifted.radius = length(slack) + float64(float64(largest*r.factor)*around)
	if r.turns || r.factor > 1 {
		return lifted
	}
	still := ball{lifted.center, length(slack) + float64(largest*b.radius) + length(stray)}
	for c, v := range rotated(r.rotation, scaled) {
		still.center[c] += v
	}
	if still.radius < lifted.radius {
		return still
	}
	return lifted
}

// rotated returns the vector turned by a unit quaternion x, y, z, w: v + 2·(w·(q×v) + q×(q×v)).
func rotated(q [4]float64, v [3]float64) [3]float64 {
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{
			float64(a[1]*b[2]) - float64(a[2]*b[1]), float64(a[2]*b[0]) - float64(a[0]*b[2]), float64(a[0]*b[1]) - float64(a[1]*b[0]),
		}
	}
	axis := [3]float64{q[0], q[1], q[2]}
	once := cross(axis, v)
	twice := cross(axis, once)
	for c := range v {
		v[c] += float64(2 * (float64(q[3]*once[c]) + twice[c]))
	}
	return v
}
