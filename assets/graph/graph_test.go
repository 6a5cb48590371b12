package graph_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/graph/machine"
)

// Assets that are given by ID are written by name.
func TestAssetsByID(t *testing.T) {
	lib := newTestLibrary(t)
	named := lib.build(t, oneLayer(graph.State("A").BlendSpace("Gait", "speed")).Layer("b",
		graph.State("A").Clip("Walk")).Mask("elbow"))
	space, mask := named.States()[0].Motion, named.Layers()[1].Mask
	byID := lib.build(t, oneLayer(graph.State("A").MotionByID(space, "speed")).Layer("b",
		graph.State("A").MotionByID(lib.clips["Walk"])).MaskByID(mask))
	if written(t, byID) != written(t, named) {
		t.Errorf("by ID the document is\n%s\nby name it is\n%s", written(t, byID), written(t, named))
	}
	if byID.MaskName(0) != "" || byID.MaskName(1) != "elbow" || *byID.Defaults() != *named.Defaults() ||
		byID.States()[1] != named.States()[1] {
		t.Errorf("by ID the states are %+v", byID.States())
	}
	if name, kind := byID.MotionName(0); name != "Gait" || kind != "blend space" {
		t.Errorf("the first state plays %q", name)
	}
}

func TestStrings(t *testing.T) {
	for want, got := range map[string]interface{ String() string }{
		"target-then-source": graph.InterruptByTargetThenSource, "Interruption(5)": graph.Interruption(5),
		"trigger": graph.TriggerParameter, "ParameterType(4)": graph.ParameterType(4),
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFullGraph(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, fullGraph())
	if g.Skeleton() != lib.library.Clip(lib.clips["Walk"]).Skeleton() || g.Unresolved() {
		t.Error("the graph's skeleton is not the model's, or the graph is unresolved")
	}
	var paths []string
	for i := range g.States() {
		paths = append(paths, g.Path(i))
	}
	want := []string{"Rest", "Move/Gait", "Move/Walk", "Move/Tired/Stop", "Jump", "Nothing", "Walk", "Nod"}
	if !slices.Equal(paths, want) {
		t.Errorf("leaf states %q, want %q", paths, want)
	}
	layers := g.Layers()
	for i, l := range []graph.Layer{
		{Name: "base", Weight: 1, Entry: 0, First: 0, End: 5},
		{Name: "arms", Weight: 0.5, Entry: 5, First: 5, End: 7, Mask: layers[1].Mask},
		{Name: "nods", Weight: -2, Entry: 7, First: 7, End: 8, Mode: clip.Additive},
	} {
		if layers[i] != l {
			t.Errorf("layer %d is %+v, want %+v", i, layers[i], l)
		}
	}
	if mask := lib.library.Mask(layers[1].Mask); mask == nil || mask.Name() != "elbow" {
		t.Errorf("the mask is %v", mask)
	}

	walk := g.States()[2]
	speed, kind, ok := g.Parameter("speed")
	rate, _, _ := g.Parameter("rate")
	if !ok || kind != graph.FloatParameter || g.Defaults()[speed] != math.Float32bits(0.1) {
		t.Errorf("speed is %d, %v, %v", speed, kind, ok)
	}
	if walk.Motion != lib.clips["Walk"] || walk.Duration != 1 || walk.Speed != -1.25 || walk.LoopLimit != 4 ||
		walk.PlayMode != clip.PingPong ||
		walk.SpeedParameter != -1 || walk.XParameter != -1 || walk.Layer != 0 {
		t.Errorf("the walk is %+v", walk)
	}
	if gait := g.States()[1]; gait.Motion == 0 || int(gait.XParameter) != speed || gait.YParameter != -1 ||
		int(gait.SpeedParameter) != rate {
		t.Errorf("the gait is %+v", gait)
	}
	if s := g.States()[3]; g.Text(s.EnterEvent) != "stop" || g.Text(s.ExitEvent) != "go" || s.Tag != 0 ||
		g.Text(g.States()[0].Tag) != "idle" {
		t.Errorf("the events are %+v", s)
	}
	if weapon, _, _ := g.Parameter("weapon"); int32(g.Defaults()[weapon]) != -3 {
		t.Errorf("the default of an int is %d", int32(g.Defaults()[weapon]))
	}
}

// The transitions of a leaf state are in the order in which they are tried, without those that lead
// to the state itself from outside.
func TestTransitionOrder(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, fullGraph())
	for path, want := range map[string]string{
		"Rest":            "any>Jump Rest>Move",
		"Move/Gait":       "any>Jump any>Rest Move:any>Move/Walk Move>Rest Move/Gait>Move/Tired/Stop",
		"Move/Walk":       "any>Jump any>Rest Move:any>Move/Walk Move>Rest Move/Walk>Move/Gait Move/Walk>Move/Walk",
		"Move/Tired/Stop": "any>Jump any>Rest Move:any>Move/Walk Move>Rest Move/Tired/Stop>Move/Gait",
		"Jump":            "any>Rest Jump>Rest",
	} {
		leaf, ok := g.State(path)
		if !ok {
			t.Fatalf("there is no state %q", path)
		}
		var got []string
		for _, transition := range g.Transitions(&g.States()[leaf]) {
			authored := g.AuthoredTransitions()[transition.Index]
			from := authored.From
			if authored.AnyState {
				from = strings.TrimPrefix(from+":any", ":")
			}
			got = append(got, from+">"+authored.To)
			if entered, ok := g.StateIn(authored.Layer, authored.To); !ok || entered != int(transition.Target) ||
				!transition.LeadsTo(entered) {
				t.Errorf("%s: the transition to %s enters %d", path, authored.To, transition.Target)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s has the transitions %s, want %s", path, got, want)
		}
	}
}

func TestTransitionFields(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, fullGraph())
	of := func(path string, i int) *graph.Transition {
		leaf, _ := g.State(path)
		return &g.Transitions(&g.States()[leaf])[i]
	}
	move := of("Rest", 1)
	first, end, _ := g.StatesWithin(0, "Move")
	if move.ExitTime >= 0 || move.Fade != 0.25 || move.Curve != clip.SmoothStep || move.FadeIsFraction ||
		move.FrozenSource || move.Inertialized ||
		move.CanRestart || move.Interruption != graph.InterruptByTargetThenSource ||
		int(move.TargetFirst) != first || int(move.TargetEnd) != end {
		t.Errorf("Rest to Move is %+v", move)
	}
	if walk, _ := g.State("Move/Walk"); int(move.Target) != walk {
		t.Errorf("Move is entered at %d, not at its entry %d", move.Target, walk)
	}
	if stop := of("Move/Gait", 4); stop.ExitTime != 1.5 || stop.Fade != 0.5 || !stop.FadeIsFraction ||
		!stop.FrozenSource || stop.Offset != 0.25 || stop.Triggers != 0 {
		t.Errorf("Gait to Stop is %+v", stop)
	}
	late := of("Move/Walk", 4)
	if curve := lib.library.Curve(late.Curve); !late.Inertialized || curve == nil || curve.Name() != "late" {
		t.Errorf("Walk to Gait is %+v", late)
	}
	hit, _, _ := g.Parameter("hit")
	if again := of("Move/Walk", 5); !again.CanRestart || again.Triggers != 1<<hit || again.Fade != 0 {
		t.Errorf("Walk to itself is %+v", again)
	}
	if again := of("Move/Walk", 2); !again.CanRestart || !again.LeadsTo(int(again.Target)) {
		t.Errorf("any to Walk is %+v", again)
	}
}

