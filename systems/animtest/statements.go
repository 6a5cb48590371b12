package animtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Reaches tests that a take shows a pose at a time: the local transforms of the named joints, or
// without names those of all, and the morph weights. The pose is of the take's skeleton, such as a
// frame of another take. A take has a frame at a time if one is within half of 1/[Rate] s.
func Reaches(t testing.TB, take *Take, seconds float64, pose *rig.Pose, tolerance Tolerance, joints ...string) {
	t.Helper()
	f := take.frameAt(t, seconds)
	skeleton := take.skeleton(t)
	if pose == nil || !skeleton.Equal(pose.Skeleton()) {
		t.Fatalf("animtest: %s: expected a pose of skeleton %q, found none or one of another skeleton", take.Name,
			skeleton.Name())
	}
	checkJoints(t, take, joints)
	expected := only(localRows(pose, pose.ModelMatrices(nil)), joints)
	found := only(localRows(take.Frames[f].Pose, take.Frames[f].Models), joints)
	list := compare(expected, found, tolerance.filled())
	report(t, fmt.Sprintf("%s: expected another pose, found %s:", take.where(f), count(len(list), "difference")), list, "")
}

// ReachesPlace tests that a joint is at a place at a time, in model space and in the units of the
// skeleton, up to a distance in meters.
func ReachesPlace(t testing.TB, take *Take, seconds float64, joint string, place mgl32.Vec3, meters float64) {
	t.Helper()
	f := take.frameAt(t, seconds)
	skeleton := take.skeleton(t)
	j, err := skeleton.FindJoint(joint)
	if err != nil {
		t.Fatalf("animtest: %s: %v", take.Name, err)
	}
	m := rig.MatrixAt(take.Frames[f].Models, j)
	found := mgl32.Vec3{m[3], m[7], m[11]}
	if by := float64(found.Sub(place).Len()) * skeleton.MetersPerUnit(); !(by <= meters) {
		t.Errorf("%s: joint %q: expected the place %v, found %v: %.4g m apart, %.4g at most", take.where(f), joint, place,
			found, by, meters)
	}
}

// checkJoints fails the test at once for a joint that the skeleton lacks.
func checkJoints(t testing.TB, take *Take, joints []string) {
	t.Helper()
	for _, joint := range joints {
		if _, err := take.skeleton(t).FindJoint(joint); err != nil {
			t.Fatalf("animtest: %s: %v", take.Name, err)
		}
	}
}

// only returns the rows of some joints, or without names all.
func only(rows posture, joints []string) posture {
	if len(joints) == 0 {
		return rows
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.kind != local || !slices.Contains(joints, r.name) })
}

// LoopCloses tests that the last frame of a take shows the pose of the first one, so that a clip
// can follow itself. Where the character stands may differ.
func LoopCloses(t testing.TB, take *Take, tolerance Tolerance) {
	t.Helper()
	take.skeleton(t)
	first, last := &take.Frames[0], &take.Frames[len(take.Frames)-1]
	if len(take.Frames) < 2 {
		t.Fatalf("animtest: %s: expected at least two frames of a loop, found one", take.Name)
	}
	list := compare(localRows(first.Pose, first.Models), localRows(last.Pose, last.Models), tolerance.filled())
	report(t, fmt.Sprintf("%s: expected the pose of the first frame, found %s:",
		take.where(len(take.Frames)-1), count(len(list), "difference")), list, "")
}

// MovesSmoothly tests that nothing jumps: from one frame to the next no joint moves or turns
// farther, relative to its parent, than the tolerance. A field that is 0 has here the default of
// 0.25 m, 30 degrees or 0.5.
func MovesSmoothly(t testing.TB, take *Take, most Tolerance) {
	t.Helper()
	take.skeleton(t)
	if most.Meters == 0 {
		most.Meters = 0.25
	}
	if most.Degrees == 0 {
		most.Degrees = 30
	}
	if most.Factor == 0 {
		most.Factor = 0.5
	}
	var list []difference
	before := localRows(take.Frames[0].Pose, take.Frames[0].Models)
	for f := 1; f < len(take.Frames); f++ {
		now := localRows(take.Frames[f].Pose, take.Frames[f].Models)
		for _, d := range compare(before, now, most) {
			list = append(list, difference{
				fmt.Sprintf("frame %d (%.3f s): %s", f, take.Frames[f].Time, d.text), d.over,
			})
		}
		before = now
	}
	report(t, fmt.Sprintf("%s: expected frames near those before them, found %s:", take.Name,
		count(len(list), "jump")), list, "")
}

// WithinLimits tests that no joint turns beyond its limit in any frame by more than some degrees. The
// limits are those of bodies, of a person for instance those that [ragdoll.Propose] proposes.
func WithinLimits(t testing.TB, take *Take, bodies *ragdoll.Definition, degrees float64) {
	t.Helper()
	skeleton := take.skeleton(t)
	if bodies == nil || !skeleton.Equal(bodies.Skeleton) {
		t.Fatalf("animtest: %s: expected bodies of skeleton %q, found none or those of another skeleton", take.Name,
			skeleton.Name())
	}
	var list []difference
	for i := range bodies.Bodies {
		above := bodies.Parent(i)
		if above < 0 {
			continue
		}
		worst, at := 0.0, 0
		for f := range take.Frames {
			models := take.Frames[f].Models
			angle, ok := bodies.Beyond(i, rig.MatrixAt(models, bodies.Bodies[i].Joint).Mat4(),
				rig.MatrixAt(models, bodies.Bodies[above].Joint).Mat4())
			by := float64(angle) * 180 / math.Pi
			if !ok {
				by = math.Inf(1)
			}
			if by > worst {
				worst, at = by, f
			}
		}
		if !(worst <= degrees) {
			list = append(list, difference{
				fmt.Sprintf("frame %d (%.3f s): joint %q: expected at most %.4g degrees beyond its limit, found %.4g", at,
					take.Frames[at].Time, bodies.Name(i), degrees, worst), worst,
			})
		}
	}
	report(t, fmt.Sprintf("%s: expected joints within their limits, found %d beyond:", take.Name, len(list)), list, "")
}

// feetNamed returns the joints of feet by their names, each a foot of its own.
func feetNamed(t testing.TB, take *Take, joints []string) (feet [][]int) {
	t.Helper()
	for _, name := range joints {
		joint, err := take.skeleton(t).FindJoint(name)
		if err != nil {
			t.Fatalf("animtest: %s: %v", take.Name, err)
		}
		feet = append(feet, []int{joint})
	}
	return feet
}

// quoted lists names in a message.
func quoted(list []string) (text string) {
	for i, name := range list {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q", name)
	}
	return text
}

// meantOf returns the end of a message about a name that is none of those.
func meantOf(name string, has []string) string {
	return fmt.Sprintf("expected one of %s, found %q%s", quoted(has), name, names.Meant(name, has))
}
