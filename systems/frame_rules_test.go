package systems_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// custom is a system made of functions.
type custom struct {
	name string
	run  func(*ecs.Frame)
}

func (s custom) Name() string         { return s.name }
func (s custom) Run(frame *ecs.Frame) { s.run(frame) }

// customBlock is a block system made of a function.
type customBlock struct {
	name string
	run  func(*ecs.Block)
}

func (s customBlock) Name() string                        { return s.name }
func (s customBlock) RunBlock(_ *ecs.Frame, b *ecs.Block) { s.run(b) }

// panicOf returns the SystemPanic of a function, or nil.
func panicOf(t *testing.T, f func()) (p *ecs.SystemPanic) {
	t.Helper()
	defer func() {
		if value := recover(); value != nil {
			err, ok := value.(error)
			if !ok || !errors.As(err, &p) {
				t.Fatalf("it panicked with %v", value)
			}
		}
	}()
	f()
	return nil
}

// A panic of a system reaches the caller of Update with the system's name. Afterward the animation
// works as before.
func TestPanicsNameTheirSystem(t *testing.T) {
	cause := errors.New("the cause")
	for _, workers := range []int{1, 4} {
		armed := ""
		fail := func(name string) {
			if armed == name {
				panic(cause)
			}
		}
		f, plain := newFixture(t, 12, systems.WithWorkers(workers)), newFixture(t, 12, systems.WithWorkers(1))
		s := f.animation.Schedule()
		check(t, s.InsertBefore(systems.AtBindSlots, custom{"early", func(*ecs.Frame) { fail("early") }}))
		check(t, f.animation.OnRootMotion(custom{"middle", func(*ecs.Frame) { fail("middle") }}))
		check(t, s.InsertAfter(systems.AtInertialize, ecs.EachBlock(customBlock{"block", func(b *ecs.Block) {
			if b.Slot(0) == 8 {
				fail("block")
			}
		}})))
		check(t, s.Add(custom{"late", func(*ecs.Frame) { fail("late") }}))
		var characters, twins []ecs.Entity
		for range 30 {
			characters, twins = append(characters, f.spawn(t, 0, 0.1)), append(twins, plain.spawn(t, 0, 0.1))
		}
		f.update(t, 0)
		for _, name := range []string{"early", "middle", "block", "late"} {
			armed = name
			p := panicOf(t, func() { _ = f.animation.Update(0) })
			armed = ""
			if p == nil || p.System != name || !errors.Is(p, cause) {
				t.Fatalf("%d workers, %s: %v", workers, name, p)
			}
			if !strings.Contains(string(p.Stack), "frame_rules_test.go") || !strings.Contains(p.Error(), name) {
				t.Errorf("%s: error without the place: %v", name, p)
			}
			if name == "block" && (len(p.Entities) != 8 || p.Entities[0] != characters[8]) {
				t.Errorf("the entities are %v", p.Entities)
			}
			if f.world.IsLocked() {
				t.Fatalf("%s: the world is locked", name)
			}
			f.update(t, 0)
		}
		f.update(t, 0.25)
		plain.update(t, 0.25)
		for i, e := range characters {
			if !sameBits(f.animation.Palette(e, f.model.Skins[0]),
				plain.animation.Palette(twins[i], plain.model.Skins[0])) {
				t.Fatalf("character %d differs after the panics", i)
			}
		}
		check(t, s.Add(custom{"more", func(*ecs.Frame) {}}))
	}
}

