package rigidbody_test

import (
	"math"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

var proposed = sync.OnceValues(func() (*ragdoll.Definition, error) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		return nil, err
	}
	return ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
})

// The robot, whose feet and legs hang beside its hips in the skeleton, falls in one piece.
func TestRobotFallsInOnePiece(t *testing.T) {
	library := assets.NewLibrary()
	model, err := gltfio.Open(library, testassets.Path(t, "assets/robot/robot.glb"))
	if err != nil {
		t.Fatal(err)
	}
	definition, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 60})
	if err != nil {
		t.Fatal(err)
	}
	joints, motions := inRest(t, definition)
	w := rigidbody.NewWorld()
	d, err := rigidbody.NewDoll(w, definition, joints, motions)
	if err != nil {
		t.Fatal(err)
	}
	d.Push(definition.Root, motions[definition.Root].Position, mgl32.Vec3{20, 0, -150})
	at := d.Transforms(nil)
	for range 60 * 2 {
		w.Step(1.0 / 60)
		at = d.Transforms(at)
		for i := range at {
			parent := definition.Parent(i)
			if parent < 0 {
				continue
			}
			inParent := motions[parent].Rotation.Inverse().Rotate(motions[i].Position.Sub(motions[parent].Position))
			if gap := at[parent].Point(inParent).Sub(at[i].Position).Len(); !(gap < 0.1) { // of 4 m
				t.Fatalf("the joint of %s is %g m apart", definition.Name(i), gap)
			}
		}
	}
	if height := at[definition.Root].Position[1]; height > 1.2 {
		t.Errorf("its hips are at %g m", height)
	}
}

// standing returns the mannequin's bodies, the matrices of their joints in the rest pose, and where
// the bodies are.
func standing(t *testing.T) (*ragdoll.Definition, []mgl32.Mat4, []ragdoll.Motion) {
	t.Helper()
	definition, err := proposed()
	if err != nil {
		t.Fatal(err)
	}
	joints, motions := inRest(t, definition)
	return definition, joints, motions
}

// inRest returns the matrices of the joints of bodies in the rest pose, and where the bodies are.
func inRest(t *testing.T, definition *ragdoll.Definition) (joints []mgl32.Mat4, motions []ragdoll.Motion) {
	t.Helper()
	rest := rig.NewPose(definition.Skeleton).ModelMatrices(nil)
	for i := range definition.Bodies {
		m := rig.MatrixAt(rest, definition.Bodies[i].Joint).Mat4()
		at, ok := ragdoll.Rigid(m)
		if !ok {
			t.Fatal("a joint is singular")
		}
		joints, motions = append(joints, m), append(motions, ragdoll.Motion{Transform: at})
	}
	return joints, motions
}

// A doll falls, stays in one piece and above the ground, and comes to rest within its limits.
func TestDollFalls(t *testing.T) {
	definition, joints, motions := standing(t)
	w := rigidbody.NewWorld()
	d, err := rigidbody.NewDoll(w, definition, joints, motions)
	if err != nil {
		t.Fatal(err)
	}
	chest, _ := definition.Find("spine_4")
	d.Push(chest, motions[chest].Position, mgl32.Vec3{20, 0, -70})
	var at []ragdoll.Transform
	head, _ := definition.Find("head")
	for range 60 * 6 {
		w.Step(1.0 / 60)
		at = d.Transforms(at)
		for i := range at {
			parent := definition.Parent(i)
			a, b, radius, _ := definition.Capsule(i, joints[i])
			low := min(at[i].Point(a)[1], at[i].Point(b)[1]) - radius
			if !(low > -0.03) {
				t.Fatalf("%s is %g m in the ground", definition.Name(i), -low)
			}
			if parent < 0 {
				continue
			}
			// The place of the joint in the body above, as it was at first.
			inParent := motions[parent].Rotation.Inverse().Rotate(motions[i].Position.Sub(motions[parent].Position))
			if gap := at[parent].Point(inParent).Sub(at[i].Position).Len(); !(gap < 0.03) {
				t.Fatalf("the joint of %s is %g m apart", definition.Name(i), gap)
			}
			above, own, _ := definition.Frames(i, joints[i], joints[parent])
			q := at[parent].Rotation.Mul(above).Inverse().Mul(at[i].Rotation.Mul(own))
			angle := 2 * math.Acos(min(1, math.Abs(float64(q.W))))
			limit := &definition.Bodies[i].Limit
			if most := float64(max(limit.Bend, limit.Sway)+limit.Twist) + 0.35; angle > most {
				t.Fatalf("%s is turned by %g, beyond %g", definition.Name(i), angle, most)
			}
		}
	}
	if s := d.Speed(); !(s < 0.25) {
		t.Errorf("after 6 s it still moves at %g m/s", s)
	}
	if height := at[head].Position[1]; height > 0.7 {
		t.Errorf("its head is at %g m", height)
	}
}

