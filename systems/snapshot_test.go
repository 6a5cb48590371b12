package systems_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// A crowd is saved, continues, is restored, and continues again, many times. Each frame of the
// replay has the same bits and the same events as the first time, with any number of workers.
func TestReplayHasSameBits(t *testing.T) {
	var all [2][]uint64
	rounds := 70
	if probe.Race {
		rounds = 24
	}
	for w := range all {
		p := newScriptedCrowd(t, w+1)
		random := rand.New(rand.NewPCG(4, 4))
		var snapshot []byte
		for round := range rounds {
			p.animation.Clock().Step = []float64{0, 0.02}[round/3%2]
			for range random.IntN(12) {
				p.step(t)
				for len(p.crowd) > 8 && random.IntN(3) == 0 {
					p.remove(random.IntN(len(p.crowd)))
				}
			}
			for range random.IntN(3) { // removed, added or changed after the last frame
				p.remove(random.IntN(len(p.crowd)))
				p.spawnRandom(random)
				p.randomCommand(random)
			}
			snapshot = p.animation.AppendSnapshot(snapshot[:0])
			crowd, props, births, reader, frame := slices.Clone(p.crowd), slices.Clone(p.props), len(p.spawned),
				p.reader, p.frame
			var want []uint64
			spawned := len(p.spawned)
			for range 1 + random.IntN(14) {
				want = append(want, p.step(t))
			}
			end := p.animation.AppendSnapshot(nil)
			spawned = len(p.spawned) - spawned
			if round%4 == 0 {
				for range 3 { // more frames than the replay has
					p.step(t)
				}
			}
			p.removeSpawnedAfter(births)
			p.crowd, p.props, p.reader, p.frame = crowd, props, reader, frame
			if err := p.animation.Restore(snapshot); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(p.animation.AppendSnapshot(nil), snapshot) {
				t.Fatalf("round %d: the snapshot of the restored state differs", round)
			}
			for i := range want {
				if got := p.step(t); got != want[i] {
					t.Fatalf("%d workers, round %d: frame %d of %d after the snapshot differs", w+1, round,
						i, len(want))
				}
			}
			if spawned == 0 && !bytes.Equal(p.animation.AppendSnapshot(nil), end) {
				t.Fatalf("%d workers, round %d: the snapshot after the replay differs", w+1, round)
			}
			all[w] = append(all[w], want...)
		}
	}
	if !slices.Equal(all[0], all[1]) {
		t.Error("the results with two workers differ from those with one")
	}
}

// removeSpawnedAfter removes all characters but the first ones, the last one first, so that new
// characters get the same entity numbers.
func (p *scriptedCrowd) removeSpawnedAfter(births int) {
	for _, e := range slices.Backward(p.spawned[births:]) {
		p.world.RemoveEntity(e)
	}
	p.spawned = p.spawned[:births]
}

// Worlds with the same history have the same snapshot bytes, with any number of workers.
func TestEqualWorldsHaveEqualSnapshots(t *testing.T) {
	a, b := newScriptedCrowd(t, 1), newScriptedCrowd(t, 2)
	for range 60 {
		a.step(t)
		b.step(t)
		if !bytes.Equal(a.animation.AppendSnapshot(nil), b.animation.AppendSnapshot(nil)) {
			t.Fatalf("the snapshots of frame %d differ", a.frame)
		}
	}
}

// A snapshot is restored into another world, whose entities have the same numbers and no
// components.
func TestRestoreIntoAnotherWorld(t *testing.T) {
	a, b := newScriptedCrowd(t, 1), newScriptedCrowd(t, 2)
	for range 40 {
		a.step(t)
	}
	a.remove(2)
	a.spawnRandom(rand.New(rand.NewPCG(1, 1)))
	dump, snapshot := a.world.DumpEntities(), a.animation.AppendSnapshot(nil)
	b.world = ecs.NewWorld()
	b.world.LoadEntities(&dump)
	b.newAnimation(t)
	if err := b.animation.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.animation.AppendSnapshot(nil), snapshot) {
		t.Error("the snapshot of the restored state differs")
	}
	b.crowd, b.props, b.spawned, b.reader, b.frame = slices.Clone(a.crowd), slices.Clone(a.props), nil,
		a.reader, a.frame
	for range 20 {
		if a.step(t) != b.step(t) {
			t.Fatalf("frame %d differs in the other world", a.frame)
		}
	}
}

