package bake_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// zeroSkeleton returns a skeleton of some groups of joints with zeros of both signs in its rest
// pose.
func zeroSkeleton(t *testing.T, r *rand.Rand, count int) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for i := range count {
		joint := rig.Joint{
			Name: fmt.Sprint("joint ", i), Parent: i - 1,
			Rest: randomassets.Transform(r, randomassets.Shape{Bone: 0.3}),
		}
		for k := range 3 {
			if r.IntN(3) == 0 {
				joint.Rest.Translation[k] = float32(math.Copysign(0, float64(r.IntN(2))-0.5))
			}
		}
		if r.IntN(2) == 0 {
			joint.Rest.Rotation = mgl32.Quat{W: 1, V: mgl32.Vec3{float32(math.Copysign(0, -1)), 0, 0}}
		}
		joints = append(joints, joint)
	}
	s, err := rig.NewSkeleton("zeros", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// partial returns a baked clip that moves some of the properties of some joints, smoothly or in
// steps, or holds them away from rest.
func partial(t *testing.T, r *rand.Rand, s *rig.Skeleton, part float64) *bake.BakedClip {
	t.Helper()
	b := clip.NewBuilder("part", s)
	swing := handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 20))
	for _, track := range swing.Tracks() {
		if r.Float64() > part {
			continue
		}
		times := track.Track.Times()
		switch track.Property {
		case clip.Rotation:
			b.Rotation(track.Joint, clip.Linear, times, handmade.Quaternions(track.Track.Values()))
		case clip.Translation:
			b.Translation(track.Joint, clip.Linear, times[:1], []mgl32.Vec3{{r.Float32(), 0, 1}})
		}
	}
	for range r.IntN(3) { // in addition, or alone
		joint := r.IntN(s.Len())
		if _, has := trackOf(swing, joint); !has {
			b.Translation(joint, clip.Step, []float32{0, 0.2, 0.4}, []mgl32.Vec3{{1, 2, 3}, {0, 0, 1}, {2, 2, 2}})
		}
	}
	b.Scale(r.IntN(s.Len()), clip.Linear, []float32{0, 0.5}, []mgl32.Vec3{{1, 1, 1}, {1.2, 1, 0.9}})
	baked, report := bake.Bake(handmade.Build(t, b), bake.Options{AllowLarger: true})
	if baked == nil {
		t.Fatal(report)
	}
	return baked
}

// trackOf returns the track of a joint's translation, if a clip has one.
func trackOf(c *clip.Clip, joint int) (track *clip.Track, has bool) {
	for _, t := range c.Tracks() {
		if t.Joint == joint && t.Property == clip.Translation {
			return t.Track, true
		}
	}
	return nil, false
}

// A mean leaves out what none of its clips moves. Its bits are as from blending whole poses.
func TestMeanEqualsBlendingWholePoses(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(31, 7))
	for range 12 {
		s := zeroSkeleton(t, r, 1+r.IntN(70))
		var clips []*bake.BakedClip
		for _, part := range []float64{1, 0.1, 0.02, 0.3} {
			clips = append(clips, partial(t, r, s, part))
		}
		half := rig.NewMask("half", s).Joints(1, s.JointName(0))
		for j := s.Len() / 2; j < s.Len(); j += 3 {
			half.Joints(1, s.JointName(j))
		}
		mask, err := half.Build()
		if err != nil {
			t.Fatal(err)
		}
		clips = append(clips, clips[0].Reduced(mask), clips[3].Reduced(mask))
		size := kernel.PoseSize(s.Len())
		got, want, sample := make([]float32, size), make([]float32, size), make([]float32, size)
		scratch := make([]float32, size)
		for range 60 {
			for i := range scratch {
				scratch[i] = float32(math.NaN()) // nothing of it may be read before it is written
			}
			order := r.Perm(len(clips))[:2+r.IntN(3)]
			mean := bake.Mean{Locals: got, Scratch: scratch}
			for i, k := range order {
				time, u, unit := r.Float64(), r.Float32(), i == len(order)-1
				if i == 0 {
					clips[k].Sample(time, want, nil)
					mean.Begin(clips[k], time, nil)
				} else {
					mean.Add(clips[k], time, nil, u, unit)
					clips[k].Sample(time, sample, nil)
					if unit {
						kernel.Blend(want, sample, u, i == 1)
					} else {
						kernel.Lerp(want, sample, u)
					}
				}
				for j := range want {
					if math.Float32bits(got[j]) != math.Float32bits(want[j]) {
						t.Fatalf("clips %v at %d, %d joints: joint %d row %d is %v, want %v", order, i, s.Len(),
							j/kernel.GroupSize*8+j%8, j%kernel.GroupSize/8, got[j], want[j])
					}
				}
			}
		}
	}
}

// Resampling writes the bits of a sample, also where that normalizes a constant rotation in its
// place.
func TestResampleEqualsSample(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(5, 23))
	for range 12 {
		s := zeroSkeleton(t, r, 1+r.IntN(70))
		for _, part := range []float64{1, 0.1, 0.02} {
			b := partial(t, r, s, part)
			got, want := make([]float32, kernel.PoseSize(s.Len())), make([]float32, kernel.PoseSize(s.Len()))
			b.Sample(r.Float64(), got, nil)
			for range 20 {
				time := r.Float64()
				b.Resample(time, got, nil)
				b.Sample(time, want, nil)
				for j := range want {
					if math.Float32bits(got[j]) != math.Float32bits(want[j]) {
						t.Fatalf("joint %d row %d is %v, want %v", j/kernel.GroupSize*8+j%8, j%kernel.GroupSize/8,
							got[j], want[j])
					}
				}
			}
		}
	}
}

func TestMeanLeavesOutUnboundClips(t *testing.T) {
	_, baked := handmade.Swaying(t)
	data, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	decoded := &bake.BakedClip{}
	if err := decoded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	mean := bake.Mean{Locals: make([]float32, kernel.PoseSize(baked.Clip().Skeleton().Len()))}
	mean.Begin(baked, 0, nil)
	mean.Add(decoded, 0, nil, 1, true)
	decoded.Resample(0, mean.Locals, nil)
}
