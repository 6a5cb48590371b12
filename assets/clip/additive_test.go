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
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// poseDifference returns the largest differences between two poses: of rotations, by component; of
// translations, in meters; and of scales, relative if above 1, and morph weights.
func poseDifference(got, want *rig.Pose) (rotation, translation, scale float64) {
	for j := range got.Skeleton().Len() {
		g, w := got.Joint(j), want.Joint(j)
		if g.Rotation.Dot(w.Rotation) < 0 {
			w.Rotation = w.Rotation.Scale(-1)
		}
		rotation = max(rotation, math.Abs(float64(g.Rotation.W-w.Rotation.W)))
		for i := range 3 {
			rotation = max(rotation, math.Abs(float64(g.Rotation.V[i]-w.Rotation.V[i])))
			translation = max(translation, math.Abs(float64(g.Translation[i]-w.Translation[i])))
			scale = max(scale, math.Abs(float64(g.Scale[i]-w.Scale[i]))/max(1, math.Abs(float64(w.Scale[i]))))
		}
	}
	for i := range got.Morphs {
		scale = max(scale, math.Abs(float64(got.Morphs[i]-want.Morphs[i])))
	}
	return rotation, translation, scale
}

// added returns a pose with a difference added with weight 1.
func added(base, delta *rig.Pose) *rig.Pose {
	sum := rig.NewPose(base.Skeleton())
	copy(sum.Locals, base.Locals)
	kernel.Add(sum.Locals, delta.Locals, 1)
	for i := range sum.Morphs {
		sum.Morphs[i] = base.Morphs[i] + delta.Morphs[i]
	}
	return sum
}

func additive(t testing.TB, c *clip.Clip, reference *rig.Pose) *clip.Clip {
	t.Helper()
	out, err := clip.MakeAdditive(c, reference)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// An additive clip added to its reference gives the original clip, at the keys and between them,
// for every interpolation and reference.
func TestAdditiveClipOnItsReferenceIsTheOriginal(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		r := rand.New(rand.NewPCG(41, uint64(i)))
		for range 8 {
			s := randomassets.Skeleton(r, shape)
			clip, other := randomassets.Clip(r, s, shape, 20), randomassets.Clip(r, s, shape, 5)
			random := rig.NewPose(s)
			for j := range s.Len() {
				random.SetJoint(j, randomassets.Transform(r, shape))
			}
			for m := range random.Morphs {
				random.Morphs[m] = r.Float32()
			}
			for _, row := range []struct { // in one order, so that the choices are the same in each run
				name      string
				reference *rig.Pose
			}{
				{"rest", rig.NewPose(s)},
				{"first", clip.FirstPose()},
				{"other", other.PoseAt(randomassets.Time(r, other))},
				{"random", random},
			} {
				name, reference := row.name, row.reference
				if hasTinyScale(reference) {
					continue
				}
				a := additive(t, clip, reference)
				if !a.Additive() || clip.Additive() || a.Start() != clip.Start() || a.End() != clip.End() ||
					a.Name() != clip.Name() {
					t.Fatalf("%s: additive %v, from %v s to %v s", name, a.Additive(), a.Start(), a.End())
				}
				delta, want := rig.NewPose(s), rig.NewPose(s)
				for range 10 {
					time := randomassets.Time(r, clip)
					clip.Sample(time, want)
					a.Sample(time, delta)
					rotation, translation, scale := poseDifference(added(reference, delta), want)
					// Tangents are up to twice as large as a key and last for the segment, so the
					// rounded numbers grow with the duration.
					size := float64(shape.Bone) * (2 + clip.Duration())
					if rotation > 3e-6 || translation > 1e-6*size || scale > 4e-6*(2+clip.Duration()) {
						t.Fatalf("reference %s, %+v: at %v s the error is %.2g in rotation, %.2g m, %.2g in scale",
							name, shape, time, rotation, translation, scale)
					}
				}
			}
		}
	}
}

// hasTinyScale reports whether a pose has a scale near 0, which cubics may lead to.
func hasTinyScale(p *rig.Pose) bool {
	for j := range p.Skeleton().Len() {
		for _, s := range p.Joint(j).Scale {
			if math.Abs(float64(s)) < 0.05 {
				return true
			}
		}
	}
	return false
}

