package ecs_test

import (
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Every method of a resource or a schedule that is nil, as an Animation without a world returns
// them, returns an error or nothing.
func TestMethodsOfNothing(t *testing.T) {
	for _, receiver := range []any{(*ecs.Events)(nil), (*ecs.PoseStore)(nil), (*ecs.Schedule)(nil)} {
		probe.Methods(t, receiver)
	}
	var events ecs.Events
	events.Append(ecs.Event{})
	if list, missed := events.Read(nil); list != nil || missed != 0 {
		t.Errorf("without a reader: read %v, missed %d", list, missed)
	}
}
