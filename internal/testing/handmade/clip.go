package handmade

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// Turning makes a clip that rotates joint 1 of [Arm] about the z axis, with keys at times in
// seconds and angles in radians.
func Turning(t testing.TB, interpolation clip.Interpolation, times []float32, angles ...float32) *clip.Clip {
	t.Helper()
	turns := make([]mgl32.Quat, len(angles))
	for k, angle := range angles {
		turns[k] = mgl32.QuatRotate(angle, mgl32.Vec3{0, 0, 1})
	}
	return Build(t, clip.NewBuilder("turning", Arm(t)).Rotation(1, interpolation, times, turns))
}

// Swing makes a clip that rotates every joint to and fro, and translates and scales some, with keys
// at the given times in seconds.
func Swing(t testing.TB, r *rand.Rand, s *rig.Skeleton, interpolation clip.Interpolation, times []float32) *clip.Clip {
	t.Helper()
	b := clip.NewBuilder("swing", s)
	for joint := range s.Len() {
		rest := s.Rest(joint)
		axis := mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}.Normalize()
		phase, size := r.Float64()*6, r.Float64()*0.4
		var turns []mgl32.Quat
		var moves, scales []mgl32.Vec3
		for _, time := range times {
			x := float32(size * math.Sin(3*float64(time)+phase))
			values := []float32{x}
			if interpolation >= clip.CubicHermite {
				values = []float32{0, x, 0}
			}
			for k, x := range values {
				turn, move, scale := rest.Rotation.Mul(mgl32.QuatRotate(x, axis)),
					rest.Translation.Add(axis.Mul(0.2*x)), rest.Scale.Mul(1+0.1*x)
				if interpolation == clip.CubicHermite && k != 1 {
					turn, move, scale = mgl32.Quat{}, mgl32.Vec3{}, mgl32.Vec3{}
				}
				turns, moves, scales = append(turns, turn), append(moves, move), append(scales, scale)
			}
		}
		b.Rotation(joint, interpolation, times, turns)
		if joint%3 == 0 {
			b.Translation(joint, interpolation, times, moves)
		}
		if joint%5 == 0 {
			b.Scale(joint, interpolation, times, scales)
		}
	}
	return Build(t, b)
}

// Grid returns the times in seconds of a number of keys, from a first time on, at a rate in keys
// per second.
func Grid(first float32, rate float64, keys int) []float32 {
	times := make([]float32, keys)
	for k := range times {
		times[k] = first + float32(float64(k)/rate)
	}
	return times
}

// Quaternions converts flat values, four per rotation.
func Quaternions(values []float32) []mgl32.Quat {
	list := make([]mgl32.Quat, len(values)/4)
	for i := range list {
		list[i] = mgl32.Quat{V: mgl32.Vec3(values[4*i : 4*i+3]), W: values[4*i+3]}
	}
	return list
}

// Swaying returns a clip of a skeleton with morph targets, and its baked clip.
func Swaying(t testing.TB) (*clip.Clip, *bake.BakedClip) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 9))
	s := randomassets.Skeleton(r, randomassets.Shapes()[2])
	c := Swing(t, r, s, clip.Linear, Grid(0, 30, 20))
	channel := s.MorphChannels()[0]
	b := clip.NewBuilder("morphing", s).MorphWeights(channel.Joint, clip.Linear, []float32{0, 0.5},
		make([]float32, 2*channel.Count))
	for _, track := range c.Tracks() {
		if track.Property == clip.Rotation {
			b.Rotation(track.Joint, clip.Linear, track.Track.Times(), Quaternions(track.Track.Values()))
		}
	}
	c = Build(t, b)
	baked, report := bake.Bake(c, bake.Options{})
	if baked == nil {
		t.Fatal(report)
	}
	return c, baked
}

// Build builds a clip, or fails the test.
func Build(t testing.TB, b *clip.Builder) *clip.Clip {
	t.Helper()
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// AddMarked adds a clip from start to end, in seconds, to a library, with markers such as "left 0.5,
// right 1.5".
func AddMarked(t testing.TB, l *assets.Library, s *rig.Skeleton, name string, start, end float64,
	markers string,
) id.Clip {
	t.Helper()
	b := clip.NewBuilder(name, s).Range(start, end)
	for m := range strings.SplitSeq(markers, ", ") {
		var marker clip.Marker
		if n, err := fmt.Sscan(m, &marker.Name, &marker.Time); n == 2 && err == nil {
			b.Marker(marker)
		}
	}
	return l.AddClip(Build(t, b))
}

// EmptyClip makes a clip without tracks, with a start and an end in seconds.
func EmptyClip(t testing.TB, start, end float64) *clip.Clip {
	t.Helper()
	c, err := clip.NewBuilder("test", Skeleton(t, Joint("a", -1))).Range(start, end).Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// ExampleWave makes a clip for [ExampleArm] that raises the arm by a quarter turn in a second.
func ExampleWave(skeleton *rig.Skeleton) *clip.Clip {
	shoulder, _ := skeleton.Find("shoulder")
	turns := make([]mgl32.Quat, 31)
	for k := range turns {
		turns[k] = mgl32.QuatRotate(math.Pi/2*float32(k)/30, mgl32.Vec3{0, 0, 1})
	}
	clip, err := clip.NewBuilder("wave", skeleton).
		Rotation(shoulder, clip.Linear, Grid(0, 30, len(turns)), turns).Build()
	if err != nil {
		panic(err)
	}
	return clip
}
