package courses

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// The feet of the companion stay on the ground where those of the mannequin do: at its own speed
// they do not slide.
func TestCompanionWalksAtItsSpeed(t *testing.T) {
	lib, _, companion := companions(t)
	skeleton := lib.Skeleton(companion.Skeleton)
	for _, gait := range []struct {
		name  string
		speed float64
	}{{"walk", posing.WalkSpeed}, {"run", posing.RunSpeed}} {
		c := lib.Clip(companion.Clip(gait.name))
		stepping, err := Stepping("steps", skeleton, gait.name, mannequin.CompanionSize*gait.speed, 0)
		if err != nil {
			t.Fatal(err)
		}
		traveling, err := Traveling("travels", c, mannequin.CompanionSize*gait.speed, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, moving := range []*assets.Clip{traveling, stepping} {
			if slip := leastSpeed(t, moving, skeleton); slip > 0.06 {
				t.Errorf("%s: a foot on the ground slides at %.3f m/s", moving.Name(), slip)
			}
		}
		wrong, err := Traveling("too fast", c, gait.speed, 0)
		if err != nil {
			t.Fatal(err)
		}
		if slip := leastSpeed(t, wrong, skeleton); slip < 0.1 {
			t.Errorf("at the speed of the mannequin's %s its feet slide at %.3f m/s: this test cannot fail",
				gait.name, slip)
		}
	}
}

// leastSpeed returns the least speed of the left foot's ball in a clip, in meters a second.
func leastSpeed(t *testing.T, c *assets.Clip, skeleton *assets.Skeleton) float64 {
	t.Helper()
	pose := rig.NewPose(skeleton)
	var matrices []float32
	least, step := math.Inf(1), 1.0/120
	var before exact.Vec3
	for at := 0.0; at < c.Duration(); at += step {
		if err := c.Sample(at, pose); err != nil {
			t.Fatal(err)
		}
		matrices = pose.ModelMatrices(matrices)
		m := rig.MatrixAt(matrices, int(posing.Toe))
		now := exact.Vec3{float64(m[3]), float64(m[7]), float64(m[11])}
		if at > 0 {
			least = min(least, now.Sub(before).Length()/step)
		}
		before = now
	}
	return least
}
