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

func traveling(t *testing.T, c *assets.Clip, speed, turn float64) (traveling, stripped *assets.Clip) {
	t.Helper()
	traveling, err := Traveling(c.Name()+" ahead", c, speed, turn)
	if err != nil {
		t.Fatal(err)
	}
	if stripped, err = clip.ExtractRootMotion(traveling, clip.RootMotionOptions{}); err != nil {
		t.Fatal(err)
	}
	return traveling, stripped
}

func TestTravelingFeetDoNotSlide(t *testing.T) {
	lib, model := newModel(t)
	for _, m := range []*posing.Animation{&posing.Walk, &posing.Run} {
		ahead, _ := traveling(t, lib.Clip(model.Clip(m.Name)), m.Gait.Speed, 0)
		for _, on := range posing.BothSides {
			var spot mgl32.Vec3
			begun, contacts := false, 0
			for k := range m.Frames * 4 {
				time := float64(k) / (posing.KeyRate * 4)
				if !planted(m, on, time) {
					begun = false
					continue
				}
				contacts++
				pose := poseAt(t, lib, model, ahead, time)
				ball := pose.joint(posing.Toe.On(on))
				if !begun {
					begun, spot = true, ball
				}
				if slide := ball.Sub(spot).Len(); slide > 0.01 {
					t.Errorf("side %d at %.3f s: the ball is %.1f mm from where it landed, want at most 10", on,
						time, 1000*slide)
				}
			}
			if contacts < m.Frames/2 {
				t.Errorf("side %d is on the ground in %d of %d samples, want more", on, contacts, 4*m.Frames)
			}
		}
	}
}

func TestExtractRootMotionUndoesTraveling(t *testing.T) {
	lib, model := newModel(t)
	for name, path := range map[string]struct {
		clip        string
		speed, turn float64
	}{
		"walk":            {"walk", posing.WalkSpeed, 0},
		"walk in a curve": {"walk", posing.WalkSpeed, 0.8},
		"run right":       {"run", posing.RunSpeed, -1.7},
		"backward":        {"walk", -0.7, 0.3},
		"turn":            {"idle", 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			clip := lib.Clip(model.Clip(path.clip))
			_, stripped := traveling(t, clip, path.speed, path.turn)
			motion := stripped.RootMotion()
			if motion.Joint() != int(posing.Root) {
				t.Fatalf("the root motion is from joint %d, want the root", motion.Joint())
			}
			first := motion.Delta(0, 0.1)
			for time := 0.0; time < clip.End(); time += 0.013 {
				a, b := poseAt(t, lib, model, clip, time), poseAt(t, lib, model, stripped, time)
				for i := range a.matrices {
					if d := math.Abs(float64(a.matrices[i]) - float64(b.matrices[i])); d > 2e-5 {
						t.Fatalf("at %v s value %d of the model matrices differs by %v from the clip on the spot", time,
							i, d)
					}
				}
				if time+0.1 > clip.End() {
					continue
				}
				m := motion.Delta(time, time+0.1)
				if d := math.Hypot(math.Hypot(m.X-first.X, m.Y-first.Y), m.Z-first.Z); d > 3e-5 ||
					math.Abs(m.Yaw-first.Yaw) > 2e-6 {
					t.Fatalf("at %v s the root motion of 0.1 s is %+v, want %+v as at the start", time, m, first)
				}
			}
			whole := motion.Total()
			if d := math.Abs(whole.Yaw - path.turn*clip.Duration()); d > 1e-5 {
				t.Errorf("the root turns by %v, want %v", whole.Yaw, path.turn*clip.Duration())
			}
			if path.turn == 0 && (math.Abs(whole.Z-path.speed*clip.Duration()) > 1e-6 || whole.X != 0) {
				t.Errorf("the root motion is %+v, want a line along z", whole)
			}
		})
	}
}

func TestTravelingRejectsInvalidArguments(t *testing.T) {
	lib, model := newModel(t)
	ahead, _ := traveling(t, lib.Clip(model.Clip("walk")), 1, 0)
	if _, err := Traveling("twice", ahead, 1, 0); err == nil ||
		!strings.Contains(err.Error(), "expected one track, found two") {
		t.Errorf("a clip that travels already: error %v, want one with %q", err, "expected one track, found two")
	}
	if _, err := Traveling("nothing", nil, 1, 0); err == nil || !strings.Contains(err.Error(), "expected a skeleton") {
		t.Errorf("a nil clip: error %v, want one with %q", err, "expected a skeleton")
	}
	if _, err := Traveling("nowhere", lib.Clip(model.Clip("walk")), math.NaN(), 0); err == nil {
		t.Error("a speed of NaN is accepted")
	}
}
