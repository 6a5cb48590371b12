package rollback_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Games in which one peer predicts wrongly and restores, and one joins late from a world with
// another past, agree in every frame with one that does neither: with components and resources of
// the program, with relations whose targets die, with goals that follow, ragdolls and a crowd.
func TestPeersOfAGameAgree(t *testing.T) {
	probe.Seeds(t, 4, 300, func(t *testing.T, seed uint64) {
		steady, wrong, late := newGame(t, 1), newGame(t, 2), newGame(t, 1)
		late.dice.Get().State = 99 + seed
		for range 40 {
			late.step(t)
		}
		steady.dice.Get().State, wrong.dice.Get().State = seed, seed
		for frame := range 60 {
			snapshot, err := wrong.session.AppendSnapshot(nil)
			check(t, err)
			wrong.dice.Get().State += 1000 // the prediction
			for range 1 + frame%5 {
				wrong.step(t)
			}
			if frame%3 == 0 {
				wrong.look()
			}
			check(t, wrong.session.Restore(snapshot))
			if frame%2 == 0 {
				wrong.look() // what was restored, before its first frame
			}
			if frame == 10 {
				check(t, late.session.Restore(snapshot))
			}
			steady.step(t)
			want, err := steady.session.AppendSnapshot(nil)
			check(t, err)
			hash := steady.session.Take(t).Hash()
			for name, g := range map[string]*game{"predicted wrongly": wrong, "joined late": late} {
				if g == late && frame < 10 {
					continue
				}
				g.step(t)
				got, err := g.session.AppendSnapshot(nil)
				check(t, err)
				if err := steady.session.Compare(steady.session.Take(t), g.session.Take(t)); err != nil {
					t.Fatalf("seed %d, frame %d: the peer that %s: %v", seed, frame, name, err)
				}
				if !slices.Equal(got, want) || g.session.Take(t).Hash() != hash {
					t.Fatalf("seed %d, frame %d: the peer that %s has another state", seed, frame, name)
				}
			}
		}
	})
}
