package gltfio

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// addClips writes the clips, an animation each.
func (e *exporter) addClips() error {
	for i, id := range e.model.Clips {
		clip := e.lib.Clip(id)
		if clip == nil || clip.Skeleton() != e.skeleton {
			return fmt.Errorf("clip %d is not in the library, or of another skeleton", i)
		}
		if clip.Additive() {
			return fmt.Errorf("clip %q: it is additive, which glTF cannot say", clip.Name())
		}
		if err := e.addClip(clip); err != nil {
			return fmt.Errorf("clip %q: %w", clip.Name(), err)
		}
	}
	return nil
}

func (e *exporter) addClip(clip *assets.Clip) error {
	out := &gltf.Animation{Name: clip.Name()}
	inputs := map[*float32]int{} // by the first key of the times, which tracks share
	last := 0.0
	played := clip
	if motion := clip.RootMotion(); motion != nil {
		played = motion.Source()
	}
	for _, t := range played.Tracks() {
		times := t.Track.Times()
		if times[0] < 0 {
			return fmt.Errorf("joint %d (%q): %s: the first key is at %v s, before 0, where glTF begins", t.Joint, e.skeleton.Joint(t.Joint), t.Property, times[0])
		}
		last = max(last, float64(times[len(times)-1]))
		input, known := inputs[&times[0]]
		if !known {
			input = e.floats(gltf.AccessorScalar, gltf.TargetNone, true, times)
			inputs[&times[0]] = input
		}
		e.addChannel(out, t, input)
	}
	// Without a key at its end the clip would end early; without any it could not be said at all.
	if end := float32(clip.End()); float64(end) > last || len(out.Channels) == 0 {
		hold, err := e.hold(played)
		if err != nil {
			return err
		}
		e.addChannel(out, hold, e.floats(gltf.AccessorScalar, gltf.TargetNone, true, hold.Track.Times()))
	}
	e.doc.Animations = append(e.doc.Animations, out)
	return addMarkers(out, clip)
}

// hold returns a track with the clip's end as its last key that keeps at rest what no track moves.
func (e *exporter) hold(c *assets.Clip) (clip.JointTrack, error) {
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
	return clip.JointTrack{}, fmt.Errorf("it ends at %v s, after its last key, and every joint's scale is animated, so that none can hold it", c.End())
}

// addChannel writes a track over key times that are written already.
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

// hermiteOfBezier returns the keys of a Bezier track with tangents for control points: the derivative of a cubic Bezier
// curve at its ends is three times the way to the neighboring control point, over the seconds of the segment. The
// tangents that no segment uses, before the first key and behind the last, are 0.
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
