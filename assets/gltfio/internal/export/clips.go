package export

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// addClips writes the clips as one animation each.
func (e *exporter) addClips() error {
	for i, id := range e.model.Clips {
		clip := e.lib.Clip(id)
		if clip == nil || clip.Skeleton() != e.skeleton {
			return fmt.Errorf("clip %d of the model is not in the library or belongs to another skeleton", i)
		}
		if clip.Additive() {
			return fmt.Errorf("clip %q is additive, which glTF cannot store", clip.Name())
		}
		if err := e.addClip(clip); err != nil {
			return fmt.Errorf("clip %q: %w", clip.Name(), err)
		}
	}
	return nil
}

// addClip writes a clip. With extracted root motion, it writes the tracks of the clip before the extraction.
func (e *exporter) addClip(c *assets.Clip) error {
	out := &gltf.Animation{Name: c.Name()}
	inputs := map[*float32]int{} // accessors by the first of their key times, because tracks may share the times
	last := 0.0
	source := c
	if motion := c.RootMotion(); motion != nil {
		source = motion.Source()
	}
	for _, t := range source.Tracks() {
		if t.Property == clip.MorphWeights && !e.morphing[t.Joint] {
			continue // the mesh with the morph targets is in no part, so its node has none
		}
		times := t.Track.Times()
		if times[0] < 0 {
			return fmt.Errorf("joint %d (%q): %s: the first key is at %v s, but glTF allows no time before 0", t.Joint, e.skeleton.JointName(t.Joint), t.Property, times[0])
		}
		last = max(last, float64(times[len(times)-1]))
		input, known := inputs[&times[0]]
		if !known {
			input = e.floats(gltf.AccessorScalar, gltf.TargetNone, true, times)
			inputs[&times[0]] = input
		}
		e.addChannel(out, t, input)
	}
	// An animation ends at its last key, and glTF requires at least one channel.
	if end := float32(c.End()); float64(end) > last || len(out.Channels) == 0 {
		hold, err := e.holdTrack(source)
		if err != nil {
			return err
		}
		e.addChannel(out, hold, e.floats(gltf.AccessorScalar, gltf.TargetNone, true, hold.Track.Times()))
	}
	e.doc.Animations = append(e.doc.Animations, out)
	return addMarkers(out, c)
}

// holdTrack returns a track whose last key is at the end of the clip, and which changes nothing: it keeps the scale of
// a joint without a scale track at the rest pose.
func (e *exporter) holdTrack(c *assets.Clip) (clip.JointTrack, error) {
	moved := map[[2]int]bool{}
	for _, t := range c.Tracks() {
		moved[[2]int{t.Joint, int(t.Property)}] = true
	}
	times := []float32{0}
	if end := float32(c.End()); end > 0 {
		times = append(times, end)
	}
	for j := range e.skeleton.Len() {
		if moved[[2]int{j, int(clip.Scale)}] {
			continue
		}
		scales := make([]mgl32.Vec3, len(times))
		for k := range scales {
			scales[k] = e.skeleton.Rest(j).Scale
		}
		track, err := clip.NewVec3Track(clip.Step, times, scales)
		return clip.JointTrack{Joint: j, Property: clip.Scale, Track: track}, err
	}
	return clip.JointTrack{}, fmt.Errorf("the clip ends at %v s, after its last key; to store that, one joint must not have a scale track, but all have one", c.End())
}

// addChannel writes a track. Its key times are in the accessor input.
func (e *exporter) addChannel(a *gltf.Animation, t clip.JointTrack, input int) {
	kind := gltf.AccessorVec3
	target := gltf.AnimationChannelTarget{Node: gltf.Index(e.nodeOf[t.Joint])}
	switch t.Property {
	case clip.Translation:
		target.Path = gltf.TRSTranslation
	case clip.Rotation:
		target.Path, kind = gltf.TRSRotation, gltf.AccessorVec4
	case clip.Scale:
		target.Path = gltf.TRSScale
	default:
		target.Path, kind = gltf.TRSWeights, gltf.AccessorScalar
	}
	values, interpolation := t.Track.Values(), gltf.InterpolationLinear
	switch t.Track.Interpolation() {
	case clip.Step:
		interpolation = gltf.InterpolationStep
	case clip.CubicHermite:
		interpolation = gltf.InterpolationCubicSpline
	case clip.CubicBezier:
		interpolation, values = gltf.InterpolationCubicSpline, hermiteOfBezier(t.Track)
	}
	sampler := &gltf.AnimationSampler{Input: input, Output: e.floats(kind, gltf.TargetNone, false, values), Interpolation: interpolation}
	a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: len(a.Samplers), Target: target})
	a.Samplers = append(a.Samplers, sampler)
}

// hermiteOfBezier returns the keys of a Bezier track with tangents instead of control points. The derivative of a cubic
// Bezier curve at an end is three times the vector between the end and its control point, divided by the seconds
// between the keys. The in-tangent of the first key and the out-tangent of the last are unused and 0.
func hermiteOfBezier(t *clip.Track) []float32 {
	w, times := t.Width(), t.Times()
	values := t.Values()
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

// animationExtras is written as the extras of an animation. The specification leaves their contents to applications.
type animationExtras struct {
	Markers []Marker `json:"markers"`
}

// Marker is the JSON form of a marker in the extras of an animation. Name and Time are pointers, so that a reader can
// detect that they are missing.
type Marker struct {
	Name      *string  `json:"name"`
	Time      *float64 `json:"time"` // in seconds
	Text      string   `json:"text,omitempty"`
	Number    float64  `json:"number,omitempty"`
	MinWeight float32  `json:"minWeight,omitempty"`
}

// addMarkers writes the markers of a clip into the extras of its animation.
func addMarkers(out *gltf.Animation, clip *assets.Clip) error {
	var extras animationExtras
	for i, m := range clip.Markers() {
		if m.Time < 0 {
			return fmt.Errorf("marker %d (%q) is at %v s, but glTF allows no time before 0", i, m.Name, m.Time)
		}
		extras.Markers = append(extras.Markers, Marker{&m.Name, &m.Time, m.Text, m.Number, m.MinWeight})
	}
	if extras.Markers != nil {
		out.Extras = extras
	}
	return nil
}
