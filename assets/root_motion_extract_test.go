package assets_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/reference"
)

// walker has a root on the ground that is turned and scaled as exporters do for files in centimetres with Z up, hips below it,
// a hand below those, and a camera beside the hips.
func walker(t testing.TB) *assets.Skeleton {
	root := joint("root", -1)
	root.Rest.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
	root.Rest.Scale = mgl32.Vec3{0.01, 0.01, 0.01}
	hips, hand, camera := joint("hips", 0), joint("hand", 1), joint("camera", 0)
	hips.Rest.Translation = mgl32.Vec3{0, 0, 90}
	hand.Rest.Translation = mgl32.Vec3{40, 0, 20}
	camera.Rest.Translation = mgl32.Vec3{0, -300, 150}
	return skeleton(t, root, hips, hand, camera)
}

var walkTimes = []float32{0, 0.5, 1, 1.5}

func walking(t testing.TB, s *assets.Skeleton) *assets.ClipBuilder {
	still := mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
	turn := func(degrees float32) mgl32.Quat {
		return mgl32.QuatRotate(mgl32.DegToRad(degrees), mgl32.Vec3{0, 0, 1})
	}
	hips, _ := s.Find("hips")
	hand, _ := s.Find("hand")
	return assets.NewClipBuilder("walk", s).
		Rotation(0, assets.Linear, walkTimes, []mgl32.Quat{still, still, still, still}).
		Translation(hips, assets.Linear, walkTimes, []mgl32.Vec3{{3, 5, 90}, {6, -65, 94}, {-20, -130, 90}, {-60, -160, 92}}).
		Rotation(hips, assets.Linear, walkTimes, []mgl32.Quat{turn(5), turn(10), turn(40), turn(75)}).
		Rotation(hand, assets.Linear, walkTimes, []mgl32.Quat{turn(0), turn(90), turn(20), turn(0)})
}

func extract(t testing.TB, clip *assets.Clip, o assets.RootMotionOptions) *assets.Clip {
	t.Helper()
	stripped, err := assets.ExtractRootMotion(clip, o)
	if err != nil {
		t.Fatal(err)
	}
	return stripped
}

func place(c *assets.Clip, name string, time float64) reference.Matrix {
	j, _ := c.Skeleton().Find(name)
	return reference.Models(c.Skeleton(), reference.Sample(c, time))[j]
}

