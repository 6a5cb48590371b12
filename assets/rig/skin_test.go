package rig_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestPaletteIndices(t *testing.T) {
	joints := make([]rig.Joint, 4)
	for j := range joints {
		joints[j] = rig.Joint{Parent: j - 1, Rest: rig.IdentityTRS()}
	}
	skeleton, err := rig.NewSkeleton("chain", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		joints []int
		want   []int16
	}{
		{[]int{0, 1, 2, 3}, []int16{0, 1, 2, 3}},
		{[]int{3, 1}, []int16{-1, 1, -1, 0}},
		{[]int{2, 0, 2}, nil},
	} {
		skin, err := rig.NewSkin("skin", skeleton, row.joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := skin.PaletteIndices(); !slices.Equal(got, row.want) || (got == nil) != (row.want == nil) {
			t.Errorf("joints %v have palette indices %v, want %v", row.joints, got, row.want)
		}
	}
}

func TestSkinErrors(t *testing.T) {
	s := handmade.Arm(t)
	nan := mgl32.Ident4()
	nan[13] = float32(math.NaN())
	projected := mgl32.Ident4()
	projected[15] = 2
	flat := handmade.Joint("flat", -1)
	flat.Rest.Scale = mgl32.Vec3{1, 0, 1}
	for _, row := range []struct {
		name     string
		skeleton *rig.Skeleton
		joints   []int
		binds    []mgl32.Mat4
		want     string
		is       error
	}{
		{"none", s, nil, nil, "expected joints, found none", nil},
		{"too many", s, make([]int, rig.MaxJoints+1), nil, "expected at most 32767 joints, found 32768", nil},
		{"joint too high", s, []int{0, 2}, nil, "joints[1]: expected a joint below 2, those of the skeleton, found 2", nil},
		{"joint too low", s, []int{-1}, nil, "joints[0]: expected a joint below 2, those of the skeleton, found -1", nil},
		{"matrices", s, []int{0, 1}, make([]mgl32.Mat4, 3), "expected an inverse bind matrix for each of 2 joints, found 3", nil},
		{"no matrices", s, []int{0, 1}, []mgl32.Mat4{}, "expected an inverse bind matrix for each of 2 joints, found 0", nil},
		{"NaN", s, []int{0, 1}, []mgl32.Mat4{mgl32.Ident4(), nan}, "inverse bind matrix 1: ", rig.ErrNotFinite},
		{
			"projection", s,
			[]int{0},
			[]mgl32.Mat4{projected},
			"inverse bind matrix 0: expected the last row 0 0 0 1, found [0 0 0 2]", nil,
		},
		{"scale 0", handmade.Skeleton(t, flat), []int{0}, nil, "in the rest pose that has an inverse, found a singular one", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			skin, err := rig.NewSkin("bad", row.skeleton, row.joints, row.binds)
			if skin != nil || err == nil || !strings.Contains(err.Error(), `skin "bad": `) ||
				!strings.Contains(err.Error(), row.want) {
				t.Fatalf("error %v does not contain %q", err, row.want)
			}
			if row.is != nil && !errors.Is(err, row.is) {
				t.Errorf("%v is not %v", err, row.is)
			}
		})
	}
}

// A skin bound to the rest pose leaves the vertices where they are in that pose.
func TestInverseBindUndoesTheRestPose(t *testing.T) {
	upper, lower := handmade.Joint("upper", -1), handmade.Joint("lower", 0)
	upper.Rest = rig.TRS{
		Translation: mgl32.Vec3{1, 2, 3}, Rotation: mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0}),
		Scale: mgl32.Vec3{2, 3, 4},
	}
	lower.Rest = rig.TRS{
		Translation: mgl32.Vec3{0, 5, 0}, Rotation: mgl32.QuatRotate(2, mgl32.Vec3{1, 0, 0}),
		Scale: mgl32.Vec3{-1, 1, 1},
	}
	s := handmade.Skeleton(t, upper, lower)
	model := rig.NewPose(s).ModelMatrices(nil)
	skin, err := rig.NewSkin("test", s, []int{1, 0, 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if skin.Name() != "test" || skin.Skeleton() != s || skin.Len() != 3 ||
		!slices.Equal(skin.Joints(), []int16{1, 0, 1}) || len(skin.InverseBinds()) != 3*rig.MatrixSize {
		t.Errorf("skin %+v", skin)
	}
	palette := skin.Palette(nil, model)
	for i := range skin.Len() {
		if m := rig.MatrixAt(palette, i); !nearlyEqual(m.Mat4(), mgl32.Ident4()) {
			t.Errorf("matrix %d is %v, want the identity", i, m)
		}
	}
	own := make([]float32, len(palette))
	if again := skin.Palette(own, model); &again[0] != &own[0] || !slices.Equal(again, palette) {
		t.Error("Palette does not use the caller's slice, or writes another result to it")
	}
}

// nearlyEqual reports whether no number differs by more than 1e-5.
func nearlyEqual(a, b mgl32.Mat4) bool {
	for i := range a {
		if !(math.Abs(float64(a[i]-b[i])) <= 1e-5) {
			return false
		}
	}
	return true
}
