package bake_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

func TestFramesLieOnKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	// Small angles, so that interpolation adds no error; alternating, so that no other grid meets
	// the tolerance.
	zigzag := func(keys int) []float32 {
		angles := make([]float32, keys)
		for k := range angles {
			angles[k] = 0.05 * float32(k%2)
		}
		return angles
	}
	milliseconds := handmade.Grid(0, 30, 31)
	for k := range milliseconds {
		milliseconds[k] = float32(math.Round(float64(milliseconds[k])*1000) / 1000)
	}
	gaps := handmade.Grid(0, 24, 49)
	gaps = append(append(append([]float32(nil), gaps[:3]...), gaps[5:30]...), gaps[48])
	for _, row := range []struct {
		name         string
		times        []float32
		rate         float64
		frames, most int
	}{
		// a closed loop: the first frame is used for the last
		{"24 a second", handmade.Grid(0, 24, 25), 24, 24, 24},
		{"30 a second, open", handmade.Grid(0, 30, 30), 30, 30, 30}, // not a loop: it ends at another angle
		{"starts late", handmade.Grid(0.7, 30, 31), 30, 30, 30},
		{"starts before 0", handmade.Grid(-0.45, 25, 31), 25, 30, 30},
		{"times in milliseconds", milliseconds, 30, 30, 30},
		{"with gaps", gaps, 14.5, 29, 29}, // long intervals where keys are missing
	} {
		clip := handmade.Turning(t, clip.Linear, row.times, zigzag(len(row.times))...)
		_, report := bakeAndCompare(t, r, clip, bake.Options{}, 100)
		if report.Exact || math.Abs(report.Rate-row.rate) > 0.01 || report.Frames < row.frames ||
			report.Frames > row.frames+1 {
			t.Errorf("%s: %v, want %d frames, %v a second", row.name, report, row.frames, row.rate)
		}
	}
}

// Late float32 times are rounded by a good part of a cell of the grid.
func TestLongClipsLieOnTheirGrid(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(3, 9))
	for _, row := range []struct{ rate, seconds float64 }{
		{24, 150},
		{24, 300},
		{25, 150},
		{50, 60},
		{100, 30},
		{30, 900},
	} {
		times := handmade.Grid(0, row.rate, int(row.rate*row.seconds)+1)
		angles := make([]float32, len(times))
		for k := range angles {
			angles[k] = 0.05 * float32(k%2)
		}
		clip := handmade.Turning(t, clip.Linear, times, angles...)
		_, report := bakeAndCompare(t, r, clip, bake.Options{}, 100)
		if report.Exact || math.Abs(report.Rate-row.rate) > 0.01 {
			t.Errorf("%v frames a second for %v s: %v", row.rate, row.seconds, report)
		}
	}
}

// Between the keys of a fast turn, interpolation is farthest from the exact arc at about 1/5 and
// 4/5 of the way.
func TestErrorOfSpinsIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	for range 20 {
		angles := make([]float32, 9)
		for k := range angles[1:] {
			angles[k+1] = angles[k] + 0.4 + 2*r.Float32()
		}
		bakeAndCompare(t, r, handmade.Turning(t, clip.Linear, handmade.Grid(0, 24, len(angles)), angles...),
			bake.Options{}, 2000)
	}
}

func TestFastRotationsGetMoreFrames(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	c := handmade.Turning(t, clip.Linear, handmade.Grid(0, 10, 5), 0, 2, 0, -2, 0)
	_, report := bakeAndCompare(t, r, c, bake.Options{AllowLarger: true}, 200)
	if report.Exact || report.Rate < 20 {
		t.Errorf("%v, want more than 20 frames a second", report)
	}
	// More frames only where the rotation is fast.
	angles := make([]float32, 100)
	for k := 40; k < 50; k++ {
		angles[k] = 2 * float32(k%2)
	}
	if _, report := bakeAndCompare(t, r, handmade.Turning(t, clip.Linear, handmade.Grid(0, 10, 100), angles...),
		bake.Options{AllowLarger: true}, 300); report.Exact || report.Frames > 100 {
		t.Errorf("%v, want at most 100 frames", report)
	}
	// A slow rotation needs fewer frames than keys.
	slow := make([]float32, 121)
	for k := range slow {
		slow[k] = float32(k) * 0.001
	}
	if _, report := bakeAndCompare(t, r, handmade.Turning(t, clip.Linear, handmade.Grid(0, 60, 121), slow...),
		bake.Options{AllowLarger: true}, 200); report.Frames > 15 {
		t.Errorf("%v, want at most 15 frames for 121 keys", report)
	}
}

func TestKeysOnNoGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	times := []float32{0, 0.1, 0.2371, 0.33333, 0.51, 0.7777, 0.9, 1.1003}
	clip := handmade.Turning(t, clip.Linear, times, 0, 0.03, 0.05, 0.06, 0.03, 0.01, 0, 0.02)
	if _, report := bakeAndCompare(t, r, clip, bake.Options{Tolerance: 0.0005, AllowLarger: true}, 300); report.Exact {
		t.Errorf("%v", report)
	}
}

func TestClipsWithoutDurationOrTracks(t *testing.T) {
	for name, clip := range map[string]*clip.Clip{
		"no tracks":     handmade.Build(t, clip.NewBuilder("empty", handmade.Arm(t))),
		"a second long": handmade.Build(t, clip.NewBuilder("empty", handmade.Arm(t)).Range(0, 1)),
		"one key":       handmade.Turning(t, clip.Linear, []float32{2}, 0.7),
		"one key, late": handmade.Build(t, clip.NewBuilder("late", handmade.Arm(t)).Range(0, 3).
			Translation(0, clip.Linear, []float32{1.5}, []mgl32.Vec3{{1, 2, 3}})),
		"no duration": handmade.Build(t, clip.NewBuilder("within", handmade.Arm(t)).Range(0.25, 0.25).
			Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {1, 0, 0}})),
		"part of its keys": handmade.Build(t, clip.NewBuilder("part", handmade.Arm(t)).Range(0.2, 0.7).
			Translation(0, clip.Linear, []float32{0, 0.5, 1}, []mgl32.Vec3{{}, {1, 0, 0}, {0, 1, 0}})),
	} {
		baked, report := bakeAndCompare(t, rand.New(rand.NewPCG(5, 9)), clip, bake.Options{AllowLarger: true}, 30)
		if baked == nil || baked.Start() != clip.Start() || baked.End() != clip.End() {
			t.Errorf("%s: %v", name, report)
			continue
		}
		for _, time := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300} {
			if e := modelSpaceError(clip, baked, time, 300*report.Tolerance); !(e <= report.Tolerance) {
				t.Errorf("%s: at %v s the error is %v m", name, time, e)
			}
		}
	}
}

func TestTooLongClipsStayExact(t *testing.T) {
	for _, end := range []float64{1e9, 1e300, math.MaxFloat64} {
		clip := handmade.Build(t, clip.NewBuilder("long", handmade.Arm(t)).Range(-end, end).Translation(0, clip.Linear,
			[]float32{0, 1}, []mgl32.Vec3{{}, {1, 0, 0}}))
		if b, report := bake.Bake(clip, bake.Options{}); b != nil || !strings.Contains(report.Reason, "too long") {
			t.Errorf("clip that ends at %v s: %v", end, report)
		}
	}
	noKeys := handmade.Build(t, clip.NewBuilder("long", handmade.Arm(t)).Range(-math.MaxFloat64, math.MaxFloat64))
	if b, report := bake.Bake(noKeys, bake.Options{}); b != nil || !strings.Contains(report.Reason, "too long") {
		t.Errorf("without keys: %v", report)
	}
}

