package systems_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// The current states of a graph decide the sync groups of its layers.
func TestStatesPutTheirLayersIntoSyncGroups(t *testing.T) {
	if components.MaxSync != graph.MaxSyncGroup {
		t.Fatalf("components have %d sync groups, graphs %d", components.MaxSync, graph.MaxSyncGroup)
	}
	f := newRichFixture(t, 1)
	long, short := f.clips[2], f.clips[0]
	e, controller := f.controlled(t, graph.New("steps").Bool("alone", false).
		Layer("legs", graph.State("run").MotionByID(long).SyncGroup(3)).
		Layer("arms",
			graph.State("swing").MotionByID(short).Speed(0.3).SyncGroup(3).To("wave").WhenTrue("alone"),
			graph.State("wave").MotionByID(short).Speed(0.3).To("swing").WhenFalse("alone").Offset(0.5)).
		Layer("head",
			graph.State("nod").MotionByID(short).To("shake").WhenTrue("alone"),
			graph.State("shake").MotionByID(short).To("nod").WhenFalse("alone")))
	player := f.animation.Player(e)
	fraction := func(id assets.ClipID, p components.Playback) float64 {
		c := f.library.Clip(id)
		return (p.Time - c.Start()) / c.Duration()
	}
	for frame := range 120 {
		alone := frame/30%2 == 1
		check(t, controller.SetBool("alone", alone))
		f.animation.Update(1.0 / 60)
		legs, arms := player.Component(), player.Layer(1).LayerComponent()
		group := uint8(3)
		if alone {
			group = 0
		}
		if legs.Sync != 3 || arms.Sync != group {
			t.Fatalf("frame %d: sync groups %d and %d, want 3 and %d", frame, legs.Sync, arms.Sync, group)
		}
		a, b := fraction(long, legs.Playback), fraction(short, arms.Playback)
		if frame%30 == 20 {
			// Also in a group that the program chose, until the next state has one.
			check(t, player.Layer(2).SetSync(3))
		}
		if head := player.Layer(2).LayerComponent(); frame > 20 && head.Sync != 3 {
			t.Fatalf("frame %d: the head's sync group is %d, want 3 as set by the program", frame, head.Sync)
		}
		if together := math.Abs(a-b) < 1e-9; together == alone && frame%30 > 5 {
			t.Fatalf("frame %d: the legs are at %v and the arms at %v", frame, a, b)
		}
	}
}

// A state that follows reaches its exit times by the loops of its leader, in whichever direction
// the two play, and at whatever speed it would play alone.
func TestFollowersReachExitTimes(t *testing.T) {
	const frame = 1.0 / 64
	for _, row := range []struct {
		name            string
		leader, speed   float32 // a leader's loop takes a second at speed 1
		mode, own       assets.PlayMode
		exit            float32
		first, last     int // the frames in which the state may be left
		finishes, stays bool
	}{
		{name: "forward", leader: 1, speed: 1, exit: 1, first: 64, last: 66},
		{name: "forward, 2.5 loops", leader: 1, speed: 1, exit: 2.5, first: 160, last: 162},
		{name: "backward", leader: -1, speed: -1, exit: 1, first: 64, last: 66},
		{name: "backward, 2.5 loops", leader: -1, speed: -1, exit: 2.5, first: 160, last: 162},
		{name: "backward after a leader that plays forward", leader: 1, speed: -0.3, exit: 2.5, first: 160, last: 162},
		{name: "forward after a leader that plays backward", leader: -1, speed: 0.3, exit: 2.5, first: 160, last: 162},
		{name: "a fast leader", leader: 2, speed: 0.1, exit: 2.5, first: 80, last: 82},
		{name: "a fraction", leader: 1, speed: 0.01, exit: 0.75, first: 48, last: 50},
		{name: "after a ping-pong", leader: 1, speed: 1, mode: assets.PingPong, exit: 2.5, first: 160, last: 162},
		{
			name: "a ping-pong after a ping-pong", leader: -1, speed: 1, mode: assets.PingPong, own: assets.PingPong,
			exit: 2.5, first: 160, last: 162,
		},
		{name: "a ping-pong after a loop", leader: 1, speed: 1, own: assets.PingPong, exit: 2.5, first: 160, last: 162},
		{name: "a one-shot", leader: 1, speed: 1, own: assets.Hold, exit: 1, first: 64, last: 66, finishes: true},
		{name: "a leader that ends", leader: 1, speed: 1, mode: assets.Hold, exit: 1, first: 64, last: 66},
		{name: "a leader that ends too early", leader: 1, speed: 1, mode: assets.Hold, exit: 1.1, stays: true},
	} {
		if row.mode != assets.Hold && row.mode != assets.PingPong {
			row.mode = assets.Loop
		}
		if row.own != assets.Hold && row.own != assets.PingPong {
			row.own = assets.Loop
		}
		f := newRichFixture(t, 1)
		second, other := f.library.AddClip(f.oneSecondClip(t)), f.clips[2]
		e, controller := f.controlled(t, graph.New("steps").
			Layer("legs", graph.State("run").MotionByID(second).Speed(row.leader).PlayMode(row.mode).SyncGroup(1)).
			Layer("arms",
				graph.State("swing").MotionByID(other).Speed(row.speed).PlayMode(row.own).SyncGroup(1).To("rest").
					ExitTime(float64(row.exit)),
				graph.State("rest")))
		reader := f.animation.Events().Reader()
		left, finished := 0, false
		for n := 1; n <= 400 && left == 0; n++ {
			check(t, f.animation.Update(frame))
			events, _ := f.animation.Events().Read(&reader)
			for _, event := range events {
				finished = finished || event.Kind == ecs.PlaybackFinished && event.Layer == 1
			}
			if controller.State(1) == "rest" {
				left = n
			}
		}
		if row.stays != (left == 0) || left != 0 && (left < row.first || left > row.last) {
			t.Errorf("%s: left in frame %d, want %d to %d: %+v", row.name, left, row.first, row.last,
				f.animation.Player(e).Layer(1).Playback())
		}
		if finished != row.finishes {
			t.Errorf("%s: finished: %v", row.name, finished)
		}
	}
}

