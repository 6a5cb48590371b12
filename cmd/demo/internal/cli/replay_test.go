//go:build cgo

package cli_test

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A scene is recorded while it is drawn; the recording is verified without drawing, and played to a
// film.
func TestRecordAndReplay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "walk.rec")
	draw(t, "a.gif", "-scene", "locomotion", "-press", "w,d", "-record", file, "-frames", "20", "-size", "60x40")
	status, stdout, stderr := run("replay", "--verify", file)
	if status != 0 || stderr != "" || !strings.Contains(stdout, "21 frames, 0.76 s, are as recorded") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	film := filepath.Join(t.TempDir(), "b.gif")
	if status, _, stderr := run("replay", "--out", film, "--size", "60x40", file); status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	b, err := os.Open(film)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if g, err := gif.DecodeAll(b); err != nil || len(g.Image) != 19 {
		t.Errorf("the film has %d frames, %v", len(g.Image), err)
	}
}

// keepFrames writes a file of 12 frames in which a guard walks: with its assets inside, or in a pack beside it.
func keepFrames(t *testing.T, path string, inside bool) {
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
	guard, err := animation.Spawn(model, mgl32.Ident4())
	check(err)
	check(animation.Player(guard).Play(model.Clip("walk")))
	tape, err := rewind.New(session, rewind.Options{})
	check(err)
	for range 12 {
		check(tape.Run(nil, 1.0/24))
	}
	var packed bytes.Buffer
	check(pack.Write(&packed, library, pack.Options{Meshes: true}))
	contents := rewind.Contents{Note: "the guard walks"}
	if inside {
		contents.Assets = packed.Bytes()
	} else {
		check(os.WriteFile(path+".pack", packed.Bytes(), 0o600))
	}
	file, err := os.Create(path)
	check(err)
	check(tape.Save(file, contents))
	check(file.Close())
}

// The frames that a program kept are drawn with the assets in their file or in other files, by replay and as
// a file to view.
func TestReplayOfKeptFrames(t *testing.T) {
	bug, beside := filepath.Join(t.TempDir(), "bug.sinew"), filepath.Join(t.TempDir(), "beside.sinew")
	keepFrames(t, bug, true)
	keepFrames(t, beside, false)
	if status, stdout, stderr := run("replay", "--verify", bug); status != 0 ||
		stdout != bug+": all frames are as they were\n" {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	picture := decodePNG(t, draw(t, "a.png", "--size", "240x180", "--time", "0.2", bug))
	perceptual.Keep(t, picture, "kept.png")
	film := filepath.Join(t.TempDir(), "b.gif")
	status, stdout, stderr := run("replay", "--out", film, "--size", "60x40", "--assets", beside+".pack", beside)
	if status != 0 || stderr != "" || !strings.Contains(stdout, "1 character with ") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	b, err := os.Open(film)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if g, err := gif.DecodeAll(b); err != nil || len(g.Image) != 11 { // 11/24 s
		t.Errorf("the film has %d frames, %v", len(g.Image), err)
	}
	for _, row := range []struct {
		status    int
		want      string
		arguments []string
	}{
		{2, "--assets: expected packs and models with the assets", []string{"replay", beside}},
		{2, "--assets: expected packs and models with the assets", []string{beside}},
		{2, "--time: expected at most the 0.458 s of the frames, found 3", []string{"replay", "--time", "3", bug}},
		{2, "--scene: expected no files", []string{"--scene", "blend", bug}},
		{2, "--scene: expected no scene, count, clips", []string{"--count", "3", bug}},
		{2, "--assets: expected a file of package rewind", []string{"replay", "--assets", bug, "replay_test.go"}},
		{1, "no such file", []string{"replay", "--assets", "missing.pack", bug}},
	} {
		if status, _, stderr := run(row.arguments...); status != row.status || !isOneLine(stderr) ||
			!strings.Contains(stderr, row.want) {
			t.Errorf("%v: expected status %d and %q, found %d, %s", row.arguments, row.status, row.want, status, stderr)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	for _, row := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{"replay", "--verify", "replay_test.go"}, 1, "replay_test.go: no recording that can be read"},
		{[]string{"replay", "missing.rec"}, 1, "missing.rec"},
		{[]string{"replay"}, 2, "<file>"},
		{
			[]string{"view", "--record", "a.rec", "--out", "a.png"},
			2,
			"--record: expected the scene \"locomotion\" or \"matching\", found",
		},
	} {
		if status, _, stderr := run(row.arguments...); status != row.status || !strings.Contains(stderr, row.want) {
			t.Errorf("%v: status %d: %s", row.arguments, status, stderr)
		}
	}
}
