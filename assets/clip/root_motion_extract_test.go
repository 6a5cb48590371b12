package clip_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// walker returns a skeleton with a root on the ground, hips below it, a hand below the hips, and a
// camera beside the hips. The root is rotated and scaled as exporters do for files in centimeters
// with Z up.
func walker(t testing.TB) *rig.Skeleton {
	root := handmade.Joint("root", -1)
	root.Rest.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
	root.Rest.Scale = mgl32.Vec3{0.01, 0.01, 0.01}
	hips, hand, camera := handmade.Joint("hips", 0), handmade.Joint("hand", 1), handmade.Joint("camera", 0)
	hips.Rest.Translation = mgl32.Vec3{0, 0, 90}
	hand.Rest.Translation = mgl32.Vec3{40, 0, 20}
	camera.Rest.Translation = mgl32.Vec3{0, -300, 150}
	return handmade.Skeleton(t, root, hips, hand, camera)
}

var walkTimes = []float32{0, 0.5, 1, 1.5}

func walking(t testing.TB, s *rig.Skeleton) *clip.Builder {
	still := mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
	turn := func(degrees float32) mgl32.Quat {
		return mgl32.QuatRotate(mgl32.DegToRad(degrees), mgl32.Vec3{0, 0, 1})
	}
	hips, _ := s.Find("hips")
	hand, _ := s.Find("hand")
	return clip.NewBuilder("walk", s).
		Rotation(0, clip.Linear, walkTimes, []mgl32.Quat{still, still, still, still}).
		Translation(hips, clip.Linear, walkTimes,
			[]mgl32.Vec3{{3, 5, 90}, {6, -65, 94}, {-20, -130, 90}, {-60, -160, 92}}).
		Rotation(hips, clip.Linear, walkTimes, []mgl32.Quat{turn(5), turn(10), turn(40), turn(75)}).
		Rotation(hand, clip.Linear, walkTimes, []mgl32.Quat{turn(0), turn(90), turn(20), turn(0)})
}

