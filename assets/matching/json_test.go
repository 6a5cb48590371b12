package matching_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/internal/testing/databases"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// waves returns a library with clips of an arm, two of them with the name "wave".
func waves(t testing.TB) *assets.Library {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	wave := handmade.ExampleWave(handmade.ExampleArm())
	marked, err := clip.WithMarkers(wave, clip.Marker{Name: "top", Time: 0.25}, clip.Marker{Name: "top", Time: 0.75})
	if err != nil {
		t.Fatal(err)
	}
	named, err := clip.NewBuilder("swing", wave.Skeleton()).Copy(wave).Build()
	if err != nil {
		t.Fatal(err)
	}
	library.AddClip(wave)
	library.AddClip(marked)
	library.AddClip(named)
	return library
}

// described returns a document with everything that a document can hold.
func described(t testing.TB, library *assets.Library) string {
	t.Helper()
	skeleton := library.Clip(library.MotionsNamed("swing")[0]).Skeleton()
	joint := skeleton.JointName(skeleton.Len() - 1)
	named := library.MotionsNamed("wave")
	d := databases.Build(t, matching.NewBuilder("arms & waves", skeleton).Rate(20).
		Range(matching.Range{Clip: named[1], From: 0.125, To: 0.75, SkipStart: 0.1, SkipEnd: -1, Tags: []string{"a", "b"}}).
		Range(matching.Range{Clip: library.MotionsNamed("swing")[0], Loop: true, SkipEnd: 0.2}).
		Position(joint, 1).Trajectory(0.5, 2, -0.5, 1).Velocity(joint, 0.25).Curve("top", 3).Phase("top", 1), library)
	var out bytes.Buffer
	if err := d.WriteJSON(&out, library); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// What is written is read as the same database, and the schema describes it.
func TestDatabasesInJSON(t *testing.T) {
	library := waves(t)
	text := described(t, library)
	if err := documents.Validate(t, documents.Schema(t, matching.Schema), text); err != nil {
		t.Errorf("the schema refuses what is written: %v\n%s", err, text)
	}
	b, err := matching.Read(strings.NewReader(text), library)
	if err != nil {
		t.Fatal(err)
	}
	d := databases.Build(t, b, library)
	var again bytes.Buffer
	if err := d.WriteJSON(&again, library); err != nil {
		t.Fatal(err)
	}
	if again.String() != text {
		t.Errorf("what was read is written as\n%s\nexpected\n%s", again.String(), text)
	}
	if d.Rate() != 20 || len(d.Ranges()) != 2 || d.Width() != 3+4+4+3+1+2 || !d.Ranges()[1].Loop ||
		d.Ranges()[0].SkipEnd != -1 {
		t.Errorf("read %+v, %+v", d.Ranges(), d.Features())
	}
	if n := strings.Count(text, `"key"`); n != 1 {
		t.Errorf("%d keys were written, expected one, of the clip whose name another one has:\n%s", n, text)
	}
}

func TestErrorsOfDatabasesInJSON(t *testing.T) {
	library := waves(t)
	features := func(list string) string {
		return `{"name": "d", "clips": [{"clip": "swing"}], "features": [` + list + `]}`
	}
	clips := func(list string) string {
		return `{"name": "d", "clips": [` + list + `], "features": [{"curve": "x", "weight": 1}]}`
	}
	for _, row := range []struct{ document, want string }{
		{`{"clips": [], "features": []}`, `line 1, column 1: the document: expected the member "name", found none`},
		{clips(``), "clips: expected at least one clip, found none"},
		{features(``), "features: expected at least one feature, found none"},
		{clips(`{"clip": "swin"}`), `clips[0].clip: the library has no motion "swin"; did you mean "swing"`},
		{clips(`{"clip": "wave"}`), `expected the member "key" beside the name of 2 motions, "wave"`},
		{clips(`{"clip": "swing", "form": 1}`), `clips[0].form: expected one of clip, key, from, to`},
		{clips(`{"clip": "swing", "from": "1"}`), "clips[0].from: expected a number"},
		{clips(`{"clip": "swing", "tags": [1]}`), "clips[0].tags[0]: expected a string, found 1"},
		{clips(`{"from": 1}`), `clips[0]: expected the member "clip", found none`},
		{features(`{"position": "x"}`), `features[0]: expected the member "weight", found none`},
		{features(`{"position": "nobody", "weight": 1}`), `features[0].position: position of nobody: skeleton`},
		{
			features(`{"curve": "x", "weight": 0}`),
			"features[0].curve: number of the markers x: expected a finite weight above 0, found 0",
		},
		{
			features(`{"curve": "x", "weight": 1}, {"curve": "x", "weight": 2}`),
			"features[1].curve: number of the markers x: expected each feature once",
		},
		{
			features(`{"weight": 1}`),
			"features[0]: expected a member of position, velocity, trajectory, curve, phase, found none",
		},
		{
			features(`{"curve": "x", "phase": "x", "weight": 1}`),
			`features[0].phase: expected one of position, velocity, trajectory, curve, phase, found "curve" too`,
		},
		{features(`{"curve": "x", "weight": 1, "positions": 1}`), "features[0].positions: expected one of curve, weight"},
		{
			features(`{"trajectory": [1], "weight": 1}`),
			"features[0].weight: expected one of trajectory, positions, directions",
		},
		{
			features(`{"trajectory": [], "positions": 1}`),
			"features[0].trajectory: trajectory: expected at least one time, found none",
		},
		{features(`{"trajectory": [99], "positions": 1}`), "time 0: expected one of at most 60 s, found 99"},
		{features(`{"velocty": "x", "weight": 1}`), `did you mean "velocity"`},
		{
			`{"name": "d", "rate": 0, "clips": [{"clip": "swing"}], "features": [{"curve": "x", "weight": 1}]}`,
			"rate: expected a rate of 1 to 1000",
		},
		{`[]`, "expected an object, found an array of 0"},
		{`{`, "line 1"},
	} {
		if _, err := matching.Read(strings.NewReader(row.document), library); err == nil ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, expected %q", row.document, err, row.want)
		}
	}
	if _, err := matching.Read(strings.NewReader("{}"), nil); err == nil {
		t.Error("expected an error without a library")
	}
	if _, err := matching.Read(nil, library); err == nil {
		t.Error("expected an error without a reader")
	}
	skeleton := library.Clip(library.MotionsNamed("swing")[0]).Skeleton()
	own := databases.Build(t, matching.NewBuilder("d", skeleton).Clip(library.MotionsNamed("swing")[0], nil).
		Value("own", 1, func(*clip.Clip, float64) float64 { return 1 }), library)
	var out bytes.Buffer
	if err := own.WriteJSON(&out, library); err == nil ||
		!strings.Contains(err.Error(), "own: expected a feature without a function") {
		t.Error(err)
	}
	if err := own.WriteJSON(&out, assets.NewLibrary()); err == nil || !strings.Contains(err.Error(), "range 0: clip") {
		t.Error(err)
	}
	if err := own.WriteJSON(&out, nil); err == nil || (*matching.Database)(nil).WriteJSON(&out, library) == nil ||
		out.Len() > 0 {
		t.Error("expected an error for nil")
	}
	failed := errors.New("full")
	b, _ := matching.Read(strings.NewReader(described(t, library)), library)
	if err := databases.Build(t, b, library).WriteJSON(failing{failed}, library); !errors.Is(err, failed) {
		t.Errorf("%v, expected that of the writer", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzRead reads documents of any kind. What is read and built is written and read again; the
// schema accepts what Read accepts.
func FuzzRead(f *testing.F) {
	random := rand.New(rand.NewPCG(26, 82))
	library := waves(f)
	all := described(f, library)
	seeds.Add(f, all)
	for range 200 { // parts left out, repeated or exchanged
		seeds.Add(f, documents.Broken(random, all))
	}
	schema := documents.Schema(f, matching.Schema)
	f.Fuzz(func(t *testing.T, document string) {
		b, err := matching.Read(strings.NewReader(document), library)
		if err != nil {
			return
		}
		if err := documents.Validate(t, schema, document); err != nil {
			t.Errorf("the schema refuses what is read: %v\n%s", err, document)
		}
		d, err := b.Build(library)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := d.WriteJSON(&out, library); err != nil {
			t.Fatal(err)
		}
		b, err = matching.Read(bytes.NewReader(out.Bytes()), library)
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, out.String())
		}
		again := databases.Build(t, b, library)
		if again.Frames() != d.Frames() || again.Width() != d.Width() {
			t.Fatalf("%d frames of %d numbers, expected %d of %d", again.Frames(), again.Width(), d.Frames(), d.Width())
		}
	})
}
