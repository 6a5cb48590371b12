package systems_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// Again and again a crowd is saved, goes on, is restored, and goes on in the same way: each frame has the same bits as the first time, and the same events
// are read. It does not depend on the number of workers.
func TestRestoredWorldsReplayTheSameBits(t *testing.T) {
	var all [2][]uint64
	for w := range all {
		p := newPlayed(t, w+1)
		random := rand.New(rand.NewPCG(4, 4))
		var snapshot []byte
		for round := range 70 {
			p.animation.Clock().Step = []float64{0, 0.02}[round/3%2]
			for range random.IntN(12) {
				p.step(t)
				for len(p.crowd) > 8 && random.IntN(3) == 0 {
					p.dies(random.IntN(len(p.crowd)))
				}
			}
			for range random.IntN(3) { // those who die, are born or changed after the last frame
				p.dies(random.IntN(len(p.crowd)))
				p.born(random)
				p.act(random)
			}
			snapshot = p.animation.AppendSnapshot(snapshot[:0])
			crowd, props, births, reader, frame := slices.Clone(p.crowd), slices.Clone(p.props), len(p.births), p.reader, p.frame
			var want []uint64
			for range 1 + random.IntN(14) {
				want = append(want, p.step(t))
			}
			if round%4 == 0 {
				for range 3 { // further than it is replayed
					p.step(t)
				}
			}
			p.unborn(births)
			p.crowd, p.props, p.reader, p.frame = crowd, props, reader, frame
			if err := p.animation.Restore(snapshot); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(p.animation.AppendSnapshot(nil), snapshot) {
				t.Fatalf("round %d: what was restored is saved as something else", round)
			}
			for i := range want {
				if got := p.step(t); got != want[i] {
					t.Fatalf("%d workers, round %d: frame %d of %d after the snapshot is another one", w+1, round, i, len(want))
				}
			}
			all[w] = append(all[w], want...)
		}
	}
	if !slices.Equal(all[0], all[1]) {
		t.Error("two workers make something else than one")
	}
}

// unborn removes all but the first births, the last one first, so that those born instead get their numbers.
func (p *played) unborn(births int) {
	for _, e := range slices.Backward(p.births[births:]) {
		p.world.RemoveEntity(e)
	}
	p.births = p.births[:births]
}
