package ragdoll

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
)

// A joint of no humanoid that stands beside the others hangs on the body that comes nearest to it,
// if that is near; and nothing hangs on itself.
func TestBodiesBesideOthersHangOnTheNearest(t *testing.T) {
	joint := func(name string, parent int, height float32) rig.Joint {
		return rig.Joint{
			Name: name, Parent: parent,
			Rest: rig.TRS{
				Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{0, height, 0},
				Scale: mgl32.Vec3{1, 1, 1},
			},
		}
	}
	// A leg of three parts: the middle hangs below the root, the foot and what is below that beside
	// them; the last one is far away.
	skeleton, err := rig.NewSkeleton("spider", []rig.Joint{
		joint("root", -1, 0), joint("shin", 0, 1),
		joint("foot", -1, 2), joint("claw", 2, 1), joint("web", -1, 9),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &proposer{skeleton: skeleton, rest: bodies.ModelMatrices(skeleton.RestLocals(), skeleton), least: 0.3}
	d := &Definition{Skeleton: skeleton}
	for j := range skeleton.Len() {
		at := p.rest[j].Translation()
		p.points = append(p.points, []exact.Vec3{at.Add(exact.Vec3{0, 0.1, 0}), at.Add(exact.Vec3{0, 0.9, 0})})
		d.Bodies = append(d.Bodies, Body{Joint: j})
	}
	p.connect(d)
	if d.Name(d.Root) != "root" {
		t.Errorf("the root is %s", d.Name(d.Root))
	}
	pieces := 0
	for i := range d.Bodies {
		if d.Parent(i) < 0 {
			pieces++
		}
	}
	if err := d.Check(); strings.Contains(err.Error(), "a body above it") {
		t.Error(err)
	}
	foot, _ := d.Find("foot")
	if above := d.Parent(foot); above < 0 || d.Name(above) != "shin" || pieces != 2 {
		t.Errorf("the foot hangs on body %d, want the shin; there are %d pieces, want 2", above, pieces)
	}
}
