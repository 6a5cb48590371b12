package ecs

import (
	"context"
	"fmt"
	"runtime/trace"
	"slices"
	"time"

	"github.com/sinew-go/sinew/assets"
)

// Frame is what a system is told.
type Frame struct {
	World   *World
	Library *assets.Library
	Store   *PoseStore
	Workers *Workers
	// Delta is the seconds since the frame before.
	Delta float64
	// Counters are those of the worker that runs the system, which no other touches meanwhile. A schedule sets them; the
	// methods of nil do nothing.
	Counters *Counters
}

// System runs once a frame. Its Run may change components, but only the first of a schedule may add or remove any.
type System interface {
	// Name names the system in the schedule; it is unique there.
	Name() string
	Run(frame *Frame)
}

// BlockSystem runs on each block of characters. Blocks run side by side on several goroutines, so that it may write
// to its block and to the slots of it, and only read what else it meets; it must not touch the world.
type BlockSystem interface {
	Name() string
	RunBlock(frame *Frame, block *Block)
}

// Schedule runs systems in order. Block systems that follow each other are fused: each block goes through all of them before
// the next one begins. What runs, and for how long, is told by [Schedule.Timings], [Schedule.Counters], and in the traces of
// runtime/trace: each frame is a task sinew.Frame, with a region for each system that runs once, and on every worker a
// region sinew.Blocks for the blocks it takes through block systems. On every 16th block each of these has a region too.
type Schedule struct {
	stages     []stage
	units      []unit // what becomes of the stages
	workspaces []workspace
	fused      fused
	counters   Counters
}

// stage is a system as it was added.
type stage struct {
	system System      // or
	block  BlockSystem // one of the two
}

func (s *stage) name() string {
	if s.system != nil {
		return s.system.Name()
	}
	return s.block.Name()
}

// Add appends a system, which is a [System] or a [BlockSystem] of a name that is not in the schedule yet.
func (s *Schedule) Add(system any) error { return s.insert(len(s.stages), system) }

// InsertBefore puts a system before the named one.
func (s *Schedule) InsertBefore(name string, system any) error {
	i := s.find(name)
	if i < 0 {
		return fmt.Errorf("schedule: there is no system %q", name)
	}
	return s.insert(i, system)
}

// InsertAfter puts a system behind the named one.
func (s *Schedule) InsertAfter(name string, system any) error {
	i := s.find(name)
	if i < 0 {
		return fmt.Errorf("schedule: there is no system %q", name)
	}
	return s.insert(i+1, system)
}

func (s *Schedule) find(name string) int {
	return slices.IndexFunc(s.stages, func(st stage) bool { return st.name() == name })
}

func (s *Schedule) insert(i int, system any) error {
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
		return fmt.Errorf("schedule: there is a system %q already", st.name())
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

// Run runs every system once.
func (s *Schedule) Run(frame *Frame) {
	frame.Workers.wake()
	ctx := context.Background()
	if trace.IsEnabled() {
		traced, task := trace.NewTask(ctx, "sinew.Frame")
		defer task.End()
		ctx = traced
	}
	s.prepare(frame)
	for i := 0; i < len(s.units); {
		if u := &s.units[i]; u.system != nil {
			start := time.Now()
			region := trace.StartRegion(ctx, u.timing.Name)
			frame.Workers.label(ctx, u.timing.Name)
			u.system.Run(frame)
			region.End()
			u.timing.add(time.Since(start))
			i++
			continue
		}
		end := i
		for end < len(s.units) && s.units[end].block != nil {
			end++
		}
		s.runFused(ctx, frame, s.units[i:end])
		i = end
	}
	frame.Workers.label(context.Background(), "")
	s.count(frame)
	frame.Counters = nil
}