func extract(t testing.TB, c *clip.Clip, o clip.RootMotionOptions) *clip.Clip {
	t.Helper()
	stripped, err := clip.ExtractRootMotion(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return stripped
}

func modelMatrixAt(c *clip.Clip, name string, time float64) reference.Matrix {
	j, _ := c.Skeleton().Find(name)
	return reference.Models(c.Skeleton(), reference.Sample(c, time))[j]
}

func near(t *testing.T, what string, got, want, slack float64) {
	t.Helper()
	if !(math.Abs(got-want) <= slack) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestDefaultOptionsFollowTheHips(t *testing.T) {
	s := walker(t)
	c := handmade.Build(t, walking(t, s))
	stripped := extract(t, c, clip.RootMotionOptions{})
	motion := stripped.RootMotion()
	if s.JointName(motion.Joint()) != "hips" || motion.Source() != c || stripped.Name() != "walk" ||
		c.RootMotion() != nil {
		t.Errorf("%q of %q follows %q", stripped.Name(), motion.Source().Name(), s.JointName(motion.Joint()))
	}
	near(t, "total yaw", motion.Total().Yaw, 70*math.Pi/180, 1e-6)
	if motion.Total().Y != 0 {
		t.Errorf("the motion climbs %v m, want 0", motion.Total().Y)
	}
	for _, name := range []string{"hips", "hand"} {
		j, _ := s.Find(name)
		checkMotionRestoresClip(t, name, c, stripped, j, rand.New(rand.NewPCG(1, 1)), 2e-5)
	}
	// The hips keep their horizontal position and heading of the start; their height stays in the
	// pose.
	first := modelMatrixAt(c, "hips", 0)
	for time := 0.0; time <= 1.5; time += 0.1 {
		got, original := modelMatrixAt(stripped, "hips", time), modelMatrixAt(c, "hips", time)
		near(t, "x", got[0][3], first[0][3], 2e-5)
		near(t, "y", got[1][3], original[1][3], 2e-5)
		near(t, "z", got[2][3], first[2][3], 2e-5)
		near(t, "heading", got[0][0], first[0][0], 1e-6)
	}
	// A joint beside the hips that does not move goes along with the character.
	if camera := modelMatrixAt(stripped, "camera", 1.2); camera != modelMatrixAt(c, "camera", 0) {
		t.Errorf("the camera moves in the pose, to %v", camera)
	}
	// Tracks that take no part in the motion keep their keys.
	hand, _ := s.Find("hand")
	for _, track := range stripped.Tracks() {
		if track.Joint == hand && len(track.Track.Times()) != 4 {
			t.Errorf("the hand has %d keys", len(track.Track.Times()))
		}
	}
}

func TestChosenAxesAndYaw(t *testing.T) {
	c := handmade.Build(t, walking(t, walker(t)))
	for name, o := range map[string]clip.RootMotionOptions{
		"all":       {Translation: clip.AxisX | clip.AxisY | clip.AxisZ, Yaw: true},
		"x":         {Translation: clip.AxisX},
		"x and yaw": {Translation: clip.AxisX, Yaw: true},
		"height":    {Translation: clip.AxisY},
		"only yaw":  {Yaw: true},
		"hand":      {Joint: "hand"},
		"by number": {Number: 2, Translation: clip.AxisZ},
		"steady":    {Steady: true},
		"steady z":  {Steady: true, Translation: clip.AxisZ},
		"z up":      {Up: clip.UpZ},
	} {
		t.Run(name, func(t *testing.T) {
			stripped := extract(t, c, o)
			motion := stripped.RootMotion()
			for _, joint := range []string{"hips", "hand"} {
				j, _ := c.Skeleton().Find(joint)
				checkMotionRestoresClip(t, joint, c, stripped, j, rand.New(rand.NewPCG(1, 2)), 3e-5)
			}
			defaults := o.Translation == 0 && !o.Yaw
			for _, m := range motion.Motions() {
				if !o.Yaw && !defaults && m.Yaw != 0 || !defaults && o.Translation&clip.AxisX == 0 && m.X != 0 ||
					o.Translation&clip.AxisY == 0 && m.Y != 0 && o.Up == clip.UpY ||
					!defaults && o.Translation&clip.AxisZ == 0 && m.Z != 0 {
					t.Fatalf("motion %+v has a part that was not chosen", m)
				}
			}
			if motion.Total() == (clip.Motion{}) {
				t.Error("the total motion is 0")
			}
		})
	}
}

func TestLinearTracksWithoutYawKeepTheirKeys(t *testing.T) {
	c := handmade.Build(t, walking(t, walker(t)))
	stripped := extract(t, c, clip.RootMotionOptions{Translation: clip.AxisX | clip.AxisZ})
	if stripped.Keys() != c.Keys() || len(stripped.RootMotion().Times()) != len(walkTimes) {
		t.Errorf("%d keys, want %d; %d samples", stripped.Keys(), c.Keys(), len(stripped.RootMotion().Times()))
	}
	near(t, "z", stripped.RootMotion().Total().Z, 1.65, 1e-6)
	near(t, "x", stripped.RootMotion().Total().X, -0.63, 1e-6)
}

func TestYawAccumulatesOverWholeTurns(t *testing.T) {
	var turns []mgl32.Quat
	var times []float32
	for k := range 13 {
		times = append(times, float32(k)/4)
		turns = append(turns, mgl32.QuatRotate(mgl32.DegToRad(float32(-100*k)), mgl32.Vec3{0, 1, 0}))
	}
	c := handmade.Build(t, clip.NewBuilder("spin", handmade.Skeleton(t, handmade.Joint("hips", -1))).Rotation(0,
		clip.Linear, times, turns))
	motion := extract(t, c, clip.RootMotionOptions{}).RootMotion()
	near(t, "yaw", motion.Total().Yaw, -1200*math.Pi/180, 1e-5)
	near(t, "halfway", motion.At(1.5).Yaw, -600*math.Pi/180, 1e-5)
}

func TestSteadyMotionIsAtConstantSpeed(t *testing.T) {
	c := handmade.Build(t, walking(t, walker(t)))
	motion := extract(t, c, clip.RootMotionOptions{Steady: true}).RootMotion()
	whole := extract(t, c, clip.RootMotionOptions{}).RootMotion().Total()
	checkSameMotion(t, "total", motion.Up(), motion.Total(), whole)
	first := motion.Delta(0, 0.01)
	for time := 0.01; time < 1.49; time += 0.07 {
		m := motion.Delta(time, time+0.01)
		// Straight lines approximate the arc within the tolerance.
		near(t, "x", m.X, first.X, 3e-4)
		near(t, "z", m.Z, first.Z, 3e-4)
		near(t, "yaw", m.Yaw, first.Yaw, 1e-9)
	}
}

func TestMotionIsRemovedFromJointsThatMoveBesideTheFollowedOne(t *testing.T) {
	s := handmade.Skeleton(t, handmade.Joint("hips", -1), handmade.Joint("target", -1), handmade.Joint("pin", 1),
		handmade.Joint("floor", -1))
	times := []float32{0, 1, 2}
	c := handmade.Build(t, clip.NewBuilder("walk", s).
		Translation(0, clip.Linear, times, []mgl32.Vec3{{0, 1, 0}, {0.5, 1, 1}, {1, 1, 3}}).
		Rotation(0, clip.Linear, times, []mgl32.Quat{
			mgl32.QuatIdent(), mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}),
			mgl32.QuatRotate(2, mgl32.Vec3{0, 1, 0}),
		}).
		Translation(1, clip.CubicHermite, []float32{0, 1.7},
			[]mgl32.Vec3{{}, {0, 0, 1}, {1, 0, 3}, {3, 2, 1}, {0, 2, 1}, {}}))
	stripped := extract(t, c, clip.RootMotionOptions{})
	for j := range 3 {
		checkMotionRestoresClip(t, s.JointName(j), c, stripped, j, rand.New(rand.NewPCG(2, 2)), 3e-5)
	}
	if floor := modelMatrixAt(stripped, "floor", 1.5); floor != reference.Identity() {
		t.Errorf("the floor moves in the pose: %v", floor)
	}
}

