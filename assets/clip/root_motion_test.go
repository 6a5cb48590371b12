package clip_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// apart returns by how much two matrices differ at most in their rotations and scales, and in their translations.
func matrixDifference(a, b reference.Matrix) (turned, moved float64) {
	for r := range 3 {
		for c := range 3 {
			turned = max(turned, math.Abs(a[r][c]-b[r][c]))
		}
		moved = max(moved, math.Abs(a[r][3]-b[r][3]))
	}
	return turned, moved
}

// put checks that a clip is what is left in the pose with the motion put back, at many times.
func checkMotionRestoresClip(t *testing.T, name string, clip, stripped *clip.Clip, joint int, r *rand.Rand, slack float64) {
	t.Helper()
	motion := stripped.RootMotion()
	for range 40 {
		time := clip.Start() + r.Float64()*clip.Duration()
		want := reference.Models(clip.Skeleton(), reference.Sample(clip, time))[joint]
		rest := reference.Models(clip.Skeleton(), reference.Sample(stripped, time))[joint]
		got := reference.MotionMatrix(motion.At(time), motion.Up()).Mul(rest)
		if turned, moved := matrixDifference(want, got); turned > slack || moved > slack {
			t.Fatalf("%s: joint %d at %v s: off by %v and %v m", name, joint, time, turned, moved)
		}
	}
}

func TestMotionAndPoseMakeTheClipAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	shapes := []randomassets.Shape{
		{Joints: 1, Roots: 1, Reach: 1, Bone: 1},
		{Joints: 6, Roots: 1, Reach: 1, Bone: 0.3},
		{Joints: 12, Roots: 3, Reach: 5, Bone: 0.5},
	}
	done, refused := 0, 0
	for i := range 90 {
		shape := shapes[i%len(shapes)]
		s := randomassets.Skeleton(r, shape)
		c := randomassets.Clip(r, s, shape, 1+r.IntN(12))
		o := clip.RootMotionOptions{
			Number: 1 + r.IntN(s.Len()), Translation: clip.Axes(r.IntN(8)), Yaw: r.IntN(2) == 0, Up: clip.UpAxis(r.IntN(2)),
			Steady: r.IntN(4) == 0,
		}
		stripped, err := clip.ExtractRootMotion(c, o)
		if err != nil {
			// Where a rotation passes near a swing by half a turn the yaw is not to be followed.
			if !strings.Contains(err.Error(), "keys as close as") || !o.Yaw && o.Translation != 0 {
				t.Fatalf("%d: %+v: %v", i, o, err)
			}
			refused++
			continue
		}
		done++
		checkMotionRestoresClip(t, "random", c, stripped, o.Number-1, r, 5e-5)
		motion := stripped.RootMotion()
		if first := motion.At(c.Start()); first != (clip.Motion{}) {
			t.Fatalf("%d: the motion begins with %v", i, first)
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
			turned, moved := matrixDifference(want, reference.MotionMatrix(motion.Motions()[k], o.Up))
			if turned > 1e-3 || moved > 1e-3 {
				t.Fatalf("%d: %+v: at %v s: off the textbook by %v and %v m", i, o, time, turned, moved)
			}
		}
	}
	if done < 80 {
		t.Errorf("%d extracted, %d refused", done, refused)
	}
}
