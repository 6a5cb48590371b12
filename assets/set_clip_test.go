package assets_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// gait returns a clip in which the arm moves, with a marker for each foot.
func gait(t testing.TB, s *assets.Skeleton, name string, duration float32, markers ...string) *assets.Clip {
	t.Helper()
	const keys = 61 // enough for a baked form that is smaller than they are
	times, moves := make([]float32, keys), make([]mgl32.Vec3, keys)
	for k := range keys {
		times[k], moves[k][0] = duration*float32(k)/(keys-1), 1-float32(max(k, keys-1-k)-keys/2)/(keys/2)
	}
	c := handmade.Build(t, clip.NewBuilder(name, s).Translation(0, clip.Linear, times, moves))
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
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	l.AddSkeleton(s)
	walk, run := l.AddClip(gait(t, s, "walk", 1, "left", "right")), l.AddClip(gait(t, s, "run", 0.5, "left", "right"))
	move, err := blendspace.New1D("move").At(0, walk).At(1, run).SyncByMarkers("left", "right").Add(l)
	if err != nil {
		t.Fatal(err)
	}
	built, err := graph.New("graph").Bool("go", false).Layer("base",
		graph.State("walk").MotionByID(walk).To("run").ExitTime(1).Fade(0.1), graph.State("run").
			MotionByID(run)).Build(l)
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
	if got := l.BlendSpace(move).CycleDuration(weights); got != 3 {
		t.Errorf("the blend space lasts %v s at the new clip, want 3 s", got)
	}
	if got := l.Graph(g).States()[0].Duration; got != 3 {
		t.Errorf("the state lasts %v s, want 3 s", got)
	}

	before := l.Clip(walk)
	for want, replacement := range map[string]*assets.Clip{
		`clip "long walk": the replacement "no markers": blend space "move": sample 0`: gait(t, s, "no markers", 2),
		`clip "long walk": the replacement "standing": `: handmade.Build(t,
			clip.NewBuilder("standing", s)),
	} {
		if err := l.SetClip(walk, replacement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", replacement.Name(), err, want)
		}
		if l.Clip(walk) != before || l.BlendSpace(move).CycleDuration(weights) != 3 ||
			l.Graph(g).States()[0].Duration != 3 {
			t.Fatalf("SetClip failed for %q, but changed something", replacement.Name())
		}
	}
	l.RemoveMotion(move)
	const noDuration = `graph "graph": state "walk": expected a clip with a duration, of which the exit time or a fade is a fraction, found "standing"`
	if err := l.SetClip(walk, handmade.Build(t, clip.NewBuilder("standing", s))); err == nil || !strings.Contains(err.Error(), noDuration) {
		t.Errorf("error %v, want %q", err, noDuration)
	}
	additive, err := clip.MakeAdditive(before, rig.NewPose(s))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetClip(walk, additive); err == nil || !strings.Contains(err.Error(), "expected Additive() = false, found true") {
		t.Errorf("an additive clip replaces one that is not: error %v", err)
	}
}

// After a replacement with the same keys, the forms for levels of detail belong to the new clip,
// like the full form.
func TestSetClipRebindsReducedForms(t *testing.T) {
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	skeleton := l.AddSkeleton(s)
	walk := l.AddClip(gait(t, s, "walk", 1))
	mask, err := rig.NewMask("first", s).Joints(0, s.JointName(1)).Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetLevels(skeleton, mask); err != nil {
		t.Fatal(err)
	}
	l.Bake(bake.Options{}, nil)
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
	for level := range 2 {
		if got := l.BakedAt(walk, level); got == nil || got.Clip() != l.Clip(walk) || got.End() != 2 {
			t.Errorf("level %d: the new clip was not baked", level)
		}
	}
}

// Baking is the policy of the library: whatever adds or replaces a clip follows it.
func TestWhatAddsClipsBakes(t *testing.T) {
	s := handmade.Arm(t)
	stepped := func(name string) *assets.Clip {
		return handmade.Build(t, clip.NewBuilder(name, s).Translation(0, clip.Step, []float32{0, 0.3, 1}, []mgl32.Vec3{{}, {1, 0, 0}, {}}))
	}
	coarse := bake.Options{Tolerance: 0.01}
	for name, test := range map[string]struct {
		library *assets.Library
		baked   bool
		options bake.Options
	}{
		"default":     {assets.NewLibrary(), true, bake.Options{}.WithDefaults()},
		"the zero":    {&assets.Library{}, true, bake.Options{}.WithDefaults()},
		"Exact":       {assets.NewLibrary(assets.Exact()), false, bake.Options{}},
		"WithBaking":  {assets.NewLibrary(assets.WithBaking(assets.Baking{Options: coarse})), true, coarse.WithDefaults()},
		"with exact":  {assets.NewLibrary(assets.WithBaking(assets.Baking{Exact: true})), false, bake.Options{}},
		"after Exact": {assets.NewLibrary(assets.Exact(), assets.WithBaking(assets.Baking{})), true, bake.Options{}.WithDefaults()},
	} {
		l := test.library
		check := func(how string, id assets.ClipID) {
			t.Helper()
			baked, report := l.Baked(id), l.BakeReport(id)
			switch {
			case (baked != nil) != test.baked || report.Exact == test.baked || report.Clip != id || report.Name != l.Clip(id).Name():
				t.Errorf("%s, %s: baked %v, report %+v", name, how, baked != nil, report)
			case baked != nil && baked.Options() != test.options:
				t.Errorf("%s, %s: baked with %+v, want %+v", name, how, baked.Options(), test.options)
			case !test.baked && report.Reason != "it was not baked":
				t.Errorf("%s, %s: reason %q", name, how, report.Reason)
			}
		}
		first := l.AddClip(gait(t, s, "walk", 1))
		check("AddClip", first)
		ids, err := l.AddClips([]*assets.Clip{gait(t, s, "run", 0.5), gait(t, s, "jump", 2)}, assets.Baking{})
		if err != nil {
			t.Fatal(err)
		}
		check("AddClips", ids[0])
		check("AddClips", ids[1])
		for range 2 { // the second time after a clip that cannot be baked
			if err := l.SetClip(first, gait(t, s, "stroll", 3)); err != nil {
				t.Fatal(err)
			}
			check("SetClip", first)
			if err := l.SetClip(first, stepped("steps")); err != nil {
				t.Fatal(err)
			}
			if report := l.BakeReport(first); l.Baked(first) != nil || !report.Exact || (report.Reason == "it was not baked") == test.baked || report.Name != "steps" {
				t.Errorf("%s: stepped tracks: %+v", name, report)
			}
		}
		if err := l.SetBaked(ids[0], nil); err != nil {
			t.Fatal(err)
		}
		if err := l.SetClip(ids[0], gait(t, s, "sprint", 0.4)); err != nil || l.Baked(ids[0]) != nil {
			t.Errorf("%s: a clip that was made exact is baked when it is replaced, error %v", name, err)
		}
		before := l.Count()
		if ids, err := l.AddClips([]*assets.Clip{gait(t, s, "run", 0.5), nil}, assets.Baking{}); err == nil || ids != nil || l.Count() != before {
			t.Errorf("%s: a nil clip: %v, %v, count %+v", name, ids, err, l.Count())
		}
		if report := l.BakeReport(77); !report.Exact || !strings.Contains(report.Reason, "not in the library") {
			t.Errorf("%s: an unknown clip: %+v", name, report)
		}
	}
}

