package rewind_test

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stage is a world with a character on a tape.
type stage struct {
	world     ecs.World
	library   *assets.Library
	model     *assets.Model
	animation *systems.Animation
	session   *rollback.Session
	guard     ecs.Entity
	tape      *rewind.Tape
}

func newStage(t testing.TB, options rewind.Options) *stage {
	t.Helper()
	s := &stage{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	var err error
	s.model, err = mannequin.New(s.library)
	check(t, err)
	_, err = graph.New("moves").Trigger("jump").Float("speed", 0).Layer("base",
		graph.State("walk").Clip("walk").To("run").When("speed", ">", 3).Fade(0.2),
		graph.State("run").Clip("run").EnterEvent("hurry").To("walk").When("speed", "<", 3).Fade(0.2),
	).Add(s.library, s.model)
	check(t, err)
	s.animation, err = systems.NewAnimation(&s.world, s.library, systems.WithWorkers(1))
	check(t, err)
	t.Cleanup(s.animation.Close)
	s.session, err = rollback.NewSession(s.animation)
	check(t, err)
	s.guard, err = s.animation.Spawn(s.model, mgl32.Ident4())
	check(t, err)
	check(t, s.animation.Player(s.guard).Play(s.model.Clip("walk")))
	s.tape, err = rewind.New(s.session, options)
	check(t, err)
	return s
}

func (s *stage) transform() *mgl32.Mat4 {
	transforms := generic.NewMap1[components.Transform](&s.world)
	return &transforms.Get(s.guard).Matrix
}

func (s *stage) run(t testing.TB, frames int) {
	t.Helper()
	for range frames {
		check(t, s.tape.Run(nil, 1.0/60))
	}
}

// Each assertion is true where it is, and else fails at the frame, with the value, that break it.
func TestAssertions(t *testing.T) {
	s := newStage(t, rewind.Options{})
	moves, err := s.library.FindGraph("moves")
	check(t, err)
	control, err := s.animation.Control(s.guard, moves)
	check(t, err)
	s.run(t, 20)
	check(t, control.SetFloat("speed", 5))
	s.run(t, 40)
	g := s.guard
	far := mgl32.Vec3{100, 0, 0}
	heads := map[int]float64{}
	check(t, s.tape.Look(1, 60, func(frame int) error {
		head, err := s.animation.JointWorld(g, "head")
		heads[frame] = float64(head.Col(3).Vec3().Sub(far).Len())
		return err
	}))
	for _, row := range []struct {
		assertion rewind.Assertion
		frame     int // of the failure, 0 for none
		found     string
	}{
		{rewind.Never(rewind.Distance(g, "head", far).Below(98)), 0, ""},
		{rewind.Always(rewind.Distance(g, "head", far).Below(98)), 1, "100.0"},
		{rewind.Always(rewind.Parameter(g, "speed").Below(4)), 21, "found 5"},
		{rewind.Never(rewind.Parameter(g, "speed").Above(4)), 21, "expected not above 4, found 5"},
		{rewind.Eventually(rewind.Parameter(g, "speed").Above(4)), 0, ""},
		{rewind.Eventually(rewind.Parameter(g, "speed").Above(4)).Within(0.35), 0, ""},
		{rewind.Eventually(rewind.Parameter(g, "speed").Above(4)).Within(0.34), 21, "found 5"},
		{rewind.Eventually(rewind.Parameter(g, "speed").Above(6)), 60, "found 5"},
		{rewind.Never(rewind.InState(g, "run")), 21, `found ["run"]`},
		{rewind.Always(rewind.InState(g, "walk")), 21, `expected "walk", found ["run"]`},
		{rewind.Eventually(rewind.InState(g, "run")).Within(0.35), 0, ""},
		{rewind.Never(rewind.Playing(g, "run")), 21, `expected anything but "run"`},
		{rewind.Eventually(rewind.Playing(g, "jump")), 60, `found ["run"]`},
		{rewind.Never(rewind.Happened(g, "state entered")), 1, "state entered"},
		{rewind.Never(rewind.Happened(g, "run")), 21, "state entered"},
		{rewind.Never(rewind.Happened(g, "hurry")), 21, "hurry"},
		{rewind.Eventually(rewind.Happened(g, "playback finished")), 60, "found nothing"},
		{rewind.Always(rewind.Weight(g, 0).Above(0.5)), 0, ""},
		{rewind.Always(rewind.Weight(g, 1).Above(0.5)), 1, "found none"},
		{rewind.Never(rewind.Speed(g, "head").Above(50)), 0, ""},
		{rewind.Always(rewind.Speed(g, "head").Below(50)), 1, "found none"}, // no frame before the first
		{rewind.Never(rewind.Slide(g, 0.12, "left_foot", "right_foot").Above(3)), 0, ""},
		{rewind.Eventually(rewind.Slide(g, 0.12, "left_foot", "right_foot").Above(0.05)), 0, ""}, // it steps in place
		{rewind.Always(rewind.Value("half", func() float64 { return 0.5 }).Below(1)), 0, ""},
		{rewind.Always(rewind.Value("none", func() float64 { return math.NaN() }).Below(1)), 1, "found none"},
	} {
		err := s.tape.Check(row.assertion)
		var f *rewind.Failure
		switch {
		case row.frame == 0 && err != nil:
			t.Errorf("%v: %v", row.assertion, err)
		case row.frame > 0 && (!errors.As(err, &f) || f.Frame != row.frame || !strings.Contains(err.Error(), row.found)):
			t.Errorf("%v: expected a failure at frame %d with %q, found %v", row.assertion, row.frame, row.found, err)
		case f != nil && f.Seconds != s.tape.Seconds(row.frame):
			t.Errorf("%v: the failure is at %v s", row.assertion, f.Seconds)
		}
	}
	// The measure is the one of the frame.
	check(t, s.tape.Check(rewind.Always(rewind.Distance(g, "head", far).Above(heads[1]-5))))
	if s.tape.Now() != 60 {
		t.Errorf("the world shows frame %d", s.tape.Now())
	}
	for _, row := range []struct {
		assertion rewind.Assertion
		text      string
	}{
		{rewind.Never(rewind.Distance(g, "haed", far).Below(1)), `did you mean "head"?`},
		{rewind.Never(rewind.Parameter(g, "sped").Below(1)), `did you mean "speed"?`},
		{rewind.Never(rewind.InState(g, "rum")), `did you mean "run"?`},
		{rewind.Never(rewind.Playing(g, "jum")), `did you mean "jump"?`},
		{rewind.Never(rewind.Happened(g, "state enterd")), `did you mean "state entered"`},
		{rewind.Never(rewind.Morph(g, "smile").Above(1)), `has no morph target "smile"`},
		{rewind.Never(rewind.Condition{}), "found none"},
		{rewind.Never(rewind.Measure{}.Above(1)), "found none"},
	} {
		if err := s.tape.Check(row.assertion); err == nil || !strings.Contains(err.Error(), row.text) {
			t.Errorf("%v: expected an error with %q, found %v", row.assertion, row.text, err)
		}
	}
	none := ecs.Entity{} // never a character
	check(t, s.tape.Check(rewind.Never(rewind.Speed(none, "head").Above(0)), rewind.Never(rewind.Playing(none, "run"))))
	if err := s.tape.Check(rewind.Always(rewind.Distance(none, "head", far).Above(0))); err == nil {
		t.Error("an entity that is no character has a joint in all frames")
	}
}

// Measures that read one value have those that Explain tells, to the digit.
func TestMeasuresAgreeWithExplain(t *testing.T) {
	s := newStage(t, rewind.Options{})
	g := s.guard
	moves, err := s.library.FindGraph("moves")
	check(t, err)
	control, err := s.animation.Control(g, moves)
	check(t, err)
	check(t, control.SetFloat("speed", 0.1))
	layer := s.animation.Player(g).Layer(1)
	check(t, layer.Overlay(s.model.Clip("jump"), systems.WholeBody, 0))
	check(t, layer.FadeWeight(0.3, 0))
	s.run(t, 5)
	c := s.animation.Explain(g)
	weight, speed, jump := c.Layers[1].Weight, c.Control.Parameters[1].Value, c.Control.Parameters[0].Value
	if weight != 0.3 || speed != 0.1 || jump != 0 {
		t.Fatalf("expected the weight 0.3, the speed 0.1 and no jump, found %v, %v and %v", weight, speed, jump)
	}
	for _, m := range []struct {
		measure rewind.Measure
		value   float64
	}{
		{rewind.Weight(g, 1), 0.3},
		{rewind.Weight(g, 0), 1},
		{rewind.Parameter(g, "speed"), 0.1},
		{rewind.Parameter(g, "jump"), 0},
	} {
		check(t, s.tape.Check(rewind.Never(m.measure.Above(m.value)), rewind.Never(m.measure.Below(m.value))))
	}
	check(t, s.tape.Check(rewind.Always(rewind.Playing(g, c.Layers[1].Plays[0].Motion)),
		rewind.Always(rewind.Playing(g, c.Layers[0].Plays[0].Motion))))
	for _, m := range []rewind.Measure{rewind.Weight(g, 1), rewind.Parameter(g, "speed"), rewind.Weight(g, 2)} {
		if err := s.tape.Check(rewind.Always(m.Above(0.5))); err == nil {
			t.Error("expected a value that is missing or too low to fail")
		}
	}
}

// A slide is measured from where the foot stood first: none where a foot stands, and more than the step
// where the character is pushed. The step in which it comes down does not count, and another one is known in
// the frame after it, as FeetStand of package animtest measures a take of the same frames.
func TestSlide(t *testing.T) {
	for _, push := range []float32{0, 0.01} {
		s := newStage(t, rewind.Options{})
		check(t, s.animation.Player(s.guard).Play(s.model.Clip("idle")))
		for range 30 {
			s.transform()[12] += push
			s.run(t, 1)
		}
		err := s.tape.Check(rewind.Never(rewind.Slide(s.guard, 0.12, "left_foot", "right_foot").Above(0.02)))
		if push == 0 {
			check(t, err)
			continue
		}
		var f *rewind.Failure
		if !errors.As(err, &f) || f.Frame < 5 || f.Frame > 6 || !strings.Contains(f.Found, "_foot") {
			t.Errorf("pushed: %v", err)
		}
	}
}

// A morph target is measured as the character shows it.
func TestMorphMeasure(t *testing.T) {
	s := newStage(t, rewind.Options{})
	face := handmade.ExampleFace(s.library)
	e, err := s.animation.Spawn(face, mgl32.Ident4())
	check(t, err)
	s.run(t, 5)
	check(t, s.animation.SetMorph(e, "blink", 0.75))
	s.run(t, 5)
	var f *rewind.Failure
	if err := s.tape.Check(rewind.Never(rewind.Morph(e, "blink").Above(0.5))); !errors.As(err, &f) || f.Frame != 6 ||
		f.Found != "0.75" {
		t.Errorf("blink: %v", err)
	}
	check(t, s.tape.Check(rewind.Always(rewind.Morph(e, "oh").Below(0.5))))
}

// The frames of a failure are in a file of the folder, whose note tells what failed, and which plays.
func TestFailuresKeepTheFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "failures")
	s := newStage(t, rewind.Options{Folder: folder, Contents: rewind.Contents{Note: "of a test"}})
	s.run(t, 10)
	check(t, s.tape.Check(rewind.Never(rewind.Playing(s.guard, "run"))))
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without a failure: %v", err)
	}
	err := s.tape.Check(rewind.Never(rewind.Playing(s.guard, "walk")), rewind.Always(rewind.Playing(s.guard, "walk")),
		rewind.Eventually(rewind.Playing(s.guard, "run")))
	var f *rewind.Failure
	if !errors.As(err, &f) || f.File == "" || strings.Count(err.Error(), f.File) != 2 {
		t.Fatalf("expected two failures with a file, found %v", err)
	}
	kept, err := os.Open(f.File)
	check(t, err)
	defer kept.Close()
	file, err := rewind.Open(kept)
	check(t, err)
	if !strings.HasPrefix(file.Note, "of a test\nframe 1, 0.017 s: never entity 1 plays \"walk\": expected anything but") ||
		file.Frames != 10 || file.NeedsStep {
		t.Errorf("found %q, %d frames", file.Note, file.Frames)
	}
	other := newStage(t, rewind.Options{})
	tape, err := file.Play(other.session, rewind.Options{})
	check(t, err)
	if _, newest := tape.Frames(); newest != 10 {
		t.Errorf("it has %d frames", newest)
	}
}
