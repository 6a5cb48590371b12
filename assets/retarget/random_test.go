package retarget_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/internal/anatomy"
	"github.com/sinew-go/sinew/assets/retarget"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// randomSkeleton returns a skeleton with random names, axes, scales (also negative ones and 0) and
// places, part of it in pairs.
func randomSkeleton(t *testing.T, r *rand.Rand) *rig.Skeleton {
	t.Helper()
	words := []string{
		"hand", "Arm", "leg", "spine", "", "hips", "foot.001", "Bip01 L Thigh", "lower_arm", "head",
		"twist", "\xff", "42", "thumb_01",
	}
	sides := []string{"", "Left", "Right", "_l", "_r", ".L", ".R"}
	var joints []rig.Joint
	for n := 1 + r.IntN(40); len(joints) < n; {
		j := len(joints)
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}
		rest.Rotation = mgl32.Quat{
			W: float32(r.NormFloat64()),
			V: mgl32.Vec3{float32(r.NormFloat64()), float32(r.NormFloat64()), 1},
		}.Normalize()
		switch r.IntN(12) {
		case 0:
			rest.Scale = mgl32.Vec3{}
		case 1:
			rest.Scale = mgl32.Vec3{-1, 1, 1}
		case 2:
			rest.Scale = mgl32.Vec3{2, -0.5, -3}
		case 3:
			rest.Translation = mgl32.Vec3{}
		}
		joints = append(joints, rig.Joint{
			Name:   words[r.IntN(len(words))] + sides[r.IntN(len(sides))],
			Parent: r.IntN(j+1) - 1, Rest: rest,
		})
		if r.IntN(2) == 0 { // the mirror image
			rest.Translation[0] *= -1
			rest.Rotation = mgl32.Quat{
				W: rest.Rotation.W,
				V: mgl32.Vec3{rest.Rotation.V[0], -rest.Rotation.V[1], -rest.Rotation.V[2]},
			}
			joints = append(joints, rig.Joint{
				Name: anatomy.SwapSides(joints[j].Name), Parent: joints[j].Parent,
				Rest: rest,
			})
		}
	}
	s, err := rig.NewSkeleton(fmt.Sprint("random", len(joints)), joints, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Mirroring any clip of any skeleton twice gives it back, and so does retargeting it to itself;
// nothing panics, and every number stays finite.
func TestRandomSkeletons(t *testing.T) {
	n := 400
	if os.Getenv("SINEW_LONG") != "" {
		n = 20000
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		s := randomSkeleton(t, r)
		interpolation := clip.Interpolation(r.IntN(4))
		source := handmade.Swing(t, r, s, interpolation, []float32{0, 0.3, 0.5, 1})
		m := mirror(t, s, retarget.MirrorOptions{})
		twice := mirrored(t, m, mirrored(t, m, source))
		for _, time := range times(source, 7) {
			if d := poseDifference(twice.PoseAt(time), source.PoseAt(time)); !(d < 2e-5) {
				t.Fatalf("seed %d: mirrored twice, a number of a pose differs by %.2g", seed, d)
			}
		}
		other := randomSkeleton(t, r)
		retargeter, err := retarget.New(s, s, retarget.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		out, _ := retargeted(t, retargeter, source)
		for _, time := range times(source, 7) {
			if d := poseDifference(out.PoseAt(time), source.PoseAt(time)); interpolation == clip.Linear && !(d < 1e-4) {
				t.Fatalf("seed %d: retargeted to itself, a number of a pose differs by %.2g", seed, d)
			}
		}
		names := map[string]string{}
		used := map[string]bool{}
		for range r.IntN(10) {
			from, to := s.JointName(r.IntN(s.Len())), other.JointName(r.IntN(other.Len()))
			if !used[to] && names[from] == "" {
				names[from], used[to] = to, true
			}
		}
		names[s.JointName(0)] = other.JointName(0)
		for from, to := range names {
			if from != s.JointName(0) && to == other.JointName(0) {
				delete(names, from)
			}
		}
		byNames, err := retarget.New(s, other, retarget.Options{Joints: names})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if _, report, err := byNames.Clip(source); err != nil {
			t.Fatalf("seed %d: %v (%v)", seed, err, report)
		}
	}
}
