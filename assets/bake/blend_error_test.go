package bake_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
)

// What the joints of a clip make up for does not all cancel in a blend with another clip. Of the
// built-in character enough does: its joints stay within the tolerance of one clip.
func TestBlendsOfTheMannequinStayWithinTolerance(t *testing.T) {
	const tolerance = 1e-4 // meters, of a character of 1.8 m, as this one is
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	skeleton, names := library.Skeleton(model.Skeleton), model.ClipNames()
	var clips []*assets.Clip
	var baked []*bake.BakedClip
	for _, id := range model.Clips {
		c := library.Clip(id)
		b, report := bake.Bake(c, bake.Options{Tolerance: tolerance})
		if b == nil {
			t.Fatal(report.Reason)
		}
		clips, baked = append(clips, c), append(baked, b)
	}
	blend := func(first, second *rig.Pose) []float32 {
		out := rig.NewPose(skeleton)
		if err := rig.Blend(out, rig.BlendInput{Pose: first, Weight: 0.5}, rig.BlendInput{Pose: second, Weight: 0.5}); err != nil {
			t.Fatal(err)
		}
		return out.ModelMatrices(nil)
	}
	const times = 20
	for i := range clips {
		for k := range i {
			for n := range times {
				exact, rounded := [2]*rig.Pose{}, [2]*rig.Pose{}
				for which, of := range [...]int{i, k} {
					time := clips[of].Start() + clips[of].Duration()*float64(n)/times
					exact[which], rounded[which] = rig.NewPose(skeleton), rig.NewPose(skeleton)
					clips[of].Sample(time, exact[which])
					baked[of].Sample(time, rounded[which].Locals, nil)
				}
				want, got := blend(exact[0], exact[1]), blend(rounded[0], rounded[1])
				for j := range skeleton.Len() {
					x, y := rig.MatrixAt(want, j), rig.MatrixAt(got, j)
					if d := x.Point(mgl32.Vec3{}).Sub(y.Point(mgl32.Vec3{})).Len(); !(d <= tolerance) {
						t.Fatalf("%s with %s, time %d of %d: joint %s is %v mm off, expected %v at most", names[i], names[k], n,
							times, skeleton.JointName(j), 1000*d, 1000*tolerance)
					}
				}
			}
		}
	}
}
