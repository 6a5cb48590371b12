package clip

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// jointTracks are the tracks that place a joint, nil where it has none.
type jointTracks struct {
	rest                         rig.TRS
	translation, rotation, scale *Track
}

// tracksOf returns the tracks that place each joint.
func tracksOf(clip *Clip) []jointTracks {
	list := make([]jointTracks, clip.skeleton.Len())
	for j := range list {
		list[j].rest = clip.skeleton.Rest(j)
	}
	for _, t := range clip.tracks {
		switch j := &list[t.Joint]; t.Property {
		case Translation:
			j.translation = t.Track
		case Rotation:
			j.rotation = t.Track
		case Scale:
			j.scale = t.Track
		}
	}
	return list
}

func (j *jointTracks) all() [3]*Track { return [3]*Track{j.translation, j.rotation, j.scale} }

// at returns the joint's local transform at a time in seconds.
func (j *jointTracks) at(time float64) wideTRS {
	t := j.rest
	if j.translation != nil {
		j.translation.Sample(time, nil, t.Translation[:])
	}
	if j.rotation != nil {
		var q [4]float32
		j.rotation.Sample(time, nil, q[:])
		t.Rotation = exact.QuatFromXYZW(q)
	}
	if j.scale != nil {
		j.scale.Sample(time, nil, t.Scale[:])
	}
	return wideOf(t)
}

// travels says whether the joint's own translation or rotation changes; lengths up to the given one are none.
func (j *jointTracks) moves(length float64) bool {
	return j.translation.varies(length) || j.rotation.varies(stillTolerance)
}

// changes says whether any of the joint's own transform does.
func (j *jointTracks) movesOrScales(length float64) bool {
	return j.moves(length) || j.scale.varies(stillTolerance)
}

// stillness is by how much the numbers of a rotation or scale may differ that does not change, and a length as a part of the
// skeleton's size: exporters write keys for joints that keep still.
const stillTolerance = 1e-6

// changes says whether a value of the track, or what leads from one to the next, differs by more than that from the first value.
func (t *Track) varies(slack float64) bool {
	if t == nil || len(t.times) < 2 {
		return false
	}
	w, perKey := t.width, t.interpolation.valuesPerKey()
	first := t.values[:w]
	if perKey == 3 {
		first = t.values[w : 2*w]
	}
	for i, v := range t.values {
		from := float64(first[i%w])
		if t.interpolation == CubicHermite && i/w%3 != 1 {
			from = 0 // a slope
		}
		if math.Abs(float64(v)-from) > slack {
			return true
		}
	}
	return false
}

// mover is a joint that the character's motion is taken out of. What is above it keeps still.
type carrier struct {
	joint                        int
	tracks                       jointTracks
	parentToModel, modelToParent affine     // from its parent's space to the model's, and back
	yawAxis                      [3]float64 // about which it turns in its parent's space where the character turns about the up axis
}

// follow returns the joint to follow.
func (o *RootMotionOptions) followedJoint(clip *Clip, tracks []jointTracks, length float64) (int, error) {
	s := clip.skeleton
	switch {
	case o.Number != 0:
		if o.Number < 0 || o.Number > s.Len() {
			return 0, fmt.Errorf("joint %d is not among the skeleton's %d", o.Number-1, s.Len())
		}
		return o.Number - 1, nil
	case o.Joint != "":
		joint, ok := s.Find(o.Joint)
		if !ok {
			return 0, fmt.Errorf("the skeleton has no joint %q", o.Joint)
		}
		return joint, nil
	}
	below := make([]int, s.Len()) // how many joints hang from each, itself included
	for j := s.Len() - 1; j >= 0; j-- {
		below[j]++
		if parent := s.Parent(j); parent >= 0 {
			below[parent] += below[j]
		}
	}
	best := -1
	for j := range tracks {
		if tracks[j].moves(length) && (best < 0 || below[j] > below[best]) {
			best = j
		}
	}
	if best < 0 {
		return 0, fmt.Errorf("no joint's translation or rotation changes")
	}
	return best, nil
}

// moverOf returns the joint ready to be moved.
func (w *rootExtraction) newCarrier(joint int) (carrier, error) {
	s := w.clip.skeleton
	m := carrier{joint: joint, tracks: w.tracks[joint], parentToModel: identityAffine}
	for j := s.Parent(joint); j >= 0; j = s.Parent(j) {
		local := w.tracks[j].at(w.clip.start)
		matrix := local.matrix()
		m.parentToModel = matrix.mul(&m.parentToModel)
	}
	var ok bool
	if m.modelToParent, ok = m.parentToModel.inverse(); !ok {
		return m, fmt.Errorf("joint %d (%q): what is above it collapses space", joint, s.JointName(joint))
	}
	if w.options.Yaw {
		if m.yawAxis, ok = m.parentToModel.axisBelow(&m.modelToParent, w.options.Up); !ok {
			return m, fmt.Errorf("joint %d (%q): what is above it scales unevenly, so that a yaw is no rotation of it", joint, s.JointName(joint))
		}
	}
	return m, nil
}
