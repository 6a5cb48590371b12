package clip_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestBuilderSortsTracksAndSharesTimes(t *testing.T) {
	times := []float32{1, 2}
	points := []mgl32.Vec3{{1, 0, 0}, {2, 0, 0}}
	turns := []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatIdent()}
	c := handmade.Build(t, clip.NewBuilder("wave", handmade.Arm(t)).
		MorphWeights(1, clip.Linear, []float32{1, 2}, []float32{0, 0, 1, 1}).
		Scale(1, clip.Linear, times, points).
		Rotation(0, clip.Linear, times, turns).
		Translation(1, clip.Linear, []float32{0.5}, points[:1]))
	var got []any
	for _, track := range c.Tracks() {
		got = append(got, track.Joint, track.Property.String())
	}
	if difference := cmp.Diff([]any{0, "rotation", 1, "translation", 1, "scale", 1, "morph weights"},
		got); difference != "" {
		t.Error(difference)
	}
	if c.Start() != 0.5 || c.End() != 2 || c.Duration() != 1.5 || c.Keys() != 7 || c.Name() != "wave" {
		t.Errorf("%q from %v to %v, %d keys", c.Name(), c.Start(), c.End(), c.Keys())
	}
	// Three tracks share a timeline of two times, one has a timeline of one. Values: 2·3 + 2·4 +
	// 1·3 + 2·2 numbers.
	if want := 4 * (2 + 1 + 6 + 8 + 3 + 4); c.Bytes() != want {
		t.Errorf("%d bytes, want %d", c.Bytes(), want)
	}
}

func TestBuilderCopiesTimesAndValues(t *testing.T) {
	times, weights := []float32{0, 1}, []float32{0, 0, 1, 1}
	c := handmade.Build(t, clip.NewBuilder("test", handmade.Arm(t)).MorphWeights(1, clip.Step, times, weights))
	times[1], weights[3] = 7, 7
	if track := c.Tracks()[0].Track; track.Times()[1] != 1 || track.Values()[3] != 1 {
		t.Errorf("the clip changed with the caller's slices: %v %v", track.Times(), track.Values())
	}
}

func TestTicksBecomeSeconds(t *testing.T) {
	c := handmade.Build(t, clip.NewBuilder("test", handmade.Arm(t)).
		Translation(0, clip.Linear, []float32{1}, []mgl32.Vec3{{}}).
		TicksPerSecond(24).
		Scale(0, clip.Linear, []float32{-24, 0, 1, 36}, make([]mgl32.Vec3, 4)).
		TicksPerSecond(1000).
		Scale(1, clip.Linear, []float32{0, 3500}, make([]mgl32.Vec3, 2)))
	for i, want := range [][]float32{{1}, {-1, 0, 1.0 / 24, 1.5}, {0, 3.5}} {
		if difference := cmp.Diff(want, c.Tracks()[i].Track.Times()); difference != "" {
			t.Error(difference)
		}
	}
	if c.Start() != -1 || c.End() != 3.5 {
		t.Errorf("from %v to %v s", c.Start(), c.End())
	}
}

func TestMatricesAreDecomposed(t *testing.T) {
	a := rig.TRS{
		Translation: mgl32.Vec3{1, 2, 3}, Rotation: mgl32.QuatRotate(0.5, mgl32.Vec3{0, 0, 1}),
		Scale: mgl32.Vec3{2, 3, 4},
	}
	b := rig.TRS{
		Translation: mgl32.Vec3{3, 2, 1}, Rotation: mgl32.QuatRotate(1.5, mgl32.Vec3{0, 0, 1}),
		Scale: mgl32.Vec3{4, 3, 2},
	}
	s := handmade.Arm(t)
	c := handmade.Build(t, clip.NewBuilder("test", s).
		Matrices(1, clip.Linear, []float32{0, 1}, []mgl32.Mat4{a.Matrix().Mat4(), b.Matrix().Mat4()}))
	pose := rig.NewPose(s)
	c.Sample(0.5, pose)
	got := pose.Joint(1)
	if !got.Translation.ApproxEqual(mgl32.Vec3{2, 2, 2}) || !got.Scale.ApproxEqual(mgl32.Vec3{3, 3, 3}) ||
		!got.Rotation.ApproxEqual(mgl32.QuatRotate(1, mgl32.Vec3{0, 0, 1})) {
		t.Errorf("halfway: %v", got)
	}
}