// A follower with a loop limit finishes at the end of its last loop, whatever its leader does then.
func TestFollowerFinishesByItsOwnLimit(t *testing.T) {
	for _, speed := range []float32{1, -1} {
		f := newRichFixture(t, 1)
		e := f.character(t)
		player := f.animation.Player(e)
		check(t, player.SetSpeed(speed))
		check(t, player.Play(f.library.AddClip(f.oneSecondClip(t))))
		check(t, player.SetSync(2))
		arm := player.Layer(1)
		check(t, arm.SetSpeed(speed))
		check(t, arm.SetMode(assets.Loop, 2))
		check(t, arm.Play(f.clips[2]))
		check(t, arm.SetSync(2))
		c := f.library.Clip(f.clips[2])
		end := c.End()
		if speed < 0 {
			end = c.Start()
		}
		for n := 1; n < 300; n++ {
			f.update(t, 1.0/64)
			p := arm.Playback()
			if over := n >= 128; p.Finished != over || over && (p.Time != end || p.LoopsDone != 2) ||
				!over && int(p.LoopsDone) != n/64 {
				t.Fatalf("speed %v, frame %d: %+v, want it finished at %v from frame 128 on", speed, n, *p, end)
			}
		}
	}
}

// A state that enters a sync group begins at the group's phase, whether it leads or follows, so
// that nobody in the group jumps. A one-shot and a state that restarts begin at their starts.
func TestStatesEnterAtThePhaseOfTheirSyncGroup(t *testing.T) {
	f := newRichFixture(t, 1)
	a, b, c := f.clips[0], f.clips[1], f.clips[2]
	leg := func(name string, clip assets.ClipID, group uint8) *graph.StateBuilder {
		return graph.State(name).MotionByID(clip).Speed(0.2).SyncGroup(group)
	}
	e, controller := f.controlled(t, graph.New("steps").Trigger("walk").Trigger("run").Trigger("stand").Trigger("jump").
		Trigger("swing").Trigger("point").
		Layer("legs",
			leg("walk", a, 1), leg("run", b, 1), leg("stand", c, 0), leg("jump", c, 1).PlayMode(assets.Hold),
			graph.AnyState().To("walk").WhenTriggered("walk").Fade(0.1).Offset(0.5).Restart(),
			graph.AnyState().To("run").WhenTriggered("run"),
			graph.AnyState().To("stand").WhenTriggered("stand"),
			graph.AnyState().To("jump").WhenTriggered("jump")).
		Layer("arms",
			leg("point", b, 0), leg("swing", c, 1),
			graph.AnyState().To("swing").WhenTriggered("swing").Fade(0.1).Offset(0.3),
			graph.AnyState().To("point").WhenTriggered("point")))
	player := f.animation.Player(e)
	const step = 1.0 / 64
	f.update(t, 0)
	want := 0.0 // the phase of the group
	for _, row := range []struct {
		triggers []string
		leader   int
		to       float64 // the phase that the group jumps to, or -1
	}{
		{nil, 0, -1},
		{[]string{"run"}, 0, -1},   // the leader enters another state
		{[]string{"swing"}, 0, -1}, // a follower enters
		{[]string{"stand"}, 1, -1}, // the leader leaves, the follower leads
		{[]string{"walk"}, 0, -1},  // a leader enters below one that leads
		{[]string{"run", "point"}, 0, -1},
		{[]string{"walk", "swing"}, 0, -1}, // both enter at once
		{[]string{"walk"}, 0, 0.5},         // restarts
		{[]string{"jump"}, 0, 0},           // a one-shot
		{[]string{"run"}, 0, -1},
	} {
		for _, trigger := range row.triggers {
			check(t, controller.Trigger(trigger))
		}
		if row.to >= 0 {
			want = row.to
		}
		for n := range 23 {
			f.update(t, step)
			leader := player
			if row.leader == 1 {
				leader = player.Layer(1)
			}
			want += step * 0.2 / f.library.Clip(leader.Playback().Motion).Duration()
			want -= math.Floor(want)
			for i := range 2 {
				group := player.Component().Sync
				if i == 1 {
					group = player.Layer(1).LayerComponent().Sync
				}
				distance := math.Abs(f.fraction(player.Layer(i)) - want)
				if group == 1 && min(distance, 1-distance) > 1e-6 {
					t.Fatalf("%v, frame %d: layer %d (%s) is at %v, want the phase %v", row.triggers, n, i,
						controller.State(i), f.fraction(player.Layer(i)), want)
				}
			}
		}
	}
}
