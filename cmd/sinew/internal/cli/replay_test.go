package cli_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Score is a resource of a program.
type Score struct{ Points int }

// keepFrames writes a file of 20 frames in which a guard walks and then runs: with its assets or in
// a pack beside it, with what the program did or the inputs of its step, with a type of the program
// or without one.
func keepFrames(t *testing.T, path string, inside, hasStep, ownType bool) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	check(err)
	animation, err := systems.NewAnimation(&world, library)
	check(err)
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	check(err)
	if ownType {
		check(rollback.RegisterResource[Score](session))
	}
	guard, err := animation.Spawn(model, mgl32.Ident4())
	check(err)
	check(animation.Player(guard).Play(model.Clip("walk")))
	var options rewind.Options
	act := func(input []byte) error {
		if len(input) > 0 {
			return animation.Player(guard).CrossFade(model.Clip("run"), 0.2)
		}
		return nil
	}
	if hasStep {
		options.Step = func(input []byte, seconds float64) error {
			check(act(input))
			return animation.Update(seconds)
		}
	}
	tape, err := rewind.New(session, options)
	check(err)
	for frame := range 20 {
		var input []byte
		if frame == 10 {
			input = []byte{1}
		}
		if !hasStep {
			check(act(input))
		}
		check(tape.Run(input, 1.0/60))
	}
	var packed bytes.Buffer
	check(pack.Write(&packed, library, pack.Options{Meshes: true}))
	contents := rewind.Contents{Note: "the guard runs\nand that is wrong"}
	if inside {
		contents.Assets = packed.Bytes()
	} else {
		check(os.WriteFile(strings.TrimSuffix(path, ".sinew")+".pack", packed.Bytes(), 0o600))
	}
	file, err := os.Create(path)
	check(err)
	check(tape.Save(file, contents))
	check(file.Close())
}

// withOtherHash returns a file in which one of the frames of 1/60 s has another hash, of the world and of
// its first entity.
func withOtherHash(t *testing.T, path string, frame int) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	le, castagnoli := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	seconds := le.AppendUint64(nil, math.Float64bits(1.0/60))
	for at := 0; ; at++ {
		next := bytes.Index(b[at:], seconds)
		if next < 0 {
			t.Fatalf("%s has no frame %d", path, frame)
		}
		at += next
		const before, hash, entities, input = 5, 8, 16, 20 // of a record, from its seconds on
		size, count := int(le.Uint32(b[at-4:])), int(le.Uint32(b[at+entities:]))
		end := at + input + size + 8*count
		if b[at-before] != 1 || size > 1<<20 || count > 10 || end+4 > len(b) ||
			crc32.Checksum(b[at-before:end], castagnoli) != le.Uint32(b[end:]) {
			continue // no record of a frame
		}
		if frame--; frame == 0 {
			b[at+hash]++
			b[at+input+size+4]++
			le.PutUint32(b[end:], crc32.Checksum(b[at-before:end], castagnoli))
			return b
		}
	}
}

