package ecs_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/eventqueue"
)

// beginFrame starts a frame of the queue.
func beginFrame(events *ecs.Events) { (*eventqueue.Queue[ecs.Event])(events).BeginUpdate() }

// numbered returns an event that is recognized by its time.
func numbered(n int) ecs.Event { return ecs.Event{Kind: ecs.MarkerPassed, Time: float64(n)} }

// expect checks the events that a reader reads and the number that it missed.
func expect(t *testing.T, events *ecs.Events, reader *ecs.EventReader, missed uint64, want ...int) {
	t.Helper()
	got, gone := events.Read(reader)
	var numbers []int
	for i := range got {
		numbers = append(numbers, int(got[i].Time))
	}
	same := len(numbers) == len(want) && gone == missed
	for i := range numbers {
		same = same && numbers[i] == want[i]
	}
	if !same {
		t.Errorf("read %v and missed %d, want %v and %d", numbers, gone, want, missed)
	}
}

func TestEveryReaderGetsAllEventsOnce(t *testing.T) {
	var events ecs.Events
	var early, late ecs.EventReader
	expect(t, &events, &early, 0)
	beginFrame(&events)
	expect(t, &events, &early, 0)
	events.Append(numbered(1), numbered(2))
	expect(t, &events, &late, 0, 1, 2)
	events.Append(numbered(3)) // by another system, between the two readers
	expect(t, &events, &late, 0, 3)
	beginFrame(&events)
	expect(t, &events, &early, 0, 1, 2, 3)
	expect(t, &events, &early, 0)
	events.Append(numbered(4))
	expect(t, &events, &late, 0, 4)
	beginFrame(&events)
	beginFrame(&events)
	expect(t, &events, &late, 0)
	expect(t, &events, &early, 1)
}

func TestLateReadersLearnHowManyEventsTheyMissed(t *testing.T) {
	var events ecs.Events
	reader := events.Reader()
	for n := 1; n <= 12; n += 3 {
		beginFrame(&events)
		events.Append(numbered(n), numbered(n+1), numbered(n+2))
	}
	now := events.Reader()
	var fresh ecs.EventReader
	expect(t, &events, &reader, 6, 7, 8, 9, 10, 11, 12)
	expect(t, &events, &fresh, 0, 7, 8, 9, 10, 11, 12)
	expect(t, &events, &now, 0)
	events.Append(numbered(13))
	expect(t, &events, &now, 0, 13)
}

func TestFrameHoldsAtMostItsLimit(t *testing.T) {
	events := ecs.Events{Limit: 3}
	var reader, twice ecs.EventReader
	beginFrame(&events)
	events.Append(numbered(1), numbered(2))
	expect(t, &events, &twice, 0, 1, 2)
	events.Append(numbered(3), numbered(4), numbered(5))
	events.Append(numbered(6))
	(*eventqueue.Queue[ecs.Event])(&events).CountDropped(10)
	expect(t, &events, &twice, 0, 3)
	beginFrame(&events)
	expect(t, &events, &twice, 13) // 4, 5, 6 and ten more
	expect(t, &events, &twice, 0)
	events.Append(numbered(17))
	expect(t, &events, &reader, 13, 1, 2, 3, 17)
	expect(t, &events, &twice, 0, 17)
	beginFrame(&events)
	beginFrame(&events)
	late := ecs.EventReader{Next: 1}
	expect(t, &events, &late, 17)
	if events.Len() != 0 {
		t.Errorf("%d events are left", events.Len())
	}
}

func TestReaderAheadOfTheQueueReadsNothingTwice(t *testing.T) {
	var events ecs.Events
	beginFrame(&events)
	events.Append(numbered(1))
	saved := events
	var reader ecs.EventReader
	events.Append(numbered(2))
	expect(t, &events, &reader, 0, 1, 2)
	events = saved
	expect(t, &events, &reader, 0)
	events.Append(numbered(2), numbered(3))
	expect(t, &events, &reader, 0, 3)
}

// TestReadersAtRandom lets readers read at random: the events that each read and missed must be all
// that were appended.
func TestReadersAtRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	events := ecs.Events{Limit: 20}
	const readers = 6
	var at [readers]ecs.EventReader
	var last, total [readers]uint64 // the last event that was read; how many were read or missed
	for i := range at {
		at[i].Next = 1
	}
	read := func(i int) {
		got, missed := events.Read(&at[i])
		for k := range got {
			number := uint64(got[k].Time)
			if number <= last[i] {
				t.Fatalf("reader %d read event %d after %d", i, number, last[i])
			}
			last[i] = number
		}
		total[i] += uint64(len(got)) + missed
		if total[i] < last[i] {
			t.Fatalf("reader %d got event %d, and read or missed only %d", i, last[i], total[i])
		}
	}
	made := uint64(0)
	for range 5000 {
		for range random.IntN(4) {
			list := make([]ecs.Event, random.IntN(12))
			for k := range list {
				made++
				list[k] = numbered(int(made))
			}
			events.Append(list...)
			for i := range readers {
				if random.IntN(4*i+1) == 0 { // some read often, some seldom
					read(i)
				}
			}
		}
		beginFrame(&events)
	}
	for i := range readers {
		if read(i); total[i] != made {
			t.Errorf("reader %d read or missed %d of %d events", i, total[i], made)
		}
	}
}

func TestQueueAllocatesNothingInTheSteadyState(t *testing.T) {
	var events ecs.Events
	var first, second ecs.EventReader
	list := make([]ecs.Event, 100)
	sum := 0
	frame := func() {
		beginFrame(&events)
		events.Append(list...)
		events.Append(ecs.Event{Layer: 1})
		for _, reader := range []*ecs.EventReader{&first, &second} {
			got, _ := events.Read(reader)
			for i := range got {
				sum += int(got[i].Layer)
			}
		}
	}
	for range 3 {
		frame()
	}
	if allocations := testing.AllocsPerRun(100, frame); allocations != 0 {
		t.Errorf("%v allocations a frame", allocations)
	}
	if sum != 2*104 {
		t.Errorf("the readers got %d events of layer 1, want %d", sum, 2*104)
	}
}

func TestEventsFindTheirMarkers(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	skeleton, err := rig.NewSkeleton("one", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	step := clip.Marker{Name: "step", Time: 0.5}
	clip, err := clip.NewBuilder("walk", skeleton).Range(0, 1).Marker(step).Build()
	if err != nil {
		t.Fatal(err)
	}
	id := library.AddClip(clip)
	for _, row := range []struct {
		name  string
		event ecs.Event
		want  bool
	}{
		{"marker", ecs.Event{Kind: ecs.MarkerPassed, Clip: id}, true},
		{"another kind", ecs.Event{Kind: ecs.PlaybackFinished, Clip: id}, false},
		{"no such marker", ecs.Event{Kind: ecs.MarkerPassed, Clip: id, Marker: 1}, false},
		{"below 0", ecs.Event{Kind: ecs.MarkerPassed, Clip: id, Marker: -1}, false},
		{"no clip", ecs.Event{Kind: ecs.MarkerPassed}, false},
	} {
		if m, ok := row.event.ClipMarker(library); ok != row.want || ok && m != step {
			t.Errorf("%s: %+v, %v", row.name, m, ok)
		}
	}
	library.RemoveClip(id)
	if _, ok := (&ecs.Event{Kind: ecs.MarkerPassed, Clip: id}).ClipMarker(library); ok {
		t.Error("the marker of a removed clip was found")
	}
}
