package ragdoll_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/ragdoll"
)

func TestJSON(t *testing.T) {
	d := proposal(t).definition
	text, err := ragdoll.JSON(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ragdoll.Read(text, d.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Bodies, d.Bodies) || again.Root != d.Root || again.Front != d.Front || again.Up != d.Up {
		t.Error("what was read differs from what was written")
	}
	for _, row := range []struct{ name, from, to, want string }{
		{"damaged", "{", "[", "invalid character"},
		{"field", `"mass"`, `"weight"`, `found "weight"`},
		{"joint", `"joint": "head"`, `"joint": "heat"`, `bodies[5].joint`},
		{"root", `"root": "hips"`, `"root": "tail"`, `expected the joint of a body, found "tail"`},
		{"radius", `"radius": 0`, `"radius": -0`, "expected a positive radius"},
		{"rest", "\n}", "\n} {}", "after top-level value"},
	} {
		changed := strings.Replace(string(text), row.from, row.to, 1)
		if row.name == "rest" {
			changed = string(text) + "{}"
		}
		if _, err := ragdoll.Read([]byte(changed), d.Skeleton); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
	if _, err := ragdoll.Read(text, nil); !errors.Is(err, ragdoll.ErrModel) {
		t.Errorf("without a skeleton: %v", err)
	}
	if _, err := ragdoll.JSON(nil); !errors.Is(err, ragdoll.ErrNoBodies) {
		t.Errorf("no definition: %v", err)
	}
}