func TestPaths(t *testing.T) {
	g := newTestLibrary(t).build(t, fullGraph())
	for _, row := range []struct {
		layer      int
		path       string
		first, end int // no such path: -1
		entered    int
	}{
		{0, "Move", 1, 4, 2},
		{0, "Move/Tired", 3, 4, 3},
		{0, "Move/Gait", 1, 2, 1},
		{1, "Walk", 6, 7, 6},
		{0, "Walk", -1, 0, 0},
		{0, "", -1, 0, 0},
		{0, "Move/", -1, 0, 0},
		{-1, "Rest", -1, 0, 0},
		{3, "Rest", -1, 0, 0},
		{2, "Nod", 7, 8, 7},
	} {
		first, end, ok := g.StatesWithin(row.layer, row.path)
		if ok != (row.first >= 0) || ok && (first != row.first || end != row.end) {
			t.Errorf("StatesWithin(%d, %q) = %d, %d, %v", row.layer, row.path, first, end, ok)
		}
		if leaf, ok := g.StateIn(row.layer, row.path); ok != (row.first >= 0) || leaf != row.entered {
			t.Errorf("StateIn(%d, %q) = %d, %v", row.layer, row.path, leaf, ok)
		}
	}
	if leaf, ok := g.State("Walk"); !ok || leaf != 6 {
		t.Errorf("State(Walk) = %d, %v", leaf, ok)
	}
	if _, _, ok := g.Parameter("Speed"); ok {
		t.Error("the name of a parameter is not case-sensitive")
	}
	if g.Text(60000) != "" {
		t.Error("a text beyond the last is not empty")
	}
	texts := machine.PartsOf(g).Texts
	if i := slices.Index(texts, "go"); i < 1 || g.Text(uint16(i)) != "go" || len(texts) != 4 {
		t.Errorf("the text go has the number %d of the texts %q", i, texts)
	}
}

