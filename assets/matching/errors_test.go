package matching_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/databases"
)

// What a builder refuses is told with its place, all at once, each time that it builds.
func TestErrorsOfBuilders(t *testing.T) {
	library, arc, skeleton := databases.Arc(t)
	other := library.AddClip(clipOf(t, skeletonOf(t, "other")))
	additive, err := clip.NewBuilder("difference", skeleton).Range(0, 1).Additive().Build()
	if err != nil {
		t.Fatal(err)
	}
	forever, err := clip.NewBuilder("forever", skeleton).Range(0, 1e12).Build()
	if err != nil {
		t.Fatal(err)
	}
	long := library.AddClip(forever)
	begin := func() *matching.Builder { return matching.NewBuilder("d", skeleton) }
	with := func() *matching.Builder { return begin().Clip(arc, nil).Position("tip", 1) }
	tags := make([]string, matching.MaxTags+1)
	for i := range tags {
		tags[i] = strings.Repeat("x", i+1)
	}
	for _, row := range []struct {
		b    *matching.Builder
		want string
	}{
		{nil, "expected a builder from NewBuilder, found nil"},
		{matching.NewBuilder("d", nil).Clip(arc, nil).Position("tip", 1), `database "d": expected a skeleton, found nil`},
		{begin().Position("tip", 1), "expected at least one clip, found none"},
		{begin().Clip(arc, nil), "expected at least one feature, found none"},
		{with().Clip(0, nil), "range 1: expected a clip, found the ID 0"},
		{with().Clip(arc+77, nil), "is not in the library"},
		{
			with().Clip(other, nil),
			`range 1: clip "still": expected one for the skeleton "arrow", found one for skeleton "other"`,
		},
		{with().Clip(library.AddClip(additive), nil), "expected one that is not additive, found one that is"},
		{with().Range(matching.Range{Clip: arc, From: 1, To: 3}), "expected times from 0 to 2 s, in order, found 1 to 3 s"},
		{with().Range(matching.Range{Clip: arc, From: 1, To: math.NaN()}), "found 1 to NaN s"},
		{with().Range(matching.Range{Clip: arc, From: 2, To: 1}), "found 2 to 1 s"},
		{
			with().Range(matching.Range{Clip: arc, From: 1, To: 2, Loop: true}),
			"expected a whole clip, 0 to 2 s, to loop, found 1 to 2 s",
		},
		{with().Range(matching.Range{Clip: arc, SkipEnd: math.Inf(1)}), "expected finite seconds to skip, found 0 and +Inf"},
		{with().Clip(arc, nil, ""), "expected a name of a tag, found none"},
		{with().Clip(arc, nil, tags...), "expected at most 32 different tags"},
		{with().Position("tp", 1), `skeleton "arrow" has no joint "tp"; it has "root", "tip"`},
		{with().Velocity("tip", 0), "velocity of tip: expected a finite weight above 0, found 0"},
		{with().Velocity("tip", float32(math.NaN())), "found NaN"},
		{with().Position("tip", 2), "position of tip: expected each feature once, found it again"},
		{with().Trajectory(1, 1), "trajectory: expected at least one time, found none"},
		{with().Trajectory(1, 1, math.NaN()), "trajectory: time 0: expected one of at most 60 s, found NaN"},
		{with().Trajectory(0, 0, 1), "expected a finite weight above 0, found 0"},
		{with().Trajectory(1, 1, 1).Trajectory(1, 1, 2), "expected one call with all times, found another one"},
		{with().Value("v", 1, nil), `feature "v": expected a function that returns its values, found nil`},
		{with().Rate(0), "expected a rate of 1 to 1000 frames per second, found 0"},
		{with().Rate(1000).Clip(long, nil), "expected at most 8388608 frames and 268435456 numbers"},
		{
			with().Value("v", 1, func(*clip.Clip, float64) float64 { return math.NaN() }),
			`range 0 to 2 s of clip "arc": frame 0, at 0 s: v: expected finite numbers, found [NaN]`,
		},
		{
			with().Value("v", 1, func(*clip.Clip, float64) float64 { panic("oh") }),
			`range 0 to 2 s of clip "arc": panic while its frames were measured: oh`,
		},
	} {
		for range 2 { // the errors of a failed Build are not kept
			d, err := row.b.Build(library)
			if d != nil || err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, expected %q", err, row.want)
			} else if n := strings.Count(err.Error(), row.want); n != 1 {
				t.Errorf("%d times: %v", n, err)
			}
		}
	}
	if _, err := with().Build(nil); err == nil || !strings.Contains(err.Error(), "expected the library with its clips") {
		t.Error(err)
	}
	d := databases.Build(t, with().Clip(arc, nil, "walk"), library)
	if _, err := d.Tags("wlk"); !errors.Is(err, rig.ErrNotFound) || !strings.Contains(err.Error(), `did you mean "walk"`) {
		t.Error(err)
	}
	if _, err := library.AddMotion((*matching.Database)(nil)); err == nil {
		t.Error("expected an error for a database that is nil")
	}
}

// A clip without keys is measured by its source, and not again when it is replaced by itself.
func TestClipsWithoutKeys(t *testing.T) {
	library, b := databases.Gaits(t)
	want := databases.Build(t, b, library)
	bare := assets.NewLibrary()
	keyless := matching.NewBuilder("gaits", want.Skeleton())
	databases.Common(keyless, "left_foot", "right_foot", "hips")
	var refused string
	for i, r := range want.Ranges() {
		source := library.Clip(r.Clip)
		ids, err := bare.AddClips([]*clip.Clip{source}, assets.Baking{DropKeys: true})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			_, err := matching.NewBuilder("d", want.Skeleton()).Clip(ids[0], nil).Position("hips", 1).Build(bare)
			if !errors.Is(err, clip.ErrNoKeys) {
				t.Errorf("%v, expected that it has no keys", err)
			}
			refused = bare.Clip(ids[0]).Name()
		}
		r.Clip, r.Source = ids[0], source
		keyless.Range(r)
	}
	added, err := keyless.Add(bare)
	if err != nil {
		t.Fatal(err)
	}
	d := bare.Motion(added).Motion.(*matching.Database)
	marked, err := clip.WithMarkers(bare.Clip(d.Ranges()[0].Clip), clip.Marker{Name: "mark", Time: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if err := bare.SetClip(d.Ranges()[0].Clip, marked); err != nil {
		t.Fatalf("clip %q: %v", refused, err)
	}
	for _, d := range []*matching.Database{d, bare.Motion(added).Motion.(*matching.Database)} {
		for frame := range want.Frames() {
			got, want := d.Query(frame, nil, nil), want.Query(frame, nil, nil)
			for k := range want {
				if math.Float32bits(got[k]) != math.Float32bits(want[k]) {
					t.Fatalf("frame %d: number %d: %v, expected %v", frame, k, got[k], want[k])
				}
			}
		}
	}
}

func skeletonOf(t *testing.T, name string) *rig.Skeleton {
	t.Helper()
	s, err := rig.NewSkeleton(name, []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func clipOf(t *testing.T, s *rig.Skeleton) *clip.Clip {
	t.Helper()
	c, err := clip.NewBuilder("still", s).Range(0, 1).Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