// newAnimation creates an animation for the present world.
func (p *scriptedCrowd) newAnimation(t *testing.T) {
	t.Helper()
	animation, err := systems.NewAnimation(&p.world, p.library, systems.WithWorkers(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(animation.Close)
	p.animation = animation
	p.scales = generic.NewMap1[components.TimeScale](&p.world)
	p.details = generic.NewMap1[components.LevelOfDetail](&p.world)
	p.transforms = generic.NewMap1[components.Transform](&p.world)
}

func TestSnapshotsAllocateNothing(t *testing.T) {
	p := newScriptedCrowd(t, 1)
	for range 60 {
		p.step(t)
	}
	snapshot := p.animation.AppendSnapshot(nil)
	if n := testing.AllocsPerRun(20, func() { snapshot = p.animation.AppendSnapshot(snapshot[:0]) }); n != 0 {
		t.Errorf("saving allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() { _ = p.animation.Restore(snapshot) }); n != 0 {
		t.Errorf("restoring allocates %v times", n)
	}
	if exact := slices.Clip(slices.Clone(snapshot)); &p.animation.AppendSnapshot(exact[:0])[0] != &exact[0] {
		t.Error("AppendSnapshot reallocates a slice with exactly enough room")
	}
	if prefixed := p.animation.AppendSnapshot([]byte("before")); string(prefixed[:6]) != "before" ||
		!bytes.Equal(prefixed[6:], snapshot) {
		t.Error("appending changes the bytes")
	}
}

// The palette that a skipped character keeps is restored, whenever its level of detail was added or
// removed.
func TestRestoreSkippedCharacters(t *testing.T) {
	for _, row := range []struct{ frame, snapshot, after bool }{ // whether the character has the component then
		{false, false, true}, {false, true, true}, {true, false, true}, {true, true, true}, {true, true, false},
	} {
		f := newFixture(t, 6)
		details := generic.NewMap1[components.LevelOfDetail](&f.world)
		e := f.spawn(t, 0, 0)
		check(t, f.animation.EnableModelMatrices(e))
		have := func(want bool) {
			if want != (details.Get(e) != nil) {
				toggle(&details, e, &components.LevelOfDetail{Culled: true})
			}
		}
		f.update(t, 0.1)
		have(row.frame)
		f.update(t, 0.1)
		have(row.snapshot)
		snapshot := f.animation.AppendSnapshot(nil)
		var shown [2][]float32
		for i := range shown {
			have(row.after)
			f.update(t, 0.1)
			shown[i] = slices.Concat(f.animation.Palette(e, f.model.Skins[0]), f.animation.Morphs(e),
				f.animation.ModelMatrices(e))
			have(false)
			f.update(t, 0.3)
			if err := f.animation.Restore(snapshot); err != nil {
				t.Fatal(err)
			}
		}
		if !sameBits(shown[0], shown[1]) {
			t.Errorf("%+v: the pose differs", row)
		}
	}
}

// Characters that are added together get slots in the order of their entity numbers, whatever
// components they have.
func TestSlotsFollowEntityNumbers(t *testing.T) {
	f := newFixture(t, 3)
	details := generic.NewMap1[components.LevelOfDetail](&f.world)
	for i := range 6 {
		if e := f.spawn(t, 0, 0); i%2 == 0 {
			details.Assign(e, &components.LevelOfDetail{})
		}
	}
	f.update(t, 0)
	pool := f.animation.Store().Pools()[0]
	for slot := range pool.Len() - 1 {
		if pool.Owner(slot).ID() > pool.Owner(slot+1).ID() {
			t.Errorf("%v is before %v", pool.Owner(slot), pool.Owner(slot+1))
		}
	}
}
