package gltfio

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/clip"
)

// buildClips makes one clip of every animation, from 0 to its last key.
func (l *loader) buildClips() error {
	for i, a := range l.doc.Animations {
		path := fmt.Sprintf("animations[%d]", i)
		name := a.Name
		if name == "" {
			name = fmt.Sprintf("animation_%d", i)
		}
		b := clip.NewBuilder(name, l.skeleton)
		end, taken := 0.0, map[[2]int]int{}
		for k, c := range a.Channels {
			at := fmt.Sprintf("%s.channels[%d]", path, k)
			if c == nil { // it was left out with a warning already
				continue
			}
			if c.Target.Node == nil {
				l.warn(at+".target", "it names no node; the channel was left out")
				continue
			}
			target := [2]int{*c.Target.Node, int(c.Target.Path)}
			if other, ok := taken[target]; ok {
				return fault(at+".target", "channels[%d] moves the %v of node %d already", other, c.Target.Path, target[0])
			}
			taken[target] = k
			last, err := l.addChannel(b, path, at, a, c)
			if err != nil {
				return err
			}
			end = max(end, last)
		}
		clip, err := b.Range(0, end).Build()
		if err != nil {
			return &Error{Path: path, Err: err}
		}
		if clip, err = l.markers(path, a.Extras, clip); err != nil {
			return err
		}
		l.clips = append(l.clips, clip)
	}
	return nil
}

// addChannel adds the track of a channel, and returns the time of its last key.
func (l *loader) addChannel(b *clip.Builder, path, at string, a *gltf.Animation, c *gltf.AnimationChannel) (last float64, err error) {
	sampler, node := a.Samplers[c.Sampler], *c.Target.Node
	path = fmt.Sprintf("%s.samplers[%d]", path, c.Sampler)
	times, err := l.readTimes(path+".input", sampler.Input)
	if err != nil {
		return 0, err
	}
	joint, _ := l.skeleton.FromSource(node)
	interpolation := map[gltf.Interpolation]clip.Interpolation{
		gltf.InterpolationLinear:      clip.Linear,
		gltf.InterpolationStep:        clip.Step,
		gltf.InterpolationCubicSpline: clip.CubicHermite,
	}[sampler.Interpolation]
	width, r := 3, vectorTrackRule
	switch c.Target.Path {
	case gltf.TRSRotation:
		width, r = 4, rotationRule
	case gltf.TRSWeights:
		r = morphTrackRule
		channel, ok := l.skeleton.MorphChannel(joint)
		if !ok {
			return 0, fault(at+".target", "node %d has no mesh with morph targets, whose weights could move", node)
		}
		width = channel.Count
	}
	values, err := l.readKeys(path+".output", sampler.Output, r, times, width, interpolation)
	if err != nil {
		return 0, err
	}
	switch c.Target.Path {
	case gltf.TRSTranslation:
		b.Translation(joint, interpolation, times, vectors[mgl32.Vec3](values))
	case gltf.TRSScale:
		b.Scale(joint, interpolation, times, vectors[mgl32.Vec3](values))
	case gltf.TRSWeights:
		b.MorphWeights(joint, interpolation, times, append([]float32(nil), values...))
	case gltf.TRSRotation:
		keys, err := l.rotations(path+".output", sampler.Output, values, interpolation)
		if err != nil {
			return 0, err
		}
		b.Rotation(joint, interpolation, times, keys)
	}
	return float64(times[len(times)-1]), nil
}
