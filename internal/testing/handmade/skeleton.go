package handmade

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// Arm makes a skeleton of two joints. The second one carries a mesh with two morph targets.
func Arm(t testing.TB) *rig.Skeleton {
	hand := Joint("hand", 0)
	hand.Morphs = []float32{0.5, 0.25}
	return Skeleton(t, Joint("arm", -1), hand)
}

// ExampleArm makes a skeleton of a shoulder at the origin and an elbow one meter along x.
func ExampleArm() *rig.Skeleton {
	elbow := rig.IdentityTRS()
	elbow.Translation = mgl32.Vec3{1, 0, 0}
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "elbow", Parent: 1, Rest: elbow},
		{Name: "shoulder", Parent: -1, Rest: rig.IdentityTRS()},
	}, nil)
	if err != nil {
		panic(err)
	}
	return skeleton
}

// Joint returns a joint whose rest pose is the identity.
func Joint(name string, parent int) rig.Joint {
	return rig.Joint{Name: name, Parent: parent, Rest: rig.IdentityTRS()}
}

// Skeleton makes a skeleton, or fails the test.
func Skeleton(t testing.TB, joints ...rig.Joint) *rig.Skeleton {
	t.Helper()
	s, err := rig.NewSkeleton("test", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
