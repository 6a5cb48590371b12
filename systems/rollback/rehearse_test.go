package rollback_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A game whose whole state is in the world passes, over births and deaths, and ends in the same
// state as one that runs each frame once.
func TestRehearse(t *testing.T) {
	g, once := newGame(t, 1), newGame(t, 1)
	for frame := range 120 {
		if err := g.session.Rehearse(2+frame%2, func() error { g.step(t); return nil }); err != nil {
			t.Fatal(err)
		}
		once.step(t)
		if g.session.Take(t).Hash() != once.session.Take(t).Hash() {
			t.Fatalf("frame %d: the rehearsed game and the other one differ", frame)
		}
	}
}

// differenceOf rehearses steps until one fails, and returns the difference.
func differenceOf(t *testing.T, g *game, step func() error) *rollback.Difference {
	t.Helper()
	for range 50 {
		if err := g.session.Rehearse(3, step); err != nil {
			var d *rollback.Difference
			if !errors.As(err, &d) || !errors.Is(err, rollback.ErrDifference) {
				t.Fatalf("the error is %v", err)
			}
			return d
		}
	}
	t.Fatal("50 frames found no difference")
	return nil
}

// shaker is a system of a user with state of its own, which no snapshot contains.
type shaker struct {
	g      *game
	target ecs.Entity
	frames int
}

func (*shaker) Name() string { return "Shaker" }

func (s *shaker) Run(*ecs.Frame) {
	if s.frames++; s.frames > 10 { // the first two frames run 5 times each
		s.g.transform.Get(s.target).Matrix[12] = float32(s.frames) / 4
	}
}

func TestRehearseFindsHiddenState(t *testing.T) {
	g := newGame(t, 1)
	first := g.characters()[3]
	check(t, g.animation.Schedule().InsertBefore(systems.AtSampleClips, &shaker{g: g, target: first}))
	d := differenceOf(t, g, func() error { return g.animation.Update(0.125) })
	want := fmt.Sprintf("frame 3: entity %d: components.Transform.Matrix[12]: restored 3, first run 2.75; "+
		"something outside the snapshot has changed it, or the step is not deterministic", first.ID())
	if d.Error() != want {
		t.Errorf("got  %v\nwant %s", d, want)
	}
}

// A game that visits a map of entities in Go's random order.
func TestRehearseFindsMapOrder(t *testing.T) {
	g := newGame(t, 1)
	d := differenceOf(t, g, func() error {
		characters := map[ecs.Entity]bool{}
		for _, e := range g.characters() {
			characters[e] = true
		}
		for e := range characters {
			g.health.Get(e).Points = g.dice.Get().roll(1000)
		}
		return g.animation.Update(0.125)
	})
	if !strings.HasPrefix(d.Where, "rollback_test.health.Points") || g.health.Get(d.Entity) == nil ||
		d.First == d.Again {
		t.Errorf("got %v", d)
	}
}

func TestRehearseNamesWhatDiffers(t *testing.T) {
	for _, c := range []struct {
		name, want string
		step       func(g *game, run int) error
	}{
		{"birth", "entity 14: the entity: restored none, first run alive", func(g *game, run int) error {
			if run == 0 {
				g.world.NewEntity()
			}
			return nil
		}},
		{"component", "entity 2: components.TimeScale: restored present, first run none", func(g *game, run int) error {
			if run > 0 {
				g.scale.Assign(g.characters()[0], &components.TimeScale{})
			}
			return nil
		}},
		{"resource", "resource rollback_test.dice.State: restored 1, first run 0", func(g *game, run int) error {
			g.dice.Get().State = uint64(run)
			return nil
		}},
		{
			"event", "event 0: restored none, first run marker passed, entity 2, marker \"left foot\" of clip",
			func(g *game, run int) error {
				if run == 0 {
					g.animation.Events().Append(ecs.Event{
						Kind: ecs.MarkerPassed, Entity: g.characters()[0], Clip: g.model.Clip("walk"),
					})
				}
				return nil
			},
		},
		{"clock", "ecs.Clock.Scale: restored 2, first run 1", func(g *game, run int) error {
			g.animation.Clock().Scale = float64(run + 1)
			return nil
		}},
		{"numbers", "the numbers that new entities get", func(g *game, run int) error {
			if e := g.world.NewEntity(); run == 0 {
				g.world.RemoveEntity(e)
				e = g.world.NewEntity()
				g.world.RemoveEntity(e)
				return nil
			} else {
				g.world.RemoveEntity(e)
			}
			return nil
		}},
		{
			"itself", "entity 2: rollback_test.name: restored 5 bytes, other ones from byte 0 on, first run 4 bytes",
			func(g *game, run int) error {
				e := g.characters()[0]
				if g.names.Get(e) == nil {
					g.names.Assign(e, &name{})
				}
				*g.names.Get(e) = *named([]string{"Anna", "Berta"}[run])
				return nil
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newGame(t, 1)
			g.removeOthers(t)
			run := 0
			err := g.session.Rehearse(2, func() error {
				run++
				return c.step(g, run-1)
			})
			if !errors.Is(err, rollback.ErrDifference) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// A pose that differs is named by its joint.
func TestRehearseNamesJoints(t *testing.T) {
	g := newGame(t, 1)
	hidden := float32(0)
	check(t, g.animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(blockSystem(func(b *ecs.Block) {
		hidden++
		skeleton := b.Pool().Skeleton()
		hand, _ := skeleton.Find("right_hand")
		for lane := range b.Lanes() {
			moveJoint(b.Local(lane), hand, hidden)
		}
	}))))
	d := differenceOf(t, g, func() error { return g.animation.Update(0.125) })
	if !strings.HasPrefix(d.Where, `joint`) || !strings.Contains(d.Where, `("right_hand") in the palette of skin`) {
		t.Errorf("got %v", d)
	}
}

// A component whose encoding loses something is found before the frame runs.
func TestRehearseFindsLossyEncoding(t *testing.T) {
	g := newGame(t, 1)
	check(t, rollback.Register[lossy](g.session))
	e := g.world.NewEntity(ecs1[lossy](g.world))
	ran := false
	step := func() error {
		ran = true
		return g.animation.Update(0.125)
	}
	err := g.session.Rehearse(2, step)
	if !errors.Is(err, rollback.ErrDifference) || ran ||
		!strings.Contains(err.Error(), "saving and restoring it does not give the same value") {
		t.Errorf("entity %d: got %v", e.ID(), err)
	}
}

// lossy counts how often it was restored.
type lossy struct{ Times byte }

func (l *lossy) AppendBinary(b []byte) ([]byte, error) { return append(b, l.Times), nil }
func (l *lossy) UnmarshalBinary(b []byte) error        { l.Times = b[0] + 1; return nil }
