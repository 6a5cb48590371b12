package assets_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// gait returns a clip in which the arm moves, with a marker for each foot.
func gait(t testing.TB, s *assets.Skeleton, name string, duration float32, markers ...string) *assets.Clip {
	t.Helper()
	c := handmade.Build(t, clip.NewBuilder(name, s).Translation(0, clip.Linear, []float32{0, duration / 2, duration}, []mgl32.Vec3{{}, {1, 0, 0}, {}}))
	var list []clip.Marker
	for i, marker := range markers {
		list = append(list, clip.Marker{Name: marker, Time: float64(duration) * float64(i) / float64(len(markers))})
	}
	c, err := clip.WithMarkers(c, list...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSetClipRebuildsWhatUsesTheClip(t *testing.T) {
	l, s := assets.NewLibrary(), handmade.Arm(t)
	l.AddSkeleton(s)
	walk, run := l.AddClip(gait(t, s, "walk", 1, "left", "right")), l.AddClip(gait(t, s, "run", 0.5, "left", "right"))
	move, err := blendspace.New1D("move").At(0, walk).At(1, run).SyncByMarkers("left", "right").Add(l)
	if err != nil {
		t.Fatal(err)
	}
	built, err := graph.New("graph").Bool("go", false).Layer("base",
		graph.State("walk").ClipByID(walk).To("run").ExitTime(1).Fade(0.1), graph.State("run").ClipByID(run)).Build(l)
	if err != nil {
		t.Fatal(err)
	}
	g, err := l.AddGraph(built)
	if err != nil {
		t.Fatal(err)
	}
	weights := []blendspace.Weight{{Index: 0, Weight: 1}}

	if err := l.SetClip(walk, gait(t, s, "long walk", 3, "left", "right")); err != nil {
		t.Fatal(err)
	}
	if got := l.BlendSpace(move).Duration(weights); got != 3 {
		t.Errorf("the blend space lasts %v s at the new clip, want 3 s", got)
	}
	if got := l.Graph(g).States()[0].Duration; got != 3 {
		t.Errorf("the state lasts %v s, want 3 s", got)
	}

	before := l.Clip(walk)
	for want, replacement := range map[string]*assets.Clip{
		`clip "long walk": the replacement "no markers": blend space "move": sample 0`: gait(t, s, "no markers", 2),
		`clip "long walk": the replacement "standing": `:                               handmade.Build(t, clip.NewBuilder("standing", s)),
	} {
		if err := l.SetClip(walk, replacement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", replacement.Name(), err, want)
		}
		if l.Clip(walk) != before || l.BlendSpace(move).Duration(weights) != 3 || l.Graph(g).States()[0].Duration != 3 {
			t.Fatalf("SetClip failed for %q, but changed something", replacement.Name())
		}
	}
	l.RemoveBlendSpace(move)
	const noDuration = `graph "graph": state "walk": clip "standing" has the duration 0`
	if err := l.SetClip(walk, handmade.Build(t, clip.NewBuilder("standing", s))); err == nil || !strings.Contains(err.Error(), noDuration) {
		t.Errorf("error %v, want %q", err, noDuration)
	}
	additive, err := clip.MakeAdditive(before, rig.NewPose(s))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetClip(walk, additive); err == nil || !strings.Contains(err.Error(), "Additive() = true, expected false") {
		t.Errorf("an additive clip replaces one that is not: error %v", err)
	}
}

// After a replacement with the same keys, the forms for levels of detail belong to the new clip, like the full form.
func TestSetClipRebindsReducedForms(t *testing.T) {
	l, s := assets.NewLibrary(), handmade.Arm(t)
	skeleton := l.AddSkeleton(s)
	walk := l.AddClip(gait(t, s, "walk", 1))
	mask, err := rig.NewMask("first", s).Joints(0, s.JointName(1)).Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetLevels(skeleton, mask); err != nil {
		t.Fatal(err)
	}
	l.Bake(assets.BakeOptions{}, nil)
	marked := gait(t, s, "walk", 1, "left", "right")
	if err := l.SetClip(walk, marked); err != nil {
		t.Fatal(err)
	}
	for level := range 2 {
		if got := l.BakedAt(walk, level); got == nil || got.Clip() != marked {
			t.Errorf("level %d: the baked form is of another clip than the library's", level)
		}
	}
	if l.BakedAt(walk, 0) == l.BakedAt(walk, 1) {
		t.Error("the level has no form of its own, so that this test shows nothing")
	}
	if err := l.SetClip(walk, gait(t, s, "long", 2)); err != nil {
		t.Fatal(err)
	}
	if l.BakedAt(walk, 0) != nil || l.BakedAt(walk, 1) != nil {
		t.Error("a baked form of other keys is kept")
	}
}
