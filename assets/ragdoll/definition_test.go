package ragdoll_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
)

func TestCheck(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range []struct {
		name   string
		change func(d *ragdoll.Definition)
		want   error
		text   string
	}{
		{"nothing", func(*ragdoll.Definition) {}, nil, ""},
		{"no skeleton", func(d *ragdoll.Definition) { d.Skeleton = nil }, ragdoll.ErrModel, "a definition with a skeleton, found none"},
		{"no bodies", func(d *ragdoll.Definition) { d.Bodies = nil }, ragdoll.ErrNoBodies, "expected bodies for skeleton"},
		{"root", func(d *ragdoll.Definition) { d.Root = 99 }, ragdoll.ErrBody, "expected a root below 18, the number of bodies, found 99"},
		{"front", func(d *ragdoll.Definition) {
			d.Front = mgl32.Vec3{0, 0, 2}
		}, ragdoll.ErrBody, "expected front and up of length 1"},
		{"joint", func(d *ragdoll.Definition) { d.Bodies[3].Joint = 400 }, ragdoll.ErrBody, `body 3: expected a joint below 67, those of skeleton "mannequin", found 400`},
		{"order", func(d *ragdoll.Definition) {
			d.Bodies[3], d.Bodies[4] = d.Bodies[4], d.Bodies[3]
		}, ragdoll.ErrBody, "ascending order"},
		{"twice", func(d *ragdoll.Definition) { d.Bodies[3] = d.Bodies[2] }, ragdoll.ErrBody, "one for each"},
		{"end", func(d *ragdoll.Definition) {
			d.Bodies[5].A[1] = nan
		}, ragdoll.ErrBody, `body 5 at joint "head": expected finite ends`},
		{"radius", func(d *ragdoll.Definition) {
			d.Bodies[5].Radius = 0
		}, ragdoll.ErrBody, `body 5 at joint "head": expected a positive radius, found 0`},
		{"mass", func(d *ragdoll.Definition) {
			d.Bodies[5].Mass = -2
		}, ragdoll.ErrBody, `expected a positive mass, found -2 kg`},
		{"above", func(d *ragdoll.Definition) {
			d.Bodies[5].Above = "heat"
		}, ragdoll.ErrBody, `body 5 at joint "head": expected a body above it at joint "heat", found none`},
		{"above, misspelled", func(d *ragdoll.Definition) {
			d.Bodies[5].Above = "spin_4"
		}, ragdoll.ErrBody, `expected a body above it at joint "spin_4", found none; did you mean "spine_4"`},
		{"circle", func(d *ragdoll.Definition) {
			d.Bodies[4].Above = "head"
		}, ragdoll.ErrBody, `body 4 at joint "spine_4": expected a body above it that does not hang on it, found joint "head"`},
		{"above, and joints that are none", func(d *ragdoll.Definition) {
			d.Bodies[0].Joint, d.Bodies[1].Joint, d.Bodies[5].Above = -1, 400, "nobody"
		}, ragdoll.ErrBody, `body 5 at joint "head": expected a body above it at joint "nobody", found none`},
		{"axes", func(d *ragdoll.Definition) {
			d.Bodies[5].Limit.Side = d.Bodies[5].Limit.Axis
		}, ragdoll.ErrBody, "at right angles"},
		{"angle", func(d *ragdoll.Definition) { d.Bodies[5].Limit.Sway = 4 }, ragdoll.ErrBody, "from 0 to pi"},
	} {
		d := proposal(t).definition
		row.change(d)
		err := d.Check()
		if !errors.Is(err, row.want) || row.want != nil && !strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: %v, want %q", row.name, err, row.text)
		}
	}
}

func TestJSON(t *testing.T) {
	d := proposal(t).definition
	text, err := d.JSON()
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
}

// What hung on a removed body hangs on the body above, at the same angles.
func TestRemove(t *testing.T) {
	d := proposal(t).definition
	rest := rig.NewPose(d.Skeleton).ModelMatrices(nil)
	hand, _ := d.Find("left_hand")
	before, _ := angles(d, hand, rest)
	root := d.Name(d.Root)
	if !d.Remove("left_forearm") || d.Remove("left_forearm") {
		t.Error("the forearm can be removed other than once")
	}
	if err := d.Check(); err != nil {
		t.Error(err)
	}
	hand, _ = d.Find("left_hand")
	if above := d.Name(d.Parent(hand)); above != "left_upper_arm" {
		t.Errorf("the hand hangs on %s", above)
	}
	if after, _ := angles(d, hand, rest); math.Abs(after-before) > 1e-3 {
		t.Errorf("the hand is at %g of its limit, before %g", after, before)
	}
	if d.Name(d.Root) != root {
		t.Errorf("the root became %s", d.Name(d.Root))
	}
}
