package assets_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

func TestEntriesOfASkinsJoints(t *testing.T) {
	joints := make([]assets.Joint, 4)
	for j := range joints {
		joints[j] = assets.Joint{Parent: j - 1, Rest: assets.IdentityTRS()}
	}
	skeleton, err := assets.NewSkeleton("chain", joints, nil)
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
		skin, err := assets.NewSkin("skin", skeleton, row.joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := skin.Entries(); !slices.Equal(got, row.want) || (got == nil) != (row.want == nil) {
			t.Errorf("joints %v have the entries %v, want %v", row.joints, got, row.want)
		}
	}
}
