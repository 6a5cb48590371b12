package paired_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/motion/paired"
	"github.com/sinew-go/sinew/internal/testing/documents"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// clipOf returns a clip that ends after some seconds.
func clipOf(t testing.TB, name string, seconds float64) *clip.Clip {
	t.Helper()
	c, err := clip.NewBuilder(name, handmade.Arm(t)).Range(0, seconds).Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// handshake returns a library with clips, two of them with the name "take", and a paired motion
// with one of these.
func handshake(t testing.TB) (*assets.Library, *motion.Paired) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	give, take := library.AddClip(clipOf(t, "give", 1)), library.AddClip(clipOf(t, "take", 1))
	library.AddClip(clipOf(t, "take", 2))
	return library, &motion.Paired{Name: "hand & shake", Roles: []motion.Role{
		{Name: "host", Motion: give, Place: mgl32.Ident4()},
		{Name: "guest", Motion: take, Place: mgl32.Translate3D(0.1, 0, 1.2).Mul4(mgl32.HomogRotate3DY(math.Pi))},
		{Name: "dog", Motion: give, Place: mgl32.Translate3D(0.5, 0, 0)},
	}}
}

// What is written is read as the same motion, also by a library that was loaded in another order,
// and the schema describes it.
func TestPairedMotionsInJSON(t *testing.T) {
	library, p := handshake(t)
	var out bytes.Buffer
	if err := paired.Write(&out, p, library); err != nil {
		t.Fatal(err)
	}
	if err := documents.Validate(t, documents.Schema(t, paired.Schema), out.String()); err != nil {
		t.Errorf("the schema refuses what is written: %v\n%s", err, out.String())
	}
	other := assets.NewLibrary(assets.Exact())
	for _, c := range []*clip.Clip{clipOf(t, "take", 2), clipOf(t, "take", 1), clipOf(t, "give", 1)} {
		other.AddClip(c)
	}
	for i, from := range []*assets.Library{library, other} {
		read, err := paired.Read(bytes.NewReader(out.Bytes()), from)
		if err != nil {
			t.Fatal(err)
		}
		if read.Name != p.Name || len(read.Roles) != len(p.Roles) {
			t.Fatalf("read %+v", read)
		}
		for k := range p.Roles {
			want, got := &p.Roles[k], &read.Roles[k]
			if got.Name != want.Name || i == 0 && got.Motion != want.Motion ||
				from.Key(got.Motion) != library.Key(want.Motion) || !got.Place.ApproxEqualThreshold(want.Place, 1e-6) {
				t.Errorf("role %d: %+v, expected %+v", k, got, want)
			}
		}
		var again bytes.Buffer
		if err := paired.Write(&again, read, from); err != nil {
			t.Fatal(err)
		}
		if again.String() != out.String() {
			t.Errorf("what was read is written as\n%s\nexpected\n%s", again.String(), out.String())
		}
	}
	if n := strings.Count(out.String(), `"key"`); n != 1 {
		t.Errorf("%d keys were written, expected one, of the clip whose name another one has:\n%s", n, out.String())
	}
}