func TestBuilderErrors(t *testing.T) {
	inf, s := math.Inf(1), handmade.Arm(t)
	sheared := mgl32.Ident4()
	sheared[4] = 0.1
	projected := mgl32.Ident4()
	projected[3] = 0.1
	one := []mgl32.Vec3{{}}
	for _, row := range []struct {
		name  string
		build func(*clip.Builder)
		want  string
		is    error
	}{
		{"joint", func(b *clip.Builder) {
			b.Translation(2, clip.Step, []float32{0}, one)
		}, "expected a joint below 2, those of the skeleton, found 2", nil},
		{"negative joint", func(b *clip.Builder) {
			b.Scale(-1, clip.Step, []float32{0}, one)
		}, "expected a joint below 2, those of the skeleton, found -1", nil},
		{"two tracks", func(b *clip.Builder) {
			b.Scale(1, clip.Step, []float32{0}, one).Scale(1, clip.Linear, []float32{0}, one)
		}, `joint 1 ("hand"): scale: expected one track, found two`, nil},
		{"track", func(b *clip.Builder) {
			b.Rotation(1, clip.Step, []float32{0}, nil)
		}, `joint 1 ("hand"): rotation: expected 4 numbers for 1 keys with step`, nil},
		{"no morphs", func(b *clip.Builder) {
			b.MorphWeights(0, clip.Step, []float32{0}, nil)
		}, `joint 0 ("arm"): expected a mesh with morph targets, found none`, nil},
		{"morphs nowhere", func(b *clip.Builder) {
			b.MorphWeights(-7, clip.Step, []float32{0}, nil)
		}, "joint -7: expected a mesh with morph targets, found none", nil},
		{"morph count", func(b *clip.Builder) {
			b.MorphWeights(1, clip.Step, []float32{0}, []float32{1})
		}, "expected 2 numbers for 1 keys with step interpolation, found 1", nil},
		{"ticks", func(b *clip.Builder) {
			b.TicksPerSecond(0)
		}, "expected a positive number of ticks per second, found 0", nil},
		{"ticks NaN", func(b *clip.Builder) { b.TicksPerSecond(math.NaN()) }, "found NaN", nil},
		{"ticks infinite", func(b *clip.Builder) { b.TicksPerSecond(inf) }, "found +Inf", nil},
		{"ticks too few", func(b *clip.Builder) {
			b.TicksPerSecond(1e-300).Scale(0, clip.Step, []float32{1}, one)
		}, "key 0: its time", rig.ErrNotFinite},
		{"ticks too many", func(b *clip.Builder) {
			b.TicksPerSecond(1e300).Scale(0, clip.Step, []float32{1, 2}, make([]mgl32.Vec3, 2))
		}, "key 1: expected a time after 0 s", nil},
		{"range", func(b *clip.Builder) {
			b.Range(2, 1)
		}, "expected a finite range that ends no earlier than it starts, found 2 s to 1 s", nil},
		{"range NaN", func(b *clip.Builder) { b.Range(math.NaN(), 1) }, "expected a finite range", nil},
		{"range infinite", func(b *clip.Builder) { b.Range(0, inf) }, "expected a finite range", nil},
		{"shear", func(b *clip.Builder) {
			b.Matrices(0, clip.Step, []float32{0, 1}, []mgl32.Mat4{mgl32.Ident4(), sheared})
		}, `joint 0 ("arm"): key 1: the matrix has shear`, rig.ErrShear},
		{"singular", func(b *clip.Builder) {
			b.Matrices(0, clip.Step, []float32{0}, make([]mgl32.Mat4, 1))
		}, "key 0", rig.ErrSingular},
		{"projection", func(b *clip.Builder) {
			b.Matrices(0, clip.Step, []float32{0}, []mgl32.Mat4{projected})
		}, "expected the last row 0 0 0 1, found [0.1 0 0 1]", nil},
		{"matrix tangents", func(b *clip.Builder) {
			b.Matrices(0, clip.CubicHermite, []float32{0}, make([]mgl32.Mat4, 3))
		}, "which matrices do not have, found cubic Hermite", nil},
		{"matrix count", func(b *clip.Builder) {
			b.Matrices(0, clip.Step, []float32{0, 1}, []mgl32.Mat4{mgl32.Ident4()})
		}, "2 keys with step", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := clip.NewBuilder("bad", s)
			row.build(b)
			c, err := b.Build()
			if c != nil || err == nil || !strings.Contains(err.Error(), `clip "bad": `) ||
				!strings.Contains(err.Error(), row.want) {
				t.Fatalf("error %v does not contain %q", err, row.want)
			}
			if row.is != nil && !errors.Is(err, row.is) {
				t.Errorf("%v is not %v", err, row.is)
			}
		})
	}
	if _, err := clip.NewBuilder("bad", nil).Scale(0, clip.Step, []float32{0}, one).
		MorphWeights(0, 0, nil, nil).Build(); err == nil {
		t.Error("no error for a nil skeleton")
	}
}

