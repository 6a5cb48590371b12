package rewind_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/seeds"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// savedFrames returns a file of four frames, between which the program changed something, and the
// stage that it is of.
func savedFrames(t testing.TB) ([]byte, *stage) {
	t.Helper()
	s := newStage(t, rewind.Options{})
	for frame := range 4 {
		if frame == 2 {
			check(t, s.animation.Player(s.guard).CrossFade(s.model.Clip("run"), 0.1))
		}
		check(t, s.tape.Run([]byte{byte(frame)}, 1.0/60))
	}
	var file bytes.Buffer
	check(t, s.tape.Save(&file, rewind.Contents{Note: "note", Settings: []byte("settings"), Assets: []byte("assets")}))
	return file.Bytes(), s
}

// contentsSize is the size of the header and the contents of savedFrames.
const contentsSize = 32 + len("note") + len("settings") + len("assets")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fix makes the checksums of a changed file right: that of the contents with depth 1, with depth 2
// those of the recording's header and frames too, of which it keeps the sizes.
func fix(b []byte, depth int) {
	if depth < 1 || len(b) < contentsSize {
		return
	}
	sum := crc32.Checksum(b[4:28], castagnoli)
	binary.LittleEndian.PutUint32(b[28:], crc32.Update(sum, castagnoli, b[32:contentsSize]))
	if b = b[contentsSize:]; depth < 2 || len(b) < 36 {
		return
	}
	le := binary.LittleEndian
	end := 36 + uint64(le.Uint32(b[16:])) + le.Uint64(b[20:]) + uint64(le.Uint32(b[28:]))
	if end > uint64(len(b)) || le.Uint64(b[20:]) > uint64(len(b)) {
		return
	}
	sum = crc32.Checksum(b[4:32], castagnoli)
	le.PutUint32(b[32:], crc32.Update(sum, castagnoli, b[36:end]))
	for b = b[end:]; len(b) >= 25; {
		n := uint64(9)
		if b[0] == 1 {
			n = 25 + uint64(le.Uint32(b[1:])) + 8*uint64(le.Uint32(b[21:]))
		}
		if n+4 > uint64(len(b)) {
			return
		}
		le.PutUint32(b[n:], crc32.Checksum(b[:n], castagnoli))
		b = b[n+4:]
	}
}

// checkFile opens and plays a changed file: it is refused by the error that belongs to it, or it
// plays, in little memory, and the session works as before. It reports whether the file was opened.
func checkFile(t *testing.T, s *stage, changed []byte) (opened bool) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	defer func() {
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<26 {
			t.Errorf("a file of %d bytes took %d bytes of memory", len(changed), n)
		}
	}()
	file, err := rewind.Open(bytes.NewReader(changed))
	if err != nil {
		if !errors.Is(err, rewind.ErrFile) && !errors.Is(err, rollback.ErrRecording) {
			t.Fatalf("another error than ErrFile and ErrRecording: %v", err)
		}
		return false
	}
	tape, err := file.Play(s.session, rewind.Options{})
	known := []error{
		rewind.ErrFile, rollback.ErrRecording, rollback.ErrSnapshot, rollback.ErrLibrary, rollback.ErrDifference,
		systems.ErrDelta, systems.ErrLongUpdate, systems.ErrNil,
	}
	isKnown := err == nil
	for _, k := range known {
		isKnown = isKnown || errors.Is(err, k)
	}
	if !isKnown {
		t.Fatalf("another error: %v", err)
	}
	if oldest, newest := tape.Frames(); newest > 0 && err == nil {
		check(t, tape.Seek(oldest))
	}
	return true
}

// FuzzFile opens and plays files with a changed byte, with wrong and with repaired checksums, and
// arbitrary bytes.
func FuzzFile(f *testing.F) {
	pristine, s := savedFrames(f)
	n := uint32(contentsSize)
	for _, at := range []uint32{0, 4, 8, 12, 16, 20, 24, 28, 33, n, n + 4, n + 8, n + 16, n + 20, n + 28, n + 40} {
		seeds.Add(f, at, uint32(1), uint8(2), []byte(nil))
		seeds.Add(f, at, uint32(0xffff_ffff), uint8(1), []byte(nil))
	}
	seeds.Add(f, uint32(0), uint32(0), uint8(3), []byte("SNRW"))
	seeds.Add(f, uint32(len(pristine)-30), uint32(1), uint8(2), []byte(nil))
	f.Fuzz(func(t *testing.T, at, change uint32, depth uint8, other []byte) {
		b := bytes.Clone(pristine)
		if depth%4 == 3 {
			b = bytes.Clone(other)
		} else {
			for i := range 4 {
				b[(int(at%uint32(len(b)))+i)%len(b)] ^= byte(change >> (8 * i))
			}
		}
		fix(b, int(depth%4))
		checkFile(t, s, b)
		if !checkFile(t, s, pristine) {
			t.Fatal("the file is not opened any more")
		}
	})
}

// Files with bytes that are changed at random, in the patches and inputs of frames too, are refused
// or play; those that are cut are refused.
func TestDamagedFiles(t *testing.T) {
	pristine, s := savedFrames(t)
	file, err := rewind.Open(bytes.NewReader(pristine))
	check(t, err)
	_, err = file.Play(s.session, rewind.Options{})
	check(t, err)
	for n := range len(pristine) {
		if n > contentsSize && n < len(pristine)-400 && n%97 > 0 {
			continue
		}
		if _, err := rewind.Open(bytes.NewReader(pristine[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes are opened", n, len(pristine))
		}
	}
	random := rand.New(rand.NewPCG(3, 27))
	rounds := 400
	if probe.Race {
		rounds = 60
	}
	opened := 0
	for range rounds {
		b := bytes.Clone(pristine)
		for range 1 + random.IntN(3) {
			at := random.IntN(len(b))
			if random.IntN(2) == 0 { // the frames
				at = len(b) - 1 - random.IntN(600)
			}
			b[at] ^= byte(1 + random.IntN(255))
		}
		fix(b, 1+random.IntN(2))
		if checkFile(t, s, b) {
			opened++
		}
	}
	if opened < rounds/8 {
		t.Errorf("only %d of %d files were opened", opened, rounds)
	}
}