func TestJointWithTheMostDescendantsIsFollowed(t *testing.T) {
	s := handmade.Skeleton(t, handmade.Joint("left foot", -1), handmade.Joint("body", -1), handmade.Joint("head", 1),
		handmade.Joint("right foot", -1))
	times, points := []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 2}}
	b := clip.NewBuilder("walk", s)
	for j := range s.Len() {
		b.Translation(j, clip.Linear, times, points)
	}
	if joint := s.JointName(extract(t, handmade.Build(t, b),
		clip.RootMotionOptions{}).RootMotion().Joint()); joint != "body" {
		t.Errorf("joint %q is followed, want the body", joint)
	}
}

func TestMotionIsRemovedFromTheTopmostMovingJoint(t *testing.T) {
	s := handmade.Skeleton(t, handmade.Joint("root", -1), handmade.Joint("hips", 0), handmade.Joint("hand", 1),
		handmade.Joint("sword", 0))
	times := []float32{0, 1}
	c := handmade.Build(t, clip.NewBuilder("walk", s).
		Translation(0, clip.Linear, times, []mgl32.Vec3{{0, 0, 0}, {0, 0, 2}}).
		Rotation(1, clip.Linear, times, []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0})}))
	stripped := extract(t, c, clip.RootMotionOptions{Joint: "hips"})
	near(t, "yaw", stripped.RootMotion().Total().Yaw, 1, 1e-6)
	for j := range s.Len() {
		checkMotionRestoresClip(t, s.JointName(j), c, stripped, j, rand.New(rand.NewPCG(2, 2)), 3e-5)
	}
}

func TestStepKeysJump(t *testing.T) {
	c := handmade.Build(t, clip.NewBuilder("hop", handmade.Skeleton(t, handmade.Joint("hips", -1))).
		Translation(0, clip.Step, []float32{0, 0.5, 1}, []mgl32.Vec3{{}, {0, 0, 1}, {0, 0, 3}}))
	motion := extract(t, c, clip.RootMotionOptions{}).RootMotion()
	for time, want := range map[float64]float64{0: 0, 0.49999: 0, 0.5: 1, 0.75: 1, 0.99999: 1, 1: 3} {
		near(t, "z", motion.At(time).Z, want, 0)
	}
}

func TestRangeInsideTheKeysAndDurationZero(t *testing.T) {
	s := walker(t)
	c := handmade.Build(t, walking(t, s).Range(0.3, 1.2345678901))
	motion := extract(t, c, clip.RootMotionOptions{}).RootMotion()
	times := motion.Times()
	if times[0] != 0.3 || times[len(times)-1] != 1.2345678901 || motion.At(0.3) != (clip.Motion{}) {
		t.Errorf("from %v s to %v s", times[0], times[len(times)-1])
	}
	still := handmade.Build(t, walking(t, s).Range(1, 1))
	if motion := extract(t, still, clip.RootMotionOptions{Steady: true}).RootMotion(); motion.Total() != (clip.Motion{}) ||
		motion.Delta(0, 3) != (clip.Motion{}) || motion.Travel(1, 1, 5, false) != (clip.Motion{}) {
		t.Errorf("a clip of duration 0 moves by %+v", motion.Total())
	}
}

