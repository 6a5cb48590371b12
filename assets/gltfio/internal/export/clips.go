package export

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// The names of the extensions for visibility and for channels that animate it.
const (
	nodeVisibility   = "KHR_node_visibility"
	animationPointer = "KHR_animation_pointer"
)

// addClips writes the clips as one animation each.
func (e *exporter) addClips() error {
	for i, id := range e.clips {
		c := e.lib.Clip(id)
		if c == nil || c.Skeleton() != e.skeleton {
			found := e.lib.Describe(id)
			if c != nil {
				found = fmt.Sprintf("clip %q for the skeleton %q", c.Name(), c.Skeleton().Name())
			}
			return fmt.Errorf("clip %d: expected a clip of the library for the skeleton %q, found: %s", i, e.skeleton.Name(),
				found)
		}
		if err := e.addClip(c); err != nil {
			return fmt.Errorf("clip %q: %w", c.Name(), err)
		}
	}
	return nil
}

// addClip writes a clip. With extracted root motion, it writes the tracks of the clip before the
// extraction. An additive clip is written as the poses that it gives over the rest pose.
func (e *exporter) addClip(c *assets.Clip) error {
	if err := c.CheckKeys(); err != nil {
		return err
	}
	out := exportAnimation{Name: c.Name()}
	inputs := map[*float32]int{} // accessors by the first of their key times, because tracks may share the times
	last := 0.0
	source := c
	if motion := c.RootMotion(); motion != nil {
		if c.Additive() {
			return errors.New(
				"expected an additive clip or one with root motion, found both, of which a file can hold only one")
		}
		source = motion.Source()
	}
	for _, t := range source.Tracks() {
		times := t.Track.Times()
		if times[0] < 0 {
			return fmt.Errorf("joint %d (%q): %s: expected a first key at 0 s or later, as glTF does, found %v s",
				t.Joint, e.skeleton.JointName(t.Joint), t.Property, times[0])
		}
		last = max(last, float64(times[len(times)-1]))
		values, err := e.valuesOf(source, t)
		if err != nil {
			return fmt.Errorf("joint %d (%q): %s: %w", t.Joint, e.skeleton.JointName(t.Joint), t.Property, err)
		}
		input, known := inputs[&times[0]]
		if !known {
			input = e.floats(gltf.AccessorScalar, gltf.TargetNone, true, times)
			inputs[&times[0]] = input
		}
		if t.Property == clip.Material && e.materialOf(t.Channel) < 0 {
			c := e.skeleton.MaterialChannels()[t.Channel]
			return fmt.Errorf("expected a part with the material %q, whose %s the clip changes, found none", c.Material,
				c.Property)
		}
		e.addChannel(&out, t, input, values)
	}
	// An animation ends at its last key, and glTF requires at least one channel.
	if end := float32(c.End()); float64(end) > last || len(out.Channels) == 0 {
		if hold, ok := e.holdTrack(source); ok {
			times := hold.Track.Times()
			last = float64(times[len(times)-1])
			e.addChannel(&out, hold, e.floats(gltf.AccessorScalar, gltf.TargetNone, true, times), hold.Track.Values())
		} else if len(out.Channels) == 0 {
			return errors.New("expected a track that can be written, found none")
		}
	}
	var err error
	if out.Extras, err = e.extrasOf(c, last); err != nil {
		return err
	}
	e.animations = append(e.animations, out)
	return nil
}

// holdTrack returns a track whose last key is at the end of the clip, and which changes nothing: it
// keeps the scale of a joint without a scale track at the rest pose. It returns false if all joints
// have scale tracks.
func (e *exporter) holdTrack(c *assets.Clip) (clip.JointTrack, bool) {
	moved := map[[2]int]bool{}
	for _, t := range c.Tracks() {
		moved[[2]int{t.Joint, int(t.Property)}] = true
	}
	times := []float32{0}
	if end := float32(c.End()); end > 0 {
		times = append(times, end)
	}
	for j := range e.skeleton.Len() {
		scale := e.skeleton.Rest(j).Scale
		if moved[[2]int{j, int(clip.Scale)}] || c.Additive() && (scale[0] == 0 || scale[1] == 0 || scale[2] == 0) {
			continue
		}
		var scales []float32
		for range times {
			scales = append(scales, scale[:]...)
		}
		track, err := clip.NewWeightsTrack(clip.Step, 3, times, scales)
		return clip.JointTrack{Joint: j, Property: clip.Scale, Track: track}, err == nil
	}
	return clip.JointTrack{}, false
}

