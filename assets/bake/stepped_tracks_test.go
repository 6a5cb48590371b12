package bake_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// withSteps returns a clip that swings all joints of a skeleton but two, whose tracks are stepped:
// the rotation of the first joint, which all others follow, and the translation of the last.
func withSteps(t *testing.T, r *rand.Rand, s *rig.Skeleton) *clip.Clip {
	b := clip.NewBuilder("steps", s)
	for _, track := range handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 40)).Tracks() {
		if track.Property == clip.Rotation && track.Joint > 0 {
			b.Rotation(track.Joint, clip.Linear, track.Track.Times(), handmade.Quaternions(track.Track.Values()))
		}
	}
	turns := []mgl32.Quat{
		mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0}),
		mgl32.QuatRotate(-2, mgl32.Vec3{1, 0, 0}), mgl32.QuatIdent(),
	}
	b.Rotation(0, clip.Step, []float32{0, 0.31, 0.7777, 1.2}, turns)
	b.Translation(s.Len()-1, clip.Step, []float32{0.1, 0.5}, []mgl32.Vec3{{1, 2, 3}, {-1, 0.5, 2}})
	return handmade.Build(t, b)
}

// Stepped tracks keep their jumps to the bit, and the others of the clip are baked.
func TestSteppedTracksAmongSmoothOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 9))
	s := randomassets.Skeleton(r, randomassets.Shapes()[2])
	plain := withSteps(t, r, s)
	relative, err := clip.MakeAdditive(plain, rig.NewPose(s))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*clip.Clip{plain, relative} {
		var baked *bake.BakedClip
		var report bake.Report
		if c.Additive() {
			baked, report = bake.Bake(c, bake.Options{AllowLarger: true})
		} else {
			baked, report = bakeAndCompare(t, r, c, bake.Options{AllowLarger: true}, 300)
		}
		if baked == nil || report.SteppedTracks != 2 || baked.SteppedTracks() != 2 ||
			report.MaxError > report.Tolerance {
			t.Fatal(report)
		}
		data, err := baked.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		decoded := &bake.BakedClip{}
		if err := decoded.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if err := decoded.Bind(c); err != nil {
			t.Fatal(err)
		}
		mask, err := rig.NewMask("first", s).Joints(1, s.JointName(0)).Build()
		if err != nil {
			t.Fatal(err)
		}
		reduced := baked.Reduced(mask)
		if reduced.SteppedTracks() != 1 {
			t.Errorf("a level with the first joint has %d stepped tracks, want 1", reduced.SteppedTracks())
		}
		got, want, again, level := rig.NewPose(s), rig.NewPose(s), rig.NewPose(s), rig.NewPose(s)
		times := []float64{-1, math.NaN(), 9}
		for _, key := range []float32{0, 0.1, 0.31, 0.5, 0.7777, 1.2} {
			times = append(times, float64(key), math.Nextafter(float64(key), 0), math.Nextafter(float64(key), 9))
		}
		for _, time := range times {
			baked.Sample(time, got.Locals, got.Morphs)
			decoded.Sample(time, again.Locals, again.Morphs)
			reduced.Sample(time, level.Locals, level.Morphs)
			c.Sample(c.Clamp(time), want)
			last := s.Len() - 1
			if got.Joint(0).Rotation != want.Joint(0).Rotation ||
				got.Joint(last).Translation != want.Joint(last).Translation ||
				level.Joint(0).Rotation != want.Joint(0).Rotation {
				t.Errorf("at %v s: %v and %v, want %v and %v", time, got.Joint(0), got.Joint(last), want.Joint(0),
					want.Joint(last))
			}
			if !slices.Equal(got.Locals, again.Locals) {
				t.Errorf("at %v s the decoded clip differs", time)
			}
		}
		if n := testing.AllocsPerRun(100, func() { baked.Sample(0.4, got.Locals, got.Morphs) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

func TestClipsOfStepsStayExact(t *testing.T) {
	c := handmade.Turning(t, clip.Step, handmade.Grid(0, 30, 4), 0, 1, 0, 1)
	b, report := bake.Bake(c, bake.Options{AllowLarger: true})
	if b != nil || !strings.Contains(report.Reason, "it has stepped tracks, and no others") ||
		!strings.Contains(report.String(), "stays exact") {
		t.Errorf("%v", report)
	}
	// A stepped track of equal keys is constant, and can be baked.
	still := handmade.Turning(t, clip.Step, handmade.Grid(0, 30, 4), 1, 1, 1, 1)
	_, report = bakeAndCompare(t, rand.New(rand.NewPCG(4, 9)), still, bake.Options{AllowLarger: true}, 20)
	if report.Exact || report.MaxError > 1e-6 || report.SteppedTracks != 0 {
		t.Errorf("%v", report)
	}
}
