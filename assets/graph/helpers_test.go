package graph_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// testLibrary is a library with a model of one skeleton, and the assets that the tests' graphs
// name.
type testLibrary struct {
	library *assets.Library
	model   *assets.Model
	clips   map[string]id.Clip
}

func newTestLibrary(t testing.TB) *testLibrary {
	t.Helper()
	s := &testLibrary{assets.NewLibrary(assets.Exact()), &assets.Model{}, map[string]id.Clip{}}
	skeleton := handmade.ExampleArm()
	s.model.Skeleton = s.library.AddSkeleton(skeleton)
	var ids []id.Clip
	for _, row := range []struct {
		name     string
		duration float32
	}{{"Idle", 2}, {"Walk", 1}, {"Run", 0.5}, {"Jump", 0.75}, {"Still", 0}} {
		s.clips[row.name] = s.library.AddClip(translationClip(t, row.name, skeleton, row.duration))
		ids = append(ids, s.clips[row.name])
	}
	s.model.SetClips(s.library, ids)
	nod := translationClip(t, "Nod", skeleton, 1)
	additive, err := clip.MakeAdditive(nod, rig.NewPose(skeleton))
	if err != nil {
		t.Fatal(err)
	}
	s.clips["Nod"] = s.library.AddClip(additive)
	mask, err := rig.NewMask("elbow", skeleton).Joints(1, "elbow").Build()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.library.AddMask(mask); err != nil {
		t.Fatal(err)
	}
	curve, err := clip.NewCurvePoints("late", mgl32.Vec2{0, 0}, mgl32.Vec2{0.5, 0.25}, mgl32.Vec2{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.library.AddCurve(curve); err != nil {
		t.Fatal(err)
	}
	if _, err := blendspace.New1D("Gait").At(0, s.clips["Idle"]).At(1, s.clips["Walk"]).At(3, s.clips["Run"]).
		Add(s.library); err != nil {
		t.Fatal(err)
	}
	return s
}

func translationClip(t testing.TB, name string, skeleton *rig.Skeleton, duration float32) *clip.Clip {
	t.Helper()
	times, values := []float32{0, duration}, []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}}
	if duration == 0 {
		times, values = times[:1], values[:1]
	}
	clip, err := clip.NewBuilder(name, skeleton).Translation(0, clip.Linear, times, values).Build()
	if err != nil {
		t.Fatal(err)
	}
	return clip
}

// fullGraph returns a graph that uses every feature.
func fullGraph() *graph.Builder {
	return graph.New("everything \"quoted\" <>").
		Float("speed", 0.1).Float("rate", 1).Int("weapon", -3).Bool("grounded", true).Bool("tired", false).
		Trigger("jump").Trigger("hit").
		Layer("base",
			graph.State("Rest").Tag("idle").
				To("Move").When("speed", ">", 0.1).Fade(0.25).Curve("smoothstep").
				Interruption(graph.InterruptByTargetThenSource),
			graph.State("Move").Machine(
				graph.State("Gait").BlendSpace("Gait", "speed").SpeedParameter("rate").
					To("Tired/Stop").WhenTrue("tired").ExitTime(1.5).FadeFraction(0.5).Offset(0.25).FrozenSource(),
				graph.State("Walk").Clip("Walk").PlayMode(clip.PingPong).LoopLimit(4).Speed(-1.25).Entry().
					To("Gait").ExitTime(2).Fade(0.1).Inertialized().Curve("late").
					To("Walk").WhenTriggered("hit"),
				graph.State("Tired").Machine(
					graph.State("Stop").Clip("Still").PlayMode(clip.Hold).EnterEvent("stop").ExitEvent("go").
						To("Gait").WhenFalse("tired").When("weapon", "!=", 2).When("rate", "<=", 0.30000001),
				),
				graph.AnyState().To("Walk").When("weapon", "==", 2147483647).Restart().Fade(0.5)).
				To("Rest").When("speed", "<", 0.1).Fade(0.2).Interruption(graph.InterruptBySource),
			graph.State("Jump").Clip("Jump").PlayMode(clip.Once).FadeOut(0.3).
				To("Rest").ExitTime(1).WhenTrue("grounded").Fade(0.1),
			graph.AnyState().
				To("Jump").WhenTriggered("jump").WhenFalse("tired").Fade(0.05).
				To("Rest").When("weapon", ">=", -5).When("weapon", "<", -4).Fade(0)).
		Layer("arms",
			graph.State("Nothing").To("Walk").WhenTrue("tired"),
			graph.State("Walk").Clip("Walk").PlayMode(clip.Once).FadeOut(0).To("Nothing").
				WhenFalse("tired")).Mask("elbow").Weight(0.5).
		Layer("nods",
			graph.State("Nod").Clip("Nod").SyncGroup(8)).Additive().Weight(-2)
}

func (s *testLibrary) build(t testing.TB, b *graph.Builder) *graph.Graph {
	t.Helper()
	g, err := b.Build(s.library, s.model)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// wantProblems checks that an error has exactly one line for each wanted text, and contains all of
// them.
func wantProblems(t *testing.T, err error, want ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error; want %q", want)
	}
	lines := strings.Split(err.Error(), "\n")
	for _, w := range want {
		found := false
		for _, line := range lines {
			found = found || strings.Contains(line, w)
		}
		if !found {
			t.Errorf("%q is missing from\n%v", w, err)
		}
	}
	if len(lines) != len(want) {
		t.Errorf("%d problems, want %d:\n%v", len(lines), len(want), err)
	}
}
