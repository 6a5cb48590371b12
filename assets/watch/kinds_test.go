package watch_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/watch"
	"github.com/sinew-go/sinew/systems"
)

// told is a watcher whose files change one after the other.
type told struct {
	t       *testing.T
	library *assets.Library
	model   *assets.Model
	watcher *watch.Watcher
	folder  string
}

func newTold(t *testing.T) *told {
	t.Helper()
	w := &told{t: t, library: assets.NewLibrary(assets.Exact()), folder: t.TempDir()}
	var err error
	w.model, err = mannequin.New(w.library)
	w.check(err)
	w.watcher, err = watch.New(w.library)
	w.check(err)
	t.Cleanup(func() { w.check(w.watcher.Close()) })
	return w
}

func (w *told) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *told) path(name string) string { return filepath.Join(w.folder, name) }

// write writes a file by a rename, so that it changes at once, waits until the watcher tells of it,
// and applies it.
func (w *told) write(name, text string) error {
	w.t.Helper()
	w.check(os.WriteFile(w.path(name+"~"), []byte(text), 0o600))
	w.check(os.Rename(w.path(name+"~"), w.path(name)))
	<-w.watcher.Changed()
	taken, err := w.watcher.Apply()
	if want := err == nil; (taken == 1) != want {
		w.t.Fatalf("%s: %d files were taken over, with the error %v", name, taken, err)
	}
	return err
}

// fails writes a file that is not valid, whose error has a line, a column and a text.
func (w *told) fails(name, text, want string) {
	w.t.Helper()
	err := w.write(name, text)
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line ") ||
		!strings.Contains(err.Error(), "column ") {
		w.t.Errorf("%s: expected an error with %q and its place, found %v", name, want, err)
	}
}

// TestNextFrameTakesOver plays a graph whose file changes: the first frame after the watcher told
// plays as the file says.
func TestNextFrameTakesOver(t *testing.T) {
	w := newTold(t)
	g, err := graph.Read(strings.NewReader(document(1)), w.library, w.model)
	w.check(err)
	of, err := w.library.AddGraph(g)
	w.check(err)
	w.check(w.watcher.Graph(w.path("graph.json"), of, w.model))
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, w.library)
	w.check(err)
	entity, err := animation.Spawn(w.model, mgl32.Ident4())
	w.check(err)
	w.check(animation.Update(0))
	_, err = animation.Control(entity, of)
	w.check(err)
	const step = 1.0 / 64
	w.check(animation.Update(step))
	time := func() float64 { return animation.Player(entity).Playback().Time }
	for _, speed := range []float64{2, 0.5, 3} {
		w.check(w.write("graph.json", document(speed)))
		before := time()
		w.check(animation.Update(step))
		if got := time() - before; got != speed*step {
			t.Errorf("in the frame after the file the clip moved by %v s, want %v", got, speed*step)
		}
		w.fails("graph.json", strings.Replace(document(9), `"speed"`, `"sped"`, 1), `"sped"`)
		before = time()
		w.check(animation.Update(step))
		if got := time() - before; got != speed*step {
			t.Errorf("in the frame after a bad file the clip moved by %v s, want %v", got, speed*step)
		}
	}
}

