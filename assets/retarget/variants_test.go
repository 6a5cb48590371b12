package retarget_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// withRest returns a skeleton like another with a pose as its rest pose, and with changes to its
// joints.
func withRest(t testing.TB, pose *rig.Pose, change func(j int, l rig.TRS) rig.TRS) *rig.Skeleton {
	t.Helper()
	s := pose.Skeleton()
	var joints []rig.Joint
	for j := range s.Len() {
		joints = append(joints, rig.Joint{Name: s.JointName(j), Parent: s.Parent(j), Rest: change(j, pose.Joint(j))})
	}
	out, err := rig.NewSkeleton(s.Name(), joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func unchanged(_ int, l rig.TRS) rig.TRS { return l }

// raisedArms returns the pose with the arms rotated about the forward axis by degrees upward, and
// the legs spread by a fifth of it.
func raisedArms(t testing.TB, h *humanoid.Map, pose *rig.Pose, degrees float32) *rig.Pose {
	t.Helper()
	out := rig.NewPose(h.Skeleton())
	copy(out.Locals, pose.Locals)
	for bone, angle := range map[string]float32{"left upper arm": degrees, "right upper arm": -degrees} {
		j, ok := h.Joint(bone)
		if !ok {
			t.Fatal(bone)
		}
		above := mgl32.QuatIdent()
		for k := h.Skeleton().Parent(j); k >= 0; k = h.Skeleton().Parent(k) {
			above = out.Joint(k).Rotation.Mul(above)
		}
		l := out.Joint(j)
		turn := mgl32.QuatRotate(mgl32.DegToRad(angle), mgl32.Vec3{0, 0, 1})
		l.Rotation = above.Inverse().Mul(turn).Mul(above).Mul(l.Rotation).Normalize()
		out.SetJoint(j, l)
	}
	return out
}

// worstAngle returns the largest angle in degrees between the model-space rotations of two clips'
// joints, other than those that share the twist of a bone: what is twist and what is swing depends
// on the reference pose.
func worstAngle(a, b *clip.Clip) float64 {
	worst := 0.0
	for _, time := range times(a, 30) {
		x, y := models(a, time), models(b, time)
		for j := range x {
			if strings.Contains(a.Skeleton().JointName(j), "twist") {
				continue
			}
			for c := range 3 {
				u, v := exact.Vec3{x[j][c], x[j][4+c], x[j][8+c]}, exact.Vec3{y[j][c], y[j][4+c], y[j][8+c]}
				worst = max(worst, math.Atan2(u.Cross(v).Length(), u.Dot(v))*180/math.Pi)
			}
		}
	}
	return worst
}

// Sources whose rest poses have the arms at other angles give the same clips, and so do targets.
func TestReferencePosesWithOtherArms(t *testing.T) {
	for _, files := range [][2]string{
		{"", womanFile},
		{"", maleFile},
		{womanFile, ""},
		{womanFile, maleFile},
		{cesiumFile, ""},
	} {
		a, b := loadPerson(t, files[0]), loadPerson(t, files[1])
		source := a.clips()[min(1, len(a.clips())-1)]
		keep := func(s *rig.Skeleton) *clip.Clip { return resampled(t, source, s, unchanged) }
		from := withRest(t, a.reference(), unchanged)
		to := withRest(t, b.reference(), unchanged)
		plain, _ := retargeted(t, newRetargeter(t, from, to, retarget.Options{}), keep(from))
		for _, degrees := range []float32{-45, -20, 30} {
			other := withRest(t, raisedArms(t, a.bones, a.reference(), degrees), unchanged)
			out, _ := retargeted(t, newRetargeter(t, other, to, retarget.Options{}), keep(other))
			worst := worstAngle(plain, out)
			otherTo := withRest(t, raisedArms(t, b.bones, b.reference(), degrees), unchanged)
			outTo, _ := retargeted(t, newRetargeter(t, from, otherTo, retarget.Options{}), keep(from))
			worstTo := worstAngle(plain, outTo)
			t.Logf("%q on %q: arms raised by %.0f°: source within %.4f°, target within %.4f°", files[0], files[1],
				degrees, worst, worstTo)
			if worst > 0.5 || worstTo > 0.5 {
				t.Errorf("%q on %q: arms raised by %.0f°: source within %.2f°, target within %.2f°", files[0], files[1],
					degrees, worst, worstTo)
			}
		}
	}
}

// placed returns a skeleton and a clip scaled and turned as a whole.
func placed(t testing.TB, c *clip.Clip, pose *rig.Pose, scale float32, inRoot bool,
	turn mgl32.Quat,
) (*rig.Skeleton, *clip.Clip) {
	t.Helper()
	change := func(j int, l rig.TRS) rig.TRS {
		if pose.Skeleton().Parent(j) < 0 {
			l.Translation, l.Rotation = turn.Rotate(l.Translation).Mul(scale), turn.Mul(l.Rotation)
			if inRoot {
				l.Scale = l.Scale.Mul(scale)
			}
		} else if !inRoot {
			l.Translation = l.Translation.Mul(scale)
		}
		return l
	}
	s := withRest(t, pose, change)
	if c == nil {
		return s, nil
	}
	return s, resampled(t, c, s, change)
}

// Skeletons that are scaled and turned as a whole, in their joints or by a root, give the same
// result.
func TestScaledAndTurnedSkeletons(t *testing.T) {
	a, b := loadPerson(t, womanFile), loadPerson(t, "")
	source := a.clip(t, "Walking")
	from, keys := placed(t, source, a.reference(), 1, false, mgl32.QuatIdent())
	to, _ := placed(t, nil, b.reference(), 1, false, mgl32.QuatIdent())
	want, _ := retargeted(t, newRetargeter(t, from, to, retarget.Options{}), keys)
	zUp := mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{1, 0, 0})
	xForward := mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 1, 0})
	for _, scale := range []float32{0.01, 1, 100} {
		for _, inRoot := range []bool{false, true} {
			for name, turn := range map[string]mgl32.Quat{
				"Y up": mgl32.QuatIdent(), "Z up": zUp,
				"X forward": xForward,
			} {
				other, otherKeys := placed(t, source, a.reference(), scale, inRoot, turn)
				out, _ := retargeted(t, newRetargeter(t, other, to, retarget.Options{}), otherKeys)
				worst := worstDistance(want, out, 1, mgl32.QuatIdent())
				otherTo, _ := placed(t, nil, b.reference(), scale, inRoot, turn)
				outTo, _ := retargeted(t, newRetargeter(t, from, otherTo, retarget.Options{}), keys)
				worstTo := worstDistance(want, outTo, float64(scale), turn)
				if worst > 2e-4 || worstTo > 2e-4 {
					t.Errorf(
						"scale %v (in the root: %v), %s: as the source a joint is %.2g m off, as the target %.2g m",
						scale, inRoot, name, worst, worstTo)
				}
			}
		}
	}
}

