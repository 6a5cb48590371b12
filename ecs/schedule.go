package ecs

import (
	"fmt"
	"runtime/trace"
	"slices"
	"time"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/internal/access"
)

// Schedule runs systems in order. Neighboring block systems are fused: each block goes through all of them before the
// next block begins, so that it stays in the cache. The zero value is an empty schedule.
//
// [Schedule.Timings] and [Schedule.Counters] measure what runs, and traces of runtime/trace show it: each frame is a
// task sinew.Frame with a region per [System], and each worker has a region sinew.Blocks while it runs block systems.
// In every 16th block, each block system has a region of its own.
//
// A schedule must be changed, run and measured by one goroutine at a time, and not by a system that it runs.
type Schedule struct {
	stages     []stage
	units      []unit // the stages as they run
	workspaces []workspace
	blockRun   blockRun
	counters   Counters
	running    bool
	timed      bool                            // the frame that runs is timed
	start      time.Time                       // of a frame that is timed
	before     workDone                        // before the frame
	isNew      bool                            // the systems changed after the last run
	current    string                          // name of the system that runs; empty between two runs
	region     *trace.Region                   // of the system that runs
	watch      func(system string, posed bool) // see Watch; mostly nil
	posed      bool                            // block systems have run in the frame that is watched
	locked     bool
	lock       arche.Query // open while locked is set
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
	timing Timing
}

// Add appends a [System] or a [BlockSystem]. The error reports a value that is neither, or a name that is taken, or
// wraps [ErrBusy] while the schedule runs.
func (s *Schedule) Add(system any) error { return s.insert(len(s.stages), system) }

// InsertBefore inserts a [System] or a [BlockSystem] before the named system. The error reports an unknown name, a
// value that is no system, or a name that is taken, or wraps [ErrBusy] while the schedule runs.
func (s *Schedule) InsertBefore(name string, system any) error {
	i := s.find(name)
	if i < 0 {
		return fmt.Errorf("schedule: no system is named %q", name)
	}
	return s.insert(i, system)
}

// InsertAfter inserts a [System] or a [BlockSystem] behind the named system. It fails as [Schedule.InsertBefore] does.
func (s *Schedule) InsertAfter(name string, system any) error {
	i := s.find(name)
	if i < 0 {
		return fmt.Errorf("schedule: no system is named %q", name)
	}
	return s.insert(i+1, system)
}

// Len returns the number of systems.
func (s *Schedule) Len() int { return len(s.stages) }

// BlocksBetween returns the block systems between two named systems, in order, or nil if the schedule lacks either.
func (s *Schedule) BlocksBetween(first, last string) (blocks []BlockSystem) {
	i, end := s.find(first), s.find(last)
	for i++; i > 0 && i < end; i++ {
		if block := s.stages[i].block; block != nil {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

func (s *Schedule) find(name string) int {
	return slices.IndexFunc(s.stages, func(st stage) bool { return st.name() == name })
}

func (s *Schedule) insert(i int, system any) error {
	if s.running {
		return fmt.Errorf("schedule: a system cannot be inserted: %w", ErrBusy)
	}
	var st stage
	switch system := system.(type) {
	case System:
		st.system = system
	case BlockSystem:
		st.block = system
	default:
		return fmt.Errorf("schedule: %T is neither a System nor a BlockSystem", system)
	}
	if s.find(st.name()) >= 0 {
		return fmt.Errorf("schedule: a system named %q exists already", st.name())
	}
	s.stages = slices.Insert(s.stages, i, st)
	s.plan()
	return nil
}

// Names returns the names of the systems in order.
func (s *Schedule) Names() []string {
	names := make([]string, len(s.stages))
	for i := range s.stages {
		names[i] = s.stages[i].name()
	}
	return names
}

// plan turns the stages into units, joining what a [Fuser] takes over. A unit that existed before keeps its timing.
func (s *Schedule) plan() {
	before := s.units
	s.isNew = true
	s.units = make([]unit, 0, len(s.stages))
	for i := 0; i < len(s.stages); i++ {
		u := unit{stage: s.stages[i]}
		name := u.name()
		for i+1 < len(s.stages) {
			fused, ok := fuse(u.block, s.stages[i+1].block)
			if !ok {
				break
			}
			i++
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

// Watch makes package rollback see the systems at work: the schedule calls a function before its
// first system, with an empty name, and after each system, with its name. Neighboring block systems
// count as one, whose name has commas, and posed tells that block systems have run. Nil ends this.
func (s *Schedule) Watch(_ access.Token, watch func(system string, posed bool)) { s.watch = watch }