// What a caller asks of one call goes over the policy of the library.
func TestAddClipsWithItsOwnBaking(t *testing.T) {
	s, folder := handmade.Arm(t), t.TempDir()
	kept, err := cache.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	clips := bake.NewCache(kept)
	fine, calls := bake.Options{Tolerance: 0.00005}, []int{}
	l := assets.NewLibrary(assets.WithBaking(assets.Baking{Options: bake.Options{Tolerance: 0.01}, Cache: clips}))
	ids, err := l.AddClips([]*assets.Clip{gait(t, s, "walk", 1), gait(t, s, "run", 0.5)}, assets.Baking{
		Options: fine, Progress: func(done, total int) { calls = append(calls, 10*done+total) },
	})
	if err != nil || l.Baked(ids[0]).Options() != fine.WithDefaults() || !slices.Equal(calls, []int{12, 22}) {
		t.Errorf("options %+v, progress %v, error %v", l.BakeReport(ids[0]), calls, err)
	}
	if files, err := filepath.Glob(filepath.Join(folder, "*.baked")); len(files) != 2 {
		t.Errorf("the library's cache holds %v, error %v, want a file for each clip", files, err)
	}
	exact, err := l.AddClips([]*assets.Clip{gait(t, s, "walk", 1)}, assets.Baking{Exact: true})
	if err != nil || l.Baked(exact[0]) != nil {
		t.Errorf("Exact: baked, error %v", err)
	}
	again := assets.NewLibrary(assets.WithBaking(assets.Baking{Options: fine, Cache: clips}))
	if id := again.AddClip(gait(t, s, "walk", 1)); !again.BakeReport(id).Cached {
		t.Errorf("the cache was not used: %+v", again.BakeReport(id))
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	broken := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: clips}))
	if id := broken.AddClip(gait(t, s, "walk", 1)); broken.Baked(id) == nil || broken.BakeReport(id).CacheError == nil {
		t.Errorf("a folder that is gone: %+v", broken.BakeReport(id))
	}
	empty := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: &bake.Cache{}}))
	if id := empty.AddClip(gait(t, s, "walk", 1)); empty.Baked(id) == nil || empty.BakeReport(id).CacheError != nil {
		t.Errorf("a zero cache: %+v", empty.BakeReport(id))
	}
}

// A clip that left the memory and came back has the key of what it is, and comes back again, after
// it got other markers.
func TestSetClipAfterTheClipLeft(t *testing.T) {
	s := handmade.Arm(t)
	l, twin := assets.NewLibrary(), assets.NewLibrary()
	of, other := l.AddClip(gait(t, s, "walk", 1)), twin.AddClip(gait(t, s, "walk", 1))
	if err := l.SetBudget(t.Context(), assets.Budget{Bytes: 1}); err != nil || l.Baked(of) == nil {
		t.Fatalf("expected a baked clip in a budget, found %v with %v", l.BakeReport(of), err)
	}
	table, holder := residency.Of(l), &residency.Holder{}
	runFramesUntil := func(isLoaded bool) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); l.IsLoaded(of) != isLoaded; {
			if time.Now().After(end) {
				t.Fatalf("expected that the clip is loaded to become %v, found %s", isLoaded, l.Memory())
			}
			table.BeginFrame(holder)
			table.EndFrame()
			runtime.Gosched()
		}
	}
	for _, marker := range []string{"left", "right"} {
		runFramesUntil(false)
		if err := l.Prefetch(of); err != nil {
			t.Fatal(err)
		}
		runFramesUntil(true)
		marked := gait(t, s, "walk", 1, marker)
		if err := errors.Join(l.SetClip(of, marked), twin.SetClip(other, marked)); err != nil {
			t.Fatal(err)
		}
		if l.Key(of) != twin.Key(other) {
			t.Fatalf("expected the key of a clip with the marker %q that never left, found another", marker)
		}
	}
}
