package systems_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// overrideWorld is a library with two models of different skeletons, a human and a robot, and clips
// for a graph.
type overrideWorld struct {
	*fixture
	random *rand.Rand
	robot  *assets.Model
}

func newOverrideWorld(t testing.TB) *overrideWorld {
	t.Helper()
	w := &overrideWorld{fixture: newFixture(t, 20, systems.WithWorkers(2)), random: rand.New(rand.NewPCG(5, 9))}
	w.robot = newModel(t, w.library, 13, 2)
	for i, name := range []string{"idle", "walk", "run", "jump", "wave", "sneak", "stomp", "flip"} {
		w.addClip(t, w.model, name, float32(i%3+1)/2)
	}
	for i, name := range []string{"idle", "roll", "race", "hop", "beep"} {
		w.addClip(t, w.robot, name, float32(i%4+2)/3)
	}
	for i, model := range []*assets.Model{w.model, w.robot} {
		mask, err := rig.NewMask("upper", w.library.Skeleton(model.Skeleton)).Joints(0.5, "bjoint").
			Joints(1, "cjoint", "djoint").Build()
		check(t, err)
		_, err = w.library.AddMask(mask)
		check(t, err)
		if i == 0 {
			_, err = blendspace.New2D("aim", blendspace.Delaunay).At2(0, 0, w.clip(t, "idle")).
				At2(1, 0, w.clip(t, "sneak")).At2(0, 1, w.clip(t, "walk")).Add(w.library)
			check(t, err)
		}
	}
	return w
}

// addClip adds a random clip to a model.
func (w *overrideWorld) addClip(t testing.TB, model *assets.Model, name string, seconds float32) {
	t.Helper()
	skeleton := w.library.Skeleton(model.Skeleton)
	carrier, _ := skeleton.FromSource(0)
	model.SetClips(w.library,
		append(model.Clips, w.library.AddClip(newClip(t, w.random, skeleton, carrier, name, seconds))))
}

func (w *overrideWorld) clip(t testing.TB, name string) assets.ClipID {
	t.Helper()
	id, err := w.model.FindClip(name)
	check(t, err)
	return id
}

// builder returns the graph with names that rename changes.
func (w *overrideWorld) builder(name string, rename func(string) string, aim string) *graph.Builder {
	return graph.New(name).Float("speed", 0).Float("x", 0).Float("y", 0).Trigger("jump").Bool("wave", false).
		Masks(graph.Mask("arm").Feather("ajoint", 1).Joints(0, "ejoint")).
		BlendSpaces(graph.BlendSpace1D("gait").At(0, rename("idle")).At(1, rename("walk")).Speed(1.25).At(2,
			rename("run")).AlignStarts()).
		Layer("body",
			graph.State("ground").BlendSpace("gait", "speed").To("aim").When("x", ">", 0.5).FadeFraction(0.25),
			graph.State("aim").BlendSpace(aim, "x", "y").To("ground").When("x", "<", 0.5).ExitTime(0.5).Fade(0.2),
			graph.State("jump").Clip(rename("jump")).PlayMode(assets.Hold).To("ground").ExitTime(0.9).FadeFraction(0.3),
			graph.AnyState().To("jump").WhenTriggered("jump").Fade(0.1).Offset(0.1)).
		Layer("arm",
			graph.State("none").To("wave").WhenTrue("wave").Fade(0.15),
			graph.State("wave").Clip(rename("wave")).PlayMode(assets.Once).To("none").ExitTime(1).WhenFalse("wave").
				Fade(0.2)).Mask("arm").
		Layer("upper", graph.State("idle").Clip(rename("idle"))).Mask("upper").Weight(0.3)
}

