package bake

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// steppedTrack is a stepped track of a joint. It is not baked, since no frame rate has its jumps.
// Its value is written over the baked pose, as exact sampling writes it.
type steppedTrack struct {
	track  *clip.Track
	target int // the index of the track's first number in a local pose
}

// steppedTracks returns the stepped tracks of a clip whose value changes.
func steppedTracks(c *clip.Clip) []steppedTrack {
	var list []steppedTrack
	for _, t := range c.Tracks() {
		if t.Property >= clip.MorphWeights || t.Track.Interpolation() != clip.Step || t.Track.IsConstant() {
			continue
		}
		row := kernel.RowTranslation
		switch t.Property {
		case clip.Rotation:
			row = kernel.RowRotation
		case clip.Scale:
			row = kernel.RowScale
		}
		list = append(list, steppedTrack{t.Track, kernel.JointOffset(t.Joint) + row*kernel.Lanes})
	}
	return list
}

// onlySteps reports whether nothing but stepped tracks moves joints.
func onlySteps(c *clip.Clip) bool {
	for _, t := range c.Tracks() {
		if t.Property < clip.MorphWeights && t.Track.Interpolation() != clip.Step && len(t.Track.Times()) > 1 {
			return false
		}
	}
	return true
}

// writeStepped writes the values of stepped tracks at a time in seconds to a local pose.
func writeStepped(list []steppedTrack, time float64, locals []float32) {
	for i := range list {
		var value [4]float32
		list[i].track.Sample(time, nil, value[:])
		list[i].write(value[:], locals)
	}
}

// write writes a value of the track to a local pose.
func (t *steppedTrack) write(value, locals []float32) {
	for k := range t.track.Width() {
		locals[t.target+k*kernel.Lanes] = value[k]
	}
}

// removeStepped gives the numbers of stepped tracks the values of a base pose, which take no bits.
func removeStepped(list []steppedTrack, locals, base []float32) {
	for _, t := range list {
		for k := range t.track.Width() {
			at := t.target + k*kernel.Lanes
			locals[at] = base[at]
		}
	}
}
