package systems_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// fraction returns the part of its motion at which a layer is.
func (k *richFixture) fraction(p systems.Player) float64 {
	playback := p.Playback()
	span := k.library.Motion(playback.Motion).Span
	return (playback.Time - span.Start) / span.Duration()
}

// Layers in step do not jump when the leader changes to another motion, or when a lower layer
// becomes the leader.
func TestSyncGroupKeepsItsPhase(t *testing.T) {
	for name, change := range map[string]func(k *richFixture, p systems.Player) error{
		"crossfade":        func(k *richFixture, p systems.Player) error { return p.CrossFade(k.clips[2], 0.2) },
		"cut":              func(k *richFixture, p systems.Player) error { return p.Play(k.clips[2]) },
		"blend space":      func(k *richFixture, p systems.Player) error { return p.Play(k.spaces[0]) },
		"follower changes": func(k *richFixture, p systems.Player) error { return p.Layer(3).Play(k.clips[0]) },
		"leader stops":     func(_ *richFixture, p systems.Player) error { return p.Stop(0) },
		"leader comes back": func(k *richFixture, p systems.Player) error {
			return errors.Join(p.Stop(0), p.Play(k.clips[3]))
		},
		"lower layer joins": func(k *richFixture, p systems.Player) error {
			return errors.Join(p.SetSync(0), p.Play(k.clips[3]), p.Seek(0.65), p.SetSync(1))
		},
	} {
		k := newRichFixture(t, 1)
		player := k.animation.Player(k.character(t))
		check(t, player.Play(k.clips[0]))
		check(t, player.SetSync(1))
		for i := 1; i <= 3; i++ {
			check(t, player.Layer(i).Play(k.clips[i]))
			check(t, player.Layer(i).SetSync(1))
		}
		k.update(t, 0.37)
		k.update(t, 0)
		before := k.fraction(player)
		for i := 1; i <= 3; i++ {
			if got := k.fraction(player.Layer(i)); math.Abs(got-before) > 1e-9 {
				t.Fatalf("%s: layer %d is at %v, the leader at %v", name, i, got, before)
			}
		}
		check(t, change(k, player))
		k.update(t, 0.001)
		for i := 1; i <= 3; i++ {
			if got := k.fraction(player.Layer(i)); math.Abs(got-before) > 0.01 {
				t.Errorf("%s: layer %d jumps from %v to %v", name, i, before, got)
			}
		}
	}
}

// One-shots and WithRestart begin at the start.
func TestStartingInSyncGroup(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	check(t, player.SetSync(1))
	check(t, player.Play(k.clips[0]))
	k.update(t, 0.37)
	check(t, player.CrossFade(k.clips[1], 1, systems.WithRestart()))
	if got := k.fraction(player); got != 0 {
		t.Errorf("WithRestart begins at %v", got)
	}
	k.update(t, 0.37)
	check(t, player.SetMode(assets.Hold, 0))
	check(t, player.Play(k.clips[2]))
	if got := k.fraction(player); got != 0 {
		t.Errorf("a motion in the mode Hold begins at %v", got)
	}
}

// A follower that loops without end does not finish when its leader does.
func TestEndlessFollowerDoesNotFinish(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	check(t, player.SetMode(assets.Loop, 2))
	check(t, player.Play(k.clips[0]))
	check(t, player.SetSync(1))
	check(t, player.Layer(1).Play(k.clips[1]))
	check(t, player.Layer(1).SetSync(1))
	reader := k.animation.Events().Reader()
	finished := map[uint8]int{}
	for range 100 {
		k.update(t, 0.05)
		events, _ := k.animation.Events().Read(&reader)
		for _, e := range events {
			if e.Kind == ecs.PlaybackFinished {
				finished[e.Layer]++
			}
		}
	}
	if finished[0] != 1 || finished[1] != 0 {
		t.Errorf("finished, by layer: %v, want only the leader, once", finished)
	}
}

// The event that a blend space finished names it.
func TestFinishedBlendSpaceIsNamed(t *testing.T) {
	k := newRichFixture(t, 1)
	player := k.animation.Player(k.character(t))
	check(t, player.SetMode(assets.Hold, 0))
	check(t, player.Play(k.spaces[1]))
	reader := k.animation.Events().Reader()
	k.update(t, 5)
	events, _ := k.animation.Events().Read(&reader)
	last := events[len(events)-1]
	if last.Kind != ecs.PlaybackFinished || last.Motion != k.spaces[1] || last.Clip != 0 {
		t.Errorf("the last event is %+v, want blend space %d finished", last, k.spaces[1])
	}
}

