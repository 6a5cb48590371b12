package crowd_test

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/crowd"
	"github.com/sinew-go/sinew/systems/rollback"
)

// held reads the events of playbacks that are held and released, and checks that each is told once,
// in order.
func (a *away) held(t *testing.T, when string, from *ecs.EventReader, want ...ecs.Event) {
	t.Helper()
	events, missed := a.animation.Events().Read(from)
	if missed != 0 || len(events) != len(want) {
		t.Errorf("%s: expected %d events, found %+v and %d missed", when, len(want), events, missed)
		return
	}
	for i, event := range events {
		if event != want[i] {
			t.Errorf("%s: expected the event %+v, found %+v", when, want[i], event)
		}
	}
}

// A member that waits for a clip is told of once, and once more when the clip has come; so is one
// whose layer waits. A restored snapshot has the events and what they told, whatever came since.
func TestMembersTellThatTheyWait(t *testing.T) {
	a := newAway(t)
	session, err := rollback.NewSession(a.animation)
	check(t, err)
	check(t, rollback.RegisterResource[crowd.Time](session))
	first, other, over := a.model.Clips[0], a.model.Clips[3], a.model.Clips[4]
	var members [3]crowd.Member
	for i := range members {
		members[i], err = a.crowd.Spawn(a.model, mgl32.Ident4(), first)
		check(t, err)
	}
	a.settle(t)
	var reader ecs.EventReader
	a.animation.Events().Read(&reader)

	layers := generic.NewMap1[components.CrowdLayer](&a.world)
	layers.Assign(members[2].Entity(), &components.CrowdLayer{
		Motion: components.CrowdMotion{Clip: over, Mode: assets.Loop}, Weight: 1,
	})
	members[0].Component().Motions[0] = components.CrowdMotion{Clip: other, Time: 0.3, Mode: assets.Loop}
	a.crowd.Changed(members[2].Entity())
	a.crowd.Changed(members[0].Entity())
	a.update(t, 1.0/600)
	event := func(kind ecs.EventKind, of int, clip assets.ClipID, time float64, layer uint8) ecs.Event {
		return ecs.Event{Entity: members[of].Entity(), Kind: kind, Motion: clip, Time: time, Layer: layer, Weight: 1}
	}
	waits := []ecs.Event{event(ecs.PlaybackHeld, 0, other, 0.3, 0), event(ecs.PlaybackHeld, 2, over, 0, 1)}
	before := reader
	a.held(t, "away", &reader, waits...)
	if !members[0].Component().Motions[0].Held || !layers.Get(members[2].Entity()).Motion.Held ||
		members[1].Component().Motions[0].Held {
		t.Error("expected that two of three members are held, found others")
	}
	snapshot, err := session.AppendSnapshot(nil)
	check(t, err)
	a.update(t, 1.0/600)
	a.held(t, "still away", &reader)

	close(a.gate) // all loads go on
	for i, name := range []string{"goes on", "restored", "restored again"} {
		if i > 0 {
			check(t, session.Restore(snapshot))
			reader = before
			a.held(t, name, &reader, waits...)
			if !members[0].Component().Motions[0].Held {
				t.Errorf("%s: expected that the member is held, found that it is not", name)
			}
		}
		want := map[ecs.Event]bool{
			event(ecs.PlaybackReleased, 0, other, 0.3, 0): true, event(ecs.PlaybackReleased, 2, over, 0, 1): true,
		}
		for end := time.Now().Add(10 * time.Second); len(want) > 0; a.update(t, 1.0/600) {
			events, missed := a.animation.Events().Read(&reader)
			for _, e := range events {
				if !want[e] {
					t.Errorf("%s: expected an event of each that waited, found %+v", name, e)
				}
				delete(want, e)
			}
			if missed != 0 || time.Now().After(end) {
				t.Fatalf("%s: expected also %+v, found no such events, and %d missed", name, want, missed)
			}
		}
		for range 10 {
			a.update(t, 1.0/600)
			a.held(t, name+", later", &reader)
		}
		if members[0].Component().Motions[0].Held || layers.Get(members[2].Entity()).Motion.Held {
			t.Errorf("%s: expected that nobody is held, found one that is", name)
		}
	}
}
