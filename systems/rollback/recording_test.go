package rollback_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rollback"
)

// play runs a frame of the game: the input is added to the random numbers.
func (g *game) play(t testing.TB, input []byte) {
	for _, b := range input {
		g.dice.Get().State += uint64(b)
	}
	g.step(t)
}

// record returns a recording of some frames, and the random numbers at its end.
func record(t testing.TB, frames int) (recording []byte, end uint64) {
	t.Helper()
	g := newGame(t, 1)
	for range 5 {
		g.step(t)
	}
	var file bytes.Buffer
	recorder, err := rollback.NewRecorder(&file, g.session, []byte("level 3"))
	check(t, err)
	for frame := range frames {
		input := []byte(fmt.Sprint(100 + frame))[:frame%3]
		g.play(t, input)
		check(t, recorder.Frame(input, 1.0/60))
	}
	check(t, recorder.Close())
	if err := recorder.Frame(nil, 0); !errors.Is(err, rollback.ErrRecording) {
		t.Errorf("a frame after the end: %v", err)
	}
	return file.Bytes(), g.dice.Get().State
}

// verify runs a recording in a new game.
func verify(t *testing.T, recording []byte, change func(g *game, frame int)) (frames int, err error) {
	t.Helper()
	g := newGame(t, 1)
	replay, err := rollback.NewReplay(bytes.NewReader(recording))
	if err != nil {
		return 0, err
	}
	if string(replay.Settings()) != "level 3" {
		t.Errorf("the settings are %q", replay.Settings())
	}
	return replay.Verify(g.session, func(input []byte, seconds float64) error {
		if seconds != 1.0/60 {
			t.Errorf("the frame has %v s", seconds)
		}
		g.play(t, input)
		if change != nil {
			change(g, replay.Frames())
		}
		return nil
	})
}

func TestRecordAndReplay(t *testing.T) {
	recording, _ := record(t, 90)
	if frames, err := verify(t, recording, nil); err != nil || frames != 90 {
		t.Fatalf("%d frames, %v", frames, err)
	}
	frames, err := verify(t, recording, func(g *game, frame int) {
		if frame == 41 {
			g.transform.Get(g.characters()[2]).Matrix[14] += 1e-6
		}
	})
	var d *rollback.Difference
	if !errors.As(err, &d) || !errors.Is(err, rollback.ErrDifference) || frames != 40 || d.Frame != 41 ||
		d.Entity.IsZero() {
		t.Fatalf("%d frames, %v", frames, err)
	}
	if want := fmt.Sprintf("frame 41: entity %d: its components or its pose differ from the recording",
		d.Entity.ID()); !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	frames, err = verify(t, recording, func(g *game, frame int) {
		if frame == 7 {
			g.world.NewEntity()
		}
	})
	if !errors.As(err, &d) || d.Frame != 7 || !strings.Contains(err.Error(), "it is not alive in the recording") {
		t.Errorf("%d frames, %v", frames, err)
	}
	if _, err = verify(t, recording, func(g *game, frame int) {
		g.dice.Get().State++
	}); !errors.As(err, &d) || !d.Entity.IsZero() {
		t.Errorf("another resource: %v", err)
	}
}

// A recording made with AVX2 gives the same bits with kernels in plain Go, and the other way
// around.
func TestRecordingWithOtherKernels(t *testing.T) {
	path := os.Getenv("SINEW_TEST_RECORDING")
	if path != "" { // the other process
		recording, err := os.ReadFile(path)
		check(t, err)
		frames, err := verify(t, recording, nil)
		check(t, err)
		fmt.Printf("verified %d frames\n", frames)
		return
	}
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skipf("%s starts no processes, another system does", runtime.GOOS)
	}
	recording, _ := record(t, 60)
	path = filepath.Join(t.TempDir(), "recording")
	check(t, os.WriteFile(path, recording, 0o600))
	other := "SINEW_NOASM=1"
	if os.Getenv("SINEW_NOASM") != "" {
		other = "SINEW_NOASM="
	}
	command := exec.Command(os.Args[0], "-test.run=^TestRecordingWithOtherKernels$", "-test.v")
	command.Env = append(os.Environ(), "SINEW_TEST_RECORDING="+path, other)
	out, err := command.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("verified 60 frames")) {
		t.Fatalf("%s: %v\n%s", other, err, out)
	}
}

