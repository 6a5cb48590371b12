package retarget_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// framed returns the skeleton of a clip with a frame of the clip as its rest pose, and the clip for
// it, which is what exporters make of a clip without a skin.
func framed(t testing.TB, c *clip.Clip, time float64) (*rig.Skeleton, *clip.Clip) {
	t.Helper()
	s := withRest(t, c.PoseAt(time), unchanged)
	return s, resampled(t, c, s, unchanged)
}

// build returns a skeleton with the same joints in the same pose, with other lengths of bones: long
// legs, short arms.
func build(t testing.TB, h *humanoid.Map, pose *rig.Pose) *rig.Skeleton {
	t.Helper()
	factors := map[int]float32{}
	for bone, f := range map[string]float32{"lower leg": 1.2, "foot": 1.2, "lower arm": 0.8, "hand": 0.85} {
		for _, side := range []string{"left ", "right "} {
			j, ok := h.Joint(side + bone)
			if !ok {
				t.Fatal(bone)
			}
			factors[j] = f
		}
	}
	legs := float32(0)
	j, _ := h.Joint("left lower leg")
	k, _ := h.Joint("left foot")
	legs = 0.2 * (pose.Joint(j).Translation.Len() + pose.Joint(k).Translation.Len())
	hips, _ := h.Joint("hips")
	return withRest(t, pose, func(j int, l rig.TRS) rig.TRS {
		if f, ok := factors[j]; ok {
			l.Translation = l.Translation.Mul(f)
		}
		if j == hips {
			l.Translation = l.Translation.Mul(1 + legs/l.Translation.Len())
		}
		return l
	})
}

// A source whose rest pose is a frame of a clip gives the same clips as the rig that it was made
// of, on the same rig and on one of other build, with names in common.
func TestRestPosesThatAreFramesOfClips(t *testing.T) {
	for _, test := range []struct {
		file, clip string
	}{
		{"", "run"},
		{"", "dance"},
		{womanFile, "Running"},
		{womanFile, "SitIdle"},
		{"rigs/kaykit/Rogue.glb", "Lie_Pose"},
		{"rigs/kaykit/Rogue.glb", "Walking_A"},
	} {
		p := loadPerson(t, test.file)
		standing := withRest(t, p.reference(), unchanged)
		bones, err := humanoid.Find(standing)
		if err != nil {
			t.Fatal(err)
		}
		source := resampled(t, p.clip(t, test.clip), standing, unchanged)
		// Legs of the Rogue stretch: the lengths of its bones in a frame are not those of its body.
		stretches := test.file == "rigs/kaykit/Rogue.glb"
		for name, target := range map[string]*rig.Skeleton{
			"the same rig":   withRest(t, p.reference(), unchanged),
			"another build":  build(t, bones, p.reference()),
			"arms of A pose": withRest(t, raisedArms(t, bones, p.reference(), -20), unchanged),
		} {
			if stretches && name == "another build" {
				continue
			}
			want, plain := retargeted(t, newRetargeter(t, standing, target, retarget.Options{}), source)
			for _, u := range []float64{0.2, 0.6} {
				from, keys := framed(t, source, source.Start()+u*source.Duration())
				got, report := retargeted(t, newRetargeter(t, from, target, retarget.Options{}), keys)
				worst, distance := bodyDifference(bones, want, got)
				grade, reasons := report.Grade()
				t.Logf("%q of %q on %s: within %.3f°, %.3f %% of the size, %v %q", test.clip, test.file, name, worst,
					100*distance, grade, reasons)
				if worst > 0.6 || distance > 0.004 {
					t.Errorf("%q of %q on %s: %.2f° and %.2f %% of the size from the clip of the rig that stands",
						test.clip, test.file, name, worst, 100*distance)
				}
				if was, _ := plain.Grade(); grade != was {
					t.Errorf("%q of %q on %s: %v, without the frame %v", test.clip, test.file, name, grade, was)
				}
				if notes := strings.Join(report.Notes, "\n"); !strings.Contains(notes,
					"the target's reference pose is that of both") {
					t.Errorf("notes %q", report.Notes)
				}
			}
		}
	}
}

// bodyDifference returns the largest differences between two clips' joints of the body, which are
// the hips and what is below them, unlike controls: of their rotations in model space, in degrees,
// and of their positions, as a fraction of the size.
func bodyDifference(h *humanoid.Map, a, b *clip.Clip) (degrees, distance float64) {
	hips, _ := h.Joint("hips")
	s := a.Skeleton()
	body := make([]bool, s.Len())
	for j := range body {
		body[j] = j == hips || s.Parent(j) >= 0 && body[s.Parent(j)]
	}
	for _, time := range times(a, 30) {
		x, y := models(a, time), models(b, time)
		for j := range x {
			if !body[j] {
				continue
			}
			distance = max(distance, x[j].Translation().Sub(y[j].Translation()).Length()/s.Size())
			for c := range 3 {
				u, v := exact.Vec3{x[j][c], x[j][4+c], x[j][8+c]}, exact.Vec3{y[j][c], y[j][4+c], y[j][8+c]}
				degrees = max(degrees, math.Atan2(u.Cross(v).Length(), u.Dot(v))*180/math.Pi)
			}
		}
	}
	return degrees, distance
}

