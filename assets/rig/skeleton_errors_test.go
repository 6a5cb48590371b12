package rig_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

func TestSkeletonErrors(t *testing.T) {
	with := func(change func(*rig.Joint)) []rig.Joint {
		j := handmade.Joint("b", 0)
		change(&j)
		return []rig.Joint{handmade.Joint("a", -1), j}
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	one := 1 // a variable, so that math.MaxInt32 + one compiles, and wraps, where int has 32 bits
	for _, row := range []struct {
		name    string
		joints  []rig.Joint
		sources []int
		joint   int // that the error names; -1 for an error that names none
		want    string
	}{
		{"none", nil, nil, -1, "expected joints, found none"},
		{"too many", make([]rig.Joint, rig.MaxJoints+1), nil, -1, "expected at most 32767 joints, found 32768"},
		{"sources", []rig.Joint{handmade.Joint("a", -1)}, []int{1, 2}, -1, "expected a source for each of 1 joints, found 2"},
		{"own parent", []rig.Joint{handmade.Joint("a", 0)}, nil, 0, "expected ancestors that end in a root, found a cycle"},
		{
			"cycle beside a root",
			[]rig.Joint{handmade.Joint("r", -1), handmade.Joint("a", 2), handmade.Joint("b", 1)},
			nil, 1, "expected ancestors that end in a root, found a cycle",
		},
		{"below a cycle", []rig.Joint{
			handmade.Joint("r", -1), handmade.Joint("leaf", 2), handmade.Joint("a", 3),
			handmade.Joint("b", 2),
		}, nil, 1, "expected ancestors that end in a root, found a cycle"},
		{
			"parent too high",
			[]rig.Joint{handmade.Joint("a", -1), handmade.Joint("b", 2)},
			nil, 1,
			"expected a parent from -1 to 1, found 2",
		},
		{"parent too low", []rig.Joint{handmade.Joint("a", -2)}, nil, 0, "expected a parent from -1 to 0, found -2"},
		{
			"parent far too high",
			[]rig.Joint{handmade.Joint("a", math.MaxInt)},
			nil, 0,
			"expected a parent from -1 to 0, found ",
		},
		{
			"source taken",
			[]rig.Joint{handmade.Joint("a", -1), handmade.Joint("b", -1)},
			[]int{7, 7},
			1,
			"expected a source of its own, found 7, which another joint has too",
		},
		{
			"source negative",
			[]rig.Joint{handmade.Joint("a", -1)},
			[]int{-1},
			0,
			"expected a source from 0 to 2147483647, found -1",
		},
		{
			"source too high",
			[]rig.Joint{handmade.Joint("a", -1)},
			[]int{math.MaxInt32 + one},
			0,
			"expected a source from 0 to 2147483647, found ",
		},
		{"translation", with(func(j *rig.Joint) {
			j.Rest.Translation[1] = nan
		}), nil, 1, "expected a finite rest pose"},
		{"scale", with(func(j *rig.Joint) { j.Rest.Scale[2] = -inf }), nil, 1, "expected a finite rest pose"},
		{"rotation", with(func(j *rig.Joint) { j.Rest.Rotation.W = inf }), nil, 1, "expected a finite rest pose"},
		{"no rotation", with(func(j *rig.Joint) {
			j.Rest.Rotation = mgl32.Quat{}
		}), nil, 1, "expected a finite rest pose with a rotation that is not 0"},
		{"morphs", with(func(j *rig.Joint) {
			j.Morphs = []float32{0, nan}
		}), nil, 1, "expected a finite morph weight 1, found NaN"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s, err := rig.NewSkeleton("bad", row.joints, row.sources)
			if err == nil || s != nil {
				t.Fatalf("skeleton %v, error %v; want an error", s, err)
			}
			if !strings.Contains(err.Error(), `skeleton "bad": `) || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %q does not contain %q", err, row.want)
			}
			var joint *rig.JointError
			if errors.As(err, &joint) != (row.joint >= 0) || joint != nil && joint.Joint != row.joint {
				t.Errorf("error %#v, want one that names joint %d", err, row.joint)
			}
		})
	}
}

func TestLargestSkeleton(t *testing.T) {
	joints := make([]rig.Joint, rig.MaxJoints)
	for i := range joints {
		joints[i] = handmade.Joint("", i+1) // leaf first
	}
	joints[len(joints)-1].Parent = -1
	s := handmade.Skeleton(t, joints...)
	for j := range s.Len() {
		if s.Parent(j) != j-1 || s.Source(j) != rig.MaxJoints-1-j {
			t.Fatalf("joint %d has parent %d and source %d", j, s.Parent(j), s.Source(j))
		}
	}
}

func TestExtremeRestPosesAreAccepted(t *testing.T) {
	j := handmade.Joint("a", -1)
	j.Rest.Translation = mgl32.Vec3{math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32}
	j.Rest.Scale = mgl32.Vec3{0, -math.MaxFloat32, math.SmallestNonzeroFloat32}
	for _, q := range []mgl32.Quat{
		{W: math.SmallestNonzeroFloat32},
		{V: mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32}, W: math.MaxFloat32},
	} {
		j.Rest.Rotation = q
		if got := handmade.Skeleton(t, j).Rest(0).Rotation; math.Abs(float64(got.Len())-1) > 1e-6 {
			t.Errorf("rotation %v is normalized to %v, which does not have length 1", q, got)
		}
	}
}

func FuzzNewSkeleton(f *testing.F) {
	seeds.Add(f, []byte{255, 0, 1, 1}, byte(0))
	seeds.Add(f, []byte{1, 0}, byte(3))
	seeds.Add(f, []byte{2, 3, 255, 1}, byte(9))
	f.Fuzz(func(t *testing.T, parents []byte, spread byte) {
		joints, sources := make([]rig.Joint, len(parents)), make([]int, len(parents))
		for i, p := range parents {
			joints[i] = handmade.Joint(string(rune('a'+i%26)), int(int8(p)))
			sources[i] = i * int(spread)
		}
		s, err := rig.NewSkeleton("fuzz", joints, sources)
		if err != nil {
			return
		}
		for j := range s.Len() {
			if s.Parent(j) >= j || s.Parent(j) < -1 {
				t.Fatalf("joint %d has the parent %d", j, s.Parent(j))
			}
			if back, ok := s.FromSource(s.Source(j)); !ok || back != j {
				t.Fatalf("FromSource(Source(%d)) = %d, %v", j, back, ok)
			}
		}
	})
}
