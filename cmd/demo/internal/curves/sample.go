package curves

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"gonum.org/v1/plot/plotter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// property is what is plotted in a column.
type property struct {
	of         clip.Property
	name, unit string
}

var properties = []property{
	{clip.Translation, "translation", "m"},
	{clip.Rotation, "rotation", "quaternion"},
	{clip.Scale, "scale", "factor"},
	{clip.MorphWeights, "morph weights", "by target"},
	{clip.Visibility, "visibility", "1 is shown"},
}

// isNumbered reports whether the components have numbers in place of the names x, y, z and w.
func (p *property) isNumbered() bool { return p.of == clip.MorphWeights }

// isPlotted reports whether there is a property for a track.
func isPlotted(t *clip.JointTrack) bool {
	return slices.ContainsFunc(properties, func(p property) bool { return p.of == t.Property })
}

// values returns the components of a property of a joint in a pose.
func (p *property) values(skeleton *assets.Skeleton, pose *rig.Pose, joint int) []float32 {
	t := pose.Joint(joint)
	switch p.of {
	case clip.Translation:
		return t.Translation[:]
	case clip.Rotation:
		return []float32{t.Rotation.V[0], t.Rotation.V[1], t.Rotation.V[2], t.Rotation.W}
	case clip.MorphWeights:
		channel, _ := skeleton.MorphChannel(joint)
		return pose.Morphs[channel.Offset:][:channel.Count]
	case clip.Visibility:
		channel, _ := skeleton.VisibilityChannel(joint)
		return pose.Morphs[channel.Offset:][:1]
	}
	return t.Scale[:]
}

// sampler samples the pose of a clip at a time.
type sampler func(time float64, pose *rig.Pose)

// exact samples the keys. Of a clip without keys nothing is written.
func exact(c *assets.Clip) sampler {
	return func(time float64, pose *rig.Pose) { _ = c.Sample(time, pose) }
}

func baked(b *bake.BakedClip) sampler {
	return func(time float64, pose *rig.Pose) { b.Sample(time, pose.Locals, pose.Morphs) }
}

// sampleTimes returns times over the clip, close enough for a smooth curve, with all of its keys
// and the moments before them, at which stepped tracks jump.
func sampleTimes(c *assets.Clip) []float64 {
	const steps = 240
	var times []float64
	for i := range steps + 1 {
		times = append(times, c.Start()+c.Duration()*float64(i)/steps)
	}
	for _, keys := range c.Timelines() {
		for _, at := range keys {
			times = append(times, float64(at), float64(math.Nextafter32(at, float32(math.Inf(-1)))))
		}
	}
	slices.Sort(times)
	return slices.DeleteFunc(slices.Compact(times), func(at float64) bool { return at < c.Start() || at > c.End() })
}

// curve is the components of a property over time.
type curve []plotter.XYs

// sample returns a property of a joint at some times. Rotations stay in one hemisphere, as q and -q
// are the same.
func (p *property) sample(skeleton *assets.Skeleton, joint int, from sampler, times []float64) curve {
	pose := rig.NewPose(skeleton)
	out := make(curve, len(p.values(skeleton, pose, joint)))
	var before mgl32.Quat
	for i, at := range times {
		pose.SetRest()
		from(at, pose)
		values := p.values(skeleton, pose, joint)
		if p.of == clip.Rotation {
			q := mgl32.Quat{W: values[3], V: mgl32.Vec3(values[:3])}
			if i == 0 && q.W < 0 || i > 0 && q.Dot(before) < 0 {
				q = q.Scale(-1)
			}
			before, values = q, []float32{q.V[0], q.V[1], q.V[2], q.W}
		}
		for k, value := range values {
			out[k] = append(out[k], plotter.XY{X: at, Y: float64(value)})
		}
	}
	return out
}

// keys returns the points of a curve at the keys of the joint's track, or nil if there is no track.
func (p *property) keys(c *assets.Clip, joint int, of curve) curve {
	for _, t := range c.Tracks() {
		if t.Joint != joint || t.Property != p.of {
			continue
		}
		out := make(curve, len(of))
		for k, points := range of {
			for _, at := range t.Track.Times() {
				i, found := slices.BinarySearchFunc(points, float64(at), func(point plotter.XY, at float64) int {
					return cmp.Compare(point.X, at)
				})
				if found {
					out[k] = append(out[k], points[i])
				}
			}
		}
		return out
	}
	return nil
}