func TestLibraryKeepsGraphs(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, fullGraph())
	id, err := lib.library.AddGraph(g)
	if err != nil {
		t.Fatal(err)
	}
	if count := lib.library.Count(); id == 0 || lib.library.Graph(id) != g || count.Graphs != 1 || count.Curves != 1 ||
		count.Motions != 1 {
		t.Fatal("the library does not have the graph")
	}
	if !lib.library.RemoveGraph(id) || lib.library.Graph(id) != nil || lib.library.RemoveGraph(id) {
		t.Error("the library still has a removed graph")
	}
}

// Changing a builder after Build does not change the graph.
func TestBuildCopies(t *testing.T) {
	lib := newTestLibrary(t)
	walk := graph.State("Walk").Clip("Walk")
	transition := walk.To("Walk").When("speed", ">", 1).Fade(1)
	b := graph.New("g").Float("speed", 0).Layer("base", walk)
	g := lib.build(t, b)
	transition.Fade(2).When("speed", "<", 3)
	b.Float("more", 1).Layer("another", graph.State("A")).Weight(0.5)
	var out strings.Builder
	if err := g.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "more") || strings.Contains(out.String(), "another") ||
		strings.Contains(out.String(), "<") ||
		!strings.Contains(out.String(), `"fade": 1`) || len(g.Layers()) != 1 {
		t.Errorf("the graph changed:\n%s", out.String())
	}
}

// The mask of a layer is found without a clip that determines the skeleton.
func TestGraphWithoutClips(t *testing.T) {
	lib := newTestLibrary(t)
	g, err := oneLayer(graph.State("A")).Layer("b", graph.State("A")).Mask("elbow").Build(lib.library)
	if err != nil {
		t.Fatal(err)
	}
	if g.Layers()[1].Mask == 0 || g.Skeleton() != nil || g.Unresolved() {
		t.Errorf("the layers are %+v", g.Layers())
	}
}

func TestResolve(t *testing.T) {
	lib, other := newTestLibrary(t), newTestLibrary(t)
	g := lib.build(t, fullGraph())
	again, err := g.Resolve(other.library, other.model)
	if err != nil {
		t.Fatal(err)
	}
	if again.Skeleton() == g.Skeleton() || again.Skeleton() != other.library.Skeleton(other.model.Skeleton) {
		t.Error("the graph's skeleton is not the other model's")
	}
	unresolved, err := g.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !unresolved.Unresolved() || unresolved.Skeleton() != nil || unresolved.States()[2].Motion != 0 ||
		unresolved.States()[1].XParameter < 0 {
		t.Errorf("without a library the states are %+v", unresolved.States())
	}
	if len(unresolved.States()) != len(g.States()) {
		t.Error("the unresolved graph has other states")
	}
}

// A character's frame reads few cache lines.
func TestCompiledFormIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(graph.Transition{}); size > 48 {
		t.Errorf("a transition takes %d bytes, want at most 48", size)
	}
	if size := unsafe.Sizeof(graph.LeafState{}); size > 48 {
		t.Errorf("a leaf state takes %d bytes, want at most 48", size)
	}
}

func BenchmarkConditionsHold(b *testing.B) {
	lib := newTestLibrary(b)
	g := lib.build(b, fullGraph())
	parameters := *g.Defaults()
	transitions := g.Transitions(&g.States()[1])
	held := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range transitions {
			if g.ConditionsHold(&transitions[i], &parameters) {
				held++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(transitions)), "ns/transition")
	b.ReportMetric(float64(held)/float64(b.N), "held")
}

// States and layers that a graph does not have have no names.
func TestNamesOfStatesThatAreNot(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, oneLayer(graph.State("A").Clip("Walk")))
	for _, i := range []int{-1, 1, 1 << 30} {
		if name, kind := g.MotionName(i); name+kind+g.Path(i)+g.MaskName(i) != "" {
			t.Errorf("%d: path %q, motion %q %q, mask %q", i, g.Path(i), name, kind, g.MaskName(i))
		}
	}
}
