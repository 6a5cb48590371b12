package rollback_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// changeRecording returns a recording with changed bytes. Each change has 8 bytes: 3 of a position,
// one of what happens there, and 4 of a value. At a position from 1 << 23 on it happens in the
// header of the recording or in a frame.
func changeRecording(recording, changes []byte) []byte {
	b := bytes.Clone(recording)
	end := rollback.FramesIn(recording)
	for ; len(changes) >= 8 && len(b) > 8; changes = changes[8:] {
		at := int(changes[0]) | int(changes[1])<<8 | int(changes[2])<<16
		if around := at - 1<<23; around >= 0 {
			if around %= 36 + len(recording) - end; around >= 36 {
				around += end - 36
			}
			at = around
		}
		at %= len(b) - 4
		word := binary.LittleEndian.Uint32(b[at:])
		value := binary.LittleEndian.Uint32(changes[4:])
		switch changes[3] % 8 {
		default:
			word = value
		case 1:
			word ^= value
		case 2:
			word += value
		case 3:
			b[at] = byte(value)
			continue
		case 4:
			b = b[:at]
			continue
		case 5:
			n := int(value % 64)
			b = append(b[:at:at], append(make([]byte, n), b[at:]...)...)
			continue
		case 6:
			n := min(int(value%64), len(b)-at)
			b = append(b[:at:at], b[at+n:]...)
			continue
		}
		binary.LittleEndian.PutUint32(b[at:], word)
	}
	return b
}

// checkRecording replays a recording with changed bytes in a game. It is refused by the error that
// belongs to it, or replayed, whatever its values are; it takes little memory, and afterwards the
// session works as before. It reports how far the replay came: 0 if it was refused, 1 if its first
// snapshot was, and else 2.
func checkRecording(t *testing.T, g *game, pristine, changed []byte) (stage int) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<26 {
			t.Errorf("a recording of %d bytes took %d bytes of memory", len(changed), n)
		}
	}()
	replay, err := rollback.NewReplay(bytes.NewReader(changed))
	if err != nil {
		if !errors.Is(err, rollback.ErrRecording) {
			t.Fatalf("the header gives another error than ErrRecording: %v", err)
		}
		return 0
	}
	if err := replay.Begin(g.session); err != nil {
		if !errors.Is(err, rollback.ErrSnapshot) && !errors.Is(err, rollback.ErrLibrary) {
			t.Fatalf("the first snapshot gives another error than ErrSnapshot: %v", err)
		}
		return 1
	}
	for frames := 0; ; frames++ {
		input, seconds, err := replay.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) && !errors.Is(err, rollback.ErrRecording) {
				t.Fatalf("frame %d gives another error than ErrRecording: %v", frames, err)
			}
			if len(input) > 0 || seconds != 0 {
				t.Fatalf("an error comes with an input of %d bytes and %v s", len(input), seconds)
			}
			break
		}
		if frames*(25+4) > len(changed) {
			t.Fatal("more frames than the bytes can hold")
		}
		if err := g.animation.Update(seconds); err != nil && !errors.Is(err, systems.ErrDelta) &&
			!errors.Is(err, systems.ErrLongUpdate) {
			t.Fatalf("frame %d of %v s: %v", frames, seconds, err)
		}
		if err := replay.Check(); err != nil && !errors.Is(err, rollback.ErrDifference) {
			t.Fatalf("frame %d: %v", frames, err)
		}
	}
	start, _, end := rollback.SnapshotIn(pristine)
	if err := g.session.Restore(pristine[start:end]); err != nil {
		t.Fatalf("the recorded state cannot be restored again: %v", err)
	}
	return 2
}

