package rig_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestSkeletonSortsParentsFirstAndDepthFirst(t *testing.T) {
	s := handmade.Skeleton(t,
		handmade.Joint("finger", 3), handmade.Joint("second root", -1), handmade.Joint("toe", 5),
		handmade.Joint("hand", 4), handmade.Joint("body", -1), handmade.Joint("foot", 4), handmade.Joint("thumb", 3))
	var names []string
	var parents, sources []int
	for j := range s.Len() {
		names = append(names, s.JointName(j))
		parents = append(parents, s.Parent(j))
		sources = append(sources, s.Source(j))
	}
	want := []string{"second root", "body", "hand", "finger", "thumb", "foot", "toe"}
	if difference := cmp.Diff(want, names); difference != "" {
		t.Error("names: " + difference)
	}
	if difference := cmp.Diff([]int{-1, -1, 1, 2, 2, 1, 5}, parents); difference != "" {
		t.Error("parents: " + difference)
	}
	if difference := cmp.Diff([]int{1, 4, 3, 0, 6, 5, 2}, sources); difference != "" {
		t.Error("sources: " + difference)
	}
}

// Whatever the order of the list, a parent comes before its children, a subtree is one range of
// joints, and joints keep their names, parents and rest poses.
func TestRandomHierarchies(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := 1 + r.IntN(60)
		order := r.Perm(n)
		list := make([]rig.Joint, n)
		for i, at := range order {
			list[at] = handmade.Joint(fmt.Sprint(at), -1)
			list[at].Rest.Translation = mgl32.Vec3{float32(at)}
			if i > 0 && r.IntN(5) > 0 {
				list[at].Parent = order[r.IntN(i)]
			}
		}
		s := handmade.Skeleton(t, list...)
		last := make([]int, n) // the last joint of each joint's subtree
		for j := n - 1; j >= 0; j-- {
			last[j] = max(last[j], j)
			if p := s.Parent(j); p >= 0 {
				last[p] = max(last[p], last[j])
			}
		}
		for j := range n {
			from := list[s.Source(j)]
			parent, ok := s.FromSource(from.Parent)
			if !ok {
				parent = -1
			}
			if s.JointName(j) != from.Name || s.Rest(j) != from.Rest || s.Parent(j) != parent || parent >= j {
				t.Fatalf("joint %d: %q, parent %d; want %q, %d", j, s.JointName(j), s.Parent(j), from.Name, parent)
			}
			if p := s.Parent(j); p >= 0 && last[j] > last[p] {
				t.Fatalf("the subtree of joint %d is not inside the subtree of its parent %d", j, p)
			}
			for k := j + 1; k <= last[j]; k++ {
				if s.Parent(k) < j {
					t.Fatalf("joint %d is in the range of the subtree of joint %d, but not its descendant", k, j)
				}
			}
		}
	}
}

func TestSkeletonFindsJoints(t *testing.T) {
	s, err := rig.NewSkeleton("test", []rig.Joint{
		handmade.Joint("b", 1), handmade.Joint("a", -1),
		handmade.Joint("b", 1), handmade.Joint("", 0),
	}, []int{70, 20, 0, math.MaxInt32})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name  string
		joint int
		ok    bool
	}{{"a", 0, true}, {"b", 1, true}, {"", 2, true}, {"c", 0, false}} {
		if j, ok := s.Find(row.name); j != row.joint || ok != row.ok {
			t.Errorf("Find(%q) = %d, %v, want %d, %v", row.name, j, ok, row.joint, row.ok)
		}
	}
	wide := int64(1)<<32 + 20
	far := int(wide) // its lower 32 bits are 20; where int has 32 bits it is 20
	for _, row := range []struct {
		source, joint int
		ok            bool
	}{
		{20, 0, true},
		{70, 1, true},
		{math.MaxInt32, 2, true},
		{0, 3, true},
		{1, 0, false},
		{-1, 0, false},
		{far, 0, far == 20},
	} {
		if j, ok := s.FromSource(row.source); ok != row.ok || ok && (j != row.joint || s.Source(j) != row.source) {
			t.Errorf("FromSource(%d) = %d, %v, want %d, %v", row.source, j, ok, row.joint, row.ok)
		}
	}
}

func TestRestPoseIsNormalizedAndFillsGroups(t *testing.T) {
	turned := handmade.Joint("a", -1)
	turned.Rest.Rotation = mgl32.Quat{W: 0, V: mgl32.Vec3{0, 3, 4}}
	s := handmade.Skeleton(t, turned)
	if got, want := s.Rest(0).Rotation, (mgl32.Quat{V: mgl32.Vec3{0, 0.6, 0.8}}); got != want {
		t.Errorf("rotation %v, want %v", got, want)
	}
	locals := s.RestLocals()
	if len(locals) != kernel.GroupSize {
		t.Fatalf("%d numbers, want a group of %d", len(locals), kernel.GroupSize)
	}
	for j := 1; j < kernel.Lanes; j++ {
		for row, want := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 1, 1} {
			if got := locals[row*kernel.Lanes+j]; got != want {
				t.Errorf("lane %d, row %d is %v, want %v as in the identity", j, row, got, want)
			}
		}
	}
}

func TestMorphChannelsAreInJointOrder(t *testing.T) {
	face, hat := handmade.Joint("face", 2), handmade.Joint("hat", 0)
	face.Morphs, hat.Morphs = []float32{0.1, 0.2}, []float32{0.3}
	s := handmade.Skeleton(t, face, hat, handmade.Joint("root", -1)) // sorted: root, face, hat
	want := []rig.MorphChannel{{Joint: 1, Offset: 0, Count: 2}, {Joint: 2, Offset: 2, Count: 1}}
	if difference := cmp.Diff(want, s.MorphChannels()); difference != "" {
		t.Error(difference)
	}
	if difference := cmp.Diff([]float32{0.1, 0.2, 0.3}, s.RestMorphs()); difference != "" || s.MorphCount() != 3 {
		t.Error(difference)
	}
	if _, ok := s.MorphChannel(0); ok {
		t.Error("the root has a morph channel")
	}
	if c, ok := s.MorphChannel(2); !ok || c != want[1] {
		t.Errorf("channel of joint 2: %v, %v", c, ok)
	}
}
