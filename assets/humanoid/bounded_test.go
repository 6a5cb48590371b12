package humanoid

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/rig"
)

// The search for partners and bones looks at each joint a few times, however many there are and
// however they hang together: chains, brooms, joints in one place and of one name.
func TestLargeSkeletonsTakeBoundedWork(t *testing.T) {
	const count = 8000
	names := map[string]func(int) string{
		"numbered": func(i int) string { return fmt.Sprint("node", i) },
		"sides":    func(i int) string { return fmt.Sprintf("arm_%s_%d", [2]string{"l", "r"}[i%2], i/2) },
		"the same": func(int) string { return "finger_l" },
	}
	parents := map[string]func(int) int{
		"a chain": func(i int) int { return i - 1 },
		"a broom": func(i int) int { return min(i-1, 0) },
	}
	places := map[string]func(int) mgl32.Vec3{
		"one place": func(int) mgl32.Vec3 { return mgl32.Vec3{} },
		"pairs": func(i int) mgl32.Vec3 {
			return mgl32.Vec3{float32(1 - 2*(i%2)), float32(i / 2 % 200), float32(i / 400)}
		},
	}
	for shape, parent := range parents {
		for naming, name := range names {
			for where, place := range places {
				if naming == "sides" && where == "one place" {
					continue
				}
				joints := make([]rig.Joint, count)
				for i := range joints {
					joints[i] = rig.Joint{Name: name(i), Parent: parent(i), Rest: rig.IdentityTRS()}
					joints[i].Rest.Translation = place(i)
				}
				s, err := rig.NewSkeleton("large", joints, nil)
				if err != nil {
					t.Fatal(err)
				}
				p := anatomy.NewPairing(s, anatomy.RestFrames(s, nil))
				p.FindPlane()
				p.FindPartners()
				f := newFinder(NewMap(s))
				f.byNames()
				f.byShape()
				t.Logf("%s, %s, %s: %d and %d looks a joint", shape, naming, where, p.Looked/count, f.pairs.Looked/count)
				for whose, looked := range map[string]int{"the mirror": p.Looked, "the humanoid": f.pairs.Looked} {
					if looked > 150*count {
						t.Errorf("%s of %s, %s, in %s: %d looks at %d joints", whose, shape, naming, where, looked, count)
					}
				}
			}
		}
	}
}