// A property without a track has no difference if the reference has its rest value, and otherwise
// gets a track.
func TestDifferenceOfPropertiesWithoutTracks(t *testing.T) {
	s := morphing(t)
	clip := handmade.Build(t, clip.NewBuilder("turn", s).
		Rotation(1, clip.Linear, []float32{1, 2},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{0, 1, 0})}))
	reference := rig.NewPose(s)
	a := additive(t, clip, reference)
	if len(a.Tracks()) != 1 || a.Keys() != 2 {
		t.Errorf("%d tracks with %d keys, want 1 track with 2 keys as in the clip", len(a.Tracks()), a.Keys())
	}
	pose := a.FirstPose()
	for j := range s.Len() {
		if got := pose.Joint(j); j != 1 && got != rig.IdentityTRS() {
			t.Errorf("joint %d: %v", j, got)
		}
	}
	if !slices.Equal(pose.Morphs, make([]float32, s.MorphCount())) {
		t.Errorf("morph weights %v", pose.Morphs)
	}

	// The reference differs from the rest pose and the clip does not, so the difference leads back
	// to rest.
	moved := reference.Joint(0)
	moved.Translation[0] += 2
	moved.Scale[1] *= 4
	reference.SetJoint(0, moved)
	turned := reference.Joint(2)
	turned.Rotation = turned.Rotation.Scale(-1) // the same rotation
	reference.SetJoint(2, turned)
	reference.Morphs[0] += 0.5
	a = additive(t, clip, reference)
	if len(a.Tracks()) != 4 || a.Start() != 1 || a.End() != 2 {
		t.Errorf("%d tracks from %v s to %v s", len(a.Tracks()), a.Start(), a.End())
	}
	pose = a.PoseAt(1.5)
	if got := pose.Joint(0); got.Translation != (mgl32.Vec3{-2, 0, 0}) || got.Scale != (mgl32.Vec3{1, 0.25, 1}) ||
		pose.Morphs[0] != -0.5 {
		t.Errorf("joint 0: %v, morph weight %v", got, pose.Morphs[0])
	}
}