// A full turn ends with the negated quaternion, which is the same rotation. Interpolation must not
// turn all the way back.
func TestLoopsAreContinuous(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 9))
	turn := make([]float32, 61)
	for k := range turn {
		turn[k] = float32(2 * math.Pi * float64(k) / 60)
	}
	fullTurn := handmade.Turning(t, clip.Linear, handmade.Grid(0, 30, 61), turn...)
	sway := handmade.Swing(t, r, randomassets.Skeleton(r, randomassets.Shapes()[2]), clip.Linear,
		handmade.Grid(0, 30, 2))
	for _, clip := range []*clip.Clip{fullTurn, sway, handmade.Turning(t, clip.Linear, handmade.Grid(0, 30, 5), 0, 0.02,
		0.05, 0.02, 0)} {
		baked, report := bakeAndCompare(t, r, clip, bake.Options{AllowLarger: true}, 300)
		if baked == nil {
			t.Fatal(report)
		}
		times := []float64{math.Nextafter(clip.End(), 0), clip.Start() + 1e-7}
		for time := max(0, clip.End()-3/report.Rate); time <= clip.End(); time += 1 / report.Rate / 64 {
			times = append(times, time)
		}
		for _, time := range times {
			if e := modelSpaceError(clip, baked, time, 300*report.Tolerance); !(e <= report.Tolerance) {
				t.Fatalf("%v: at %v s the error is %v m", report, time, e)
			}
		}
	}
	if b, _ := bake.Bake(fullTurn, bake.Options{AllowLarger: true}); b.Frames() < 2 {
		t.Errorf("a full turn has %d frames, want at least 2", b.Frames())
	}
}

func TestSameBitsOnAnyNumberOfProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 9))
	var clips []*clip.Clip
	for range 6 {
		clips = append(clips, handmade.Swing(t, r, randomassets.Skeleton(r, randomassets.Shapes()[4]), clip.Linear,
			handmade.Grid(0, 30, 20)))
	}
	var want []string
	for _, processors := range []int{1, 2, 8} {
		before := runtime.GOMAXPROCS(processors)
		library := assets.NewLibrary(assets.Exact())
		for _, clip := range clips {
			library.AddClip(clip)
		}
		calls := 0
		reports := library.Bake(bake.Options{Tolerance: 0.001}, func(done, total int) {
			if calls++; done != calls || total != len(clips) {
				t.Errorf("progress(%d, %d) at call %d", done, total, calls)
			}
		})
		runtime.GOMAXPROCS(before)
		for i, report := range reports {
			baked := library.Baked(report.Clip)
			if baked == nil {
				t.Fatal(report)
			}
			data, err := baked.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if processors == 1 {
				want = append(want, string(data))
			} else if string(data) != want[i] {
				t.Errorf("%v differs with %d processors", report, processors)
			}
		}
	}
}

// Two neighboring keys, or all keys, may be as close as float32 can represent.
func TestCloseKeys(t *testing.T) {
	s, err := rig.NewSkeleton("one", []rig.Joint{{Name: "a", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]float32{
		{0, math.Nextafter32(0.5, 1), 0.5, 1},
		{0, 1e-9, 0.3, 0.7},
		{0.1, math.Nextafter32(0.1, 1)},
		handmade.Grid(0, 240, 50), handmade.Grid(0, 1000, 50), handmade.Grid(0, 300, 7), handmade.Grid(0, 1e5, 20),
	} {
		if row[1] > row[2%len(row)] && len(row) > 2 {
			row[1], row[2] = row[2], row[1]
		}
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			values := make([]mgl32.Vec3, len(row))
			for i := range values {
				values[i] = mgl32.Vec3{float32(i%3) * row[i]}
			}
			clip, err := clip.NewBuilder("close", s).Translation(0, clip.Linear, row, values).Build()
			if err != nil {
				t.Fatal(err)
			}
			library := assets.NewLibrary(assets.Exact())
			library.AddSkeleton(s)
			id := library.AddClip(clip)
			library.Bake(bake.Options{}, nil)
			baked := library.Baked(id)
			if baked == nil {
				return // it stays exact
			}
			locals, pose := make([]float32, len(rig.NewPose(s).Locals)), rig.NewPose(s)
			for i := range 200 {
				time := clip.Start() + clip.Duration()*float64(i)/199
				baked.Sample(time, locals, nil)
				clip.Sample(time, pose)
				for k, v := range locals {
					if !(math.Abs(float64(v-pose.Locals[k])) < 0.01) {
						t.Fatalf("at %v s: value %d is %v, want %v", time, k, v, pose.Locals[k])
					}
				}
			}
		})
	}
}
