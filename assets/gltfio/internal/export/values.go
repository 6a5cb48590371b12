package export

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// valuesOf returns the values of a track's keys as they are written: over the rest pose for an
// additive clip, with tangents for Bezier curves, and so that reading gives the same rotations
// again.
func (e *exporter) valuesOf(c *assets.Clip, t clip.JointTrack) ([]float32, error) {
	values := t.Track.Values()
	if c.Additive() {
		var err error
		if values, err = e.overRest(t); err != nil {
			return nil, err
		}
	}
	switch {
	case t.Property == clip.Visibility:
		for _, v := range values {
			if v != 0 && v != 1 {
				return nil, fmt.Errorf("expected keys of 0 and 1, as glTF does, found %v", v)
			}
		}
		if t.Track.Interpolation() != clip.Step {
			return nil, fmt.Errorf("expected steps, as glTF does, found the interpolation %v",
				t.Track.Interpolation())
		}
	case t.Track.Interpolation() == clip.CubicBezier:
		return hermiteOfBezier(t.Track, values), nil
	case t.Property == clip.Rotation && t.Track.Interpolation() < clip.CubicHermite:
		out := make([]float32, 0, len(values))
		for at := 0; at < len(values); at += 4 {
			q := beforeNormalization([4]float32(values[at:]))
			out = append(out, q[:]...)
		}
		return out, nil
	}
	return values, nil
}

// overRest returns the values of a track of an additive clip, added to the rest pose. Subtracting
// the rest pose gives the differences again, up to rounding.
func (e *exporter) overRest(t clip.JointTrack) ([]float32, error) {
	rest, values := e.skeleton.Rest(t.Joint), t.Track.Values()
	out := make([]float32, len(values))
	var added []float32
	switch t.Property {
	case clip.Rotation:
		base := exact.ToQuat(exact.XYZW(rest.Rotation))
		for at := 0; at < len(values); at += 4 {
			q := exact.ToQuat([4]float32(values[at:])).Mul(base)
			if t.Track.Interpolation() < clip.CubicHermite {
				q = q.Normalized()
			}
			*(*[4]float32)(out[at:]) = q.Float32()
		}
		return out, nil
	case clip.Scale:
		for at, v := range values {
			if rest.Scale[at%3] == 0 {
				return nil, errors.New("expected a scale in the rest pose that is not 0, with which the scale of an " +
					"additive clip is multiplied, found 0")
			}
			out[at] = float32(float64(v) * float64(rest.Scale[at%3]))
		}
		return out, nil
	case clip.Translation:
		added = rest.Translation[:]
	case clip.Visibility:
		channel, _ := e.skeleton.VisibilityChannel(t.Joint)
		added = e.skeleton.RestMorphs()[channel.Offset:][:1]
	case clip.Material:
		channel := e.skeleton.MaterialChannels()[t.Channel]
		added = e.skeleton.RestMorphs()[channel.Offset:][:channel.Count]
	default:
		channel, _ := e.skeleton.MorphChannel(t.Joint)
		added = e.skeleton.RestMorphs()[channel.Offset:][:channel.Count]
	}
	w := t.Track.Width()
	for at, v := range values {
		out[at] = v
		if t.Track.Interpolation() != clip.CubicHermite || at/w%3 == 1 { // tangents stay
			out[at] = float32(float64(v) + float64(added[at%w]))
		}
	}
	return out, nil
}

// beforeNormalization returns a quaternion that normalization makes to q, which has length 1 up to
// rounding. Normalizing q itself may change its last bits. It returns q if it finds none.
func beforeNormalization(q [4]float32) [4]float32 {
	// Multiples of q have other rounding errors, and so have their neighbors: 3 choices for each
	// component.
	for i := range 512 {
		factor := 1 + float64(float64(i)*0x1p-18) // up to 1.002
		for choice := range 81 {
			candidate := q
			for c, rest := 0, choice; c < 4; c, rest = c+1, rest/3 {
				v := float32(float64(q[c]) * factor)
				switch rest % 3 {
				case 1:
					v = math.Nextafter32(v, 2)
				case 2:
					v = math.Nextafter32(v, -2)
				}
				candidate[c] = v
			}
			if exact.Normalized32(candidate) == q {
				return candidate
			}
		}
	}
	return q
}

