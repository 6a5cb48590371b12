package rollback_test

import (
	"errors"
	"strings"
	"testing"

	arche "github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/ecs/event"
	"github.com/mlange-42/arche/listener"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// hurtInTurn hurts the entities with health, and each that a query finds later by more.
func (g *game) hurtInTurn() {
	n := 0
	for query := g.wounded.Query(g.world); query.Next(); n++ {
		query.Get().Points += n
	}
}

// turns is a system of a user that depends on the order of queries.
type turns struct{ *game }

func (turns) Name() string     { return "Turns" }
func (s turns) Run(*ecs.Frame) { s.hurtInTurn() }

// A system, or a part of the step, whose result depends on the order of queries is named.
func TestRehearseFindsTheOrderOfQueries(t *testing.T) {
	for _, test := range []struct {
		name, system, want string
		step               func(t *testing.T, g *game) func() error
	}{
		{
			"system", "Turns", `system "Turns" depends on the order in which queries find`,
			func(t *testing.T, g *game) func() error {
				check(t, g.animation.Schedule().InsertBefore(systems.AtSampleClips, turns{g}))
				return func() error { return g.animation.Update(0.125) }
			},
		},
		{"before", "", "the step, before its update, depends on the order", func(_ *testing.T, g *game) func() error {
			return func() error {
				g.hurtInTurn()
				return g.animation.Update(0.125)
			}
		}},
		{"after", "", "the step, after its update, depends on the order", func(_ *testing.T, g *game) func() error {
			return func() error {
				defer g.hurtInTurn()
				return g.animation.Update(0.125)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, 1)
			g.step(t)
			d := differenceOf(t, g, test.step(t, g))
			if d.System != test.system || !strings.Contains(d.Error(), test.want) ||
				!strings.Contains(d.Error(), "health.Points: in a fresh world") {
				t.Errorf("got %q, %v", d.System, d)
			}
			if err := g.animation.Update(0.125); err != nil {
				t.Error(err)
			}
		})
	}
}

// The frame in a fresh world finds registered filters, the listener and skipped components where
// they are in the session's world.
func TestRehearseKeepsWhatTheWorldHas(t *testing.T) {
	g, once := newGame(t, 1), newGame(t, 1)
	unused, all := arche.All(), arche.All(ecs1[handle](g.world))
	first := g.world.Cache().Register(&unused)
	handles := g.world.Cache().Register(&all)
	g.world.Cache().Unregister(&first)
	heard := 0
	call := listener.NewCallback(func(*ecs.World, arche.EntityEvent) { heard++ }, event.EntityCreated)
	g.world.SetListener(&call)
	found := 0
	for range 60 {
		var counts []int // of each run; entities that die in the first one lose the component
		if err := g.session.Rehearse(2, func() error {
			before := heard
			g.world.RemoveEntity(g.world.NewEntity())
			if heard == before {
				t.Error("the listener hears nothing")
			}
			n := 0
			for query := g.world.Query(&handles); query.Next(); {
				if (*handle)(query.Get(ecs1[handle](g.world))).sound == &g.sound {
					n++
				}
			}
			counts = append(counts, n)
			g.step(t)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(counts) != 4 || counts[2] != counts[1] || counts[3] != counts[1] {
			t.Fatalf("the runs find %d skipped components, the third one in a fresh world", counts)
		}
		found += counts[2]
		once.world.RemoveEntity(once.world.NewEntity())
		once.step(t)
		if g.session.Take(t).Hash() != once.session.Take(t).Hash() {
			t.Fatal("the rehearsed game and the other one differ")
		}
	}
	if found == 0 {
		t.Error("no entity in a fresh world has a skipped component")
	}
	var d *rollback.Difference
	if err := g.session.Rehearse(2, func() error {
		return rollback.ErrUnregistered
	}); errors.As(err, &d) || !errors.Is(err, rollback.ErrUnregistered) {
		t.Errorf("got %v", err)
	}
}