func near(t *testing.T, what string, got, want, slack float64) {
	t.Helper()
	if !(math.Abs(got-want) <= slack) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestTheHipsAreFollowedUnlessToldOtherwise(t *testing.T) {
	s := walker(t)
	clip := build(t, walking(t, s))
	stripped := extract(t, clip, assets.RootMotionOptions{})
	motion := stripped.RootMotion()
	if s.Joint(motion.Joint()) != "hips" || motion.Source() != clip || stripped.Name() != "walk" || clip.RootMotion() != nil {
		t.Errorf("%q of %q follows %q", stripped.Name(), motion.Source().Name(), s.Joint(motion.Joint()))
	}
	near(t, "yaw of a pass", motion.Total().Yaw, 70*math.Pi/180, 1e-6)
	if motion.Total().Y != 0 {
		t.Errorf("it climbs %v m", motion.Total().Y)
	}
	for _, name := range []string{"hips", "hand"} {
		j, _ := s.Find(name)
		put(t, name, clip, stripped, j, rand.New(rand.NewPCG(1, 1)), 2e-5)
	}
	// On the ground the hips stay where they were at the start, and turned as they were; their height stays in the pose.
	first := place(clip, "hips", 0)
	for time := 0.0; time <= 1.5; time += 0.1 {
		got, original := place(stripped, "hips", time), place(clip, "hips", time)
		near(t, "x", got[0][3], first[0][3], 2e-5)
		near(t, "y", got[1][3], original[1][3], 2e-5)
		near(t, "z", got[2][3], first[2][3], 2e-5)
		near(t, "heading", got[0][0], first[0][0], 1e-6)
	}
	// What keeps still beside the hips travels along.
	if camera := place(stripped, "camera", 1.2); camera != place(clip, "camera", 0) {
		t.Errorf("the camera is left behind at %v", camera)
	}
	// The curves that have no part in it stay as they were.
	hand, _ := s.Find("hand")
	for _, track := range stripped.Tracks() {
		if track.Joint == hand && len(track.Track.Times()) != 4 {
			t.Errorf("the hand has %d keys", len(track.Track.Times()))
		}
	}
}

func TestChosenAxesAndYaw(t *testing.T) {
	clip := build(t, walking(t, walker(t)))
	for name, o := range map[string]assets.RootMotionOptions{
		"all":        {Translation: assets.AxisX | assets.AxisY | assets.AxisZ, Yaw: true},
		"x":          {Translation: assets.AxisX},
		"x and yaw":  {Translation: assets.AxisX, Yaw: true},
		"height":     {Translation: assets.AxisY},
		"only yaw":   {Yaw: true},
		"hand":       {Joint: "hand"},
		"by number":  {Number: 2, Translation: assets.AxisZ},
		"steady":     {Steady: true},
		"steady way": {Steady: true, Translation: assets.AxisZ},
		"z up":       {Up: assets.UpZ},
	} {
		t.Run(name, func(t *testing.T) {
			stripped := extract(t, clip, o)
			motion := stripped.RootMotion()
			for _, joint := range []string{"hips", "hand"} {
				j, _ := clip.Skeleton().Find(joint)
				put(t, joint, clip, stripped, j, rand.New(rand.NewPCG(1, 2)), 3e-5)
			}
			defaults := o.Translation == 0 && !o.Yaw
			for _, m := range motion.Motions() {
				if !o.Yaw && !defaults && m.Yaw != 0 || !defaults && o.Translation&assets.AxisX == 0 && m.X != 0 ||
					o.Translation&assets.AxisY == 0 && m.Y != 0 && o.Up == assets.UpY || !defaults && o.Translation&assets.AxisZ == 0 && m.Z != 0 {
					t.Fatalf("%+v was not chosen", m)
				}
			}
			if motion.Total() == (assets.Motion{}) {
				t.Error("there is no motion")
			}
		})
	}
}

func TestLinearTracksWithoutYawKeepTheirKeys(t *testing.T) {
	clip := build(t, walking(t, walker(t)))
	stripped := extract(t, clip, assets.RootMotionOptions{Translation: assets.AxisX | assets.AxisZ})
	if stripped.Keys() != clip.Keys() || len(stripped.RootMotion().Times()) != len(walkTimes) {
		t.Errorf("%d keys of %d, %d moments", stripped.Keys(), clip.Keys(), len(stripped.RootMotion().Times()))
	}
	near(t, "z", stripped.RootMotion().Total().Z, 1.65, 1e-6)
	near(t, "x", stripped.RootMotion().Total().X, -0.63, 1e-6)
}

func TestYawGoesOnBeyondAWholeTurn(t *testing.T) {
	var turns []mgl32.Quat
	var times []float32
	for k := range 13 {
		times = append(times, float32(k)/4)
		turns = append(turns, mgl32.QuatRotate(mgl32.DegToRad(float32(-100*k)), mgl32.Vec3{0, 1, 0}))
	}
	clip := build(t, assets.NewClipBuilder("spin", skeleton(t, joint("hips", -1))).Rotation(0, assets.Linear, times, turns))
	motion := extract(t, clip, assets.RootMotionOptions{}).RootMotion()
	near(t, "yaw", motion.Total().Yaw, -1200*math.Pi/180, 1e-5)
	near(t, "half way", motion.At(1.5).Yaw, -600*math.Pi/180, 1e-5)
}

func TestSteadyMotionIsAtConstantSpeed(t *testing.T) {
	clip := build(t, walking(t, walker(t)))
	motion := extract(t, clip, assets.RootMotionOptions{Steady: true}).RootMotion()
	whole := extract(t, clip, assets.RootMotionOptions{}).RootMotion().Total()
	same(t, "a pass", motion.Up(), motion.Total(), whole)
	first := motion.Delta(0, 0.01)
	for time := 0.01; time < 1.49; time += 0.07 {
		m := motion.Delta(time, time+0.01)
		// The arc is made of straight lines as exact as the tolerance asks for.
		near(t, "x", m.X, first.X, 3e-4)
		near(t, "z", m.Z, first.Z, 3e-4)
		near(t, "yaw", m.Yaw, first.Yaw, 1e-9)
	}
}

func TestWhatMovesBesideTheJointComesAlong(t *testing.T) {
	s := skeleton(t, joint("hips", -1), joint("target", -1), joint("pin", 1), joint("floor", -1))
	times := []float32{0, 1, 2}
	clip := build(t, assets.NewClipBuilder("walk", s).
		Translation(0, assets.Linear, times, []mgl32.Vec3{{0, 1, 0}, {0.5, 1, 1}, {1, 1, 3}}).
		Rotation(0, assets.Linear, times, []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}), mgl32.QuatRotate(2, mgl32.Vec3{0, 1, 0})}).
		Translation(1, assets.CubicHermite, []float32{0, 1.7}, []mgl32.Vec3{{}, {0, 0, 1}, {1, 0, 3}, {3, 2, 1}, {0, 2, 1}, {}}))
	stripped := extract(t, clip, assets.RootMotionOptions{})
	for j := range 3 {
		put(t, s.Joint(j), clip, stripped, j, rand.New(rand.NewPCG(2, 2)), 3e-5)
	}
	if floor := place(stripped, "floor", 1.5); floor != reference.Identity() {
		t.Errorf("the floor moves in the pose: %v", floor)
	}
}

