package rigid_test

import (
	"errors"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/assets/rig"
)

var proposed = sync.OnceValues(func() (*rigid.Definition, error) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		return nil, err
	}
	return ragdoll.Propose(library, model, ragdoll.Options{})
})

// proposal returns a definition for the mannequin.
func proposal(t *testing.T) *rigid.Definition {
	t.Helper()
	d, err := proposed()
	if err != nil {
		t.Fatal(err)
	}
	return d.Clone()
}

func TestCheck(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range []struct {
		name   string
		change func(d *rigid.Definition)
		want   error
		text   string
	}{
		{"nothing", func(*rigid.Definition) {}, nil, ""},
		{"no skeleton", func(d *rigid.Definition) { d.Skeleton = nil }, rigid.ErrModel, "a definition with a skeleton, found none"},
		{"no bodies", func(d *rigid.Definition) { d.Bodies = nil }, rigid.ErrNoBodies, "expected bodies for skeleton"},
		{"root", func(d *rigid.Definition) { d.Root = 99 }, rigid.ErrBody, "expected a root below 18, the number of bodies, found 99"},
		{"front", func(d *rigid.Definition) {
			d.Front = mgl32.Vec3{0, 0, 2}
		}, rigid.ErrBody, "expected front and up of length 1"},
		{"joint", func(d *rigid.Definition) { d.Bodies[3].Joint = 400 }, rigid.ErrBody, `body 3: expected a joint below 67, those of skeleton "mannequin", found 400`},
		{"order", func(d *rigid.Definition) {
			d.Bodies[3], d.Bodies[4] = d.Bodies[4], d.Bodies[3]
		}, rigid.ErrBody, "ascending order"},
		{"twice", func(d *rigid.Definition) { d.Bodies[3] = d.Bodies[2] }, rigid.ErrBody, "one for each"},
		{"end", func(d *rigid.Definition) {
			d.Bodies[5].A[1] = nan
		}, rigid.ErrBody, `body 5 at joint "head": expected finite ends`},
		{"radius", func(d *rigid.Definition) {
			d.Bodies[5].Radius = 0
		}, rigid.ErrBody, `body 5 at joint "head": expected a positive radius, found 0`},
		{"mass", func(d *rigid.Definition) {
			d.Bodies[5].Mass = -2
		}, rigid.ErrBody, `expected a positive mass, found -2 kg`},
		{"above", func(d *rigid.Definition) {
			d.Bodies[5].Above = "heat"
		}, rigid.ErrBody, `body 5 at joint "head": expected a body above it at joint "heat", found none`},
		{"above, misspelled", func(d *rigid.Definition) {
			d.Bodies[5].Above = "spin_4"
		}, rigid.ErrBody, `expected a body above it at joint "spin_4", found none; did you mean "spine_4"`},
		{"circle", func(d *rigid.Definition) {
			d.Bodies[4].Above = "head"
		}, rigid.ErrBody, `body 4 at joint "spine_4": expected a body above it that does not hang on it, found joint "head"`},
		{"above, and joints that are none", func(d *rigid.Definition) {
			d.Bodies[0].Joint, d.Bodies[1].Joint, d.Bodies[5].Above = -1, 400, "nobody"
		}, rigid.ErrBody, `body 5 at joint "head": expected a body above it at joint "nobody", found none`},
		{"axes", func(d *rigid.Definition) {
			d.Bodies[5].Limit.Side = d.Bodies[5].Limit.Axis
		}, rigid.ErrBody, "at right angles"},
		{"angle", func(d *rigid.Definition) { d.Bodies[5].Limit.Sway = 4 }, rigid.ErrBody, "from 0 to pi"},
	} {
		d := proposal(t)
		row.change(d)
		err := d.Check()
		if !errors.Is(err, row.want) || row.want != nil && !strings.Contains(err.Error(), row.text) {
			t.Errorf("%s: %v, want %q", row.name, err, row.text)
		}
	}
}

// What hung on a removed body hangs on the body above, at the same angles.
func TestRemove(t *testing.T) {
	d := proposal(t)
	rest := rig.NewPose(d.Skeleton).ModelMatrices(nil)
	hand, _ := d.Find("left_hand")
	before := turned(t, d, hand, rest)
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
	if after := turned(t, d, hand, rest); math.Abs(float64(after.Dot(before))) < 1-1e-6 {
		t.Errorf("the hand is turned by %v from the middle of its limits, before %v", after, before)
	}
	if d.Name(d.Root) != root {
		t.Errorf("the root became %s", d.Name(d.Root))
	}
}

// turned returns by what rotation a body is turned from the middle of its limits.
func turned(t *testing.T, d *rigid.Definition, i int, matrices []float32) mgl32.Quat {
	t.Helper()
	own := rig.MatrixAt(matrices, d.Bodies[i].Joint).Mat4()
	above := rig.MatrixAt(matrices, d.Bodies[d.Parent(i)].Joint).Mat4()
	inAbove, inBody, ok := d.Frames(i, own, above)
	a, okA := rigid.TransformOf(above)
	o, okO := rigid.TransformOf(own)
	if !ok || !okA || !okO {
		t.Fatalf("body %d has no frames", i)
	}
	return a.Rotation.Mul(inAbove).Inverse().Mul(o.Rotation.Mul(inBody)).Normalize()
}
