package garments

import (
	"testing"
	"unsafe"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
)

func newFoot(t *testing.T) *rig.Skeleton {
	t.Helper()
	skeleton, err := rig.NewSkeleton("foot", []rig.Joint{{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return skeleton
}

// A garment for bodies of many skeletons compares each of them once, and forgets those of bodies
// that are gone.
func TestMatchesOfManySkeletons(t *testing.T) {
	r := Column{}.NewRows(newFoot(t)).(*rows)
	var component components.ModelPose
	var wearers []*rig.Skeleton
	for range 3*fewMatches + 1 {
		r.Take(unsafe.Pointer(&component))
		wearers = append(wearers, newFoot(t))
	}
	frame := func() {
		for _, of := range wearers {
			if m := r.matchOf(of); !m.fits || m.of != of {
				t.Fatalf("%+v does not fit", m)
			}
		}
	}
	frame()
	if n := testing.AllocsPerRun(10, frame); n != 0 {
		t.Errorf("a frame compares skeletons anew: %v allocations", n)
	}
	for row := range 3*fewMatches - 1 {
		r.Release(int32(row))
	}
	wearers = wearers[:2]
	for range 1000 {
		wearers[0] = newFoot(t)
		frame()
	}
	if n := len(r.matches); n > 2*fewMatches {
		t.Errorf("%d matches are kept for 2 skeletons", n)
	}
}
