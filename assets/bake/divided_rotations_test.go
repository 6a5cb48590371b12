package bake_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// swingingChain returns a clip of a chain of joints that all swing about two axes, recorded 30
// times a second, and turn as far from the rest pose as an angle in radians.
func swingingChain(t *testing.T, joints, keys int, angle float64) *clip.Clip {
	t.Helper()
	var list []rig.Joint
	for i := range joints {
		rest := rig.IdentityTRS()
		rest.Translation[1] = 0.1
		list = append(list, rig.Joint{Name: fmt.Sprint("joint", i), Parent: i - 1, Rest: rest})
	}
	skeleton, err := rig.NewSkeleton("chain", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := clip.NewBuilder("swing", skeleton)
	for joint := range joints {
		var times []float32
		var rotations []mgl32.Quat
		for k := range keys {
			time := float64(k) / 30
			x := angle * math.Sin(0.7*time+float64(joint))
			z := angle * math.Cos(0.9*time+2*float64(joint))
			times = append(times, float32(time))
			rotations = append(rotations, mgl32.QuatRotate(float32(x), mgl32.Vec3{1, 0, 0}).
				Mul(mgl32.QuatRotate(float32(z), mgl32.Vec3{0, 0, 1})).Normalize())
		}
		b.Rotation(joint, clip.Linear, times, rotations)
	}
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// constantRotations returns how many joints have a component of their rotation with the same value
// in all frames and others that move.
func constantRotations(b *bake.BakedClip, joints int) (count int) {
	first, frame := make([]float32, kernel.PoseSize(joints)), make([]float32, kernel.PoseSize(joints))
	moves := make([]bool, len(first))
	b.Frame(0, first)
	for i := range b.Frames() {
		b.Frame(i, frame)
		for k := range frame {
			moves[k] = moves[k] || frame[k] != first[k]
		}
	}
	for joint := range joints {
		moving := 0
		for c := range 4 {
			if moves[kernel.JointOffset(joint)+c*kernel.Lanes] {
				moving++
			}
		}
		if moving == 3 {
			count++
		}
	}
	return count
}

// Where rotations turn slowly, one component of each takes no bits, and what is sampled has length 1
// and is within the tolerance all the same.
func TestSlowRotationsLeaveOutAComponent(t *testing.T) {
	const joints = 8
	source := swingingChain(t, joints, 300, 0.6)
	baked, report := bake.Bake(source, bake.Options{Tolerance: 0.001, Unscaled: true})
	if baked == nil {
		t.Fatalf("expected a baked clip, found %s", report.Reason)
	}
	if n := constantRotations(baked, joints); n < joints {
		t.Errorf("expected a constant component in each of %d rotations, found it in %d", joints, n)
	}
	if report.MaxError > 0.001 {
		t.Errorf("expected an error of at most 1 mm, found %v m", report.MaxError)
	}
	pose := rig.NewPose(source.Skeleton())
	for i := range 1000 {
		baked.Sample(source.Duration()*float64(i)/999, pose.Locals, pose.Morphs)
		for joint := range joints {
			square := 0.0
			for c := range 4 {
				x := float64(pose.Locals[kernel.JointOffset(joint)+c*kernel.Lanes])
				square += float64(x * x)
			}
			if math.Abs(square-1) > 1e-6 {
				t.Fatalf("time %d of 1000, joint %d: expected a rotation of length 1, found the square %v", i, joint, square)
			}
		}
	}
}

// No component stays far from 0 where a joint turns all the way, and rotations keep their length.
func TestFullTurnsKeepAllComponents(t *testing.T) {
	const joints = 8
	source := swingingChain(t, joints, 300, 4)
	baked, report := bake.Bake(source, bake.Options{Tolerance: 0.001, Unscaled: true, AllowLarger: true})
	if baked == nil {
		t.Fatalf("expected a baked clip, found %s", report.Reason)
	}
	if n := constantRotations(baked, joints); n > 0 {
		t.Errorf("expected no rotation with a constant component, found %d", n)
	}
}