func TestDamagedRecordings(t *testing.T) {
	recording, _ := record(t, 6)
	read := func(b []byte) (frames int, err error) {
		replay, err := rollback.NewReplay(bytes.NewReader(b))
		if err != nil {
			return 0, err
		}
		for {
			if _, _, err := replay.Next(); errors.Is(err, io.EOF) {
				return replay.Frames(), nil
			} else if err != nil {
				return replay.Frames(), err
			}
		}
	}
	if frames, err := read(recording); frames != 6 || err != nil {
		t.Fatalf("%d frames, %v", frames, err)
	}
	if _, err := read(append(bytes.Clone(recording), 0)); !errors.Is(err, rollback.ErrRecording) {
		t.Errorf("a byte after the end: %v", err)
	}
	most := 0
	for n := range len(recording) {
		if n%53 > 0 && n < len(recording)-200 {
			continue
		}
		frames, err := read(recording[:n])
		if !errors.Is(err, rollback.ErrRecording) {
			t.Fatalf("the first %d bytes: %d frames, %v", n, frames, err)
		}
		most = max(most, frames)
	}
	if most != 6 {
		t.Errorf("%d whole frames of a recording without an end", most)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		bad := bytes.Clone(recording)
		at := random.IntN(len(bad))
		if random.IntN(2) == 0 {
			at = random.IntN(40)
		}
		bad[at] ^= byte(1 + random.IntN(255))
		if _, err := read(bad); !errors.Is(err, rollback.ErrRecording) {
			t.Fatalf("byte %d: %v", at, err)
		}
	}
	// Sizes that nobody has memory for.
	for _, at := range []int{16, 20, 24} {
		bad := bytes.Clone(recording)
		copy(bad[at:], []byte{0, 0, 0xf, 0})
		if n := testing.AllocsPerRun(1, func() {
			if _, err := read(bad); !errors.Is(err, rollback.ErrRecording) {
				t.Errorf("size at %d: %v", at, err)
			}
		}); n > 200 {
			t.Errorf("%v allocations", n)
		}
	}
}

func TestReplayNeedsTheSameAssets(t *testing.T) {
	recording, _ := record(t, 1)
	g := newGame(t, 1)
	library := assets.NewLibrary()
	model, err := addMannequin(library)
	check(t, err)
	if rollback.Fingerprint(library) != rollback.Fingerprint(g.library) {
		t.Error("equal libraries have different fingerprints")
	}
	exact := assets.NewLibrary(assets.Exact())
	_, err = addMannequin(exact)
	check(t, err)
	if rollback.Fingerprint(library) == rollback.Fingerprint(exact) {
		t.Error("clips that are not baked have the same fingerprint")
	}
	c, err := courses.Stepping("other", library.Skeleton(model.Skeleton), "walk", 1, 0)
	check(t, err)
	check(t, library.SetClip(model.Clip("walk"), c))
	if rollback.Fingerprint(library) == rollback.Fingerprint(g.library) {
		t.Error("another clip has the same fingerprint")
	}
	check(t, err)
	bytes8 := bytes.Clone(recording)
	replay, err := rollback.NewReplay(bytes.NewReader(bytes8))
	check(t, err)
	other, err := rollback.NewSession(newAnimation(t, library))
	check(t, err)
	if err := replay.Begin(other); !errors.Is(err, rollback.ErrLibrary) {
		t.Errorf("got %v", err)
	}
}

func TestRecorderLimits(t *testing.T) {
	g := newGame(t, 1)
	if _, err := rollback.NewRecorder(io.Discard, g.session, make([]byte, rollback.MaxSettings+1)); !errors.Is(err,
		rollback.ErrRecording) {
		t.Errorf("settings: %v", err)
	}
	recorder, err := rollback.NewRecorder(io.Discard, g.session, nil)
	check(t, err)
	if err := recorder.Frame(make([]byte, rollback.MaxInput+1), 0); !errors.Is(err, rollback.ErrRecording) {
		t.Errorf("input: %v", err)
	}
	for _, seconds := range []float64{-1, math.NaN(), math.Inf(1)} { // no update takes them
		if err := recorder.Frame(nil, seconds); !errors.Is(err, systems.ErrDelta) {
			t.Errorf("%v s: %v", seconds, err)
		}
	}
	check(t, recorder.Frame(make([]byte, rollback.MaxInput), 0))
	check(t, recorder.Close())
	full := errors.New("full")
	if _, err := rollback.NewRecorder(failing{full}, g.session, make([]byte, 10_000)); !errors.Is(err, full) {
		t.Errorf("a writer that fails: %v", err)
	}
}

// failing is a writer that fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
