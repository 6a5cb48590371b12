package clip_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// A sampler that switches between clips and times gives the same bits as a new one.
func TestSamplerResultsDoNotDependOnItsHistory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	shape := randomassets.Shapes()[5]
	s := randomassets.Skeleton(r, shape)
	var clips []*clip.Clip
	for range 5 {
		clips = append(clips, randomassets.Clip(r, s, shape, 60))
	}
	var sampler clip.Sampler
	pose, fresh := rig.NewPose(s), rig.NewPose(s)
	for range 2000 {
		clip := clips[r.IntN(len(clips))]
		time := randomassets.Time(r, clip)
		sampler.Sample(clip, time, pose.Locals, pose.Morphs)
		clip.Sample(time, fresh)
		if !slices.Equal(pose.Locals, fresh.Locals) || !slices.Equal(pose.Morphs, fresh.Morphs) {
			t.Fatalf("at %v s the poses differ", time)
		}
	}
}

// Sampling a clip writes the value of every track and the rest value of every other property,
// whatever the pose held before.
func TestClipIsItsTracksOverTheRestPose(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, shape := range randomassets.Shapes() {
		s := randomassets.Skeleton(r, shape)
		c := randomassets.Clip(r, s, shape, 20)
		for range 20 {
			time := randomassets.Time(r, c)
			want := rig.NewPose(s)
			for _, track := range c.Tracks() {
				v := make([]float32, track.Track.Width())
				track.Track.Sample(time, nil, v)
				at := want.Joint(track.Joint)
				switch track.Property {
				case clip.Translation:
					at.Translation = mgl32.Vec3(v)
				case clip.Rotation:
					at.Rotation = mgl32.Quat{V: mgl32.Vec3(v[:3]), W: v[3]}
				case clip.Scale:
					at.Scale = mgl32.Vec3(v)
				case clip.MorphWeights:
					channel, _ := s.MorphChannel(track.Joint)
					copy(want.Morphs[channel.Offset:], v)
				}
				want.SetJoint(track.Joint, at)
			}
			got := rig.NewPose(s)
			for i := range got.Locals {
				got.Locals[i] = 123
			}
			for i := range got.Morphs {
				got.Morphs[i] = 123
			}
			c.Sample(time, got)
			if !slices.Equal(got.Locals, want.Locals) || !slices.Equal(got.Morphs, want.Morphs) {
				t.Fatalf("%+v at %v s: the poses differ", shape, time)
			}
		}
	}
}

func TestSamplerAllocatesOnlyForNewClips(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	shape := randomassets.Shapes()[5]
	s := randomassets.Skeleton(r, shape)
	clips := []*clip.Clip{randomassets.Clip(r, s, shape, 60), randomassets.Clip(r, s, shape, 60)}
	var sampler clip.Sampler
	pose := rig.NewPose(s)
	frame := func() {
		for i, clip := range clips {
			sampler.Sample(clip, float64(i), pose.Locals, pose.Morphs)
		}
	}
	frame()
	if n := testing.AllocsPerRun(100, frame); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestClipWithoutTracksIsTheRestPose(t *testing.T) {
	s := handmade.Arm(t)
	c := handmade.Build(t, clip.NewBuilder("nothing", s))
	if c.Start() != 0 || c.End() != 0 || c.Duration() != 0 || c.Bytes() != 0 {
		t.Errorf("from %v to %v s, %d bytes", c.Start(), c.End(), c.Bytes())
	}
	pose := rig.NewPose(s)
	pose.SetJoint(1, rig.TRS{})
	pose.Morphs[0] = 9
	c.Sample(3, pose)
	if !slices.Equal(pose.Locals, s.RestLocals()) || !slices.Equal(pose.Morphs, s.RestMorphs()) {
		t.Error("the sampled pose is not the rest pose")
	}
}

// A clip refuses a pose without room for its skeleton, and changes nothing of it.
func TestSampleOfPosesWithoutRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	skeleton := randomassets.Skeleton(r, randomassets.Shapes()[5])
	c := randomassets.Clip(r, skeleton, randomassets.Shapes()[5], 4)
	if err := c.Sample(0, nil); err == nil || !strings.Contains(err.Error(), "expected a pose, found nil") {
		t.Errorf("no pose: error %v", err)
	}
	const withoutRoom = "found one without room for its"
	pose := rig.NewPose(nil)
	if err := c.Sample(0, pose); err == nil || !strings.Contains(err.Error(), withoutRoom) {
		t.Errorf("an empty pose: error %v", err)
	}
	if len(pose.Locals) != 0 || len(pose.Morphs) != 0 {
		t.Errorf("an empty pose became %v", pose)
	}
	pose = rig.NewPose(skeleton)
	pose.Locals = pose.Locals[1:]
	before := slices.Clone(pose.Locals)
	err := c.Sample(0.1, pose)
	if err == nil || !strings.Contains(err.Error(), withoutRoom) || !slices.Equal(before, pose.Locals) {
		t.Errorf("a pose that is too short: error %v, changed: %v", err, !slices.Equal(before, pose.Locals))
	}
}