func TestBuildReportsAllErrors(t *testing.T) {
	_, err := clip.NewBuilder("bad", handmade.Arm(t)).TicksPerSecond(-1).
		Scale(9, clip.Step, []float32{0}, make([]mgl32.Vec3, 1)).Build()
	if err == nil || !strings.Contains(err.Error(), "ticks") || !strings.Contains(err.Error(), "found 9") {
		t.Errorf("error %v, want both errors", err)
	}
}

func TestCopyTakesTracksRangeAndMarkers(t *testing.T) {
	s := handmade.Arm(t)
	times, points := []float32{0, 1}, []mgl32.Vec3{{1, 0, 0}, {2, 0, 0}}
	from := handmade.Build(t, clip.NewBuilder("from", s).Translation(1, clip.Linear, times, points).Range(0.25, 2).
		Marker(clip.Marker{Name: "step", Time: 1.5}))
	c := handmade.Build(t, clip.NewBuilder("copy", s).Copy(from).Scale(1, clip.Step, times, points))
	if c.Name() != "copy" || c.Start() != 0.25 || c.End() != 2 || len(c.Tracks()) != 2 {
		t.Errorf("%q from %v to %v with %d tracks", c.Name(), c.Start(), c.End(), len(c.Tracks()))
	}
	if difference := cmp.Diff(from.Markers(), c.Markers()); difference != "" {
		t.Error(difference)
	}
	if difference := cmp.Diff(from.Tracks()[0].Track.Values(), c.Tracks()[0].Track.Values()); difference != "" {
		t.Error(difference)
	}
	difference := handmade.Build(t, clip.NewBuilder("difference", s).Additive())
	if from.Additive() || c.Additive() || !handmade.Build(t, clip.NewBuilder("copy", s).Copy(difference)).Additive() {
		t.Error("a copy must be additive exactly if the source is")
	}
	traveling, err := clip.ExtractRootMotion(from, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for want, source := range map[string]*clip.Clip{
		"expected a clip to copy, found nil": nil,
		`expected a clip for skeleton "test" to copy, found "other" for another skeleton of that name`: handmade.Build(t,
			clip.NewBuilder("other", handmade.Arm(t)).Translation(1, clip.Linear, times, points)),
		"root motion": traveling,
	} {
		if _, err := clip.NewBuilder("copy", s).Copy(source).Build(); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// A track that does not fit its joint and property is refused, with what was expected and found.
func TestTracksThatDoNotFit(t *testing.T) {
	s := handmade.Arm(t)
	track := func(isQuaternion bool, width int) *clip.Track {
		t.Helper()
		values := make([]float32, width)
		values[width-1] = 1
		made, err := clip.NewTrack(clip.Linear, isQuaternion, width, []float32{0}, values)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	for want, b := range map[string]*clip.Builder{
		"expected a track of 4 numbers with IsQuaternion() = true, found one of 4 with false": clip.NewBuilder("x", s).
			Track(0, clip.Rotation, 0, track(false, 4)),
		"expected a track of 3 numbers with IsQuaternion() = false, found one of 4 with true": clip.NewBuilder("x", s).
			Track(0, clip.Scale, 0, track(true, 4)),
		"expected a joint below": clip.NewBuilder("x", s).Track(s.Len(), clip.Scale, 0, track(false, 3)),
		"expected a channel of one of 0 materials, found 1": clip.NewBuilder("x", s).
			Track(0, clip.Scale, 1, track(false, 3)),
		"expected a joint with a channel of visibility": clip.NewBuilder("x", s).
			Track(0, clip.Visibility, 0, track(false, 1)),
		"found <nil> of scale": clip.NewBuilder("x", s).Track(0, clip.Scale, 0, nil),
	} {
		if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected an error with %q, found %v", want, err)
		}
	}
}

func TestConstantsAsText(t *testing.T) {
	got := fmt.Sprint(clip.MorphWeights, clip.Property(9), clip.CubicBezier, clip.Interpolation(9), clip.PingPong,
		clip.PlayMode(9), clip.Additive, clip.LayerMode(9))
	want := "morph weights Property(9) cubic Bezier Interpolation(9) ping-pong PlayMode(9) additive LayerMode(9)"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
