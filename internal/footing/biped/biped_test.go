package biped_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/footing/biped"
)

func TestFeetOfAHumanoid(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton := library.Skeleton(model.Skeleton)
	var names []string
	for _, foot := range biped.BodyOf(skeleton).Feet {
		for _, joint := range foot {
			names = append(names, skeleton.JointName(joint))
		}
	}
	if len(names) != 4 || names[0] != "left_foot" || names[3] != "right_toe" {
		t.Errorf("expected ankles and toes, left first, found %q", names)
	}
	box, err := rig.NewSkeleton("box", []rig.Joint{{Name: "lid", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if feet := biped.BodyOf(box).Feet; feet != nil {
		t.Errorf("a box: expected no feet, found %v", feet)
	}
}
