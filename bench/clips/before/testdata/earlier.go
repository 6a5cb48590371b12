package main

import (
	"errors"

	"github.com/go-gl/mathgl/mgl32"

	earlierbake "github.com/sinew-go/before/assets/bake"
	earlierclip "github.com/sinew-go/before/assets/clip"
	earlierrig "github.com/sinew-go/before/assets/rig"
	"github.com/sinew-go/sinew/assets/clip"
)

func init() {
	ways = append([]way{{earlierName, bakeEarlier}}, ways...)
}

// bakeEarlier bakes a recording with the packages of an earlier commit.
func bakeEarlier(c *clip.Clip, s setting) (form, error) {
	source, err := toEarlier(c)
	if err != nil {
		return form{}, err
	}
	baked, report := earlierbake.Bake(source, earlierbake.Options{
		Tolerance: s.toleranceMM / 1000, VertexDistance: s.vertexDistance(), Unscaled: true, AllowLarger: true,
	})
	if baked == nil {
		return form{}, errors.New(report.Reason)
	}
	return form{baked.Bytes(), func(time float64, locals []float32) { baked.Sample(time, locals, nil) }}, nil
}

// toEarlier copies a clip of linear rotations and translations, which are all that recordings have.
func toEarlier(c *clip.Clip) (*earlierclip.Clip, error) {
	s := c.Skeleton()
	joints := make([]earlierrig.Joint, s.Len())
	for i := range joints {
		rest := s.Rest(i)
		joints[i].Name, joints[i].Parent = s.JointName(i), s.Parent(i)
		to := &joints[i].Rest
		to.Translation, to.Rotation, to.Scale = rest.Translation, rest.Rotation, rest.Scale
	}
	skeleton, err := earlierrig.NewSkeleton(s.Name(), joints, nil)
	if err != nil {
		return nil, err
	}
	b := earlierclip.NewBuilder(c.Name(), skeleton)
	for i, t := range c.Tracks() {
		times, values := c.Timelines()[c.Timeline(i)], t.Track.Values()
		var rotations []mgl32.Quat
		var vectors []mgl32.Vec3
		for v := values; len(v) > 0; v = v[t.Track.Width():] {
			if t.Track.Width() == 4 {
				rotations = append(rotations, mgl32.Quat{V: mgl32.Vec3{v[0], v[1], v[2]}, W: v[3]})
			} else {
				vectors = append(vectors, mgl32.Vec3{v[0], v[1], v[2]})
			}
		}
		if rotations != nil {
			b.Rotation(t.Joint, earlierclip.Linear, times, rotations)
		} else {
			b.Translation(t.Joint, earlierclip.Linear, times, vectors)
		}
	}
	return b.Build()
}