// worstDistance returns the largest distance in meters of a joint of clip b, scaled and turned
// back, from that of a.
func worstDistance(a, b *clip.Clip, scale float64, turn mgl32.Quat) float64 {
	q := exact.ToQuat(exact.XYZW(turn)).Conjugate()
	worst := 0.0
	for _, time := range times(a, 25) {
		x, y := models(a, time), models(b, time)
		for j := range x {
			worst = max(worst, q.Rotate(y[j].Translation()).Scale(1/scale).Sub(x[j].Translation()).Length())
		}
	}
	return worst
}

// Root motion is scaled with the strides: the motion times the pose is the pose of the whole clip,
// and feet that stand on the ground stand.
func TestRootMotionIsCarried(t *testing.T) {
	a, b := loadPerson(t, ""), loadPerson(t, womanFile)
	curve, err := mannequinStepping(a.character)
	if err != nil {
		t.Fatal(err)
	}
	moving, err := clip.ExtractRootMotion(curve, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, turn := range map[string]mgl32.Quat{
		"Y up": mgl32.QuatIdent(),
		"Z up": mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{1, 0, 0}),
	} {
		to, _ := placed(t, nil, b.reference(), 1, true, turn)
		r := newRetargeter(t, a.skeleton, to, retarget.Options{From: a.bones})
		out, report := retargeted(t, r, moving)
		if out.RootMotion() == nil || len(report.Notes) > 0 {
			t.Fatalf("%s: %v", name, report)
		}
		was, is := moving.RootMotion().Total(), out.RootMotion().Total()
		length := func(m clip.Motion) float64 { return math.Sqrt(m.X*m.X + m.Y*m.Y + m.Z*m.Z) }
		if math.Abs(is.Yaw-was.Yaw) > 1e-9 || math.Abs(length(is)-r.Scale()*length(was)) > 0.02*length(is) ||
			was.Yaw == 0 {
			t.Errorf("%s: total %v, in the source %v, scale %.3f", name, is, was, r.Scale())
		}
		whole := out.RootMotion().Source()
		for _, time := range times(out, 31) {
			matrix := out.RootMotion().At(time).Matrix(out.RootMotion().Up())
			var m exact.Affine
			for row := range 3 {
				for col := range 4 {
					m[4*row+col] = matrix[4*col+row]
				}
			}
			x, y := models(whole, time), models(out, time)
			for j := range x {
				if j == 0 {
					continue // the root stays at the origin and goes along with the character
				}
				if d := m.Point(y[j].Translation()).Sub(x[j].Translation()).Length(); d > 2e-3*r.Scale() {
					t.Fatalf("%s: %.2f s: joint %q is %.2g m off", name, time, to.JointName(j), d)
				}
			}
		}
		if name == "Y up" {
			from, slid, _ := slides(curve, whole, feetOf(r, a.bones, b.bones, a.reference(), b.reference()), r.Scale())
			t.Logf("feet slide by %.4f m, in the source %.4f m scaled", slid, from)
			if slid > 1.02*from+0.002*b.skeleton.Size() {
				t.Errorf("feet slide by %.4f m, in the source %.4f m scaled", slid, from)
			}
		}
	}
}