// Markers of a ping-pong blend space beyond those that a frame fires are counted as dropped.
func TestPingPongBlendSpaceCountsDroppedMarkers(t *testing.T) {
	probe.Serial(t)
	markers := func(frames int, turns float64, limit uint32) (passed uint64) {
		k := newRichFixture(t, 1)
		player := k.animation.Player(k.character(t))
		check(t, player.SetMode(assets.PingPong, limit))
		check(t, player.Play(k.stepped))
		check(t, player.SetPosition(1, 0))
		duration := k.library.Clip(k.clips[1]).Duration()
		check(t, player.SeekFraction(0.31))
		reader := k.animation.Events().Reader()
		for range frames {
			k.update(t, turns*duration/float64(frames))
			events, missed := k.animation.Events().Read(&reader)
			for _, e := range events {
				if e.Kind == ecs.MarkerPassed {
					passed++
				}
			}
			passed += missed
		}
		k.update(t, 0)
		_, missed := k.animation.Events().Read(&reader)
		return passed + missed
	}
	for _, row := range []struct {
		turns float64
		limit uint32
	}{{60.2, 0}, {64.9, 0}, {65.4, 0}, {66.2, 0}, {67.3, 0}, {1000.7, 0}, {1001.7, 0}, {1000.7, 300}, {1000.7, 301}} {
		if one, many := markers(1, row.turns, row.limit), markers(3000, row.turns, row.limit); one != many {
			t.Errorf("%v turns in one frame pass %d markers, in many frames %d", row.turns, one, many)
		}
	}
}

// A ping-pong through sync markers is at the same phase however time is divided into frames.
func TestPingPongThroughSyncMarkersIsExact(t *testing.T) {
	probe.Serial(t)
	for _, speed := range []float32{1, -1, 0.7} {
		for _, seconds := range []float64{0.5, 0.9, 1.4, 3.3, 17.9} {
			var phases [2]float64
			for i, frames := range []int{1, 1777} {
				k := newRichFixture(t, 1)
				player := k.animation.Player(k.character(t))
				check(t, player.SetMode(assets.PingPong, 0))
				check(t, player.SetSpeed(speed))
				check(t, player.Play(k.stepped))
				check(t, player.SetPosition(0.6, 0))
				check(t, player.SeekFraction(0.31))
				for range frames {
					k.update(t, seconds/float64(frames))
				}
				phases[i] = player.Playback().Time
			}
			if math.Abs(phases[0]-phases[1]) > 1e-9 {
				t.Errorf("speed %v, %v s: phase %v in one frame, %v in many", speed, seconds, phases[0], phases[1])
			}
		}
	}
}

// An exit time that was reached stays so when the direction of play changes.
func TestExitTimeStaysReached(t *testing.T) {
	for name, row := range map[string]struct {
		turn func(c systems.Controller, p systems.Player) error
		want string
	}{
		"speed parameter": {func(c systems.Controller, _ systems.Player) error {
			return c.SetFloat("pace", -1)
		}, "two"},
		"no turn": {func(systems.Controller, systems.Player) error { return nil }, "two"},
		"too early": {func(c systems.Controller, p systems.Player) error {
			return errors.Join(p.Seek(0.4), c.SetFloat("pace", -1))
		}, "one"},
	} {
		k := newRichFixture(t, 1)
		clip := k.library.AddClip(k.oneSecondClip(t))
		e, controller := k.controlled(t, graph.New("exit").Bool("may", false).Float("pace", 1).Layer("body",
			graph.State("one").MotionByID(clip).SpeedParameter("pace").To("two").WhenTrue("may").ExitTime(0.75),
			graph.State("two").MotionByID(clip).To("one").WhenFalse("may")))
		for range 7 { // to 0.875 s
			k.update(t, 0.125)
		}
		check(t, row.turn(controller, k.animation.Player(e)))
		k.update(t, 0)
		check(t, controller.SetBool("may", true))
		k.update(t, 0.01)
		if got := controller.State(0); got != row.want {
			t.Errorf("%s: the state is %q, want %q", name, got, row.want)
		}
	}
}