// Documents that cannot be read are errors with a place, and what cannot be written is one too.
func TestErrorsOfPairedMotionsInJSON(t *testing.T) {
	library, p := handshake(t)
	role := func(member string) string {
		return `{"name": "x", "roles": [{"name": "a", "motion": "give"}, {"name": "b", ` + member + `}]}`
	}
	take := library.MotionsNamed("take")
	keys := []string{library.Key(take[0]).String(), library.Key(take[1]).String()}
	slices.Sort(keys)
	for _, row := range []struct{ document, want string }{
		{`{"roles": []}`, `line 1, column 1: the document: expected the member "name", found none`},
		{`{"name": "x", "roles": [{"name": "a", "motion": "give"}]}`, "expected 2 to 64 roles, found 1"},
		{role(`"motion": "giv"`), `line 1, column 72: roles[1].motion: the library has no motion "giv"; did you mean "give"`},
		{role(`"motion": "take"`), `expected the member "key" beside the name of 2 motions, "take", ` +
			`one of "` + keys[0] + `", "` + keys[1] + `", found none`},
		{role(`"motion": "give", "key": "12"`), "roles[1].key: expected a key of 32 hexadecimal digits, found 2 bytes"},
		{
			role(`"motion": "give", "key": "` + strings.Repeat("0", 32) + `"`),
			`roles[1].key: expected the key of a motion "give", "`,
		},
		{
			role(`"motion": "give", "place": {"rotation": [0, 0, 0, 2]}`),
			"roles[1].place.rotation: expected a quaternion of length 1, found one of length 2",
		},
		{role(`"motion": "give", "place": {"translation": [0, 0]}`), "roles[1].place.translation"},
		{
			role(`"motion": "give", "plce": {}`),
			`roles[1].plce: expected one of name, motion, key, place, found "plce"; did you mean "place"`,
		},
		{role(`"motion": 1`), "roles[1].motion: expected"},
		{`{"name": "x", "roles": [{"name": "a", "motion": "give"}, {"name": "a", "motion": "give"}]}`, `found "a" twice`},
		{`[]`, "expected an object, found an array of 0"},
		{`{`, "line 1"},
	} {
		if _, err := paired.Read(strings.NewReader(row.document), library); err == nil ||
			!strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, expected %q", row.document, err, row.want)
		}
	}
	if _, err := paired.Read(strings.NewReader("{}"), nil); err == nil {
		t.Error("expected an error without a library")
	}
	p.Roles[1].Motion = 77
	var out bytes.Buffer
	if err := paired.Write(&out, p, library); err == nil || out.Len() > 0 ||
		!strings.Contains(err.Error(), `role "guest": expected a motion of the library`) {
		t.Errorf("%v, after %d bytes", err, out.Len())
	}
	if err := paired.Write(&out, nil, library); err == nil {
		t.Error("expected an error for nil")
	}
	failed := errors.New("full")
	_, p = handshake(t)
	if err := paired.Write(failing{failed}, p, library); !errors.Is(err, failed) {
		t.Errorf("%v, expected that of the writer", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzRead reads documents of any kind. What is read is written and read again; the schema
// accepts what Read accepts.
func FuzzRead(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 82))
	library, p := handshake(f)
	var all bytes.Buffer
	if err := paired.Write(&all, p, library); err != nil {
		f.Fatal(err)
	}
	seeds.Add(f, all.String())
	for range 300 { // parts left out, repeated or exchanged
		seeds.Add(f, documents.Broken(random, all.String()))
	}
	schema := documents.Schema(f, paired.Schema)
	f.Fuzz(func(t *testing.T, document string) {
		read, err := paired.Read(strings.NewReader(document), library)
		if err != nil {
			return
		}
		if err := documents.Validate(t, schema, document); err != nil {
			t.Errorf("the schema refuses what is read: %v\n%s", err, document)
		}
		var out bytes.Buffer
		if err := paired.Write(&out, read, library); err != nil {
			t.Fatal(err)
		}
		again, err := paired.Read(bytes.NewReader(out.Bytes()), library)
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, out.String())
		}
		for i := range read.Roles {
			if again.Roles[i].Motion != read.Roles[i].Motion {
				t.Fatalf("role %d has another motion", i)
			}
		}
	})
}

// A paired motion is written and read again, by the names of its clips.
func ExampleRead() {
	library := assets.NewLibrary(assets.Exact())
	library.AddClip(handmade.ExampleWave(handmade.ExampleArm()))
	greeting, err := paired.Read(strings.NewReader(`{
		"name": "greeting",
		"roles": [
			{"name": "host", "motion": "wave"},
			{"name": "guest", "motion": "wave", "place": {"translation": [0, 0, 1.5]}}
		]
	}`), library)
	if err != nil {
		panic(err)
	}
	for _, role := range greeting.Roles {
		fmt.Println(role.Name, "plays", library.Motion(role.Motion).Name, "at", role.Place.Col(3).Vec3())
	}
	if err := paired.Write(os.Stdout, greeting, library); err != nil {
		panic(err)
	}
	// Output:
	// host plays wave at [0 0 0]
	// guest plays wave at [0 0 1.5]
	// {
	//   "name": "greeting",
	//   "roles": [
	//     {
	//       "name": "host",
	//       "motion": "wave"
	//     },
	//     {
	//       "name": "guest",
	//       "motion": "wave",
	//       "place": {
	//         "translation": [
	//           0,
	//           0,
	//           1.5
	//         ]
	//       }
	//     }
	//   ]
	// }
}