// AnimationExtras is the JSON form of what a clip has and glTF does not. It is written as the
// extras of an animation, whose contents the specification leaves to applications.
type AnimationExtras struct {
	Markers []Marker `json:"markers,omitempty"`
	// Range is the start and the end of the clip in seconds, if they are not 0 and the last key.
	Range *[2]float64 `json:"range,omitempty"`
	// PlayMode is what happens at the end of the clip, such as "loop", if the clip says it, and
	// LoopLimit after how many loops.
	PlayMode  string `json:"playMode,omitempty"`
	LoopLimit uint32 `json:"loopLimit,omitempty"`
	// Additive is set for an additive clip, which is written as poses.
	Additive *Additive `json:"additive,omitempty"`
	// RootMotion is set for a clip with extracted root motion, which is written with the motion in
	// its poses.
	RootMotion *RootMotion `json:"rootMotion,omitempty"`
}

// Additive names the pose that is subtracted from the poses of an animation to make an additive
// clip. "rest" is the only one.
type Additive struct {
	Reference string `json:"reference"`
}

// RootMotion is the JSON form of [clip.RootMotionOptions], complete.
type RootMotion struct {
	Node      *int    `json:"node"`                // the joint to follow
	Axes      string  `json:"axes,omitempty"`      // of the translation, such as "xz"
	Yaw       bool    `json:"yaw,omitempty"`       // whether the character rotates
	Up        string  `json:"up"`                  // "y" or "z"
	Steady    bool    `json:"steady,omitempty"`    // whether the speed is constant
	Tolerance float64 `json:"tolerance,omitempty"` // in meters
}

// Marker is the JSON form of a marker in the extras of an animation. Name and Time are pointers, so
// that a reader can detect that they are missing.
type Marker struct {
	Name      *string  `json:"name"`
	Time      *float64 `json:"time"` // in seconds
	Text      string   `json:"text,omitempty"`
	Number    float64  `json:"number,omitempty"`
	MinWeight float32  `json:"minWeight,omitempty"`
}

// extrasOf returns the extras of a clip's animation, whose last key is at a time in seconds, or nil
// if there are none.
func (e *exporter) extrasOf(c *assets.Clip, last float64) (*AnimationExtras, error) {
	var extras AnimationExtras
	for i, m := range c.Markers() {
		if m.Time < 0 {
			return nil, fmt.Errorf("marker %d (%q): expected a time of 0 s or later, as glTF does, found %v s", i,
				m.Name, m.Time)
		}
		extras.Markers = append(extras.Markers, Marker{&m.Name, &m.Time, m.Text, m.Number, m.MinWeight})
	}
	if start, end := c.Start(), c.End(); (start != 0 || end != last) && !math.IsInf(end-start, 0) {
		extras.Range = &[2]float64{start, end}
	}
	if mode, loopLimit, ok := c.PlayMode(); ok {
		extras.PlayMode, extras.LoopLimit = mode.String(), loopLimit
	}
	if c.Additive() {
		extras.Additive = &Additive{Reference: "rest"}
	}
	if motion := c.RootMotion(); motion != nil {
		options := motion.Options()
		if options.Number == 0 {
			return nil, errors.New("expected root motion of ExtractRootMotion, which can be made again, found another")
		}
		note := &RootMotion{
			Node: &e.nodeOf[motion.Joint()], Yaw: options.Yaw, Up: "y", Steady: options.Steady,
			Tolerance: options.Tolerance,
		}
		if options.Up == clip.UpZ {
			note.Up = "z"
		}
		for i, axis := range [3]clip.Axes{clip.AxisX, clip.AxisY, clip.AxisZ} {
			if options.Translation&axis != 0 {
				note.Axes += "xyz"[i : i+1]
			}
		}
		extras.RootMotion = note
	}
	if extras.Markers == nil && extras.Range == nil && extras.PlayMode == "" && extras.Additive == nil &&
		extras.RootMotion == nil {
		return nil, nil
	}
	return &extras, nil
}
