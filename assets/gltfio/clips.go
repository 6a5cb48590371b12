package gltfio

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/exact"
)

// buildClips makes one clip for every animation. It starts at 0 s and ends at its last key, unless
// its extras differ. Of several channels that animate one property the first one counts: the
// specification excludes the others, but UnityGLTF writes them as pointers.
func (l *loader) buildClips() error {
	skeleton := l.skeleton
	if l.binding != nil {
		skeleton = l.binding.target
		defer l.binding.finish()
	}
	if err := l.checkSaidClips(skeleton); err != nil {
		return err
	}
	defer l.warnAboutStillClips()
	for i, a := range l.doc.Animations {
		path := fmt.Sprintf("animations[%d]", i)
		name := l.clipName(i)
		b := clip.NewBuilder(name, skeleton)
		end, channelOf := 0.0, map[[2]int]int{} // by node and path
		var weights []int                       // the channels that animate morph weights by a pointer
		for k, c := range a.Channels {
			at := fmt.Sprintf("%s.channels[%d]", path, k)
			if c == nil { // was skipped with a warning
				continue
			}
			if t, ok := materialOf(c); ok {
				target := [2]int{-1 - t.material, int(t.property)}
				if other, ok := channelOf[target]; ok {
					l.warn(at+".target", "channels[%d] already animates the %s of material %d; the channel was skipped",
						other, t.property, t.material)
					continue
				}
				channelOf[target] = k
				last, err := l.addMaterialChannel(b, name, path, at, a, c, t)
				if err != nil {
					return err
				}
				end = max(end, last)
				continue
			}
			if _, ok := weightsOf(c); ok {
				weights = append(weights, k)
				continue
			}
			if c.Target.Node == nil {
				l.warn(at+".target", "there is no node; the channel was skipped")
				continue
			}
			target := [2]int{*c.Target.Node, int(c.Target.Path)}
			if other, ok := channelOf[target]; ok {
				what := c.Target.Path.String()
				if c.Target.Path == trsVisibility {
					what = "visibility"
				}
				l.warn(at+".target", "channels[%d] already animates the %s of node %d; the channel was skipped", other,
					what, target[0])
				continue
			}
			channelOf[target] = k
			last, err := l.addChannel(b, name, path, at, a, c)
			if err != nil {
				return err
			}
			end = max(end, last)
		}
		last, err := l.addWeightChannels(b, name, path, a, weights, func(node int) bool {
			_, ok := channelOf[[2]int{node, int(gltf.TRSWeights)}]
			return ok
		})
		if err != nil {
			return err
		}
		end = max(end, last)
		if l.stillChannels > 0 {
			l.warn(path, "%d channels move extra joints, which skeleton %q does not have; they were skipped", l.stillChannels,
				l.skeleton.Name())
			l.stillChannels = 0
		}
		extras := l.readClipExtras(path, a.Extras)
		start := 0.0
		if extras.span != nil {
			start, end = extras.span[0], extras.span[1]
		}
		clip, err := b.Range(start, end).Build()
		if err != nil {
			return &Error{Path: path, Err: err}
		}
		said := l.saidOf(name, &extras)
		if clip, err = l.applyClipExtras(path, extras, clip); err != nil {
			return err
		}
		if clip, err = l.applySaid(said, clip); err != nil {
			return err
		}
		l.clips = append(l.clips, clip)
	}
	return nil
}

var trackInterpolations = map[gltf.Interpolation]clip.Interpolation{
	gltf.InterpolationLinear:      clip.Linear,
	gltf.InterpolationStep:        clip.Step,
	gltf.InterpolationCubicSpline: clip.CubicHermite,
}

// properties are what channels move.
var properties = map[gltf.TRSProperty]clip.Property{
	gltf.TRSTranslation: clip.Translation, gltf.TRSRotation: clip.Rotation, gltf.TRSScale: clip.Scale,
	gltf.TRSWeights: clip.MorphWeights,
}

// addChannel adds the track of a channel to the clip, unless the channel is not bound, and returns
// the time of its last key in seconds. The JSON path of the animation is path, that of the channel
// is at.
func (l *loader) addChannel(b *clip.Builder, name, path, at string, a *gltf.Animation,
	c *gltf.AnimationChannel,
) (last float64, err error) {
	sampler, node := a.Samplers[c.Sampler], *c.Target.Node
	path = fmt.Sprintf("%s.samplers[%d]", path, c.Sampler)
	times, err := l.readTimes(path+".input", sampler.Input)
	if err != nil {
		return 0, err
	}
	joint, _ := l.joint(node)
	interpolation := trackInterpolations[sampler.Interpolation]
	width, r := 3, scaleRule
	switch c.Target.Path {
	case gltf.TRSTranslation:
		r = translationRule
	case gltf.TRSRotation:
		width, r = 4, rotationTrackRule
	case gltf.TRSWeights:
		r = weightTrackRule
		channel, ok := l.skeleton.MorphChannel(joint)
		if !ok {
			return 0, errorAt(at+".target",
				"expected a mesh with morph targets at node %d, whose weights the channel animates, found none",
				node)
		}
		width = channel.Count
	case trsVisibility:
		width, r = 1, visibilityTrackRule
		if interpolation != clip.Step {
			return 0, errorAt(path+".interpolation",
				"expected STEP for the visibility of node %d, found the interpolation %s", node, interpolation)
		}
	}
	values, err := l.readKeys(path+".output", sampler.Output, r, times, width, interpolation)
	if err != nil {
		return 0, err
	}
	last = float64(times[len(times)-1])
	if _, ok := l.joint(node); !ok {
		l.stillChannels++
		return last, nil
	}
	if l.binding != nil {
		var bound bool
		if joint, bound = l.binding.bind(name, l.skeleton, joint, properties[c.Target.Path]); !bound {
			return last, nil
		}
	}
	switch c.Target.Path {
	case gltf.TRSTranslation:
		b.Translation(joint, interpolation, times, vectors[mgl32.Vec3](values))
	case gltf.TRSScale:
		b.Scale(joint, interpolation, times, vectors[mgl32.Vec3](values))
	case gltf.TRSWeights:
		b.MorphWeights(joint, interpolation, times, append([]float32(nil), values...))
	case trsVisibility:
		shown := make([]bool, len(values))
		for i, v := range values {
			shown[i] = v != 0
		}
		b.Visibility(joint, times, shown)
	case gltf.TRSRotation:
		keys, err := l.rotationKeys(path+".output", sampler.Output, values, interpolation)
		if err != nil {
			return 0, err
		}
		b.Rotation(joint, interpolation, times, keys)
	}
	return last, nil
}