func TestMarkersAndAdditiveClipsAreCarried(t *testing.T) {
	a, b := loadPerson(t, ""), loadPerson(t, maleFile)
	r := newRetargeter(t, a.skeleton, b.skeleton, retarget.Options{})
	walk := a.clip(t, "walk")
	out, _ := retargeted(t, r, walk)
	if !slices.Equal(out.Markers(), walk.Markers()) || len(out.Markers()) == 0 || out.Name() != "walk" ||
		out.Duration() != walk.Duration() {
		t.Errorf("%q of %v s with %v", out.Name(), out.Duration(), out.Markers())
	}
	// A wave as differences from standing, added to the retargeted standing pose, is the retargeted
	// wave.
	wave := a.clip(t, "wave")
	difference, err := clip.MakeAdditive(wave, rig.NewPose(a.skeleton))
	if err != nil {
		t.Fatal(err)
	}
	added, _ := retargeted(t, r, difference)
	direct, _ := retargeted(t, r, wave)
	if !added.Additive() {
		t.Fatal("the clip is not additive")
	}
	base, err := r.Pose(rig.NewPose(a.skeleton))
	if err != nil {
		t.Fatal(err)
	}
	hand := joint(t, b.skeleton, "hand_r")
	for _, time := range times(wave, 20) {
		sum := rig.NewPose(b.skeleton)
		delta := added.PoseAt(time)
		for j := range b.skeleton.Len() {
			l, d := base.Joint(j), delta.Joint(j)
			l.Rotation = d.Rotation.Mul(l.Rotation).Normalize()
			l.Translation = l.Translation.Add(d.Translation)
			sum.SetJoint(j, l)
		}
		m := sum.ModelMatrices(nil)
		got := rig.MatrixAt(m, hand)
		want := models(direct, time)[hand].Translation()
		if d := (exact.Vec3{float64(got[3]), float64(got[7]), float64(got[11])}).Sub(want).Length(); d > 2e-3 {
			t.Fatalf("%.2f s: the hand is %.3g m off", time, d)
		}
	}
}

func TestWhatIsNotCarriedIsReported(t *testing.T) {
	a, b := loadPerson(t, ""), loadPerson(t, womanFile)
	_, report := retargeted(t, newRetargeter(t, a.skeleton, b.skeleton, retarget.Options{To: b.bones}),
		a.clip(t, "run"))
	if !slices.Contains(report.NotCarried, "left_upper_arm_twist") || slices.Contains(report.NotCarried, "spine_2") {
		t.Errorf("not carried: %q", report.NotCarried)
	}
	if !slices.Contains(report.NotMoved, "HeadTop_End") || slices.Contains(report.NotMoved, "LeftHand") {
		t.Errorf("not moved: %q", report.NotMoved)
	}
	if report.Keys == 0 || report.TrackKeys == 0 || report.Scale < 2.8 || report.Scale > 3 || report.Clip != "run" ||
		len(report.Joints) < 8 {
		t.Errorf("%+v", report)
	}
}

func TestErrors(t *testing.T) {
	a, fox := load(t, ""), load(t, foxFile)
	for text, test := range map[string]struct {
		from, to *rig.Skeleton
		o        retarget.Options
	}{
		"expected two skeletons, found nil": {nil, a.skeleton, retarget.Options{}},
		"is no humanoid":                    {a.skeleton, fox.skeleton, retarget.Options{}},
		`has no joint "tail"`: {
			a.skeleton, fox.skeleton,
			retarget.Options{Joints: map[string]string{"head": "tail"}},
		},
		"expected a finite KeyTolerance": {a.skeleton, a.skeleton, retarget.Options{KeyTolerance: math.NaN()}},
		"expected a positive scale":      {a.skeleton, a.skeleton, retarget.Options{Scale: math.NaN()}},
		"source: expected a pose of skeleton": {
			a.skeleton, fox.skeleton,
			retarget.Options{FromPose: rig.NewPose(fox.skeleton)},
		},
		"expected one joint of the source for joint": {
			a.skeleton, fox.skeleton,
			retarget.Options{Joints: map[string]string{"head": "b_Head_05", "neck_1": "b_Head_05"}},
		},
		"no joint of the source": {
			a.skeleton, fox.skeleton,
			retarget.Options{From: humanoid.NewMap(a.skeleton), To: humanoid.NewMap(fox.skeleton)},
		},
	} {
		if _, err := retarget.New(test.from, test.to, test.o); err == nil || !contains(err, text) {
			t.Errorf("%v, want %q", err, text)
		}
	}
	r := newRetargeter(t, a.skeleton, a.skeleton, retarget.Options{})
	if _, _, err := r.Clip(fox.clips()[0]); err == nil {
		t.Error("no error for a clip of another skeleton")
	}
	if _, err := r.Pose(nil); err == nil {
		t.Error("no error for no pose")
	}
}