// A crowd in which characters of one graph have three different sets of clips, one of them for
// another skeleton, plays bit for bit what graphs play that were built for each of them.
func TestOverridesPlayLikeSeparateGraphs(t *testing.T) {
	w := newOverrideWorld(t)
	plain := func(name string) string { return name }
	renaming := func(names map[string]string) func(string) string {
		return func(name string) string {
			if to, ok := names[name]; ok {
				return to
			}
			return name
		}
	}
	armed := map[string]string{"walk": "sneak", "wave": "stomp"}
	acrobat := map[string]string{"jump": "flip", "run": "stomp", "idle": "two"}
	robot := map[string]string{"walk": "roll", "run": "race", "jump": "hop", "wave": "beep", "sneak": "race"}

	base, err := w.builder("base", plain, "aim").Add(w.library, w.model)
	check(t, err)
	for i, names := range []map[string]string{armed, acrobat} { // spaces for the graphs that are built one by one
		rename := renaming(names)
		_, err := blendspace.New2D(fmt.Sprint("aim", i+1), blendspace.Delaunay).
			At2(0, 0, w.clip(t, rename("idle"))).At2(1, 0, w.clip(t, rename("sneak"))).
			At2(0, 1, w.clip(t, rename("walk"))).Add(w.library)
		check(t, err)
	}
	ids := w.robot
	_, err = blendspace.New2D("aim3", blendspace.Delaunay).
		At2(0, 0, ids.Clip("idle")).At2(1, 0, ids.Clip("race")).At2(0, 1, ids.Clip("roll")).Add(w.library)
	check(t, err)

	type pair struct {
		model          *assets.Model
		alike, overrid assets.GraphID
	}
	pairs := []pair{{w.model, base, base}}
	for i, row := range []struct {
		model    *assets.Model
		names    map[string]string
		override *graph.OverrideBuilder
	}{
		{w.model, armed, graph.Override("armed", w.library.Graph(base)).Clips(armed)},
		{w.model, acrobat, graph.Override("acrobat", w.library.Graph(base)).Clip("jump", "flip").
			ClipByID("run", w.clip(t, "stomp")).ReplaceClip(w.clip(t, "idle"), w.clip(t, "two"))},
		{w.robot, robot, graph.Override("robot", w.library.Graph(base)).Clips(robot)},
	} {
		alike, err := w.builder(fmt.Sprint("separate ", i), renaming(row.names), fmt.Sprint("aim", i+1)).
			Add(w.library, row.model)
		check(t, err)
		overriding, err := row.override.Add(w.library, row.model)
		check(t, err)
		pairs = append(pairs, pair{row.model, alike, overriding})
		g := w.library.Graph(overriding)
		if &g.Transitions(&g.States()[0])[0] != &w.library.Graph(base).
			Transitions(&w.library.Graph(base).States()[0])[0] {
			t.Error("the override does not share the transitions of its base")
		}
	}
	spawn := func(model *assets.Model, id assets.GraphID) (ecs.Entity, systems.Controller) {
		e := mustSpawn(w.animation.Spawn(model, mgl32.Ident4()))
		controller, err := w.animation.Control(e, id)
		check(t, err)
		check(t, w.animation.EnableModelMatrices(e))
		return e, controller
	}
	type twin struct {
		entities    [2]ecs.Entity
		controllers [2]systems.Controller
	}
	var twins []twin
	for i := range 24 {
		var w2 twin
		p := pairs[i%len(pairs)]
		w2.entities[0], w2.controllers[0] = spawn(p.model, p.alike)
		w2.entities[1], w2.controllers[1] = spawn(p.model, p.overrid)
		twins = append(twins, w2)
	}
	jumps := 0
	for frame := range 400 {
		for i := range twins {
			speed, x, jump, wave := w.random.Float32()*2, w.random.Float32(), w.random.IntN(70) == 0,
				w.random.IntN(2) == 0
			for _, c := range twins[i].controllers {
				if frame%20 == i%20 {
					check(t, c.SetFloat("speed", speed))
					check(t, c.SetFloat("x", x))
					check(t, c.SetFloat("y", 1-x))
					check(t, c.SetBool("wave", wave))
				}
				if jump {
					check(t, c.Trigger("jump"))
				}
			}
		}
		w.update(t, 1.0/37)
		for i, c := range twins {
			if c.controllers[0].State(0) == "jump" {
				jumps++
			}
			a, b := *c.controllers[0].Component(), *c.controllers[1].Component()
			a.Graph, a.Entered, b.Graph, b.Entered = 0, 0, 0, 0
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("frame %d, character %d: the controllers differ\n%+v\n%+v", frame, i, a, b)
			}
			if !sameBits(w.animation.ModelMatrices(c.entities[0]), w.animation.ModelMatrices(c.entities[1])) {
				t.Fatalf("frame %d, character %d in state %s: the poses differ", frame, i, c.controllers[0].State(0))
			}
		}
	}
	if jumps < 100 {
		t.Errorf("%d frames of jumps", jumps)
	}
	if n := testing.AllocsPerRun(20, func() { w.update(t, 1.0/60) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// Replacing a clip by Library.SetClip changes the overrides that play it, also in their blend
// spaces.
func TestOverridesFollowSetClip(t *testing.T) {
	w := newOverrideWorld(t)
	base, err := w.builder("base", func(name string) string { return name }, "aim").Add(w.library, w.model)
	check(t, err)
	id, err := graph.Override("o", w.library.Graph(base)).Clip("jump", "flip").Clip("run", "flip").
		Add(w.library, w.model)
	check(t, err)
	g := func() *graph.Graph { return w.library.Graph(id) }
	gait := w.library.BlendSpace(g().States()[0].Motion)
	last := []blendspace.Weight{{Index: 2, Weight: 1}}
	if d := g().States()[2].Duration; d != 1 || gait.CycleDuration(last) != 1 {
		t.Fatalf("the durations are %v and %v, want 1", d, gait.CycleDuration(last))
	}
	skeleton := w.library.Skeleton(w.model.Skeleton)
	carrier, _ := skeleton.FromSource(0)
	check(t, w.library.SetClip(w.clip(t, "flip"), newClip(t, w.random, skeleton, carrier, "flip", 3)))
	gait = w.library.BlendSpace(g().States()[0].Motion)
	if d := g().States()[2].Duration; d != 3 || gait.CycleDuration(last) != 3 {
		t.Errorf("the durations are %v and %v, want 3", d, gait.CycleDuration(last))
	}
	if d := w.library.Graph(base).States()[2].Duration; d != 0.5 {
		t.Errorf("the base's jump lasts %v s, want 0.5", d)
	}
}

func TestOverrideErrors(t *testing.T) {
	w := newOverrideWorld(t)
	id, err := w.builder("base", func(name string) string { return name }, "aim").Add(w.library, w.model)
	check(t, err)
	base := w.library.Graph(id)
	before := w.library.Count()
	for name, row := range map[string]struct {
		override *graph.OverrideBuilder
		model    *assets.Model
		want     []string
		missing  bool
	}{
		"missing": {
			graph.Override("r", base).Clip("walk", "roll").Clip("run", "race"), w.robot,
			[]string{
				`graph "r": clips or masks of the base have no replacement for the skeleton "random": clip "jump", clip "sneak", clip "wave" of graph "base"`,
			},
			true,
		},
		"typo": {
			graph.Override("o", base).Clip("wlk", "sneak").Mask("uper", "arm").BlendSpace("aims",
				"aim").ReplaceClip(w.clip(t, "one"), w.clip(t, "two")), w.model,
			[]string{
				`graph "o": expected something to replace in the base, graph "base", found no blend space "aims"; did you mean "aim"?`,
				`found no clip "wlk"; did you mean "walk"?`,
				fmt.Sprintf(`found no clip with the ID %#x`, uint32(w.clip(t, "one"))),
				`found no mask "uper"; did you mean "upper"?`,
			},
			false,
		},
		"unknown": {
			graph.Override("o", base).Clip("jump", "fly"), w.model,
			[]string{`layer "body", state "jump": expected a clip of the library, found none named "fly"`},
			false,
		},
		"other": {
			graph.Override("o", base).ClipByID("jump", w.robot.Clip("hop")), w.model,
			[]string{`found "hop" for the skeleton "random"`},
			false,
		},
		"ID": {
			graph.Override("o", base).ClipByID("jump", 12345), w.model,
			[]string{"expected a clip of the library, found none with the ID 12345"},
			false,
		},
		"no base": {
			graph.Override("o", nil), w.model,
			[]string{"expected the base of the override, found nil"},
			false,
		},
		"no model": {
			graph.Override("o", base).Clip("jump", "flip"), nil,
			[]string{"model 1 of 1: expected a model with a skeleton, found nil"},
			false,
		},
		"empty name": {
			graph.Override("", base), w.model,
			[]string{"expected 1 to 128 characters in its name, found none"},
			false,
		},
		"space": {
			graph.Override("o", base).BlendSpace("aim", "aims"), w.model,
			[]string{`expected a blend space of the library, found none named "aims"`},
			false,
		},
		"mask": {
			graph.Override("o", base).Mask("upper", "lower"), w.model,
			[]string{`expected a mask of the library, found none named "lower"`},
			false,
		},
		"exit times": {
			graph.Override("o", base).Clip("jump", "still"), w.model,
			[]string{`expected an exit time that is reached, found 0.9: the state has no duration`},
			false,
		},
		"other space": {
			graph.Override("o", base).Clip("sneak", "nod"), w.model,
			[]string{`blend space "aim": sample 1`},
			false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "exit times" {
				still, err := clip.NewBuilder("still", w.library.Skeleton(w.model.Skeleton)).
					Translation(0, clip.Linear, []float32{0}, []mgl32.Vec3{{}}).Build()
				check(t, err)
				defer w.library.RemoveClip(w.library.AddClip(still))
			}
			if name == "other space" {
				skeleton := w.library.Skeleton(w.model.Skeleton)
				carrier, _ := skeleton.FromSource(0)
				nod, err := clip.MakeAdditive(newClip(t, w.random, skeleton, carrier, "nod", 1), rig.NewPose(skeleton))
				check(t, err)
				defer w.library.RemoveClip(w.library.AddClip(nod))
			}
			_, err := row.override.Add(w.library, row.model)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range row.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%v\nwant %s", err, want)
				}
			}
			if errors.Is(err, graph.ErrNoReplacement) != row.missing {
				t.Error(err)
			}
		})
	}
	if w.library.Count() != before {
		t.Errorf("failing overrides changed the library from %+v to %+v", before, w.library.Count())
	}
	if _, err := graph.Override("o", base).Build(nil); err == nil {
		t.Error("no error for a nil library")
	}
}

