package names_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/internal/names"
)

func TestDistance(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"run", "run", 0},
		{"Rum", "Run", 1},
		{"wlak", "walk", 1},
		{"ca", "abc", 3},
		{"kitten", "sitting", 3},
		{"über", "ubre", 2},
		{"left", "lef", 1},
	} {
		if got := names.Distance(row.a, row.b); got != row.want || names.Distance(row.b, row.a) != got {
			t.Errorf("the distance of %q and %q is %d, want %d", row.a, row.b, got, row.want)
		}
	}
}

// A distance is 0 for equal strings only, and at most the number of changes that led from one
// string to the other.
func TestDistanceOfRandomStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		a := make([]byte, r.IntN(8))
		for i := range a {
			a[i] = 'a' + byte(r.IntN(3))
		}
		b, changes := string(a), r.IntN(3)
		for range changes {
			i := r.IntN(len(b) + 1)
			if r.IntN(2) == 0 {
				b = b[:i] + string('a'+rune(r.IntN(3))) + b[i:]
			} else if i < len(b) {
				b = b[:i] + b[i+1:]
			}
		}
		if d := names.Distance(string(a), b); d > changes || (d == 0) != (string(a) == b) {
			t.Fatalf("the distance of %q and %q is %d after %d changes", a, b, d, changes)
		}
	}
}

func TestNear(t *testing.T) {
	has := []string{"Survey", "Walk", "Run", "mixamorig:LeftHand", "mixamorig:LeftHandThumb1", "walk back"}
	for name, want := range map[string][]string{
		"Rum": {"Run"}, "walk": {"Walk", "walk back"}, "WLAK": {"Walk"}, "LeftHand": {"mixamorig:LeftHand"},
		"jump": nil, "": nil, "Survye": {"Survey"},
	} {
		if diff := cmp.Diff(want, names.Near(name, has)); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", name, diff)
		}
	}
}

func TestNotFound(t *testing.T) {
	kind := errors.New("kind")
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprint("joint", i)
	}
	for _, row := range []struct {
		name string
		has  []string
		want string
	}{
		{
			"Rum",
			[]string{"Survey", "Walk", "Run", "Run"},
			`model "fox" has no clip "Rum"; did you mean "Run"? It has "Survey", "Walk", "Run"`,
		},
		{"Fly", []string{"Walk"}, `model "fox" has no clip "Fly"; it has "Walk"`},
		{"Fly", nil, `model "fox" has no clip "Fly"; it has none`},
	} {
		if err := names.NotFound(kind, `model "fox"`, "clip", row.name, row.has); err.Error() != row.want ||
			!errors.Is(err, kind) {
			t.Errorf("%v\nwant %s", err, row.want)
		}
	}
	if err := names.NotFound(kind, "x", "joint", "hand", many); !strings.HasSuffix(err.Error(),
		`"joint23" and 6 more`) {
		t.Error(err)
	}
}

func TestMeant(t *testing.T) {
	has := []string{"Walk", "Run", "walk back"}
	for name, want := range map[string]string{
		"walk": `; did you mean "Walk" or "walk back"?`, "Rum": `; did you mean "Run"?`, "jump": "",
	} {
		if got := names.Meant(name, has); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
