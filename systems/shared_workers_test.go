package systems_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// Worlds that are animated at the same time have the same bits as those animated alone, whatever
// helps whom, and when one of them closes.
func TestWorldsAnimatedAtTheSameTime(t *testing.T) {
	const worlds, frames = 4, 40
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	type world struct {
		*fixture
		characters []ecs.Entity
	}
	spawn := func(workers int) (w world) {
		w.fixture = newFixture(t, 30, systems.WithWorkers(workers))
		for i := range 70 {
			w.characters = append(w.characters, w.spawn(t, i%2, float64(i)/70))
		}
		return w
	}
	alone := spawn(1)
	for range frames {
		alone.update(t, 0.05)
	}
	var group sync.WaitGroup
	for k := range worlds {
		w, passing := spawn(k%3), spawn(0) // 0: as many as there are processors
		group.Go(func() {
			for frame := range frames {
				if err := w.animation.Update(0.05); err != nil {
					t.Error(err)
				}
				if frame < 5*k {
					if err := passing.animation.Update(0.05); err != nil {
						t.Error(err)
					}
				} else {
					passing.animation.Close()
				}
			}
			for i, e := range w.characters {
				palette := w.animation.Palette(e, w.model.Skins[0])
				if !sameBits(palette, alone.animation.Palette(alone.characters[i], alone.model.Skins[0])) {
					t.Errorf("world %d: character %d differs", k, i)
				}
			}
		})
	}
	group.Wait()
}

// Fifty worlds need no more goroutines than one.
func TestWorldsShareGoroutines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	f := newFixture(t, 3)
	const helper = "ecs.(*helper).run"
	first := probe.Goroutines(helper, 3)
	for range 50 {
		world := ecs.NewWorld()
		animation, err := systems.NewAnimation(&world, f.library)
		check(t, err)
		defer animation.Close()
		check(t, animation.Update(0))
	}
	if n := probe.Goroutines(helper, 3); first != 3 || n != 3 {
		t.Errorf("one world has %d goroutines on 4 processors, 51 have %d, want 3", first, n)
	}
}
