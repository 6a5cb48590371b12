package systems_test

import (
	"fmt"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// controlled creates a character that is controlled by a graph.
func (k *richFixture) controlled(t *testing.T, b *graph.Builder) (ecs.Entity, systems.Controller) {
	t.Helper()
	graph, err := b.Build(k.library, k.model)
	check(t, err)
	id, err := k.library.AddGraph(graph)
	check(t, err)
	e := k.character(t)
	controller, err := k.animation.Control(e, id)
	check(t, err)
	return e, controller
}

// The clip lasts a second and a frame an eighth, so that frame n ends at n/8 s. A transition is
// taken in the frame after the one that reaches its exit time.
func TestExitTimes(t *testing.T) {
	for _, row := range []struct {
		name  string
		exit  float64
		set   int // the frame before which the condition becomes true
		speed float32
		mode  assets.PlayMode
		want  int // the first frame in the other state
	}{
		{"three quarters", 0.75, 0, 1, assets.Loop, 7},
		{"at the end", 1, 0, 1, assets.Loop, 9},
		{"two and a half loops", 2.5, 0, 1, assets.Loop, 21},
		{"already reached in an earlier loop", 0.75, 11, 1, assets.Loop, 11},
		{"not before the condition", 0.25, 6, 1, assets.Loop, 6},
		{"at the start", 0, 0, 1, assets.Loop, 2},
		{"backward", 0.75, 0, -1, assets.Loop, 7},
		{"twice as fast", 0.75, 0, 2, assets.Loop, 4},
		{"forward and back are two loops", 1.5, 0, 1, assets.PingPong, 13},
		{"held at the end", 1, 14, 1, assets.Hold, 14},
		{"finished in mode Once", 1, 14, 1, assets.Once, 14},
	} {
		t.Run(row.name, func(t *testing.T) {
			k := newRichFixture(t, 1)
			clip := k.library.AddClip(k.oneSecondClip(t))
			_, controller := k.controlled(t, graph.New("exit").Bool("may", row.set == 0).Layer("body",
				graph.State("one").MotionByID(clip).Speed(row.speed).PlayMode(row.mode).To("two").WhenTrue("may").
					ExitTime(row.exit),
				graph.State("two").MotionByID(clip).To("one").WhenFalse("may")))
			for frame := 1; frame <= row.want; frame++ {
				if frame == row.set {
					check(t, controller.SetBool("may", true))
				}
				k.update(t, 0.125)
				want := "one"
				if frame == row.want {
					want = "two"
				}
				if got := controller.State(0); got != want {
					t.Fatalf("in state %q in frame %d, want %q", got, frame, want)
				}
			}
		})
	}
}

// oneSecondClip creates a clip of exactly one second.
func (k *richFixture) oneSecondClip(t *testing.T) *assets.Clip {
	t.Helper()
	clip, err := clip.NewBuilder("second", k.skeleton).Marker(clip.Marker{Name: "middle", Time: 0.5}).
		Rotation(0, clip.Linear, []float32{0, 1}, quats(2)).Build()
	check(t, err)
	return clip
}

func TestTransitionOffset(t *testing.T) {
	k := newRichFixture(t, 1)
	clip := k.library.AddClip(k.oneSecondClip(t))
	e, controller := k.controlled(t, graph.New("offset").Trigger("go").Layer("body",
		graph.State("one").MotionByID(clip).To("two").WhenTriggered("go").Offset(0.5),
		graph.State("two").MotionByID(clip).To("one").ExitTime(0.75)))
	k.update(t, 0)
	check(t, controller.Trigger("go"))
	k.update(t, 0.125)
	if time := k.animation.Player(e).Playback().Time; controller.State(0) != "two" || time != 0.625 {
		t.Fatalf("state %q at %v s", controller.State(0), time)
	}
	k.update(t, 0.125)
	k.update(t, 0.125)
	if controller.State(0) != "one" {
		t.Errorf("in %q, want one", controller.State(0))
	}
}

func TestOneTransitionPerFrame(t *testing.T) {
	k := newRichFixture(t, 1)
	_, controller := k.controlled(t, graph.New("chain").Trigger("a").Trigger("b").Layer("body",
		graph.State("one").To("two").WhenTriggered("a"),
		graph.State("two").To("three").WhenTriggered("b"),
		graph.State("three").To("one").WhenTriggered("a")))
	k.update(t, 0.1)
	check(t, controller.Trigger("b")) // stays set until a transition asks for it
	k.update(t, 0.1)
	check(t, controller.Trigger("a"))
	var path []string
	for range 4 {
		k.update(t, 0.1)
		path = append(path, controller.State(0))
	}
	if got := fmt.Sprint(path); got != "[two three three three]" {
		t.Errorf("states %s", got)
	}
	check(t, controller.Trigger("a"))
	check(t, controller.ResetTrigger("a"))
	k.update(t, 0.1)
	if controller.State(0) != "three" {
		t.Error("a released trigger was consumed")
	}
}

// If several layers ask for the same trigger, the lowest one consumes it.
func TestTriggerIsConsumedOnce(t *testing.T) {
	k := newRichFixture(t, 1)
	layer := func() []graph.Member {
		return []graph.Member{
			graph.State("one").To("two").WhenTriggered("go"),
			graph.State("two").To("one").WhenTriggered("go"),
		}
	}
	_, controller := k.controlled(t, graph.New("layers").Trigger("go").Layer("lower", layer()...).Layer("upper",
		layer()...))
	k.update(t, 0.1)
	check(t, controller.Trigger("go"))
	k.update(t, 0.1)
	if controller.State(0) != "two" || controller.State(1) != "one" {
		t.Errorf("states %q and %q", controller.State(0), controller.State(1))
	}
}

// A controller takes transitions while its player is paused, and the crossfade waits.
func TestControllerRunsWhilePaused(t *testing.T) {
	k := newRichFixture(t, 1)
	e, controller := k.controlled(t, graph.New("pause").Trigger("go").Layer("body",
		graph.State("one").MotionByID(k.clips[0]).To("two").WhenTriggered("go").Fade(0.25), graph.State("two").
			MotionByID(k.clips[1]).To("one").WhenTriggered("go")))
	k.update(t, 0.1)
	player := k.animation.Player(e)
	check(t, player.Pause())
	check(t, controller.Trigger("go"))
	k.update(t, 0.5)
	if blend := player.Blend(); controller.State(0) != "two" || blend.Count != 1 || blend.Elapsed != 0 {
		t.Errorf("state %q, crossfade at %v s", controller.State(0), blend.Elapsed)
	}
}

// When the graph is removed, the character stays in its state. Another graph starts from its entry
// states.
func TestRemovedAndReplacedGraphs(t *testing.T) {
	k := newRichFixture(t, 1)
	e, controller := k.controlled(t, graph.New("first").Layer("body", graph.State("one").MotionByID(k.clips[1])))
	k.update(t, 0.25)
	k.library.RemoveGraph(controller.Component().Graph)
	k.update(t, 0.25)
	if p := k.animation.Player(e).Playback(); p.Motion != k.clips[1] ||
		p.Time != k.library.Clip(k.clips[1]).Start()+0.5 {
		t.Errorf("the playback is %+v", *p)
	}
	next, err := graph.New("second").Layer("body", graph.State("other").MotionByID(k.clips[2])).
		Build(k.library, k.model)
	check(t, err)
	controller.Component().Graph, err = k.library.AddGraph(next)
	check(t, err)
	k.update(t, 0.25)
	if p := k.animation.Player(e).Playback(); p.Motion != k.clips[2] || controller.State(0) != "other" {
		t.Errorf("state %q, playback %+v", controller.State(0), *p)
	}
}

// The events of states have paths and texts until the graph is removed.
func TestStateEvents(t *testing.T) {
	k := newRichFixture(t, 1)
	_, controller := k.controlled(t, graph.New("events").Trigger("go").Layer("body",
		graph.State("one").ExitEvent("bye").To("in/two").WhenTriggered("go"),
		graph.State("in").Machine(graph.State("two").EnterEvent("hello").To("one").WhenTriggered("go"))).
		Layer("other", graph.State("alone")))
	reader := k.animation.Events().Reader()
	var got []string
	readEvents := func() {
		events, _ := k.animation.Events().Read(&reader)
		for i := range events {
			path, ok := events[i].StatePath(k.library)
			text, named := events[i].StateText(k.library)
			got = append(got, fmt.Sprintf("%d %v %s %v %q %v", events[i].Layer, events[i].Kind, path, ok, text, named))
		}
	}
	k.update(t, 0.1)
	readEvents()
	check(t, controller.Trigger("go"))
	k.update(t, 0.1)
	readEvents()
	want := []string{
		`0 state entered one true "" false`, `1 state entered alone true "" false`,
		`0 state exited one true "bye" true`, `0 state entered in/two true "hello" true`,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	check(t, controller.Trigger("go"))
	k.update(t, 0.1)
	k.library.RemoveGraph(controller.Component().Graph)
	got = nil
	readEvents()
	if len(got) != 2 || got[0] != `0 state exited  false "" false` {
		t.Errorf("after the graph was removed: %q", got)
	}
	for _, e := range []ecs.Event{
		{},
		{Kind: ecs.MarkerPassed},
		{Kind: ecs.StateEntered, State: -1},
		{Kind: ecs.StateExited, State: 1 << 20},
	} {
		if _, ok := e.StatePath(k.library); ok {
			t.Errorf("%+v has a state path", e)
		}
	}
}

// Without a BlendState every transition is a cut.
func TestControllerWithoutBlendStateCuts(t *testing.T) {
	k := newRichFixture(t, 1)
	e, controller := k.controlled(t, graph.New("cut").Trigger("go").Layer("body",
		graph.State("one").MotionByID(k.clips[0]).To("two").WhenTriggered("go").Fade(1), graph.State("two").
			MotionByID(k.clips[1]).To("one").WhenTriggered("go").Fade(1)))
	k.removeBlend(e)
	k.update(t, 0.1)
	for _, want := range []string{"two", "one", "two"} {
		check(t, controller.Trigger("go"))
		k.update(t, 0.1)
		if controller.State(0) != want {
			t.Errorf("in %q, want %q", controller.State(0), want)
		}
	}
	if k.animation.Player(e).Blend() != nil {
		t.Error("the character has a BlendState")
	}
}
