package systems_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
)

// The current states of a graph decide the sync groups of its layers.
func TestStatesPutTheirLayersIntoSyncGroups(t *testing.T) {
	if components.MaxSync != graph.MaxSyncGroup {
		t.Fatalf("components have %d sync groups, graphs %d", components.MaxSync, graph.MaxSyncGroup)
	}
	f := newRichFixture(t, 1)
	long, short := f.clips[2], f.clips[0]
	e, controller := f.controlled(t, graph.New("steps").Bool("alone", false).
		Layer("legs", graph.State("run").ClipByID(long).SyncGroup(3)).
		Layer("arms",
			graph.State("swing").ClipByID(short).Speed(0.3).SyncGroup(3).To("wave").WhenTrue("alone"),
			graph.State("wave").ClipByID(short).Speed(0.3).To("swing").WhenFalse("alone").Offset(0.5)).
		Layer("head",
			graph.State("nod").ClipByID(short).To("shake").WhenTrue("alone"),
			graph.State("shake").ClipByID(short).To("nod").WhenFalse("alone")))
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
