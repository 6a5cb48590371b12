package assets_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/generate"
)

// One sampler, thrown from clip to clip and from time to time, gives the bits that a fresh one gives.
func TestASamplerForgetsNothingAndRemembersNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	shape := generate.Shapes()[5]
	s := generate.Skeleton(r, shape)
	var clips []*assets.Clip
	for range 5 {
		clips = append(clips, generate.Clip(r, s, shape, 60))
	}
	var sampler assets.Sampler
	pose, fresh := assets.NewPose(s), assets.NewPose(s)
	for range 2000 {
		clip := clips[r.IntN(len(clips))]
		time := generate.Time(r, clip)
		sampler.Sample(clip, time, pose.Locals, pose.Morphs)
		clip.Sample(time, fresh)
		if !slices.Equal(pose.Locals, fresh.Locals) || !slices.Equal(pose.Morphs, fresh.Morphs) {
			t.Fatalf("at %v s the poses differ", time)
		}
	}
}

// A clip gives to each of its tracks what the track alone gives, and leaves the rest at rest, whatever was there before.
func TestAClipIsItsTracksOverTheRestPose(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, shape := range generate.Shapes() {
		s := generate.Skeleton(r, shape)
		clip := generate.Clip(r, s, shape, 20)
		for range 20 {
			time := generate.Time(r, clip)
			want := assets.NewPose(s)
			for _, track := range clip.Tracks() {
				v := make([]float32, track.Track.Width())
				track.Track.Sample(time, nil, v)
				at := want.Joint(track.Joint)
				switch track.Property {
				case assets.Translation:
					at.Translation = mgl32.Vec3(v)
				case assets.Rotation:
					at.Rotation = mgl32.Quat{V: mgl32.Vec3(v[:3]), W: v[3]}
				case assets.Scale:
					at.Scale = mgl32.Vec3(v)
				case assets.MorphWeights:
					channel, _ := s.MorphChannel(track.Joint)
					copy(want.Morphs[channel.Offset:], v)
				}
				want.SetJoint(track.Joint, at)
			}
			got := assets.NewPose(s)
			for i := range got.Locals {
				got.Locals[i] = 123
			}
			for i := range got.Morphs {
				got.Morphs[i] = 123
			}
			clip.Sample(time, got)
			if !slices.Equal(got.Locals, want.Locals) || !slices.Equal(got.Morphs, want.Morphs) {
				t.Fatalf("%+v at %v s: the poses differ", shape, time)
			}
		}
	}
}

func TestSamplingAllocatesNothingOnceItHasMetTheClip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	shape := generate.Shapes()[5]
	s := generate.Skeleton(r, shape)
	clips := []*assets.Clip{generate.Clip(r, s, shape, 60), generate.Clip(r, s, shape, 60)}
	var sampler assets.Sampler
	pose := assets.NewPose(s)
	frame := func() {
		for i, clip := range clips {
			sampler.Sample(clip, float64(i), pose.Locals, pose.Morphs)
		}
	}
	frame()
	if n := testing.AllocsPerRun(100, frame); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAClipWithoutTracksIsTheRestPose(t *testing.T) {
	s := arm(t)
	c := build(t, assets.NewClipBuilder("nothing", s))
	if c.Start() != 0 || c.End() != 0 || c.Duration() != 0 || c.Bytes() != 0 {
		t.Errorf("from %v to %v s, %d bytes", c.Start(), c.End(), c.Bytes())
	}
	pose := assets.NewPose(s)
	pose.SetJoint(1, assets.TRS{})
	pose.Morphs[0] = 9
	c.Sample(3, pose)
	if !slices.Equal(pose.Locals, s.RestLocals()) || !slices.Equal(pose.Morphs, s.RestMorphs()) {
		t.Error("it is not the rest pose")
	}
}