func TestDefinitions(t *testing.T) {
	w := newTold(t)
	skeleton := w.library.Skeleton(w.model.Skeleton)
	mask, err := rig.NewMask("arms", skeleton).Joints(1, "head").Add(w.library)
	w.check(err)
	space, err := blendspace.New1D("gaits").At(1, w.model.Clip("walk")).At(3, w.model.Clip("run")).Add(w.library)
	w.check(err)
	w.check(w.watcher.Definitions(w.path("definitions.json"), w.model))
	const text = `{
		"masks": {"arms": {"root": "left_upper_arm", "weight": 0.25}},
		"blendSpaces": {"gaits": {"samples": [{"clip": "walk", "x": 1.5}, {"clip": "run", "x": 4}]}}
	}`
	is := func(weight, x float32) {
		t.Helper()
		joint, _ := skeleton.Find("left_upper_arm")
		if got := w.library.Mask(mask).Weight(joint); got != weight {
			t.Errorf("the weight in the mask is %v, want %v", got, weight)
		}
		if got := w.library.BlendSpace(space).Samples()[0].X; got != x {
			t.Errorf("the first sample is at %v, want %v", got, x)
		}
	}
	is(0, 1)
	w.check(w.write("definitions.json", text))
	is(0.25, 1.5)
	for _, row := range []struct{ old, new, want string }{
		{`"left_upper_arm"`, `"left_uper_arm"`, `"left_upper_arm"`},
		{`"walk", "x": 1.5`, `"wolk", "x": 2`, `"wolk"`},
		{"0.25", "1.25", "from 0 to 1"},
		{`"masks"`, `"mask"`, `"masks"`},
	} {
		w.fails("definitions.json", strings.Replace(text, row.old, row.new, 1), row.want)
		is(0.25, 1.5)
	}
	// The mask is valid, and becomes what it was when the blend space cannot be replaced.
	other := strings.Replace(strings.Replace(text, "0.25", "0.5", 1), "gaits", "gates", 1)
	if err := w.write("definitions.json", other); err == nil || !strings.Contains(err.Error(), `"gates"`) {
		t.Errorf("expected an error for a name that no blend space has, found %v", err)
	}
	is(0.25, 1.5)
}

func TestStacks(t *testing.T) {
	w := newTold(t)
	stack := func(name, joint string) string {
		s, err := modifier.New(name, w.library.Skeleton(w.model.Skeleton)).LookAt("look", modifier.LookAt{
			Joints: []string{joint}, Forward: [3]float32{0, 0, 1},
		}).Build()
		w.check(err)
		text, err := s.MarshalJSON()
		w.check(err)
		return string(text)
	}
	first, err := modifier.Read(strings.NewReader(stack("first", "head")), w.library.Skeleton(w.model.Skeleton))
	w.check(err)
	of, err := w.library.AddModifierStack(first)
	w.check(err)
	w.check(w.watcher.ModifierStack(w.path("stack.json"), of))
	text := stack("second", "neck_1")
	w.check(w.write("stack.json", text))
	w.fails("stack.json", strings.Replace(text, `"neck_1"`, `"nek_1"`, 1), `"neck_1"`)
	w.fails("stack.json", strings.Replace(text, `"joints"`, `"joint"`, 1), `"joints"`)
	if got := w.library.ModifierStack(of).Name(); got != "second" {
		t.Errorf("after bad files the stack is %q", got)
	}
}

func TestRagdolls(t *testing.T) {
	w := newTold(t)
	definition, err := ragdoll.Propose(w.library, w.model, ragdoll.Options{})
	w.check(err)
	data, err := ragdoll.JSON(definition)
	w.check(err)
	var taken *ragdoll.Definition
	w.check(w.watcher.Ragdoll(w.path("ragdoll.json"), definition.Skeleton, func(d *ragdoll.Definition) error {
		taken = d
		return nil
	}))
	w.check(w.write("ragdoll.json", string(data)))
	if taken == nil || len(taken.Bodies) != len(definition.Bodies) {
		t.Fatalf("the ragdoll is %v", taken)
	}
	w.fails("ragdoll.json", strings.Replace(string(data), `"radius"`, `"radios"`, 1), `"radios"`)
}

func TestDatabases(t *testing.T) {
	w := newTold(t)
	skeleton := w.library.Skeleton(w.model.Skeleton)
	database := func(tags ...string) *matching.Builder {
		walk := w.model.Clip("walk")
		return matching.NewBuilder("walks", skeleton).Clip(walk, w.library.Clip(walk), tags...).
			Position("left_foot", 1)
	}
	of, err := database().Add(w.library)
	w.check(err)
	w.check(w.watcher.Database(w.path("database.json"), of))
	next, err := database("slow").Build(w.library)
	w.check(err)
	var out bytes.Buffer
	w.check(next.WriteJSON(&out, w.library))
	w.check(w.write("database.json", out.String()))
	if got := w.library.Motion(of).Motion.(*matching.Database).TagNames(1); len(got) != 1 || got[0] != "slow" {
		t.Errorf("the tags are %q", got)
	}
	w.fails("database.json", strings.Replace(out.String(), `"features"`, `"featurs"`, 1), `"featurs"`)
}