// FuzzRecording replays recordings with changed bytes, with wrong and with repaired checksums, and
// arbitrary bytes.
func FuzzRecording(f *testing.F) {
	recording, _ := record(f, 3)
	start, inner, end := rollback.SnapshotIn(recording)
	change := func(at int, what byte, value uint32) []byte {
		b := []byte{byte(at), byte(at >> 8), byte(at >> 16), what}
		return binary.LittleEndian.AppendUint32(b, value)
	}
	const header = 1 << 23
	seeds.Add(f, []byte{}, uint8(0))
	seeds.Add(f, change(header+4, 0, 2), uint8(1))            // the version
	seeds.Add(f, change(header+8, 1, 1), uint8(1))            // the fingerprint
	seeds.Add(f, change(header+16, 0, 1<<20), uint8(1))       // the size of the settings
	seeds.Add(f, change(header+20, 0, 0xffff_ffff), uint8(1)) // the size of the snapshot
	seeds.Add(f, change(header+24, 0, 1), uint8(1))
	seeds.Add(f, change(header+28, 0, 1<<24), uint8(1))           // the size of the keys
	seeds.Add(f, change(header+36, 3, 2), uint8(1))               // the kind of a frame
	seeds.Add(f, change(header+37, 0, 1<<16), uint8(1))           // the size of an input
	seeds.Add(f, change(header+41, 0, 0xffff_ffff), uint8(1))     // the seconds of a frame
	seeds.Add(f, change(header+45, 0, 0x7ff0_0000), uint8(1))     //
	seeds.Add(f, change(header+45, 0, 0x4200_0000), uint8(1))     //
	seeds.Add(f, change(header+57, 0, 1<<24), uint8(1))           // the number of entities of a frame
	seeds.Add(f, change(start+20, 0, uint32(28)), uint8(2))       // the size of the session's part
	seeds.Add(f, change(inner-8, 2, 4), uint8(2))                 // the size of the animation's part
	seeds.Add(f, change(inner+40, 0, 0x7fc0_0000), uint8(3))      // the animation's part
	seeds.Add(f, change(inner+200, 0, 0xffff_ffff), uint8(3))     //
	seeds.Add(f, change(inner/4*4+512, 0, 0x7f7f_ffff), uint8(3)) //
	seeds.Add(f, change(end-40, 4, 0), uint8(3))                  // truncated
	seeds.Add(f, change(start+100, 5, 8), uint8(3))               // with more bytes
	g := newGame(f, 1)
	f.Fuzz(func(t *testing.T, changes []byte, depth uint8) {
		if depth%5 == 4 { // the bytes themselves
			b := bytes.Clone(changes)
			rollback.FixRecording(b, 1)
			checkRecording(t, g, recording, b)
			return
		}
		b := changeRecording(recording, changes)
		rollback.FixRecording(b, int(depth%5))
		checkRecording(t, g, recording, b)
	})
}

// Recordings with bytes that are changed at random are refused or replayed.
func TestRandomlyChangedRecordings(t *testing.T) {
	recording, _ := record(t, 3)
	g := newGame(t, 1)
	start, inner, end := rollback.SnapshotIn(recording)
	random := rand.New(rand.NewPCG(7, 22))
	rounds := 600
	if probe.Race {
		rounds = 100
	}
	var stages [3]int
	for range rounds {
		var changes []byte
		for range 1 + random.IntN(3) {
			at := 1<<23 + random.IntN(1<<16)
			switch random.IntN(3) {
			case 0:
				at = start + random.IntN(inner-start)
			case 1:
				at = inner + random.IntN(end-inner)
			}
			value := [...]uint32{0, 1, 0xffff_ffff, 0x7fc0_0000, 0x7f7f_ffff, 1 << 31, random.Uint32()}[random.IntN(7)]
			what := byte(random.IntN(4))
			if random.IntN(20) == 0 {
				what = byte(random.IntN(8))
			}
			changes = append(changes, byte(at), byte(at>>8), byte(at>>16), what)
			changes = binary.LittleEndian.AppendUint32(changes, value)
		}
		b := changeRecording(recording, changes)
		rollback.FixRecording(b, 1+random.IntN(3))
		stages[checkRecording(t, g, recording, b)]++
	}
	for stage, n := range stages {
		if n < rounds/100 {
			t.Errorf("only %d of %d recordings came to stage %d", n, rounds, stage)
		}
	}
}
