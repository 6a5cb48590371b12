//go:build cgo

package cli_test

import (
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
