package mannequin

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

func TestSteppingFeetStayWhereTheyAreInABow(t *testing.T) {
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	for _, row := range []struct {
		like        *animation
		speed, turn float64
	}{
		{&walk, WalkSpeed, 0},
		{&walk, WalkSpeed, 0.9},
		{&walk, WalkSpeed, -0.9},
		{&walk, 0.7, 0.4},
		{&walk, 0, 1.4},
		{&run, RunSpeed, 0},
		{&run, RunSpeed, 1.1},
		{&run, RunSpeed, -1.1},
	} {
		clip, err := Stepping("steps", skeleton, row.like.name, row.speed, row.turn)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(clip.Markers()); n != 2 || clip.Duration() != lib.Clip(model.Clip(row.like.name)).Duration() {
			t.Errorf("%+v: %d markers in %v s", row, n, clip.Duration())
		}
		worst, contacts := 0.0, 0
		for _, on := range bothSides {
			var spot mgl32.Vec3
			begun := false
			for k := range row.like.frames * 4 {
				time := float64(k) / (keyRate * 4)
				if !row.like.planted(on, time) {
					begun = false
					continue
				}
				contacts++
				pose := at(lib, model, clip, time, false)
				ball := pose.joint(toe.on(on))
				if !begun {
					begun, spot = true, ball
				}
				worst = max(worst, float64(ball.Sub(spot).Len()))
			}
		}
		if worst > 0.012 || contacts < row.like.frames/2 {
			t.Errorf("%s at %v m/s, %v radians a second: the balls of planted feet slide by %.1f mm in %d samples",
				row.like.name, row.speed, row.turn, 1000*worst, contacts)
		}
	}
}

func TestSteppingEndsAsItBegan(t *testing.T) {
	lib, model := newModel(t)
	c, err := Stepping("bow", lib.Skeleton(model.Skeleton), "walk", 1, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	still, err := clip.ExtractRootMotion(c, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	whole := still.RootMotion().Total()
	if path := math.Hypot(whole.X, whole.Z); math.Abs(whole.Yaw-0.8*c.Duration()) > 1e-5 || path < 0.9*c.Duration() || path > c.Duration() {
		t.Errorf("it goes by %+v", whole)
	}
	first, last := at(lib, model, still, c.Start(), false), at(lib, model, still, c.End(), false)
	for i := range first.matrices {
		if d := math.Abs(float64(first.matrices[i]) - float64(last.matrices[i])); d > 2e-5 {
			t.Fatalf("number %d of the pose is off by %v", i, d)
		}
	}
}

func TestSteppingSaysWhatItCannotMake(t *testing.T) {
	lib, model := newModel(t)
	skeleton := lib.Skeleton(model.Skeleton)
	for _, row := range []struct {
		skeleton    *assets.Skeleton
		like        string
		speed, turn float64
		want        string
	}{
		{skeleton, "dance", 1, 0, `"dance"`},
		{nil, "walk", 1, 0, "skeleton"},
		{skeleton, "walk", math.NaN(), 0, "NaN"},
		{skeleton, "run", 1, math.Inf(-1), "-Inf"},
	} {
		if _, err := Stepping("steps", row.skeleton, row.like, row.speed, row.turn); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q at %v, %v: %v", row.like, row.speed, row.turn, err)
		}
	}
}