// Systems after BindSlots cannot change the structure of the world.
func TestStructureIsLockedBehindBindSlots(t *testing.T) {
	f := newFixture(t, 12, systems.WithWorkers(1))
	first, victim := f.spawn(t, 0, 0), f.spawn(t, 1, 0)
	var change func()
	place := ""
	at := func(name string) custom {
		return custom{name, func(*ecs.Frame) {
			if place == name {
				change()
			}
		}}
	}
	s := f.animation.Schedule()
	check(t, s.InsertBefore(systems.AtBindSlots, at("before")))
	check(t, s.InsertAfter(systems.AtBindSlots, at("bound")))
	check(t, f.animation.OnRootMotion(at("physics")))
	check(t, s.Add(at("last")))
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	layers := generic.NewMap1[components.Layers](&f.world)
	f.update(t, 0.1)
	for _, name := range []string{"bound", "physics", "last"} {
		for what, do := range map[string]func(){
			"remove an entity": func() { f.world.RemoveEntity(victim) },
			"remove":           func() { skeletons.Remove(victim) },
			"add":              func() { layers.Add(victim) },
			"create":           func() { f.world.NewEntity() },
			"reset":            func() { f.world.Reset() },
		} {
			place, change = name, do
			p := panicOf(t, func() { _ = f.animation.Update(0.1) })
			place = ""
			if p == nil || p.System != name || !errors.Is(p, ecs.ErrStructure) {
				t.Errorf("%s in %q: %v", what, name, p)
			}
			f.update(t, 0.1)
		}
		place, change = name, func() {
			if e, err := f.animation.Spawn(f.model, mgl32.Ident4()); !e.IsZero() ||
				!errors.Is(err, systems.ErrWorldLocked) {
				t.Errorf("a system spawned a character: %v", err)
			}
			if err := f.animation.Player(first).Layer(1).
				Play(f.model.Clips[0]); !errors.Is(err, systems.ErrWorldLocked) {
				t.Errorf("a system added layers: %v", err)
			}
			if err := f.animation.Player(first).Play(f.model.Clips[1]); err != nil {
				t.Errorf("a system cannot play a clip: %v", err)
			}
		}
		f.update(t, 0.1)
		place = ""
	}
	place, change = "before", func() { f.world.RemoveEntity(victim) }
	f.update(t, 0.1)
	place = ""
	if f.world.Alive(victim) || f.world.IsLocked() {
		t.Error("a system before BindSlots could not remove an entity")
	}
}

func TestUpdateIsNotReentrant(t *testing.T) {
	f := newFixture(t, 12, systems.WithWorkers(2))
	f.spawn(t, 0, 0)
	ran := 0
	check(t, f.animation.Schedule().InsertAfter(systems.AtAdvance, custom{"nested", func(frame *ecs.Frame) {
		ran++
		if err := f.animation.Update(0.1); !errors.Is(err, systems.ErrBusy) {
			t.Errorf("Update in a system: %v", err)
		}
		if err := f.animation.Restore(nil); !errors.Is(err, systems.ErrBusy) {
			t.Errorf("Restore in a system: %v", err)
		}
		if err := f.animation.Schedule().Add(custom{"x", nil}); !errors.Is(err, ecs.ErrBusy) {
			t.Errorf("Add in a system: %v", err)
		}
	}}))
	f.update(t, 0.1)
	if ran != 1 {
		t.Errorf("the system ran %d times", ran)
	}
}

func TestUpdatesOfTwoGoroutines(t *testing.T) {
	f := newFixture(t, 12, systems.WithWorkers(2))
	for range 50 {
		f.spawn(t, 0, 0)
	}
	var updates sync.WaitGroup
	for range 4 {
		updates.Go(func() {
			for end := time.Now().Add(50 * time.Millisecond); time.Now().Before(end); {
				if err := f.animation.Update(0.01); err != nil && !errors.Is(err, systems.ErrBusy) {
					t.Error(err)
					return
				}
			}
		})
	}
	updates.Wait()
	f.update(t, 0.01)
}

func TestClosedAnimationFreesItsWorld(t *testing.T) {
	f := newFixture(t, 12)
	e := f.spawn(t, 0, 0.3)
	check(t, f.animation.EnableVertices(e))
	f.update(t, 0.1)
	snapshot := f.animation.AppendSnapshot(nil)
	f.animation.Close()
	f.animation.Close()
	if err := f.animation.Update(0); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("Update after Close: %v", err)
	}
	if err := f.animation.Restore(snapshot); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("Restore after Close: %v", err)
	}
	second, err := systems.NewAnimation(&f.world, f.library)
	check(t, err)
	if second.Palette(e, f.model.Skins[0]) != nil {
		t.Error("the new animation shows a pose before its first frame")
	}
	check(t, second.UseVertices())
	check(t, second.Schedule().Add(custom{"close", func(*ecs.Frame) { second.Close() }}))
	check(t, second.Update(0.1))
	if second.Palette(e, f.model.Skins[0]) == nil || second.Vertices(e, 0, 0) == nil {
		t.Error("the new animation shows no pose")
	}
	if err := second.Update(0); !errors.Is(err, systems.ErrClosed) {
		t.Errorf("Update after a system closed the animation: %v", err)
	}
	third, err := systems.NewAnimation(&f.world, f.library)
	check(t, err)
	third.Close()
}
