package systems_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/seeds"
)

// extremeValues are bit patterns that are unusual in components.
var extremeValues = []uint32{
	0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fc00000, 0x7f800000, 0xff800000, 0x7f7fffff, 0xff7fffff, 0x3f800000,
	0xbf800000, 1 << 16, 0xffff, 0x7ff00000,
	0x7ff80000, 0x01010101, 0xfefefefe,
}

// checkRestore restores a snapshot that was changed. If that succeeds, frames must run with
// whatever values the components have.
func checkRestore(t *testing.T, p *scriptedCrowd, pristine, changed []byte) {
	t.Helper()
	switch err := p.animation.Restore(changed); {
	case errors.Is(err, ecs.ErrSnapshot), errors.Is(err, ecs.ErrEntityGone):
		return
	case err != nil:
		t.Fatalf("unexpected error: %v", err)
	}
	for range 3 {
		before := p.animation.Store().Frame()
		p.update(t, 0.05)
		p.hash(p.animation.Store().Frame() != before) // a changed clock may have a step of days
	}
	if err := p.animation.Restore(p.animation.AppendSnapshot(nil)); err != nil {
		t.Fatalf("the restored state is saved as an invalid snapshot: %v", err)
	}
	if err := p.animation.Restore(pristine); err != nil {
		t.Fatal(err)
	}
}

// Neither restoring a randomly changed snapshot nor the frames after it panic.
func TestRandomlyChangedSnapshots(t *testing.T) {
	probe.Serial(t)
	p := newScriptedCrowd(t, 1)
	for range 80 {
		p.step(t)
	}
	pristine := p.animation.AppendSnapshot(nil)
	random := rand.New(rand.NewPCG(3, 9))
	rounds := 4000
	if probe.Race {
		rounds = 400
	}
	for range rounds {
		changed := slices.Clone(pristine)
		for range 1 + random.IntN(3) {
			at := 36 + random.IntN(len(changed)-40)
			switch random.IntN(4) {
			case 0:
				changed[at] ^= 1 << random.IntN(8)
			case 1:
				changed[at] = byte(random.Uint32())
			default:
				binary.LittleEndian.PutUint32(changed[at/4*4:], extremeValues[random.IntN(len(extremeValues))])
			}
		}
		checkRestore(t, p, pristine, withChecksum(changed))
	}
}

// FuzzRestore restores snapshots with changed bytes, and arbitrary bytes.
func FuzzRestore(f *testing.F) {
	p := newScriptedCrowd(f, 1)
	for range 40 {
		p.step(f)
	}
	pristine := p.animation.AppendSnapshot(nil)
	seeds.Add(f, []byte{1, 0, 0, 0, 0, 0, 0})
	seeds.Add(f, []byte{0, 0x90, 0, 255, 255, 255, 255, 0x10, 1, 0, 0, 0, 0xc0, 0x7f})
	seeds.Add(f, []byte("0\x00\x00000AAFF0000")) // a step of the clock of 12 days, and a skeleton that is not in the library
	seeds.Add(f, []byte("0\"000\x880"))          // a character without a Transform
	f.Fuzz(func(t *testing.T, changes []byte) {
		checkRestore(t, p, pristine, withChecksum(slices.Clone(changes)))
		changed := slices.Clone(pristine)
		for ; len(changes) >= 7; changes = changes[7:] {
			at := (int(changes[0]) | int(changes[1])<<8 | int(changes[2])<<16) % (len(changed) - 4)
			copy(changed[at:], changes[3:7])
		}
		checkRestore(t, p, pristine, withChecksum(changed))
	})
}

// Frames run with any extreme value at any position in the record of a character with all
// components.
func TestExtremeValuesInSnapshots(t *testing.T) {
	probe.Serial(t)
	p := newScriptedCrowd(t, 1)
	for len(p.crowd) > 2 {
		p.remove(2)
	}
	e := p.crowd[0]
	for range 200 {
		p.randomCommand(rand.New(rand.NewPCG(5, p.frame)))
		if p.frame++; p.frame%3 == 0 {
			p.update(t, 0.05)
		}
	}
	if _, err := p.animation.Control(e, p.graph); err != nil {
		t.Fatal(err)
	}
	p.update(t, 0.05)
	_ = p.animation.Controller(e).SetFloat("speed", 2.5)
	p.update(t, 0.1)
	pristine := p.animation.AppendSnapshot(nil)
	for at := 112; at < min(len(pristine)-4, 112+1600); at += 4 {
		for _, v := range extremeValues {
			changed := slices.Clone(pristine)
			binary.LittleEndian.PutUint32(changed[at:], v)
			checkRestore(t, p, pristine, withChecksum(changed))
		}
	}
}