func TestTheJointThatMovesMostOfTheCharacterIsFollowed(t *testing.T) {
	s := skeleton(t, joint("left foot", -1), joint("body", -1), joint("head", 1), joint("right foot", -1))
	times, points := []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 2}}
	b := assets.NewClipBuilder("walk", s)
	for j := range s.Len() {
		b.Translation(j, assets.Linear, times, points)
	}
	if joint := s.Joint(extract(t, build(t, b), assets.RootMotionOptions{}).RootMotion().Joint()); joint != "body" {
		t.Errorf("the %s is followed", joint)
	}
}

func TestMotionIsTakenOutAtTheTopmostJointThatMoves(t *testing.T) {
	s := skeleton(t, joint("root", -1), joint("hips", 0), joint("hand", 1), joint("sword", 0))
	times := []float32{0, 1}
	clip := build(t, assets.NewClipBuilder("walk", s).
		Translation(0, assets.Linear, times, []mgl32.Vec3{{0, 0, 0}, {0, 0, 2}}).
		Rotation(1, assets.Linear, times, []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0})}))
	stripped := extract(t, clip, assets.RootMotionOptions{Joint: "hips"})
	near(t, "yaw", stripped.RootMotion().Total().Yaw, 1, 1e-6)
	for j := range s.Len() {
		put(t, s.Joint(j), clip, stripped, j, rand.New(rand.NewPCG(2, 2)), 3e-5)
	}
}

func TestStepsJump(t *testing.T) {
	clip := build(t, assets.NewClipBuilder("hop", skeleton(t, joint("hips", -1))).
		Translation(0, assets.Step, []float32{0, 0.5, 1}, []mgl32.Vec3{{}, {0, 0, 1}, {0, 0, 3}}))
	motion := extract(t, clip, assets.RootMotionOptions{}).RootMotion()
	for time, want := range map[float64]float64{0: 0, 0.49999: 0, 0.5: 1, 0.75: 1, 0.99999: 1, 1: 3} {
		near(t, "z", motion.At(time).Z, want, 0)
	}
}

func TestARangeInsideTheKeysAndAClipOfNoDuration(t *testing.T) {
	s := walker(t)
	clip := build(t, walking(t, s).Range(0.3, 1.2345678901))
	motion := extract(t, clip, assets.RootMotionOptions{}).RootMotion()
	times := motion.Times()
	if times[0] != 0.3 || times[len(times)-1] != 1.2345678901 || motion.At(0.3) != (assets.Motion{}) {
		t.Errorf("from %v s to %v s", times[0], times[len(times)-1])
	}
	still := build(t, walking(t, s).Range(1, 1))
	if motion := extract(t, still, assets.RootMotionOptions{Steady: true}).RootMotion(); motion.Total() != (assets.Motion{}) ||
		motion.Delta(0, 3) != (assets.Motion{}) || motion.Travel(1, 1, 5, false) != (assets.Motion{}) {
		t.Errorf("a clip of no duration moves by %+v", motion.Total())
	}
}