// An override shares the masks and blend spaces of its base that it does not change, and they live
// as long as either.
func TestOverridesShareDefinitions(t *testing.T) {
	w := newOverrideWorld(t)
	before := w.library.Count()
	base, err := w.builder("base", func(name string) string { return name }, "aim").Add(w.library, w.model)
	check(t, err)
	// the skeleton is the base's
	id, err := graph.Override("o", w.library.Graph(base)).Clip("jump", "flip").Add(w.library)
	check(t, err)
	other, g := w.library.Graph(base), w.library.Graph(id)
	if g.Layers()[1].Mask != other.Layers()[1].Mask || g.States()[0].Motion != other.States()[0].Motion ||
		g.States()[1].Motion != other.States()[1].Motion {
		t.Error("the override does not share the masks and blend spaces of its base")
	}
	if n := w.library.Count(); n.Masks != before.Masks+1 || n.Motions != before.Motions+1 || n.Graphs != 2 {
		t.Errorf("%+v, before %+v", n, before)
	}
	w.library.RemoveGraph(base)
	if w.library.Mask(g.Layers()[1].Mask) == nil || w.library.BlendSpace(g.States()[0].Motion) == nil {
		t.Error("what the override plays was removed with the base")
	}
	w.library.RemoveGraph(id)
	if w.library.Count() != before {
		t.Errorf("%+v, before %+v", w.library.Count(), before)
	}
}

