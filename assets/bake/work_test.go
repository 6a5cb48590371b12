package bake_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// A file of a few bytes must not ask for much work. Keys that are hours apart need frames in
// between only if they are asked for, and then within the bound.
func TestFewKeysAreLittleWork(t *testing.T) {
	for _, times := range [][]float32{
		{0, 15 * 3600},            // 216,000 cells, which took seconds
		{0, 0.1, 15 * 3600},       // on the grid of the first two keys
		{0, 0.1, 0.17, 15 * 3600}, // on no grid
		{-8 * 3600, 8 * 3600},
	} {
		c := handmade.Turning(t, clip.Linear, times, []float32{0, 1.5, 0.3, 0.2}[:len(times)]...)
		poses, report := bake.SampledPoses(c, bake.Options{})
		if poses > 0 || !report.Exact {
			t.Errorf("keys at %v s: %d poses were sampled; %v", times, poses, report)
		}
	}
}

// The bound is on all that baking samples, whatever makes it much: time, keys or fast turns.
func TestWorkIsBounded(t *testing.T) {
	const maxFrameJoints = 1 << 15 // 4,096 frames of up to 8 joints
	// Each frame is compared at 4 times by a search and at 8 by the check, for three spacings of
	// frames, and each cell is tried with all numbers of intervals and in runs of all lengths.
	const most = 16 * maxFrameJoints
	spins := func(cells int) *clip.Clip { // the fastest turns that keys can ask for
		angles := make([]float32, 2*cells+1)
		for k := range angles {
			angles[k] = 3 * float32(k%2)
		}
		return handmade.Turning(t, clip.Linear, handmade.Grid(0, 8, len(angles)), angles...)
	}
	dense := make([]float32, 8001)
	for k := 1; k < len(dense)-1; k++ {
		dense[k] = math.Nextafter32(dense[k-1], 1e9) // as close as keys can be, and then none
	}
	dense[len(dense)-1] = 100
	for _, row := range []struct {
		name     string
		clip     *clip.Clip
		isWithin bool
		reason   string
	}{
		{
			"far keys", handmade.Turning(t, clip.Linear, []float32{0, 54000}, 0, 1.5), false,
			"expected at most 4096 cells of the frame grid for 2 joints, found 216000; " +
				"bake.Options.MaxFrameJoints, which is 32768, allows more",
		},
		{"near keys", handmade.Turning(t, clip.Linear, []float32{0, 900}, 0, 1.5), true, ""},
		{
			"dense keys", handmade.Turning(t, clip.Linear, dense, make([]float32, len(dense))...), false,
			"expected at most 4096 times of keys for 2 joints, found 8001; ",
		},
		{"spins", spins(1500), false, "expected at most 4096 frames for 2 joints, found 4"},
		{"some spins", spins(100), true, ""},
	} {
		poses, report := bake.SampledPoses(row.clip, bake.Options{AllowLarger: true, MaxFrameJoints: maxFrameJoints})
		t.Logf("%s: %d poses; %v", row.name, poses, report)
		if poses > most || report.Exact == row.isWithin || !strings.Contains(report.Reason, row.reason) {
			t.Errorf("%s: %d poses were sampled, want at most %d; %v", row.name, poses, most, report)
		}
	}
}

// The bound decides whether a clip is baked, and nothing else.
func TestBoundDoesNotChangeBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	c := handmade.Turning(t, clip.Linear, handmade.Grid(0, 30, 40), make([]float32, 40)...)
	for range 4 {
		angles := make([]float32, 200)
		for k := range angles[1:] {
			angles[k+1] = angles[k] + r.Float32()
		}
		c = handmade.Turning(t, clip.Linear, handmade.Grid(0, 24, len(angles)), angles...)
		want, report := bake.Bake(c, bake.Options{AllowLarger: true})
		if want == nil {
			t.Fatal(report)
		}
		got, raised := bake.Bake(c, bake.Options{AllowLarger: true, MaxFrameJoints: 1 << 30})
		if got == nil || encodedClip(t, got) != encodedClip(t, want) || got.Options() != want.Options() || raised != report {
			t.Errorf("%v, with another bound %v", report, raised)
		}
	}
	if _, report := bake.Bake(c, bake.Options{MaxFrameJoints: -1}); !strings.Contains(report.Reason, "MaxFrameJoints") {
		t.Error(report)
	}
}

// A clip that was too long for one bound is baked with another, from the same cache too.
func TestCacheTellsBoundsApart(t *testing.T) {
	angles := make([]float32, 3000)
	for k := range angles {
		angles[k] = 0.3 * float32(math.Sin(float64(k)/20))
	}
	c := handmade.Turning(t, clip.Linear, handmade.Grid(0, 30, len(angles)), angles...)
	cache := bake.NewCache(&memory{})
	for _, maxFrameJoints := range []int{8 * 2000, 0, 8 * 2000, 8 * 4000} {
		options := bake.Options{MaxFrameJoints: maxFrameJoints}
		_, want := bake.Bake(c, options)
		baked, report := cache.Bake(c, options)
		if again, _ := cache.Bake(c, options); (again == nil) != (baked == nil) || report.CacheError != nil {
			t.Errorf("%d: %v", maxFrameJoints, report)
		}
		if report.Cached = false; report != want || (maxFrameJoints == 8*2000) != report.Exact {
			t.Errorf("%d: %v, want %v", maxFrameJoints, report, want)
		}
	}
}