func TestExtractionErrorsSayWhatAndWhere(t *testing.T) {
	s := walker(t)
	clip := build(t, walking(t, s))
	uneven := joint("root", -1)
	uneven.Rest.Scale = mgl32.Vec3{1, 1, 2}
	flat := joint("root", -1)
	flat.Rest.Scale = mgl32.Vec3{1, 0, 1}
	turning := func(root assets.Joint) *assets.Clip {
		return build(t, assets.NewClipBuilder("turn", skeleton(t, root, joint("hips", 0))).Rotation(1, assets.Linear, []float32{0, 1},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0})}))
	}
	for want, try := range map[string]struct {
		clip    *assets.Clip
		options assets.RootMotionOptions
	}{
		"there is no clip":               {nil, assets.RootMotionOptions{}},
		`clip "walk": root motion`:       {clip, assets.RootMotionOptions{Joint: "tail"}},
		`no joint "tail"`:                {clip, assets.RootMotionOptions{Joint: "tail"}},
		"joint 4 is not among":           {clip, assets.RootMotionOptions{Number: 5}},
		"joint -2 is not among":          {clip, assets.RootMotionOptions{Number: -1}},
		"no up axis 2":                   {clip, assets.RootMotionOptions{Up: 2}},
		"no axes 0b1000":                 {clip, assets.RootMotionOptions{Translation: 8}},
		"not -1 m":                       {clip, assets.RootMotionOptions{Tolerance: -1}},
		"not NaN m":                      {clip, assets.RootMotionOptions{Tolerance: math.NaN()}},
		"is additive":                    {build(t, assets.NewClipBuilder("add", s).Additive()), assets.RootMotionOptions{}},
		"extracted already":              {extract(t, clip, assets.RootMotionOptions{}), assets.RootMotionOptions{}},
		"no joint's translation":         {build(t, assets.NewClipBuilder("still", s)), assets.RootMotionOptions{}},
		`joint 1 ("hips"): what is abov`: {turning(uneven), assets.RootMotionOptions{}},
		"collapses space":                {turning(flat), assets.RootMotionOptions{}},
	} {
		if _, err := assets.ExtractRootMotion(try.clip, try.options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	// A scale along the up axis alone leaves a turn about it a turn.
	uneven.Rest.Scale = mgl32.Vec3{1, 2, 1}
	tall := turning(uneven)
	put(t, "hips", tall, extract(t, tall, assets.RootMotionOptions{}), 1, rand.New(rand.NewPCG(2, 2)), 3e-5)
	// A mirrored parent turns the other way.
	uneven.Rest.Scale = mgl32.Vec3{-1, 1, 1}
	mirrored := turning(uneven)
	stripped := extract(t, mirrored, assets.RootMotionOptions{})
	near(t, "yaw", stripped.RootMotion().Total().Yaw, -1, 1e-6)
	put(t, "hips", mirrored, stripped, 1, rand.New(rand.NewPCG(2, 2)), 3e-5)
}

func TestStrippedClipsAreBaked(t *testing.T) {
	clip := build(t, walking(t, walker(t)))
	stripped := extract(t, clip, assets.RootMotionOptions{})
	baked, report := assets.Bake(stripped, assets.BakeOptions{})
	if baked == nil {
		t.Fatal(report)
	}
	if report.MaxError > report.Tolerance {
		t.Error(report)
	}
	again, _ := assets.Bake(extract(t, clip, assets.RootMotionOptions{}), assets.BakeOptions{})
	other, _ := assets.Bake(clip, assets.BakeOptions{})
	bytes := func(b *assets.BakedClip) string {
		data, err := b.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if bytes(baked) != bytes(again) || bytes(baked) == bytes(other) {
		t.Error("baked clips are not told apart by what was extracted")
	}
}