// A file plays with the assets in it or beside it, and tells why characters looked as they did.
func TestReplay(t *testing.T) {
	bug := filepath.Join(t.TempDir(), "bug.sinew")
	keepFrames(t, bug, true, false, false)
	status, stdout, stderr := run("replay", bug, "--frame", "12")
	for _, want := range []string{
		"frames: 20, 0.333 s\nthe guard runs\nand that is wrong\nall frames are as they were\n", "fades out clip \"walk\"",
		"plays clip \"run\"",
	} {
		if status != 0 || !strings.Contains(stdout, want) {
			t.Errorf("status %d, expected %q, found %s%s", status, want, stdout, stderr)
		}
	}
	exported := filepath.Join(t.TempDir(), "bug.mcap")
	status, stdout, stderr = run("replay", bug, "--mcap", exported)
	if status != 0 || !strings.HasSuffix(stdout, exported+" holds frames 1 to 20 for viewers\n") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	heads := func() int {
		b, err := os.ReadFile(exported)
		if err != nil || !bytes.HasSuffix(b, []byte("\x89MCAP0\r\n")) {
			t.Errorf("expected the end of the file, found %d bytes, %v", len(b), err)
		}
		return strings.Count(string(b), "mannequin 1/head")
	}
	all := heads()
	if all < 20 {
		t.Errorf("expected the head of the guard in each of 20 frames, found it %d times", all)
	}
	differing := filepath.Join(t.TempDir(), "differing.sinew")
	if err := os.WriteFile(differing, withOtherHash(t, bug, 12), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr = run("replay", differing, "--mcap", exported, "--frame", "12")
	if status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, differing+": frame 12: entity 1: ") ||
		!strings.Contains(stdout, exported+" holds frames 1 to 12 for viewers\n") || strings.Contains(stdout, "all frames are") ||
		!strings.Contains(stdout, "plays clip \"run\"") {
		t.Errorf("status %d of a file whose frame 12 differs: %s%s", status, stdout, stderr)
	}
	if n := heads(); n >= all || n < 12 {
		t.Errorf("expected the head of the guard in 12 of 20 frames, found it %d times of %d", n, all)
	}
	beside := filepath.Join(t.TempDir(), "beside.sinew")
	keepFrames(t, beside, false, false, false)
	packed := strings.TrimSuffix(beside, ".sinew") + ".pack"
	if status, stdout, stderr := run("replay", beside, "--assets", packed); status != 0 {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	steps, owned := filepath.Join(t.TempDir(), "steps.sinew"), filepath.Join(t.TempDir(), "owned.sinew")
	keepFrames(t, steps, true, true, false)
	keepFrames(t, owned, true, false, true)
	damaged := filepath.Join(t.TempDir(), "damaged.sinew")
	whole, err := os.ReadFile(bug)
	if err == nil {
		err = os.WriteFile(damaged, whole[:len(whole)-100], 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		status    int
		want      string
		arguments []string
	}{
		{2, "expected packs and models with the assets", []string{beside}},
		{1, "found inputs for its step", []string{steps}},
		{1, "cli_test.Score: the type is neither registered nor skipped: such a file plays only in its program", []string{owned}},
		{1, "found the end of the file", []string{damaged}},
		{1, "no such file", []string{bug + "x"}},
		{2, "expected a frame from 1 to 20, found 21", []string{bug, "--frame", "21"}},
		{2, "expected --test", []string{bug, "--setup", "a.B"}},
		{2, "ends in _test.go", []string{bug, "--test", "bug.go"}},
		{2, "expected a function of the program", []string{steps, "--test", "bug_test.go"}},
		{2, "found \"game\"", []string{steps, "--test", "bug_test.go", "--setup", "game"}},
		{2, "or --setup", []string{beside, "--test", "bug_test.go"}},
		{2, "found both", []string{bug, "--test", "bug_test.go", "--frame", "1"}},
		{2, "found both", []string{bug, "--test", "bug_test.go", "--mcap", "bug.mcap"}},
		{1, "no such file", []string{bug, "--mcap", filepath.Join(t.TempDir(), "none", "bug.mcap")}},
	} {
		status, _, stderr := run(append([]string{"replay"}, row.arguments...)...)
		if status != row.status || !isOneLine(stderr) || !strings.Contains(stderr, row.want) {
			t.Errorf("%v: expected status %d and %q, found %d, %s", row.arguments, row.status, row.want, status, stderr)
		}
	}
}

// setup is a program whose step a file has the inputs for.
const setup = `package game

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

func Replay(file *rewind.File) (*rollback.Session, func(input []byte, seconds float64) error, error) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	loaded, err := pack.Parse(library, "steps", file.Assets)
	if err != nil {
		return nil, nil, err
	}
	model := loaded.Models()[0]
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		return nil, nil, err
	}
	session, err := rollback.NewSession(animation)
	return session, func(input []byte, seconds float64) error {
		if len(input) == WHEN {
			guard := animation.Store().Pools()[0].Owner(0)
			if err := animation.Player(guard).CrossFade(model.Clip("run"), 0.2); err != nil {
				return err
			}
		}
		return animation.Update(seconds)
	}, err
}
`

// A recording of package rollback is another kind of file, and the error says so.
func TestReplayOfARecording(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "match.sinew")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	recorder, err := rollback.NewRecorder(file, session, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(recorder.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := run("replay", path)
	if status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, "found a recording of package rollback") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

// The test that the command writes compiles and passes, and fails where the program does something
// else.
func TestReplayWritesATest(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skipf("%s starts no processes, another system does", runtime.GOOS)
	}
	if err := os.MkdirAll("testdata", 0o777); err != nil {
		t.Fatal(err)
	}
	// In the module, where ./... does not find it.
	folder, err := os.MkdirTemp("testdata", "replay") //nolint:usetesting // a temporary folder is outside the module
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = os.RemoveAll(folder)
		_ = os.Remove("testdata") // if nothing else is there
	})
	bug, steps, beside := filepath.Join(folder, "bug-12.sinew"), filepath.Join(folder, "steps.sinew"),
		filepath.Join(folder, "beside.sinew")
	keepFrames(t, bug, true, false, false)
	keepFrames(t, steps, true, true, false)
	keepFrames(t, beside, false, false, false)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("game.go", strings.Replace(setup, "WHEN", "1", 1))
	const path = "github.com/sinew-go/sinew/cmd/sinew/internal/cli/"
	for _, arguments := range [][]string{
		{bug, "--test", filepath.Join(folder, "bug_test.go")},
		{beside, "--test", filepath.Join(folder, "beside_test.go"), "--assets", strings.TrimSuffix(beside, ".sinew") + ".pack"},
		{steps, "--test", filepath.Join(folder, "steps_test.go"), "--setup", path + filepath.ToSlash(folder) + ".Replay"},
	} {
		if status, stdout, stderr := run(append([]string{"replay"}, arguments...)...); status != 0 {
			t.Fatalf("status %d: %s%s", status, stdout, stderr)
		}
	}
	test := func() (string, error) {
		out, err := exec.Command("go", "test", "-vet=all", "-v", "./"+filepath.ToSlash(folder)).CombinedOutput()
		return string(out), err
	}
	out, err := test()
	for _, name := range []string{"TestBug12", "TestSteps", "TestBeside"} {
		if err != nil || !strings.Contains(out, "--- PASS: "+name) {
			t.Fatalf("%v: expected %s to pass, found\n%s", err, name, out)
		}
	}
	write("game.go", strings.Replace(setup, "WHEN", "2", 1)) // it never runs
	out, err = test()
	if err == nil || !strings.Contains(out, "--- FAIL: TestSteps") || !strings.Contains(out, "frame 11: entity 1:") ||
		!strings.Contains(out, "--- PASS: TestBug12") {
		t.Errorf("%v: expected TestSteps to fail at frame 11, found\n%s", err, out)
	}
}
