package rewind_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/rewind"
)

// Rows that are computed when asked are those that were read live, frame by frame; tracks show in
// which frames what played, with states, transitions, events and parameters; and an entity has rows
// before its birth and after its death.
func TestRowsAndTracks(t *testing.T) {
	s := newStage(t, rewind.Options{})
	moves, err := s.library.FindGraph("moves")
	check(t, err)
	control, err := s.animation.Control(s.guard, moves)
	check(t, err)
	var live []rewind.Row
	run := func(frames int) {
		for range frames {
			s.run(t, 1)
			rows, err := s.tape.Rows(s.guard, s.tape.Now(), s.tape.Now())
			check(t, err)
			live = append(live, rows...)
		}
	}
	run(20)
	check(t, control.SetFloat("speed", 5))
	run(20)
	late, err := s.animation.Spawn(s.model, mgl32.Ident4())
	check(t, err)
	run(10)
	s.world.RemoveEntity(late)
	run(10)
	rows, err := s.tape.Rows(s.guard, 1, 60)
	check(t, err)
	want, err := json.Marshal(live)
	check(t, err)
	got, err := json.Marshal(rows)
	check(t, err)
	if string(got) != string(want) {
		t.Errorf("expected the rows that were read live, found others:\n%s\n%s", want, got)
	}
	tracks := map[string]rewind.Track{}
	for _, track := range rewind.Tracks(rows) {
		tracks[track.Kind+"/"+track.Name] = track
	}
	for name, want := range map[string][]rewind.Span{
		"layer/base":      {{From: 1, To: 20, Text: "walk"}, {From: 21, To: 60, Text: "run"}},
		"state/base":      {{From: 1, To: 20, Text: "walk"}, {From: 21, To: 60, Text: "run"}},
		"transition/base": {{From: 21, To: 33, Text: "walk → run"}}, // 0.2 s are a hair more than 12 frames
	} {
		if got := tracks[name].Spans; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: expected %v, found %v", name, want, got)
		}
	}
	var entered []rewind.Span
	for _, span := range tracks["events/"].Spans {
		if span.Text == `layer 0: state entered "run" (hurry)` {
			entered = append(entered, span)
		}
	}
	if len(entered) != 1 || entered[0].From != 21 || entered[0].To != 21 {
		t.Errorf("expected the state to be entered in frame 21, found %v", tracks["events/"].Spans)
	}
	speed := tracks["parameter/speed"].Values
	if len(speed) != 60 || speed[19] != 0 || speed[20] != 5 {
		t.Errorf("the values of the parameter are %v", speed)
	}
	if fade := tracks["fade/base"].Values; fade[19] == fade[19] || !(fade[25] > fade[21]) {
		t.Errorf("the fade is %v", fade)
	}
	rows, err = s.tape.Rows(late, 39, 52)
	check(t, err)
	for _, row := range rows {
		if lives := row.Frame > 40 && row.Frame <= 50; lives != (row.Character.Skeleton != "") {
			t.Errorf("frame %d: the entity is %q", row.Frame, row.Character.Skeleton)
		}
	}
	if tracks := rewind.Tracks(nil); len(tracks) != 0 {
		t.Errorf("no rows give %v", tracks)
	}
}
