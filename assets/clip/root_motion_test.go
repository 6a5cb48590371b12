package clip_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// matrixDifference returns the largest difference of two matrices in the 3x3 part, and in the
// translation in meters.
func matrixDifference(a, b reference.Matrix) (rotation, translation float64) {
	for r := range 3 {
		for c := range 3 {
			rotation = max(rotation, math.Abs(a[r][c]-b[r][c]))
		}
		translation = max(translation, math.Abs(a[r][3]-b[r][3]))
	}
	return rotation, translation
}

// checkMotionRestoresClip checks at many times that the motion times the pose of the extracted clip
// gives the model matrix of a joint in the original.
func checkMotionRestoresClip(t *testing.T, name string, clip, stripped *clip.Clip, joint int, r *rand.Rand,
	slack float64,
) {
	t.Helper()
	motion := stripped.RootMotion()
	for range 40 {
		time := clip.Start() + r.Float64()*clip.Duration()
		want := reference.Models(clip.Skeleton(), reference.Sample(clip, time))[joint]
		rest := reference.Models(clip.Skeleton(), reference.Sample(stripped, time))[joint]
		got := reference.MotionMatrix(motion.At(time), motion.Up()).Mul(rest)
		if rotation, translation := matrixDifference(want, got); rotation > slack || translation > slack {
			t.Fatalf("%s: joint %d at %v s: errors %v and %v m", name, joint, time, rotation, translation)
		}
	}
}

func TestMotionTimesPoseGivesTheClip(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	shapes := []randomassets.Shape{
		{Joints: 1, Roots: 1, Reach: 1, Bone: 1},
		{Joints: 6, Roots: 1, Reach: 1, Bone: 0.3},
		{Joints: 12, Roots: 3, Reach: 5, Bone: 0.5},
	}
	extracted, refused := 0, 0
	for i := range 110 {
		shape := shapes[i%len(shapes)]
		s := randomassets.Skeleton(r, shape)
		c := randomassets.Clip(r, s, shape, 1+r.IntN(12))
		o := clip.RootMotionOptions{
			Number: 1 + r.IntN(s.Len()), Translation: clip.Axes(r.IntN(8)), Yaw: r.IntN(2) == 0,
			Up:     clip.UpAxis(r.IntN(2)),
			Steady: r.IntN(4) == 0, AllowStill: true,
		}
		stripped, err := clip.ExtractRootMotion(c, o)
		if err != nil {
			if strings.Contains(err.Error(), "does not move") || errors.Is(err, clip.ErrNoRootMotion) {
				continue
			}
			// Near a swing by 180 degrees the yaw changes too fast.
			if !strings.Contains(err.Error(), "exceeds the tolerance") || !o.Yaw && o.Translation != 0 {
				t.Fatalf("%d: %+v: %v", i, o, err)
			}
			refused++
			continue
		}
		extracted++
		checkMotionRestoresClip(t, "random", c, stripped, o.Number-1, r, 5e-5)
		motion := stripped.RootMotion()
		if first := motion.At(c.Start()); first != (clip.Motion{}) {
			t.Fatalf("%d: the motion at the start is %v, want the identity", i, first)
		}
		if o.Steady {
			continue
		}
		axes := o.Translation
		if axes == 0 && !o.Yaw {
			o.Yaw, axes = true, clip.AxisX|clip.AxisZ
			if o.Up == clip.UpZ {
				axes = clip.AxisX | clip.AxisY
			}
		}
		for k, time := range motion.Times() {
			want := reference.RootMotion(c, o.Number-1, axes, o.Yaw, o.Up, time)
			rotation, translation := matrixDifference(want, reference.MotionMatrix(motion.Motions()[k], o.Up))
			if rotation > 1e-3 || translation > 1e-3 {
				t.Fatalf("%d: %+v: at %v s: differs from the reference by %v and %v m", i, o, time, rotation,
					translation)
			}
		}
	}
	if extracted < 80 {
		t.Errorf("%d clips extracted and %d refused, want at least 80 extracted", extracted, refused)
	}
}
