package mcap

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
)

// Joints of one name, or without a name, have names of their own in a file.
func TestNamesOfJointsDiffer(t *testing.T) {
	joint := func(name string) rig.Joint { return rig.Joint{Name: name, Parent: -1, Rest: rig.IdentityTRS()} }
	skeleton, err := rig.NewSkeleton("twins",
		[]rig.Joint{joint("arm"), joint("arm#2"), joint("arm"), joint(""), joint("")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := Writer{names: map[*rig.Skeleton][]string{}}
	expected := []string{"arm", "arm#2", "arm#3", "#3", "#4"}
	if found := w.namesOf(skeleton); !slices.Equal(found, expected) {
		t.Errorf("expected the names %q, found %q", expected, found)
	}
}