func TestExtractRootMotionErrors(t *testing.T) {
	s := walker(t)
	c := handmade.Build(t, walking(t, s))
	uneven := handmade.Joint("root", -1)
	uneven.Rest.Scale = mgl32.Vec3{1, 1, 2}
	flat := handmade.Joint("root", -1)
	flat.Rest.Scale = mgl32.Vec3{1, 0, 1}
	turning := func(root rig.Joint) *clip.Clip {
		return handmade.Build(t, clip.NewBuilder("turn", handmade.Skeleton(t, root, handmade.Joint("hips", 0))).Rotation(1, clip.Linear, []float32{0, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0})}))
	}
	for want, try := range map[string]struct {
		clip    *clip.Clip
		options clip.RootMotionOptions
	}{
		"root motion: expected a clip, found nil":         {nil, clip.RootMotionOptions{}},
		`clip "walk": root motion`:                        {c, clip.RootMotionOptions{Joint: "tail"}},
		`no joint "tail"`:                                 {c, clip.RootMotionOptions{Joint: "tail"}},
		"expected a joint below 4, found 4":               {c, clip.RootMotionOptions{Number: 5}},
		"expected a joint below 4, found -2":              {c, clip.RootMotionOptions{Number: -1}},
		"expected Y or Z up, found the axis 2":            {c, clip.RootMotionOptions{Up: 2}},
		"expected a sum of axes X, Y and Z, found 0b1000": {c, clip.RootMotionOptions{Translation: 8}},
		"found -1 m":                   {c, clip.RootMotionOptions{Tolerance: -1}},
		"found NaN m":                  {c, clip.RootMotionOptions{Tolerance: math.NaN()}},
		"found an additive one":        {handmade.Build(t, clip.NewBuilder("add", s).Additive()), clip.RootMotionOptions{}},
		"found one with it":            {extract(t, c, clip.RootMotionOptions{}), clip.RootMotionOptions{}},
		"found none whose translation": {handmade.Build(t, clip.NewBuilder("still", s)), clip.RootMotionOptions{}},
		`joint 1 ("hips"): expected ancestors that scale evenly`:  {turning(uneven), clip.RootMotionOptions{}},
		"of its parent that has an inverse, found a singular one": {turning(flat), clip.RootMotionOptions{}},
	} {
		if _, err := clip.ExtractRootMotion(try.clip, try.options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	// With a scale along the up axis alone, yaw still rotates the joint.
	uneven.Rest.Scale = mgl32.Vec3{1, 2, 1}
	tall := turning(uneven)
	checkMotionRestoresClip(t, "hips", tall, extract(t, tall, clip.RootMotionOptions{}), 1, rand.New(rand.NewPCG(2, 2)), 3e-5)
	// Under a mirrored parent the yaw has the opposite sign.
	uneven.Rest.Scale = mgl32.Vec3{-1, 1, 1}
	mirrored := turning(uneven)
	stripped := extract(t, mirrored, clip.RootMotionOptions{})
	near(t, "yaw", stripped.RootMotion().Total().Yaw, -1, 1e-6)
	checkMotionRestoresClip(t, "hips", mirrored, stripped, 1, rand.New(rand.NewPCG(2, 2)), 3e-5)
}

func TestExtractedClipsBake(t *testing.T) {
	c := handmade.Build(t, walking(t, walker(t)))
	stripped := extract(t, c, clip.RootMotionOptions{})
	baked, report := bake.Bake(stripped, bake.Options{AllowLarger: true})
	if baked == nil {
		t.Fatal(report)
	}
	if report.MaxError > report.Tolerance {
		t.Error(report)
	}
	again, _ := bake.Bake(extract(t, c, clip.RootMotionOptions{}), bake.Options{AllowLarger: true})
	other, _ := bake.Bake(c, bake.Options{AllowLarger: true})
	bytes := func(b *bake.BakedClip) string {
		data, err := b.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if bytes(baked) != bytes(again) || bytes(baked) == bytes(other) {
		t.Error("baked forms must be equal for equal extracted clips, and differ from the original's")
	}
}

// The sway of hips on the spot is no root motion: of an idle and a walk on the spot, with and
// without the frame that closes the cycle. What goes somewhere, turns, or goes far and comes back
// is some.
func TestSwayIsNoRootMotion(t *testing.T) {
	s, err := rig.NewSkeleton("swaying", []rig.Joint{
		{Name: "hips", Parent: -1, Rest: rig.TRS{
			Translation: mgl32.Vec3{0, 1, 0}, Rotation: mgl32.QuatIdent(),
			Scale: mgl32.Vec3{1, 1, 1},
		}},
		{Name: "head", Parent: 0, Rest: rig.TRS{
			Translation: mgl32.Vec3{0, 0.8, 0}, Rotation: mgl32.QuatIdent(),
			Scale: mgl32.Vec3{1, 1, 1},
		}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// frames returns a clip of 30 frames whose hips are at a place and a yaw.
	frames := func(n int, at func(phase float64) (x, z, yaw float64)) *clip.Clip {
		times, places, turns := make([]float32, n), make([]mgl32.Vec3, n), make([]mgl32.Quat, n)
		for i := range n {
			x, z, yaw := at(float64(i) / 30)
			times[i], places[i] = float32(i)/30, mgl32.Vec3{float32(x), 1, float32(z)}
			turns[i] = mgl32.QuatRotate(float32(yaw), mgl32.Vec3{0, 1, 0})
		}
		c, err := clip.NewBuilder("c", s).Translation(0, clip.Linear, times, places).Rotation(0, clip.Linear, times, turns).
			Build()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	wave := func(phase float64) float64 { return math.Sin(2 * math.Pi * phase) }
	for name, row := range map[string]struct {
		frames int
		at     func(phase float64) (x, z, yaw float64)
		none   bool
	}{
		"sway": {31, func(p float64) (x, z, yaw float64) {
			return 0.04 * wave(p), 0.02 * wave(2*p),
				0.1 * wave(p)
		}, true},
		"sway, not closed": {30, func(p float64) (x, z, yaw float64) { return 0.04 * wave(p), 0, 0.1 * wave(p) }, true},
		"only turns":       {31, func(p float64) (x, z, yaw float64) { return 0, 0, 0.3 * wave(p) }, true},
		"walk": {
			31, func(p float64) (x, z, yaw float64) { return 0.04 * wave(p), 1.4 * p, 0.1 * wave(p) },
			false,
		},
		"shuffle": {31, func(p float64) (x, z, yaw float64) { return 0.04 * wave(p), 0.03 * p, 0 }, false},
		"turn":    {31, func(p float64) (x, z, yaw float64) { return 0.04 * wave(p), 0, 1.5 * p }, false},
		"there and back": {
			31, func(p float64) (x, z, yaw float64) { return 0, 0.5 * (1 - math.Cos(2*math.Pi*p)), 0 },
			false,
		},
	} {
		for _, steady := range []bool{false, true} {
			_, err := clip.ExtractRootMotion(frames(row.frames, row.at), clip.RootMotionOptions{Steady: steady})
			if row.none != errors.Is(err, clip.ErrNoRootMotion) || !row.none && err != nil ||
				row.none && !strings.Contains(err.Error(), "AllowStill") {
				t.Errorf("%s, steady %v: %v", name, steady, err)
			}
		}
		moving, err := clip.ExtractRootMotion(frames(row.frames, row.at), clip.RootMotionOptions{AllowStill: true})
		if err != nil || moving.RootMotion() == nil {
			t.Errorf("%s, still allowed: %v", name, err)
		}
	}
}

// Root motion that there is none of is an error, not a clip that moves nobody: a character that
// only jumps up and down stays in place on the ground.
func TestExtractRootMotionOfNone(t *testing.T) {
	s, err := rig.NewSkeleton("jumper", []rig.Joint{{Name: "hips", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	jump, err := clip.NewBuilder("jump", s).Translation(0, clip.Linear, []float32{0, 1, 2},
		[]mgl32.Vec3{{}, {0, 1, 0}, {}}).Build()
	if err != nil {
		t.Fatal(err)
	}
	out, err := clip.ExtractRootMotion(jump, clip.RootMotionOptions{})
	if out != nil || !errors.Is(err, clip.ErrNoRootMotion) || !strings.Contains(err.Error(), `"hips"`) {
		t.Errorf("%v, %v", out, err)
	}
	still, err := clip.ExtractRootMotion(jump, clip.RootMotionOptions{AllowStill: true})
	if err != nil {
		t.Fatal(err)
	}
	if motions := still.RootMotion().Motions(); slices.ContainsFunc(motions, func(m clip.Motion) bool { return m != clip.Motion{} }) {
		t.Errorf("the root motion of a jump on the spot is %v", motions)
	}
	if _, err := clip.ExtractRootMotion(jump, clip.RootMotionOptions{Translation: clip.AxisY}); err != nil {
		t.Error(err)
	}
}