// addChannel writes a track with the values of its keys; a Bezier track needs the values of its
// Hermite curve. Its key times are in the accessor input.
func (e *exporter) addChannel(a *exportAnimation, t clip.JointTrack, input int, values []float32) {
	kind, target := gltf.AccessorVec3, exportTarget{Node: gltf.Index(e.nodeOf[t.Joint])}
	switch t.Property {
	case clip.Translation:
		target.Path = "translation"
	case clip.Rotation:
		target.Path, kind = "rotation", gltf.AccessorVec4
	case clip.Scale:
		target.Path = "scale"
	case clip.Visibility:
		pointer := fmt.Sprintf("/nodes/%d/extensions/%s/visible", *target.Node, nodeVisibility)
		target = exportTarget{
			Path:       "pointer",
			Extensions: extensions{animationPointer: map[string]string{"pointer": pointer}},
		}
		e.used[animationPointer] = true
	case clip.Material:
		c := e.skeleton.MaterialChannels()[t.Channel]
		kind = [...]gltf.AccessorType{
			1: gltf.AccessorScalar, 2: gltf.AccessorVec2, 3: gltf.AccessorVec3,
			4: gltf.AccessorVec4,
		}[c.Count]
		pointer := fmt.Sprintf("/materials/%d/%s", e.materialOf(t.Channel), MaterialPaths[c.Property])
		target = exportTarget{
			Path:       "pointer",
			Extensions: extensions{animationPointer: map[string]string{"pointer": pointer}},
		}
		e.used[animationPointer] = true
	default:
		target.Path, kind = "weights", gltf.AccessorScalar
	}
	interpolation := gltf.InterpolationLinear
	switch t.Track.Interpolation() {
	case clip.Step:
		interpolation = gltf.InterpolationStep
	case clip.CubicHermite, clip.CubicBezier:
		interpolation = gltf.InterpolationCubicSpline
	}
	var output int
	if t.Property == clip.Visibility {
		output = e.booleans(values)
	} else {
		output = e.floats(kind, gltf.TargetNone, false, values)
	}
	a.Channels = append(a.Channels, exportChannel{len(a.Samplers), target})
	a.Samplers = append(a.Samplers, &gltf.AnimationSampler{Input: input, Output: output, Interpolation: interpolation})
}

// booleans adds an accessor of bytes that are 0 or 1, and returns its index.
func (e *exporter) booleans(values []float32) int {
	data := make([]byte, len(values))
	for i, v := range values {
		data[i] = byte(v)
	}
	return e.accessor(data, gltf.TargetNone, gltf.Accessor{
		ComponentType: gltf.ComponentUbyte,
		Type:          gltf.AccessorScalar, Count: len(values),
	})
}

// hermiteOfBezier returns the keys of a Bezier track with tangents instead of control points, given
// its values. The derivative of a cubic Bezier curve at an end is three times the vector between
// the end and its control point, divided by the seconds between the keys. The in-tangent of the
// first key and the out-tangent of the last are unused and 0.
func hermiteOfBezier(t *clip.Track, values []float32) []float32 {
	w, times := t.Width(), t.Times()
	out := make([]float32, len(values))
	for k := range times {
		at := 3 * w * k
		for i := range w {
			value := float64(values[at+w+i])
			out[at+w+i] = values[at+w+i]
			if k > 0 {
				seconds := float64(times[k]) - float64(times[k-1])
				out[at+i] = float32(3 * (value - float64(values[at+i])) / seconds)
			}
			if k+1 < len(times) {
				seconds := float64(times[k+1]) - float64(times[k])
				out[at+2*w+i] = float32(3 * (float64(values[at+2*w+i]) - value) / seconds)
			}
		}
	}
	return out
}