// A written override is a graph of its own: it can be read without its base.
func TestOverridesAreWritten(t *testing.T) {
	w := newOverrideWorld(t)
	base, err := w.builder("base", func(name string) string { return name }, "aim").Add(w.library, w.model)
	check(t, err)
	robot := map[string]string{"walk": "roll", "run": "race", "jump": "hop", "wave": "beep", "sneak": "race"}
	g, err := graph.Override("robot", w.library.Graph(base)).Clips(robot).Build(w.library, w.robot)
	check(t, err)
	var first, second strings.Builder
	check(t, g.WriteJSON(&first))
	again, err := graph.Read(strings.NewReader(first.String()), w.library, w.robot)
	check(t, err)
	check(t, again.WriteJSON(&second))
	if first.String() != second.String() {
		t.Errorf("%s\nthen\n%s", &first, &second)
	}
	for i := range g.States() {
		if g.States()[i].Duration != again.States()[i].Duration || g.States()[i].Motion != again.States()[i].Motion {
			t.Errorf("state %d: %+v, want %+v", i, again.States()[i], g.States()[i])
		}
	}
	for i, space := range g.DefinedBlendSpaces() {
		if !reflect.DeepEqual(space, again.DefinedBlendSpaces()[i]) {
			t.Errorf("%+v, want %+v", again.DefinedBlendSpaces()[i], space)
		}
	}
}
