package retarget_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func mirror(t testing.TB, s *rig.Skeleton, o retarget.MirrorOptions) *retarget.Mirror {
	t.Helper()
	m, err := retarget.NewMirror(s, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mirrored(t testing.TB, m *retarget.Mirror, c *clip.Clip) *clip.Clip {
	t.Helper()
	out, err := m.Clip(c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// pairsOf lists a mirror's pairs by name.
func pairsOf(m *retarget.Mirror) map[string]string {
	pairs := map[string]string{}
	for j := range m.Skeleton().Len() {
		if k := m.Partner(j); k != j {
			pairs[m.Skeleton().JointName(j)] = m.Skeleton().JointName(k)
		}
	}
	return pairs
}

func TestPairsOfRealRigs(t *testing.T) {
	for _, test := range []struct {
		file     string
		pairs    int // joints with a partner
		unpaired []string
		some     map[string]string
	}{
		{"", 2 * (25 + 4), nil, map[string]string{"left_thumb_2": "right_thumb_2"}},
		{womanFile, 2 * (12 + 5), nil, map[string]string{"LeftArm": "RightArm"}},
		{robotFile, 2 * (14 + 2 + 2), nil, map[string]string{"PoleTarget.L": "PoleTarget.R", "Foot.L": "Foot.R"}},
		// The numbers of its arms run in opposite directions.
		{cesiumFile, 2 * 7, nil, map[string]string{
			"Skeleton_arm_joint_R": "Skeleton_arm_joint_L__4_", "Skeleton_arm_joint_R__2_": "Skeleton_arm_joint_L__3_",
			"Skeleton_arm_joint_R__3_": "Skeleton_arm_joint_L__2_",
		}},
		{enemyFile, 8, nil, map[string]string{"r-backleg001": "l-backleg001"}},
		{foxFile, 14, nil, map[string]string{"b_RightFoot02_022": "b_LeftFoot02_018"}},
		{maleFile, 2 * (24 + 5), nil, map[string]string{"ball_leaf_l": "ball_leaf_r"}},
		{fox2File, 2 * (2 + 6 + 7), nil, map[string]string{"Ear_L": "Ear_R"}},
	} {
		m := mirror(t, load(t, test.file).skeleton, retarget.MirrorOptions{})
		pairs := pairsOf(m)
		if len(pairs) != test.pairs || !slices.Equal(m.Unpaired(), test.unpaired) || len(m.Crossed()) > 0 {
			t.Errorf("%s: %d joints have partners, want %d; unpaired %q, want %q; crossed %q: %v",
				test.file, len(pairs), test.pairs, m.Unpaired(), test.unpaired, m.Crossed(), pairs)
		}
		for a, b := range test.some {
			if pairs[a] != b || pairs[b] != a {
				t.Errorf("%s: partner of %q is %q, want %q", test.file, a, pairs[a], b)
			}
		}
		if n, offset := m.Plane(); math.Abs(float64(n[0])) != 1 || offset != 0 {
			t.Errorf("%s: plane %v at %v, want that of x = 0", test.file, n, offset)
		}
	}
}

// Without names the same partners are found by the positions.
func TestPairsByPositions(t *testing.T) {
	for _, file := range []string{"", cesiumFile, foxFile, fox2File, maleFile, zombieFile, birdFile} {
		s := load(t, file).skeleton
		want := mirror(t, s, retarget.MirrorOptions{})
		var joints []rig.Joint
		for j := range s.Len() {
			joints = append(joints, rig.Joint{Name: "joint", Parent: s.Parent(j), Rest: s.Rest(j)})
		}
		nameless, err := rig.NewSkeleton("nameless", joints, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := mirror(t, nameless, retarget.MirrorOptions{})
		for j := range s.Len() {
			if got.Partner(j) != want.Partner(j) {
				t.Errorf("%s: the partner of %q is %q, want %q", file, s.JointName(j), s.JointName(got.Partner(j)),
					s.JointName(want.Partner(j)))
			}
		}
	}
}

// Mirroring a clip puts every joint at the mirror image of where its partner was, whatever the
// joints' axes, and mirroring twice gives the clip back.
func TestMirroredClipsOfRealRigs(t *testing.T) {
	for _, file := range []string{
		"", womanFile, robotFile, cesiumFile, enemyFile, foxFile, fox2File, birdFile,
		spiderFile,
	} {
		c := load(t, file)
		m := mirror(t, c.skeleton, retarget.MirrorOptions{})
		normal, offset := m.Plane()
		n := exact.ToVec3(normal)
		size := c.skeleton.Size()
		worst, back := 0.0, 0.0
		for _, source := range c.clips() {
			image := mirrored(t, m, source)
			again := mirrored(t, m, image)
			for _, time := range times(source, 23) {
				a, b := models(source, time), models(image, time)
				for j := range a {
					p := a[m.Partner(j)].Translation()
					p = p.AddScaled(-2*(n.Dot(p)-offset), n)
					if d := b[j].Translation().Sub(p).Length() / size; d > worst {
						worst = d
					}
				}
				back = max(back, poseDifference(again.PoseAt(time), source.PoseAt(time)))
			}
		}
		// The sides of some rigs differ a little.
		limit := map[string]float64{
			"": 1e-5, foxFile: 2e-3, fox2File: 1e-3, birdFile: 5e-3, spiderFile: 2e-3,
			womanFile: 0.03, robotFile: 0.03, cesiumFile: 0.02, enemyFile: 1e-5,
		}[file]
		t.Logf("%s: joints within %.2g of the size of the mirror image (limit %.2g); twice: %.2g", file, worst,
			limit, back)
		if worst > limit {
			t.Errorf("%s: a joint is %.2g of the size away from the mirror image", file, worst)
		}
		if back > 1e-6 {
			t.Errorf("%s: mirrored twice, a number of a pose differs by %.2g", file, back)
		}
	}
}

// The mannequin whose right side has randomly turned axes gives the same mirrored motion in model
// space.
func TestSidesWithDifferentAxes(t *testing.T) {
	c := load(t, "")
	r := rand.New(rand.NewPCG(5, 6))
	s, source := turnedAxes(t, r, c.clip(t, "wave"))
	a, b := mirrored(t, mirror(t, c.skeleton, retarget.MirrorOptions{}), c.clip(t, "wave")),
		mirrored(t, mirror(t, s, retarget.MirrorOptions{}), source)
	for _, time := range times(source, 20) {
		x, y := models(a, time), models(b, time)
		for j := range x {
			if d := x[j].Translation().Sub(y[j].Translation()).Length(); d > 1e-5 {
				t.Fatalf("%.2f s: joint %q is %.2g m off", time, s.JointName(j), d)
			}
		}
	}
}

// turnedAxes returns the skeleton and the clip with other axes for each joint, at the same places
// in model space.
func turnedAxes(t testing.TB, r *rand.Rand, c *clip.Clip) (*rig.Skeleton, *clip.Clip) {
	t.Helper()
	s := c.Skeleton()
	turn := make([]mgl32.Quat, s.Len())
	for j := range turn {
		turn[j] = mgl32.Quat{
			W: float32(r.NormFloat64()),
			V: mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())},
		}.Normalize()
	}
	change := func(j int, rest rig.TRS) rig.TRS {
		if p := s.Parent(j); p >= 0 {
			rest.Translation = turn[p].Inverse().Rotate(rest.Translation)
			rest.Rotation = turn[p].Inverse().Mul(rest.Rotation)
		}
		rest.Rotation = rest.Rotation.Mul(turn[j]).Normalize()
		return rest
	}
	var joints []rig.Joint
	for j := range s.Len() {
		joints = append(joints, rig.Joint{Name: s.JointName(j), Parent: s.Parent(j), Rest: change(j, s.Rest(j))})
	}
	changed, err := rig.NewSkeleton("turned", joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return changed, resampled(t, c, changed, change)
}

// resampled returns a clip of a skeleton with the same joints, each changed at the times of the
// keys.
func resampled(t testing.TB, c *clip.Clip, s *rig.Skeleton, change func(int, rig.TRS) rig.TRS) *clip.Clip {
	t.Helper()
	b := clip.NewBuilder(c.Name(), s).Range(c.Start(), c.End())
	var keys []float32
	for _, line := range c.Timelines() {
		keys = append(keys, line...)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	var poses []*rig.Pose
	for _, key := range keys {
		poses = append(poses, c.PoseAt(float64(key)))
	}
	for j := range s.Len() {
		var turns []mgl32.Quat
		var moves, scales []mgl32.Vec3
		for _, pose := range poses {
			l := change(j, pose.Joint(j))
			turns, moves, scales = append(turns, l.Rotation), append(moves, l.Translation), append(scales, l.Scale)
		}
		b.Rotation(j, clip.Linear, keys, turns).Translation(j, clip.Linear, keys, moves).
			Scale(j, clip.Linear, keys, scales)
	}
	for _, m := range c.Markers() {
		b.Marker(m)
	}
	return handmade.Build(t, b)
}

func TestMarkersOfTheMannequin(t *testing.T) {
	c := load(t, "")
	walk := c.clip(t, "walk")
	image := mirrored(t, mirror(t, c.skeleton, retarget.MirrorOptions{}), walk)
	for i, m := range image.Markers() {
		if was := walk.Markers()[i]; m.Time != was.Time || m.Name != anatomy.SwapSides(was.Name) ||
			m.Name == was.Name {
			t.Errorf("marker %v was %v", m, was)
		}
	}
}

func TestRootMotionIsMirrored(t *testing.T) {
	c := load(t, "")
	curve, err := mannequinStepping(c)
	if err != nil {
		t.Fatal(err)
	}
	moving, err := clip.ExtractRootMotion(curve, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m := mirror(t, c.skeleton, retarget.MirrorOptions{})
	image := mirrored(t, m, moving)
	was, is := moving.RootMotion().Total(), image.RootMotion().Total()
	if is.X != -was.X || is.Z != was.Z || is.Yaw != -was.Yaw || was.X == 0 || was.Yaw == 0 {
		t.Errorf("total %v, was %v", is, was)
	}
	// The motion times the pose gives the mirrored source.
	for _, time := range times(moving, 17) {
		motion := image.RootMotion().At(time).Matrix(clip.UpY)
		var a exact.Affine
		for r := range 3 {
			for col := range 4 {
				a[4*r+col] = motion[4*col+r]
			}
		}
		whole, rest := models(image.RootMotion().Source(), time), models(image, time)
		for j := range whole {
			if d := a.Point(rest[j].Translation()).Sub(whole[j].Translation()).Length(); d > 3e-5 {
				t.Fatalf("%.2f s: joint %d is %.2g m off", time, j, d)
			}
		}
	}
	if d := poseDifference(mirrored(t, m, image).PoseAt(0.3), moving.PoseAt(0.3)); d > 1e-6 {
		t.Errorf("mirrored twice it differs by %.2g", d)
	}
}

// Mirroring an additive clip and adding it to a mirrored pose is the same as mirroring the sum.
func TestAdditiveClipsAreMirrored(t *testing.T) {
	c := load(t, "")
	wave := c.clip(t, "wave")
	m := mirror(t, c.skeleton, retarget.MirrorOptions{})
	difference, err := clip.MakeAdditive(wave, wave.FirstPose())
	if err != nil {
		t.Fatal(err)
	}
	image := mirrored(t, m, difference)
	first, err := m.Pose(wave.FirstPose())
	if err != nil {
		t.Fatal(err)
	}
	direct, err := clip.MakeAdditive(mirrored(t, m, wave), first)
	if err != nil {
		t.Fatal(err)
	}
	if !image.Additive() {
		t.Fatal("the mirrored clip is not additive")
	}
	for _, time := range times(wave, 20) {
		if d := poseDifference(image.PoseAt(time), direct.PoseAt(time)); d > 2e-6 {
			t.Fatalf("%.2f s: differs by %.2g", time, d)
		}
	}
}

// Cubic tracks keep their tangents: between keys the mirrored clip is the mirrored pose.
func TestCubicTracksAreMirrored(t *testing.T) {
	c := load(t, enemyFile)
	r := rand.New(rand.NewPCG(1, 2))
	m := mirror(t, c.skeleton, retarget.MirrorOptions{})
	for _, interpolation := range []clip.Interpolation{clip.Step, clip.Linear, clip.CubicHermite, clip.CubicBezier} {
		source := handmade.Swing(t, r, c.skeleton, interpolation, []float32{0, 0.4, 0.5, 1.25})
		image := mirrored(t, m, source)
		for _, time := range times(source, 31) {
			want, err := m.Pose(source.PoseAt(time))
			if err != nil {
				t.Fatal(err)
			}
			if d := poseDifference(image.PoseAt(time), want); d > 3e-6 {
				t.Fatalf("%v: %.2f s: differs by %.2g", interpolation, time, d)
			}
		}
	}
}

func TestPairsByHand(t *testing.T) {
	at := func(name string, parent int, x float32) rig.Joint {
		j := rig.Joint{Name: name, Parent: parent, Rest: rig.IdentityTRS()}
		j.Rest.Translation = mgl32.Vec3{x, 0, 0}
		return j
	}
	s, err := rig.NewSkeleton("s",
		[]rig.Joint{at("root", -1, 0), at("a", 0, 1), at("b", 0, -1.1), at("sword.L", 1, 0.36)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := mirror(t, s, retarget.MirrorOptions{})
	if found.Partner(1) != 1 || !slices.Equal(found.Unpaired(), []string{"a", "sword.L", "b"}) {
		t.Errorf("partner %d, unpaired %q", found.Partner(1), found.Unpaired())
	}
	m := mirror(t, s, retarget.MirrorOptions{Pairs: [][2]string{{"a", "b"}, {"sword.L", ""}}})
	if s.JointName(m.Partner(1)) != "b" || len(m.Unpaired()) > 0 {
		t.Errorf("partner %q, unpaired %q", s.JointName(m.Partner(1)), m.Unpaired())
	}
	for name, o := range map[string]retarget.MirrorOptions{
		`found "a" in two`:            {Pairs: [][2]string{{"a", "b"}, {"a", ""}}},
		`has no joint "c"`:            {Pairs: [][2]string{{"a", "c"}}},
		`expected a pose of skeleton`: {Pose: load(t, "").clip(t, "idle").FirstPose()},
		`expected a finite normal`:    {Normal: mgl32.Vec3{float32(math.NaN()), 0, 0}},
	} {
		if _, err := retarget.NewMirror(s, o); err == nil || !contains(err, name) {
			t.Errorf("%v, want %q", err, name)
		}
	}
}

// What the left side carries is shown when the right side's was, and a retargeted clip shows it
// too.
func TestVisibilityChangesSides(t *testing.T) {
	at := func(name string, x float32) rig.Joint {
		j := rig.Joint{Name: name, Parent: 0, Rest: rig.IdentityTRS(), HasVisibility: true}
		j.Rest.Translation[0] = x
		return j
	}
	root := rig.Joint{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}
	s, err := rig.NewSkeleton("lamps", []rig.Joint{root, at("lamp.L", 1), at("lamp.R", -1)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	source := handmade.Build(t, clip.NewBuilder("blink", s).Visibility(1, []float32{0, 1}, []bool{true, false}).
		Range(0, 2))
	image := mirrored(t, mirror(t, s, retarget.MirrorOptions{}), source)
	same, _ := retargeted(t, newRetargeter(t, s, s, retarget.Options{}), source)
	for joint, clip := range map[int]*clip.Clip{1: same, 2: image} {
		channel, _ := s.VisibilityChannel(joint)
		if before, after := clip.PoseAt(0.5).Morphs[channel.Offset], clip.PoseAt(
			1.5).Morphs[channel.Offset]; before != 1 || after != 0 {
			t.Errorf("joint %d: %v, then %v", joint, before, after)
		}
	}
}