// Dolls that fall from high lie still after 6 s: no limit, no contact and no joint keeps any of
// their bodies moving.
func TestDollsLieStill(t *testing.T) {
	for _, fall := range []struct{ height, turn float32 }{{0, 1.8}, {1, 2.7}, {3, 0}, {3, 2.7}} {
		definition, joints, motions := standing(t)
		turn := mgl32.QuatRotate(fall.turn, mgl32.Vec3{1, 0, 0.3}.Normalize())
		place := mgl32.Translate3D(0, 1+fall.height, 0).Mul4(turn.Mat4()).Mul4(mgl32.Translate3D(0, -1, 0))
		for i := range motions {
			joints[i] = place.Mul4(joints[i])
			motions[i].Transform, _ = ragdoll.Rigid(joints[i])
		}
		w := rigidbody.NewWorld()
		d, err := rigidbody.NewDoll(w, definition, joints, motions)
		if err != nil {
			t.Fatal(err)
		}
		chest, _ := definition.Find("spine_4")
		d.Push(chest, motions[chest].Position, mgl32.Vec3{20, 0, -70})
		var before, now []ragdoll.Transform
		speed, turning := float32(0), float32(0)
		for frame := range 60 * 8 {
			w.Step(1.0 / 60)
			before, now = now, d.Transforms(before)
			for i := range before {
				if frame < 60*6 {
					break
				}
				speed = max(speed, 60*now[i].Position.Sub(before[i].Position).Len())
				turning = max(turning, 120*now[i].Rotation.Mul(before[i].Rotation.Conjugate()).V.Len())
			}
		}
		t.Logf("from %v m: after 6 s no joint moves faster than %.3f m/s, and no body turns faster than %.2f rad/s",
			fall.height, speed, turning)
		if speed > 0.1 || turning > 3 {
			t.Errorf("a doll that fell from %v m, turned by %v: after 6 s a joint moves at %v m/s, and a body turns "+
				"at %v rad/s", fall.height, fall.turn, speed, turning)
		}
	}
}

// Motors hold a pose against gravity, where they are strong enough.
func TestMotorsHoldAPose(t *testing.T) {
	bends := func(stiffness float64) float64 {
		definition, joints, motions := standing(t)
		w := rigidbody.NewWorld()
		d, err := rigidbody.NewDoll(w, definition, joints, motions)
		if err != nil {
			t.Fatal(err)
		}
		d.Drive(motions, stiffness)
		for range 30 {
			w.Step(1.0 / 60)
		}
		at := d.Transforms(nil)
		knee, _ := definition.Find("left_shin")
		above := definition.Parent(knee)
		was := motions[above].Rotation.Inverse().Mul(motions[knee].Rotation)
		is := at[above].Rotation.Inverse().Mul(at[knee].Rotation)
		return 2 * math.Acos(min(1, math.Abs(float64(was.Dot(is)))))
	}
	if limp, stiff := bends(0), bends(5000); !(stiff < 0.1) || !(limp > 2*stiff) {
		t.Errorf("a knee bends by %g with motors, and by %g without", stiff, limp)
	}
}

// Two runs give the same bits.
func TestStepsRepeat(t *testing.T) {
	definition, joints, motions := standing(t)
	var first []ragdoll.Transform
	for run := range 2 {
		w := rigidbody.NewWorld()
		d, err := rigidbody.NewDoll(w, definition, joints, motions)
		if err != nil {
			t.Fatal(err)
		}
		d.Push(0, motions[0].Position, mgl32.Vec3{30, 10, 50})
		for range 90 {
			w.Step(1.0 / 60)
		}
		at := d.Transforms(nil)
		for i := range at {
			if run == 1 && at[i] != first[i] {
				t.Fatalf("body %d: %v, then %v", i, first[i], at[i])
			}
		}
		first = at
	}
}

// TestDollsCollide drops a doll on another one: their bodies do not pass through each other.
func TestDollsCollide(t *testing.T) {
	definition, joints, motions := standing(t)
	w := rigidbody.NewWorld()
	lower, err := rigidbody.NewDoll(w, definition, joints, motions)
	if err != nil {
		t.Fatal(err)
	}
	above := make([]ragdoll.Motion, len(motions))
	for i, m := range motions {
		m.Position = m.Position.Add(mgl32.Vec3{0.04, 1.9, 0.05})
		above[i] = m
	}
	upper, err := rigidbody.NewDoll(w, definition, joints, above)
	if err != nil {
		t.Fatal(err)
	}
	// points returns points along the middle of each capsule.
	points := func(at []ragdoll.Transform) (all []mgl32.Vec3, radii []float32) {
		for i := range at {
			a, b, radius, _ := definition.Capsule(i, joints[i])
			for k := range 9 {
				all, radii = append(all, at[i].Point(a.Add(b.Sub(a).Mul(float32(k)/8)))), append(radii, radius)
			}
		}
		return all, radii
	}
	deepest, touched := float32(0), 0
	for range 60 * 5 {
		w.Step(1.0 / 60)
		a, radii := points(lower.Transforms(nil))
		b, _ := points(upper.Transforms(nil))
		touch := false
		for i := range a {
			for k := range b {
				depth := radii[i] + radii[k] - a[i].Sub(b[k]).Len()
				deepest = max(deepest, depth)
				touch = touch || depth > -0.01
			}
		}
		if touch {
			touched++
		}
	}
	t.Logf("they touch in %d frames, and overlap by %.0f mm at most; at the end the upper one moves at %.2f m/s",
		touched, 1000*deepest, upper.Speed())
	if touched < 30 || deepest > 0.05 || upper.Speed() > 0.3 {
		t.Errorf("they touch in %d frames, overlap by up to %v m, and at the end move at %v m/s", touched, deepest,
			upper.Speed())
	}
}
