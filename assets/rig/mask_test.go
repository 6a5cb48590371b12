package rig_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// trunk returns a skeleton of nine joints, which are more than a group holds.
func trunk(t testing.TB) *rig.Skeleton {
	t.Helper()
	var joints []rig.Joint
	for _, j := range []struct {
		name   string
		parent int
	}{
		{"hips", -1},
		{"leg", 0},
		{"spine", 0},
		{"chest", 2},
		{"neck", 3},
		{"head", 4},
		{"arm", 3},
		{"hand", 6},
		{"prop", -1},
	} {
		joints = append(joints, rig.Joint{Name: j.name, Parent: j.parent, Rest: rig.IdentityTRS()})
	}
	s, err := rig.NewSkeleton("trunk", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMasks(t *testing.T) {
	s := trunk(t)
	third, two := float32(1)/3, float32(2)/3
	for name, test := range map[string]struct {
		builder *rig.MaskBuilder
		want    map[string]float32
	}{
		"nothing": {rig.NewMask("m", s), nil},
		"joints": {
			rig.NewMask("m", s).Joints(0.25, "head", "prop"),
			map[string]float32{"head": 0.25, "prop": 0.25},
		},
		"a subtree":      {rig.NewMask("m", s).Subtree(1, "neck"), map[string]float32{"neck": 1, "head": 1}},
		"a leaf":         {rig.NewMask("m", s).Subtree(0.5, "hand"), map[string]float32{"hand": 0.5}},
		"the last joint": {rig.NewMask("m", s).Subtree(0.5, "prop"), map[string]float32{"prop": 0.5}},
		"feathered": {
			rig.NewMask("m", s).Feather("spine", 2),
			map[string]float32{"spine": third, "chest": two, "neck": 1, "head": 1, "arm": 1, "hand": 1},
		},
		"feathered over no generations": {
			rig.NewMask("m", s).Feather("neck", 0),
			map[string]float32{"neck": 1, "head": 1},
		},
		"feathered beyond the leaves": {
			rig.NewMask("m", s).Feather("arm", 3), map[string]float32{"arm": 0.25, "hand": 0.5},
		},
		"later calls replace": {
			rig.NewMask("m", s).Feather("spine", 2).Subtree(0, "arm").Joints(0.5, "head"),
			map[string]float32{"spine": third, "chest": two, "neck": 1, "head": 0.5},
		},
		"inverted": {
			rig.NewMask("m", s).Subtree(1, "hips").Joints(0.25, "leg").Invert(),
			map[string]float32{"leg": 0.75, "prop": 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := test.builder.Build()
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]float32{}
			for joint := range s.Len() {
				if w := m.Weight(joint); w != 0 {
					got[s.JointName(joint)] = w
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" && len(test.want)+len(got) > 0 {
				t.Error(diff)
			}
			if rows := m.Rows(); len(rows) != 16 {
				t.Errorf("%d weights for 9 joints, want 16", len(rows))
			} else {
				for i, w := range rows[9:] {
					if w != 0 {
						t.Errorf("lane %d has no joint, but weight %v", 9+i, w)
					}
				}
			}
			first, end := m.Groups()
			wantFirst, wantEnd := 0, 0
			for group := range 2 {
				if *(*[8]float32)(m.Rows()[8*group:]) != [8]float32{} {
					if wantEnd == 0 {
						wantFirst = group
					}
					wantEnd = group + 1
				}
			}
			if first != wantFirst || end != wantEnd {
				t.Errorf("groups from %d to %d, want %d to %d", first, end, wantFirst, wantEnd)
			}
			if m.Name() != "m" || m.Skeleton() != s {
				t.Errorf("mask %q of skeleton %p", m.Name(), m.Skeleton())
			}
		})
	}
}

func TestMaskErrors(t *testing.T) {
	s := trunk(t)
	nan := float32(math.NaN())
	for name, test := range map[string]struct {
		builder *rig.MaskBuilder
		errs    []string
	}{
		"no skeleton": {rig.NewMask("m", nil).Invert(), []string{`mask "m": expected a skeleton, found nil`}},
		"unknown joints": {
			rig.NewMask("m", s).Joints(1, "hed", "head", "leg2").Subtree(1, "tail").Feather("fin", 1),
			[]string{
				`mask "m": skeleton "trunk" has no joint "hed"`, `no joint "leg2"`, `no joint "tail"`, `no joint "fin"`,
			},
		},
		"weights": {
			rig.NewMask("m", s).Joints(-0.5, "head").Subtree(1.5, "arm").Joints(nan),
			[]string{"expected a weight from 0 to 1, found -0.5", "found 1.5", "found NaN"},
		},
		"feathers": {
			rig.NewMask("m", s).Feather("spine", -1),
			[]string{`joint "spine": expected at least 0 generations to feather over, found -1`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := test.builder.Build()
			if m != nil || err == nil {
				t.Fatalf("mask %v, error %v", m, err)
			}
			if lines := strings.Split(err.Error(), "\n"); len(lines) != len(test.errs) {
				t.Fatalf("%d errors, not %d: %v", len(lines), len(test.errs), err)
			}
			for i, line := range strings.Split(err.Error(), "\n") {
				if !strings.Contains(line, test.errs[i]) {
					t.Errorf("error %q does not contain %q", line, test.errs[i])
				}
			}
		})
	}
}

// A builder can be used after Build, which does not change the mask that Build returned.
func TestBuiltMaskDoesNotChange(t *testing.T) {
	b := rig.NewMask("m", trunk(t)).Subtree(1, "arm")
	m, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	b.Invert()
	if hand, _ := m.Skeleton().Find("hand"); m.Weight(hand) != 1 {
		t.Error("the mask changed with its builder")
	}
}

// In any skeleton, a subtree holds the descendants of its root, and feathering counts the
// generations between.
func TestSubtreesOfRandomSkeletons(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 77))
		s := randomassets.Skeleton(r, randomassets.Shapes()[int(seed)%len(randomassets.Shapes())])
		root := r.IntN(s.Len())
		if found, _ := s.Find(s.JointName(root)); found != root {
			continue // another joint has the same name and comes first
		}
		n := r.IntN(5)
		m, err := rig.NewMask("m", s).Feather(s.JointName(root), n).Build()
		if err != nil {
			t.Fatal(err)
		}
		for joint := range s.Len() {
			depth, above := 0, joint
			for ; above >= 0 && above != root; above = s.Parent(above) {
				depth++
			}
			var want float32
			if above == root {
				want = min(1, float32(depth+1)/float32(n+1))
			}
			if m.Weight(joint) != want {
				t.Fatalf("seed %d: joint %d, %d generations below joint %d, has weight %v, want %v", seed, joint, depth,
					root, m.Weight(joint), want)
			}
		}
	}
}

func TestLibraryMasks(t *testing.T) {
	l := assets.NewLibrary(assets.Exact())
	m, err := rig.NewMask("m", trunk(t)).Build()
	if err != nil {
		t.Fatal(err)
	}
	id, err := l.AddMask(m)
	if err != nil || id == 0 || l.Mask(id) != m || l.Count() != (assets.Count{Masks: 1}) {
		t.Errorf("mask %d is %v, the library holds %+v", id, l.Mask(id), l.Count())
	}
	if !l.RemoveMask(id) || l.RemoveMask(id) || l.Mask(id) != nil || l.Mask(0) != nil {
		t.Error("a removed mask or the mask 0 is not nil")
	}
}
