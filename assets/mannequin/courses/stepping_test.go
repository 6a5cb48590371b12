package courses

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
)

func TestSteppingFeetDoNotSlideOnACurvedPath(t *testing.T) {
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	for _, row := range []struct {
		gait        *posing.Animation
		speed, turn float64
	}{
		{&posing.Walk, posing.WalkSpeed, 0},
		{&posing.Walk, posing.WalkSpeed, 0.9},
		{&posing.Walk, posing.WalkSpeed, -0.9},
		{&posing.Walk, 0.7, 0.4},
		{&posing.Walk, 0, 1.4},
		{&posing.Run, posing.RunSpeed, 0},
		{&posing.Run, posing.RunSpeed, 1.1},
		{&posing.Run, posing.RunSpeed, -1.1},
	} {
		clip, err := Stepping("steps", skeleton, row.gait.Name, row.speed, row.turn)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(clip.Markers()); n != 2 || clip.Duration() != lib.Clip(model.Clip(row.gait.Name)).Duration() {
			t.Errorf("%+v: %d markers in %v s, want 2 in the duration of the original clip", row, n, clip.Duration())
		}
		worst, contacts := 0.0, 0
		for _, on := range posing.BothSides {
			var spot mgl32.Vec3
			begun := false
			for k := range row.gait.Frames * 4 {
				time := float64(k) / (posing.KeyRate * 4)
				if !planted(row.gait, on, time) {
					begun = false
					continue
				}
				contacts++
				pose := poseAt(t, lib, model, clip, time)
				ball := pose.joint(posing.Toe.On(on))
				if !begun {
					begun, spot = true, ball
				}
				worst = max(worst, float64(ball.Sub(spot).Len()))
			}
		}
		if worst > 0.012 || contacts < row.gait.Frames/2 {
			t.Errorf(
				"%s at %v m/s, %v rad/s: the balls of planted feet slide by %.1f mm in %d samples, want at most 12",
				row.gait.Name, row.speed, row.turn, 1000*worst, contacts)
		}
	}
}

func TestSteppingEndsInItsFirstPose(t *testing.T) {
	lib, model := newModel(t)
	c, err := Stepping("curve", lib.Skeleton(model.Skeleton), "walk", 1, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	stripped, err := clip.ExtractRootMotion(c, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	whole := stripped.RootMotion().Total()
	chord := math.Hypot(whole.X, whole.Z)
	if math.Abs(whole.Yaw-0.8*c.Duration()) > 1e-5 || chord < 0.9*c.Duration() || chord > c.Duration() {
		t.Errorf("the root motion is %+v, want a path of 0.9 to 1 m/s and a turn of 0.8 rad/s", whole)
	}
	first, last := poseAt(t, lib, model, stripped, c.Start()), poseAt(t, lib, model, stripped, c.End())
	for i := range first.matrices {
		if d := math.Abs(float64(first.matrices[i]) - float64(last.matrices[i])); d > 2e-5 {
			t.Fatalf("value %d of the model matrices differs by %v between the first and the last pose", i, d)
		}
	}
}

func TestSteppingRejectsInvalidArguments(t *testing.T) {
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	for _, row := range []struct {
		skeleton    *assets.Skeleton
		gait        string
		speed, turn float64
		want        string
	}{
		{skeleton, "dance", 1, 0, `"dance"`},
		{nil, "walk", 1, 0, "skeleton"},
		{skeleton, "walk", math.NaN(), 0, "NaN"},
		{nil, "run", 1, 0, "skeleton"},
		{skeleton, "run", 1, math.Inf(-1), "-Inf"},
	} {
		_, err := Stepping("steps", row.skeleton, row.gait, row.speed, row.turn)
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("gait %q, speed %v, turn %v: error %v, want one with %q", row.gait, row.speed, row.turn,
				err, row.want)
		}
	}
}
