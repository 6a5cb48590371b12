package ecs

import (
	"errors"
	"fmt"
	"runtime/trace"
	"slices"
	"strings"
	"time"

	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Schedule runs systems in order. Neighboring block systems ([EachBlock]) are fused: each block
// goes through all of them before the next block begins, so that it stays in the cache. The zero
// value is an empty schedule.
//
// [Schedule.Timings] and [Schedule.Counters] measure what runs, and traces of runtime/trace show
// it: each frame is a task sinew.Frame with a region per [System], and each worker has a region
// sinew.Blocks while it runs block systems. In every 16th block, each block system has a region of
// its own. Package pproflabels tells the profiler which system runs, by [Schedule.Observe].
//
// A schedule must be changed, run and measured by one goroutine at a time, and not by a system that
// it runs. A nil schedule has no systems, and cannot be changed, which is an error.
type Schedule struct {
	stages     []stage
	systems    []System // the stages as Systems returns them
	units      []unit   // the stages as they run
	workspaces []workspace
	blockRun   blockRun
	counters   counters
	running    bool
	timed      bool             // the frame that runs is timed
	start      time.Duration    // of a frame that is timed, after origin
	before     workDone         // before the frame
	isNew      bool             // the systems changed after the last run
	current    string           // name of the system that runs; empty between two runs
	position   int              // of the unit that runs, among the units
	deferred   deferredCalls    // to be made at the end of the frame
	region     *trace.Region    // of the system that runs
	observe    observer         // or nil
	store      *posestore.Store // of the frame that runs, or nil
	leaves     bool             // the frame leaves out poses that no later one needs
}

// stage is a system as it was added: one of the two fields is set.
type stage struct {
	system System
	block  BlockSystem
}

func (s *stage) name() string {
	if s.system != nil {
		return s.system.Name()
	}
	return s.block.Name()
}

// unit is what runs in place of a stage, or in place of several stages that a [Fuser] joined.
type unit struct {
	stage
	joined int // how many stages it runs
	timing Timing
}

// Anchor names a system of a [Schedule]: other systems are inserted beside it. Every [System] and
// [BlockSystem] is an anchor for itself. Package systems has anchors for its own systems, such as
// systems.AtLocalToModel.
type Anchor interface{ Name() string }

// SystemName is an [Anchor] by the name alone, for a program that does not hold the system.
type SystemName string

// Name implements [Anchor].
func (n SystemName) Name() string { return string(n) }

// EachBlock returns a [System] that runs a block system on each block of characters. A [Schedule]
// fuses it with its neighbors of that kind. A system of the program may also run it, for example in
// some frames only.
func EachBlock(system BlockSystem) System {
	return &eachBlock{[1]unit{{stage: stage{block: system}}}}
}

// eachBlock is a block system as a system.
type eachBlock struct{ units [1]unit }

// Name implements [System].
func (e *eachBlock) Name() string { return e.units[0].block.Name() }

// Run implements [System]. A schedule does not call it, but the systems of a program that hold an
// eachBlock do.
func (e *eachBlock) Run(frame *Frame) {
	s := frame.schedule
	switch {
	case s == nil:
		var own Schedule
		own.stages = []stage{e.units[0].stage}
		own.plan()
		own.Run(frame)
	case s.blockRun.units != nil:
		panic(fmt.Errorf("a block system ran %q: %w", e.Name(), ErrBusy))
	default:
		current, region := s.current, s.region
		e.units[0].timing.Name = e.Name()
		s.runBlocks(noContext, frame, e.units[:], nil)
		s.current, s.region = current, region
		s.mark(current)
	}
}

// Add appends a system; [EachBlock] makes one of a [BlockSystem]. The error reports a system
// without a name of its own, or wraps [ErrBusy] while the schedule runs.
func (s *Schedule) Add(system System) error {
	if s == nil {
		return errNilSchedule
	}
	return s.change(len(s.stages), len(s.stages), system)
}

// errNilSchedule is the error of a change of a schedule that is nil.
var errNilSchedule = errors.New("schedule: expected one to change, found nil")

// InsertBefore inserts a system before another one. The error wraps [ErrNoSystem] if the schedule
// lacks the other one; otherwise it is like in [Schedule.Add].
func (s *Schedule) InsertBefore(anchor Anchor, system System) error {
	i, err := s.find(anchor)
	if err != nil {
		return err
	}
	return s.change(i, i, system)
}

// InsertAfter inserts a system after another one. The errors are those of [Schedule.InsertBefore].
func (s *Schedule) InsertAfter(anchor Anchor, system System) error {
	i, err := s.find(anchor)
	if err != nil {
		return err
	}
	return s.change(i+1, i+1, system)
}

// Replace puts a system in the place of another one, whose name it may have. The errors are those
// of [Schedule.InsertBefore].
func (s *Schedule) Replace(anchor Anchor, system System) error {
	i, err := s.find(anchor)
	if err != nil {
		return err
	}
	return s.change(i, i+1, system)
}

// Remove removes a system. The error wraps [ErrNoSystem], or [ErrBusy] while the schedule runs.
func (s *Schedule) Remove(anchor Anchor) error {
	i, err := s.find(anchor)
	if err != nil {
		return err
	}
	return s.change(i, i+1)
}

// find returns the index of the system that an anchor names.
func (s *Schedule) find(anchor Anchor) (int, error) {
	if s == nil {
		return 0, errNilSchedule
	}
	if anchor == nil {
		return 0, fmt.Errorf("schedule: expected an anchor, found nil: %w", ErrNoSystem)
	}
	name := anchor.Name()
	i := s.index(name)
	if i < 0 {
		return 0, names.NotFound(ErrNoSystem, "the schedule", "system", name, s.Names())
	}
	return i, nil
}

func (s *Schedule) index(name string) int {
	return slices.IndexFunc(s.stages, func(st stage) bool { return st.name() == name })
}

// change puts systems in the place of those from index i up to, but not including, j.
func (s *Schedule) change(i, j int, systems ...System) error {
	if s.running {
		return fmt.Errorf("schedule: it cannot be changed: %w", ErrBusy)
	}
	stages := slices.Delete(slices.Clone(s.stages), i, j)
	for k, system := range systems {
		st := stage{system: system}
		if each, ok := system.(*eachBlock); ok {
			st = each.units[0].stage
		}
		if st.system == nil && st.block == nil {
			return errors.New("schedule: expected a system, found nil")
		}
		name := st.name()
		if slices.ContainsFunc(stages, func(other stage) bool { return other.name() == name }) {
			return fmt.Errorf("schedule: expected a system with a name of its own, found a second %q", name)
		}
		stages = slices.Insert(stages, i+k, st)
	}
	s.forget(i, j)
	s.stages = stages
	s.plan()
	return nil
}

// forget keeps the timings of systems that leave, from index i up to j, from passing to others with
// their names.
func (s *Schedule) forget(i, j int) {
	first := 0
	for u := range s.units {
		last := first + s.units[u].joined
		if first < j && i < last {
			s.units[u].timing.Name = ""
		}
		first = last
	}
}

// Systems returns the systems in order, the block systems as [EachBlock] makes them. The slice must
// not be written to, and never changes: after a change of the schedule, Systems returns another
// one.
func (s *Schedule) Systems() []System {
	if s == nil {
		return nil
	}
	return s.systems
}

// String returns the names of the systems in their order, one a line; those that go through the
// blocks together are beside each other. It is empty for nil.
func (s *Schedule) String() string {
	if s == nil {
		return ""
	}
	var text strings.Builder
	for i := range s.stages {
		switch {
		case i == 0:
		case s.stages[i].block != nil && s.stages[i-1].block != nil:
			text.WriteString(" + ")
		default:
			text.WriteByte('\n')
		}
		text.WriteString(s.stages[i].name())
	}
	return text.String()
}

// BlockSystemOf returns the block system that a [System] of [EachBlock] runs, or false for another
// System.
func BlockSystemOf(system System) (BlockSystem, bool) {
	each, ok := system.(*eachBlock)
	if !ok || each.units[0].block == nil {
		return nil, false
	}
	return each.units[0].block, true
}

// Names returns the names of the systems in order.
func (s *Schedule) Names() []string {
	if s == nil {
		return nil
	}
	names := make([]string, len(s.stages))
	for i := range s.stages {
		names[i] = s.stages[i].name()
	}
	return names
}

// plan turns the stages into units, joining what a [Fuser] takes over. A unit that existed before
// keeps its timing.
func (s *Schedule) plan() {
	before := s.units
	s.isNew = true
	s.systems = make([]System, len(s.stages))
	for i := range s.stages {
		if s.systems[i] = s.stages[i].system; s.stages[i].block != nil {
			s.systems[i] = EachBlock(s.stages[i].block)
		}
	}
	s.units = make([]unit, 0, len(s.stages))
	for i := 0; i < len(s.stages); i++ {
		u := unit{stage: s.stages[i], joined: 1}
		name := u.name()
		for i+1 < len(s.stages) {
			fused, ok := fuse(u.block, s.stages[i+1].block)
			if !ok {
				break
			}
			i++
			u.joined++
			u.block = fused
			name += "+" + s.stages[i].name()
		}
		u.timing.Name = name
		if k := slices.IndexFunc(before, func(b unit) bool { return b.timing.Name == name }); k >= 0 {
			u.timing = before[k].timing
		}
		s.units = append(s.units, u)
	}
}

// fuse offers next to first if first is a [Fuser]. Both may be nil.
func fuse(first, next BlockSystem) (BlockSystem, bool) {
	fuser, ok := first.(Fuser)
	if !ok || next == nil {
		return nil, false
	}
	fused, ok := fuser.Fuse(next)
	return fused, ok && fused != nil
}
