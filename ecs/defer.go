package ecs

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/sinew-go/sinew/internal/order"
)

// Defer makes a call at the end of the frame, when all systems have run and the world is not locked
// any more: a call that spawns or removes entities, or adds or removes components. Every system may
// call Defer, a [BlockSystem] and a [Task] too, on any worker.
//
// Entity is the entity that the call is about, or the zero Entity. The calls are made in an order
// that depends neither on the workers nor on the order in which queries find entities: by system as
// they run, for one system by entity number, those without an entity first, and for one entity in
// the order in which they were deferred. A call about an entity that is dead by then, because an
// earlier call removed it, is not made. Calls that a call defers are made after all others.
//
// If a system panics, the calls of the frame are not made. If a call panics, the later ones are not
// made, and [Schedule.Run] panics with a [SystemPanic] that names the system and the entity.
// Without a schedule, as in a test that runs one system alone, Defer makes the call at once.
func (f *Frame) Defer(entity Entity, call func(world *World)) {
	if call == nil {
		panic(fmt.Errorf("Frame.Defer: expected a function to call for entity %d, found nil", entity.ID()))
	}
	s := f.schedule
	if s == nil {
		call(f.World)
		return
	}
	c := deferredCall{entity: entity, call: call, position: s.position, system: s.current}
	if f.unit != nil {
		c.position, c.system = s.blockRun.position+*f.unit, s.blockRun.units[*f.unit].timing.Name
	}
	s.deferred.add(c)
}

// deferredCall is a call that a system deferred to the end of the frame.
type deferredCall struct {
	position int // of the system's unit among those of the schedule
	system   string
	entity   Entity // that the call is about, or the zero Entity
	call     func(world *World)
}

// deferredCalls are the calls that the systems of a frame deferred, in the order of their coming,
// which depends on the workers.
type deferredCalls struct {
	mutex sync.Mutex
	calls []deferredCall
	taken []deferredCall // the calls that are being made
}

func (d *deferredCalls) add(c deferredCall) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.calls = append(d.calls, c)
}

// clear forgets all calls, and keeps the memory.
func (d *deferredCalls) clear() {
	for _, calls := range []*[]deferredCall{&d.calls, &d.taken} {
		clear(*calls)
		*calls = (*calls)[:0]
	}
}

// callDeferred makes the calls that the systems deferred. Nobody else is at work on the frame.
func (s *Schedule) callDeferred(world *World) {
	d := &s.deferred
	for len(d.calls) > 0 {
		clear(d.taken)
		d.calls, d.taken = d.taken[:0], d.calls
		// One goroutine works on an entity for a system, so equal calls stand in the order of the
		// program.
		order.Stable(d.taken, func(a, b deferredCall) int {
			return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.entity.ID(), b.entity.ID()),
				cmp.Compare(a.entity.Generation(), b.entity.Generation()))
		})
		for i := range d.taken {
			if c := &d.taken[i]; c.entity == (Entity{}) || IsAlive(world, c.entity) {
				s.position, s.current = len(s.units), c.system
				c.run(world)
			}
		}
	}
	s.current = ""
}

// run makes the call, and turns its panic into a [SystemPanic].
func (c *deferredCall) run(world *World) {
	defer func() {
		value := recover()
		if value == nil {
			return
		}
		p, ok := value.(*SystemPanic)
		if !ok {
			p = &SystemPanic{System: c.system, Value: value, Stack: debug.Stack()}
			if c.entity != (Entity{}) {
				p.Entities = []Entity{c.entity}
			}
		}
		panic(p)
	}()
	if world.IsLocked() { // by a schedule one of whose systems runs this one, or by the program's query
		panic(fmt.Errorf("%w: the world is still locked at the end of the frame", ErrStructure))
	}
	c.call(world)
}
