package ecs

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/sinew-go/sinew/internal/posestore"
)

// SystemPanic is the value with which [Schedule.Run] panics after a system panicked, on whatever
// goroutine. It is an error. Whoever runs the schedule may recover it and run further frames: the
// schedule and its workers are ready again, and the world is not locked, unless the system that
// panicked left a query of its own open.
type SystemPanic struct {
	// System is the name of the system. Systems that a [Fuser] joined are named "First+Second".
	System string
	// Entities are the characters that the system worked on, where that is known: the one
	// character, or the up to 8 characters of a [BlockSystem]'s block.
	Entities []Entity
	// Value is the value that the system panicked with. If the system tried to change the structure
	// of a world that the frame has locked, it is an error that wraps [ErrStructure].
	Value any
	// Stack is the stack of the goroutine that panicked, as debug.Stack writes it.
	Stack []byte
}

// Error returns the system, the entities, the value and the stack.
func (p *SystemPanic) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "system %q panicked", p.System)
	for i, entity := range p.Entities {
		separator := ","
		if i == 0 {
			separator = " on"
		}
		fmt.Fprintf(&b, "%s entity %d of generation %d", separator, entity.ID(), entity.Generation())
	}
	fmt.Fprintf(&b, ": %v\n\n%s", p.Value, p.Stack)
	return b.String()
}

// Unwrap returns the value that the system panicked with, if it is an error.
func (p *SystemPanic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// Errors of using a [Schedule] or the world during a frame.
var (
	// ErrBusy means that the schedule runs already, on another goroutine or because a system called
	// it.
	ErrBusy = errors.New("a frame is running")
	// ErrNoSystem means that a schedule has no system with the name of an [Anchor].
	ErrNoSystem = errors.New("there is no such system")
	// ErrStructure means that a system after BindSlots tried to add or remove entities or
	// components, or to register a component. From BindSlots to the end of the frame the world is
	// locked, because pointers to components are in use.
	ErrStructure = errors.New("after BindSlots no system may add or remove entities or components")
)

// newSystemPanic returns the SystemPanic for a value that was recovered in a schedule. System is
// the name of the system that ran.
func newSystemPanic(system string, value any) *SystemPanic {
	switch v := value.(type) {
	case *SystemPanic:
		return v
	case *TaskPanic:
		if inner, ok := v.Value.(*SystemPanic); ok {
			return inner
		}
		return &SystemPanic{System: system, Value: v.Value, Stack: v.Stack}
	}
	return &SystemPanic{System: system, Value: value, Stack: debug.Stack()}
}

// AttributePanic is for a deferred call in a [Task] of a system: if the task panics, it panics with
// a [SystemPanic] that names the system and the entity instead.
func AttributePanic(system string, entity *Entity) {
	value := recover()
	if value == nil {
		return
	}
	p := newSystemPanic(system, value)
	if p.Entities == nil && *entity != (Entity{}) {
		p.Entities = []Entity{*entity}
	}
	panic(p)
}

// finish ends the run of the systems, and turns a panic into a [SystemPanic]. It must be deferred.
func (s *Schedule) finish(frame *Frame) {
	locked := s.store != nil && s.store.EndRun()
	s.store = nil
	frame.Workers.label(noContext, "", nil)
	s.mark("")
	if s.current == "" { // all systems returned
		return
	}
	system := s.current
	s.current = ""
	if s.region != nil {
		s.region.End()
	}
	s.blockRun.release()
	for i := range s.workspaces {
		s.workspaces[i].block.block().TakeCounts()
	}
	value := recover()
	if value == nil {
		return // runtime.Goexit
	}
	p := newSystemPanic(system, value)
	if message, ok := p.Value.(string); ok && locked && strings.HasSuffix(message, "locked world") {
		p.Value = fmt.Errorf("%w: %s", ErrStructure, message)
	}
	panic(p)
}

// IsAlive reports whether an entity of the world is alive. Unlike the world's own method it accepts
// every entity, also one that was created before World.Reset.
func IsAlive(world *World, entity Entity) (alive bool) {
	alive, _ = posestore.Status(world, entity)
	return alive
}
