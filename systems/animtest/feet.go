package animtest

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/footing"
	"github.com/sinew-go/sinew/internal/footing/biped"
)

const (
	// bearing is how far, as a fraction of the size of the skeleton, a joint of a foot that bears the
	// body is above its lowest place in a take.
	bearing = 0.005
	// shortest is how many frames a foot stands at least.
	shortest = 3
)

// FeetStand tests that no foot slides: while it stands on level ground, it stays within a number of
// meters of where it stood first. A foot stands where it is lowest, for 3 frames at least; of one
// that rolls, ankle or toes count, whichever moves less. Feet are those of a humanoid, or the joints
// that are named, such as those of paws.
//
// A recording is measured in the world, so that a character that slides over the ground as a whole
// fails. A clip is measured along its root motion; if it has none, and walks on the spot, relative to
// the ground that moves below it.
func FeetStand(t testing.TB, take *Take, meters float64, joints ...string) {
	t.Helper()
	skeleton := take.skeleton(t)
	feet := feetNamed(t, take, joints)
	if len(feet) == 0 {
		if feet = biped.BodyOf(skeleton).Feet; len(feet) == 0 {
			t.Fatalf("animtest: %s: expected the feet of a humanoid, found none in skeleton %q; name the joints", take.Name,
				skeleton.Name())
		}
	}
	first := [12]float32(take.Frames[0].World)
	height := bearing * skeleton.Size() * float64(exact.LongestAxis(&first))
	track := footing.NewTrack(feet, height)
	for f := range take.Frames {
		track.Add(take.Frames[f].Models, take.Frames[f].World)
	}
	x, z := 0.0, 0.0
	if take.Clip != nil && take.Clip.RootMotion() == nil {
		x, z = footing.Drift(track.Steps())
	}
	unit := take.worldMeters(skeleton.MetersPerUnit())
	stands := track.Stands(x, z, shortest)
	if len(stands) == 0 {
		t.Errorf("%s: expected a foot that stands, found none in %d frames", take.Name, len(take.Frames))
	}
	var list []difference
	for _, s := range stands {
		if by := s.Slide * unit; !(by <= meters) {
			list = append(list, difference{
				fmt.Sprintf("frame %d (%.3f s): joint %q: expected to stand in frames %d to %d, found %.4g m away, "+
					"%.4g at most", s.Frame, take.Frames[s.Frame].Time, skeleton.JointName(feet[s.Foot][0]), s.First, s.Last, by,
					meters), by / meters,
			})
		}
	}
	report(t, fmt.Sprintf("%s: expected feet that stand, found %d of %d times in which one slides:", take.Name, len(list),
		len(stands)), list, "")
}