// morphing returns three joints in a chain, the last with morph targets.
func morphing(t testing.TB) *rig.Skeleton {
	t.Helper()
	rest := rig.IdentityTRS()
	rest.Translation = mgl32.Vec3{0.5, 1, 0}
	s, err := rig.NewSkeleton("chain", []rig.Joint{
		{Name: "a", Parent: -1, Rest: rest},
		{Name: "b", Parent: 0, Rest: rest},
		{Name: "c", Parent: 1, Rest: rest, Morphs: []float32{0.25, 0.5}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestMakeAdditiveErrors(t *testing.T) {
	s := morphing(t)
	scaled := handmade.Build(t, clip.NewBuilder("grow", s).Scale(1, clip.Linear, []float32{0}, []mgl32.Vec3{{2, 2, 2}}))
	moved := handmade.Build(t, clip.NewBuilder("move", s).MorphWeights(2, clip.Linear, []float32{0}, []float32{0, 1}))
	reference := func(change func(p *rig.Pose, t *rig.TRS)) *rig.Pose {
		p := rig.NewPose(s)
		joint := p.Joint(1)
		change(p, &joint)
		p.SetJoint(1, joint)
		return p
	}
	for name, test := range map[string]struct {
		clip      *clip.Clip
		reference *rig.Pose
		want      string
	}{
		"no clip":      {nil, rig.NewPose(s), "make additive: expected a clip"},
		"additive":     {additive(t, scaled, rig.NewPose(s)), rig.NewPose(s), `clip "grow": expected a clip that is not additive, found one that is`},
		"no reference": {scaled, nil, "expected a reference pose of a skeleton, found none"},
		"empty pose":   {scaled, &rig.Pose{}, "expected a reference pose of a skeleton, found none"},
		"another skeleton": {
			scaled, rig.NewPose(handmade.Arm(t)),
			`expected a reference pose for skeleton "chain" with 3 joints, found one for skeleton "test" with 2 joints`,
		},
		"scale 0": {scaled, reference(func(_ *rig.Pose, t *rig.TRS) {
			t.Scale[1] = 0
		}), `joint 1 ("b"): scale: expected a reference pose with a finite scale that is not 0, found [1 0 1]`},
		"scale 0, no track": {moved, reference(func(_ *rig.Pose, t *rig.TRS) {
			t.Scale[1] = 0
		}), `joint 1 ("b"): scale: expected a reference pose with a finite scale that is not 0, found [1 0 1]`},
		"no rotation": {scaled, reference(func(_ *rig.Pose, t *rig.TRS) {
			t.Rotation = mgl32.Quat{}
		}), `clip "grow": joint 1 ("b"): rotation: expected a reference pose with a finite rotation`},
		"not finite": {
			scaled, reference(func(_ *rig.Pose, t *rig.TRS) {
				t.Translation[2] = float32(math.Inf(1))
			}), `joint 1 ("b"): translation: key 0`,
		},
		"morph not finite": {
			moved, reference(func(p *rig.Pose, _ *rig.TRS) {
				p.Morphs[1] = float32(math.NaN())
			}), `joint 2 ("c"): morph weights: key 0`,
		},
	} {
		got, err := clip.MakeAdditive(test.clip, test.reference)
		if got != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

// A scale of 0 in both the rest pose and the reference is no error if no track scales the joint.
func TestMakeAdditiveAcceptsAHiddenJoint(t *testing.T) {
	rest := rig.IdentityTRS()
	rest.Scale = mgl32.Vec3{}
	s, err := rig.NewSkeleton("hidden", []rig.Joint{{Name: "a", Parent: -1, Rest: rest}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := additive(t, handmade.Build(t, clip.NewBuilder("none", s)), rig.NewPose(s))
	if got := a.FirstPose().Joint(0); got != rig.IdentityTRS() {
		t.Errorf("difference %v", got)
	}
}

func TestMakeAdditiveKeepsMarkers(t *testing.T) {
	s := morphing(t)
	clip := handmade.Build(t, clip.NewBuilder("step", s).Range(0, 1).Marker(clip.Marker{Name: "foot", Time: 0.5}))
	if got := additive(t, clip, rig.NewPose(s)).Markers(); len(got) != 1 || got[0].Name != "foot" {
		t.Errorf("markers %v", got)
	}
}

func TestBuilderMakesAdditiveClips(t *testing.T) {
	s := morphing(t)
	clip := handmade.Build(t, clip.NewBuilder("nod", s).Additive().Translation(1, clip.Linear, []float32{0},
		[]mgl32.Vec3{{1, 2, 3}}))
	pose := clip.FirstPose()
	want := rig.IdentityTRS()
	want.Translation = mgl32.Vec3{1, 2, 3}
	if !clip.Additive() || pose.Joint(1) != want || pose.Joint(0) != rig.IdentityTRS() || pose.Morphs[0] != 0 {
		t.Errorf("additive %v: %v %v", clip.Additive(), pose.Locals, pose.Morphs)
	}
}

// A baked additive clip is within the tolerance when it is added to the rest pose, and is additive
// after encoding.
func TestBakingAnAdditiveClip(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	s := randomassets.Skeleton(r, randomassets.Shapes()[2])
	c := handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 30))
	a := additive(t, c, c.PoseAt(0.3))
	baked, report := bake.Bake(a, bake.Options{Tolerance: 0.0005, Unscaled: true})
	if baked == nil || !baked.Additive() || report.MaxError > report.Tolerance {
		t.Fatal(report)
	}
	rest, got, want := rig.NewPose(s), rig.NewPose(s), rig.NewPose(s)
	worst := 0.0
	for time := 0.0; time < a.End(); time += 0.007 {
		baked.Sample(time, got.Locals, got.Morphs)
		a.Sample(time, want)
		if !slices.Equal(got.Morphs, want.Morphs) {
			t.Fatalf("morph weights %v, want %v", got.Morphs, want.Morphs)
		}
		x, y := added(rest, got).ModelMatrices(nil), added(rest, want).ModelMatrices(nil)
		for j := range s.Len() {
			var square float64
			for row := range 3 {
				d := float64(x[j*rig.MatrixSize+4*row+3] - y[j*rig.MatrixSize+4*row+3])
				square += d * d
			}
			worst = max(worst, math.Sqrt(square))
		}
	}
	if worst > report.Tolerance {
		t.Errorf("the error of a joint is %v m, the tolerance %v m", worst, report.Tolerance)
	}
	if worst == 0 {
		t.Error("the error is exactly 0, so probably nothing was compared")
	}

	data, err := baked.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	decoded := &bake.BakedClip{}
	if err := decoded.UnmarshalBinary(data); err != nil || !decoded.Additive() {
		t.Fatal(err, decoded.Additive())
	}
	if err := decoded.Bind(a); err != nil {
		t.Error(err)
	}
	// A clip with the same keys that are poses, not differences, does not match.
	same := clip.NewBuilder("same", s).Range(a.Start(), a.End())
	for _, track := range a.Tracks() {
		times, values := track.Track.Times(), track.Track.Values()
		switch track.Property {
		case clip.Rotation:
			same.Rotation(track.Joint, track.Track.Interpolation(), times, handmade.Quaternions(values))
		case clip.Translation, clip.Scale:
			var list []mgl32.Vec3
			for i := 0; i < len(values); i += 3 {
				list = append(list, mgl32.Vec3(values[i:i+3]))
			}
			if track.Property == clip.Scale {
				same.Scale(track.Joint, track.Track.Interpolation(), times, list)
			} else {
				same.Translation(track.Joint, track.Track.Interpolation(), times, list)
			}
		}
	}
	if err := decoded.Bind(handmade.Build(t, same)); !errors.Is(err, bake.ErrMismatch) {
		t.Errorf("Bind to a clip of poses: %v, want ErrMismatch", err)
	}
	plain, _ := bake.Bake(c, bake.Options{})
	if plain == nil || plain.Additive() {
		t.Error("a clip of poses does not bake, or becomes additive")
	}
}