// Where the target is the one whose rest pose is a frame, it takes the source's; and animals share
// reference poses as well.
func TestTargetsWhoseRestPosesAreFrames(t *testing.T) {
	p := loadPerson(t, "")
	target, _ := framed(t, p.clip(t, "run"), 0.2)
	out, report := retargeted(t, newRetargeter(t, p.skeleton, target, retarget.Options{}), p.clip(t, "walk"))
	if worst := poseAngles(p.clip(t, "walk"), out); worst > 0.6 {
		t.Errorf("%.2f° from the source's rotations: %v", worst, report)
	}
	fox := load(t, fox2File)
	for _, c := range fox.clips()[:3] {
		from, keys := framed(t, c, c.Start()+0.4*c.Duration())
		out, report = retargeted(t, newRetargeter(t, from, fox.skeleton, retarget.Options{}), keys)
		if worst := poseAngles(c, out); worst > 1 {
			t.Errorf("the fox's %q: %.2f° from the source's rotations: %v", c.Name(), worst, report)
		}
	}
}

// poseAngles returns the largest angle in degrees between the local rotations of two clips' joints.
func poseAngles(a, b *clip.Clip) float64 {
	worst := 0.0
	for _, time := range times(a, 30) {
		x, y := a.PoseAt(time), b.PoseAt(time)
		for j := range a.Skeleton().Len() {
			dot := math.Abs(float64(x.Joint(j).Rotation.Normalize().Dot(y.Joint(j).Rotation.Normalize())))
			worst = max(worst, 2*math.Acos(min(1, dot))*180/math.Pi)
		}
	}
	return worst
}

// Without names in common nothing tells how the source would stand, which the report says.
func TestSourcesThatDoNotStandAreTold(t *testing.T) {
	p, to := loadPerson(t, ""), loadPerson(t, maleFile)
	from, keys := framed(t, p.clip(t, "run"), 0.2)
	_, report := retargeted(t, newRetargeter(t, from, to.skeleton, retarget.Options{}), keys)
	grade, reasons := report.Grade()
	if grade != retarget.Poor || !strings.Contains(strings.Join(reasons, " "), "no standing pose") ||
		!strings.Contains(strings.Join(report.Notes, " "), "the source's reference pose is no standing pose") {
		t.Errorf("%v %q, notes %q", grade, reasons, report.Notes)
	}
	// With the pose of the rig that stands it is as good as that.
	pose := rig.NewPose(from)
	copy(pose.Locals, p.reference().Locals)
	want, _ := retargeted(t, newRetargeter(t, p.skeleton, to.skeleton, retarget.Options{}), p.clip(t, "run"))
	got, report := retargeted(t, newRetargeter(t, from, to.skeleton, retarget.Options{FromPose: pose}), keys)
	if worst := worstAngle(want, got); worst > 0.5 {
		t.Errorf("%.2f° with a given pose: %v", worst, report)
	}
	if grade, reasons := report.Grade(); grade != retarget.Good {
		t.Errorf("with a given pose: %v %q", grade, reasons)
	}
}

// A file of the test files whose rest pose is a frame of a clip plays on its own rig as it stands.
func TestAFileWhoseRestPoseIsAFrame(t *testing.T) {
	woman := loadPerson(t, womanFile)
	if woman.pose == nil {
		t.Fatal("the rest pose is the bind pose")
	}
	to := withRest(t, woman.reference(), unchanged)
	source := woman.clip(t, "Walking")
	out, report := retargeted(t, newRetargeter(t, woman.skeleton, to, retarget.Options{}), source)
	if worst := poseAngles(source, out); worst > 1 {
		t.Errorf("%.2f° from the source's rotations: %v", worst, report)
	}
}

func TestStandingPoses(t *testing.T) {
	for file, want := range map[string]string{
		"": "A pose", maleFile: "T pose", zombieFile: "T pose", "rigs/kaykit/Rogue.glb": "T pose",
	} {
		p := loadPerson(t, file)
		pose, stance := retarget.StandingPose(p.skeleton, nil)
		if pose != nil || stance.Kind != want || len(stance.Faults) > 0 {
			t.Errorf("%s: %v", file, stance)
		}
	}
	// Of a rest pose that is a frame, other frames and the pose that stands, the latter is found.
	p := loadPerson(t, "")
	run := p.clip(t, "run")
	s, keys := framed(t, run, 0.2)
	standing := rig.NewPose(s)
	copy(standing.Locals, p.reference().Locals)
	pose, stance := retarget.StandingPose(s, nil, keys.PoseAt(0.1), standing, keys.PoseAt(0.3))
	if pose != standing || stance.Kind != "A pose" || len(stance.Faults) > 0 {
		t.Errorf("found %v", stance)
	}
	if pose, stance = retarget.StandingPose(s, nil, keys.PoseAt(0.1)); len(stance.Faults) == 0 {
		t.Errorf("frames of a run count as standing: %v %v", pose, stance)
	}
	fox := load(t, foxFile)
	if pose, stance = retarget.StandingPose(fox.skeleton, nil); pose != nil || stance.Kind != "" {
		t.Errorf("the fox stands in a %v", stance)
	}
}