// readTimes reads the times of keys in seconds. They must not be negative and must increase
// strictly.
func (l *loader) readTimes(path string, index int) ([]float32, error) {
	times, err := l.readFloatsAs(path, index, timeRule)
	if err != nil {
		return nil, err
	}
	if times[0] < 0 {
		return nil, errorAt(path, "accessors[%d]: expected a time of key 0 of at least 0 s, found %v s", index,
			times[0])
	}
	for i := 1; i < len(times); i++ {
		if times[i] <= times[i-1] {
			return nil, errorAt(path,
				"accessors[%d]: key %d: expected a time after %v s, that of the key before, found %v s", index, i,
				times[i-1], times[i])
		}
	}
	return times, nil
}

// readKeys reads the values of keys: width numbers per key, or for cubic keys three times as many
// (in-tangent, value, out-tangent).
func (l *loader) readKeys(path string, index int, r accessorRule, times []float32, width int,
	interpolation clip.Interpolation,
) ([]float32, error) {
	if err := l.checkFormat(path, index, r); err != nil {
		return nil, err
	}
	perKey := width
	if interpolation == clip.CubicHermite {
		perKey *= 3
	}
	a := &l.accessors[index]
	if n := a.count * a.components; n/perKey != len(times) || n%perKey != 0 {
		return nil, errorAt(path, "accessors[%d]: expected %d numbers for %d %s keys, found %d", index,
			len(times)*perKey, len(times), interpolation, n)
	}
	// The track copies the times and the values.
	if err := l.memory.spend(path, len(times), 4*(perKey+1)*2); err != nil {
		return nil, err
	}
	values, err := l.readFloatsAs(path, index, r)
	if err != nil {
		return nil, err
	}
	if interpolation == clip.CubicHermite {
		err = checkCubicRange(path, times, values, width)
	}
	return values, err
}

// checkCubicRange returns an error if a cubic curve might overflow float32 between two keys.
// Between two keys the weights of their values are at most 1, and the weights of their tangents at
// most 4/27 of the seconds between the keys.
func checkCubicRange(path string, times, values []float32, width int) error {
	for k := 0; k+1 < len(times); k++ {
		seconds := float64(times[k+1]) - float64(times[k])
		a, b := values[k*3*width:][:3*width], values[(k+1)*3*width:][:3*width]
		for c := range width {
			tangents := math.Abs(float64(a[2*width+c])) + math.Abs(float64(b[c]))
			bound := math.Abs(float64(a[width+c])) + math.Abs(float64(b[width+c])) +
				float64(float64(seconds*tangents)*(4.0/27))
			if bound > math.MaxFloat32 {
				return errorAt(path,
					"expected a curve that float32 can hold, found one between keys %d and %d that may overflow it",
					k, k+1)
			}
		}
	}
	return nil
}

// rotationKeys converts flat numbers x, y, z, w to quaternions, among them the tangents of cubic
// keys. It returns an error for a key of length 0, and warns about keys of a length other than 1.
func (l *loader) rotationKeys(path string, index int, flat []float32,
	interpolation clip.Interpolation,
) ([]mgl32.Quat, error) {
	keys := make([]mgl32.Quat, len(flat)/4)
	notUnit, stride, first := 0, 1, 0
	if interpolation == clip.CubicHermite {
		stride, first = 3, 1 // the values are between the tangents
	}
	for i := range keys {
		q := [4]float32(flat[4*i:])
		keys[i] = exact.QuatFromXYZW(q)
		if i%stride != first {
			continue
		}
		length := quaternionLength(q)
		if length == 0 {
			return nil, errorAt(path,
				"accessors[%d]: element %d: expected a rotation, found a quaternion of length 0", index, i)
		}
		if math.Abs(length-1) > unitTolerance {
			notUnit++
		}
	}
	if notUnit > 0 {
		l.warn(path, "%d rotation keys do not have length 1; the interpolated rotations are normalized", notUnit)
	}
	return keys, nil
}
