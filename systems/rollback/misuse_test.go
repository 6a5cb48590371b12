package rollback_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Every method of a session, a recording or a history that is nil returns an error or nothing, and
// a replay says what it lacks.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{
		(*rollback.Session)(nil), (*rollback.Recorder)(nil), (*rollback.Replay)(nil), (*rollback.History)(nil),
	} {
		probe.Methods(t, receiver, "Compare", "Direct", "Registered", "Take")
	}
	for name, none := range map[string]*systems.Animation{"nil": nil, "the zero value": {}} {
		if _, err := rollback.NewSession(none); !errors.Is(err, systems.ErrNil) {
			t.Errorf("a session of an animation that is %s: %v", name, err)
		}
		if _, err := rollback.NewHistory(none, 1); !errors.Is(err, systems.ErrNil) {
			t.Errorf("a history of an animation that is %s: %v", name, err)
		}
	}
	g := newGame(t, 1)
	var recording bytes.Buffer
	recorder, err := rollback.NewRecorder(&recording, g.session, nil)
	check(t, err)
	check(t, recorder.Close())
	replay, err := rollback.NewReplay(&recording)
	check(t, err)
	if err := replay.Check(); !errors.Is(err, systems.ErrNil) {
		t.Errorf("Check before Begin: %v", err)
	}
	if _, err := replay.Verify(g.session, nil); !errors.Is(err, systems.ErrNil) {
		t.Errorf("Verify without a step: %v", err)
	}
}
