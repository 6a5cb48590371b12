//go:build cgo && linux

package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// screen is the screen of an X server of the test's own, which only the test's window is on.
type screen struct {
	t    *testing.T
	file string // what the screen shows, in the format of xwd
}

// newScreen starts Xvfb and makes DISPLAY name it. Without the programs, the test is skipped, or
// fails where the environment variable CI is set.
func newScreen(t *testing.T) *screen {
	t.Helper()
	for _, program := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed; .ci/deps installs it", program)
		}
		t.Skipf("%s is not installed: .ci/deps installs it", program)
	}
	folder := t.TempDir()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1024x768x24", "-fbdir", folder, "-nolisten",
		"tcp", "-noreset")
	server.ExtraFiles = []*os.File{writer} // becomes file descriptor 3, to which the server writes its display number
	err = server.Start()
	writer.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	number, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb did not start: %v", err)
	}
	t.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	return &screen{t, filepath.Join(folder, "Xvfb_screen0")}
}

// do runs xdotool and returns what it prints.
func (s *screen) do(arguments ...string) string {
	s.t.Helper()
	out, err := exec.Command("xdotool", arguments...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("xdotool %q: %v\n%s", arguments, err, out)
	}
	return strings.TrimSpace(string(out))
}

// The words of a file of xwd, whose header is 32-bit numbers, the higher bytes first.
const (
	xwdHeaderSize   = 0
	xwdWidth        = 4
	xwdHeight       = 5
	xwdBitsPerPixel = 11
	xwdBytesPerLine = 12
	xwdColors       = 19 // of the table between header and pixels, 12 bytes each
)

// show returns what is in a rectangle of the screen.
func (s *screen) show(area image.Rectangle) *image.NRGBA {
	s.t.Helper()
	data, err := os.ReadFile(s.file)
	if err != nil {
		s.t.Fatal(err)
	}
	word := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if word(xwdBitsPerPixel) != 32 || !area.In(image.Rect(0, 0, word(xwdWidth), word(xwdHeight))) {
		s.t.Fatalf("%v on a screen of %d by %d with %d bits per pixel", area, word(xwdWidth), word(xwdHeight),
			word(xwdBitsPerPixel))
	}
	pixels := data[word(xwdHeaderSize)+12*word(xwdColors):]
	out := image.NewNRGBA(image.Rectangle{Max: area.Size()})
	for y := range area.Dy() {
		line := pixels[(area.Min.Y+y)*word(xwdBytesPerLine)+4*area.Min.X:]
		for x := range area.Dx() {
			copy(out.Pix[out.PixOffset(x, y):], []byte{line[4*x+2], line[4*x+1], line[4*x], 255})
		}
	}
	return out
}

// shownWindow is a window on a screen.
type shownWindow struct {
	*screen
	id   string
	area image.Rectangle // on the screen
}

// patience is how long a window may take to show what it was asked for: the software renderer
// shares the processor.
const patience = 2 * time.Minute

// await waits until a condition is true.
func (s *screen) await(what string, done func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("%s did not happen", what)
		}
	}
}

// window waits for the window whose title begins with some text, and for its first picture.
func (s *screen) window(title string) *shownWindow {
	s.t.Helper()
	w := &shownWindow{screen: s}
	s.await("a window named "+title, func() bool {
		out, err := exec.Command("xdotool", "search", "--onlyvisible", "--name", "^"+title).Output()
		w.id, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
		return err == nil && w.id != ""
	})
	numbers := map[string]int{}
	for _, match := range regexp.MustCompile(`(?m)^(\w+)=(\d+)$`).
		FindAllStringSubmatch(s.do("getwindowgeometry", "--shell", w.id), -1) {
		numbers[match[1]], _ = strconv.Atoi(match[2])
	}
	corner := image.Pt(numbers["X"], numbers["Y"])
	w.area = image.Rectangle{corner, corner.Add(image.Pt(numbers["WIDTH"], numbers["HEIGHT"]))}
	s.await("the first picture", func() bool { return colors(w.picture()) > 50 })
	return w
}

func (w *shownWindow) picture() *image.NRGBA {
	w.t.Helper()
	return w.show(w.area)
}

func (w *shownWindow) title() string {
	w.t.Helper()
	return w.do("getwindowname", w.id)
}

// settled returns what the window shows when it has not changed for some time.
func (w *shownWindow) settled() *image.NRGBA {
	w.t.Helper()
	last, same := w.picture(), 0
	w.await("a picture that stays", func() bool {
		time.Sleep(200 * time.Millisecond)
		now := w.picture()
		if same++; string(now.Pix) != string(last.Pix) {
			same = 0
		}
		last = now
		return same >= 3
	})
	return last
}

// atFullQuality returns what a window of a paused scene shows at full quality. While frames are
// slow, the window lowers the quality by and by, which its title and its text tell, until the key
// u.
func (w *shownWindow) atFullQuality() (picture *image.NRGBA) {
	w.t.Helper()
	w.await("a picture at full quality", func() bool {
		picture = w.settled()
		time.Sleep(time.Second) // the title follows
		slow := strings.Contains(w.title(), "slow")
		if slow {
			w.changes("the key u", func() { w.do("key", "u") })
		}
		return !slow && string(w.picture().Pix) == string(picture.Pix)
	})
	return picture
}

// changes waits until the window shows something else than before something was done.
func (w *shownWindow) changes(what string, do func()) {
	w.t.Helper()
	before := w.picture()
	do()
	w.await("a change by "+what, func() bool { return string(w.picture().Pix) != string(before.Pix) })
}

// drag moves the mouse with a button pressed, in pixels of the window.
func (w *shownWindow) drag(from, to image.Point) {
	w.t.Helper()
	move := func(at image.Point) {
		w.do("mousemove", fmt.Sprint(w.area.Min.X+at.X), fmt.Sprint(w.area.Min.Y+at.Y))
	}
	move(from)
	w.do("mousedown", "1")
	move(from.Add(to).Div(2))
	move(to)
	w.do("mouseup", "1")
}

// colors returns the number of different colors in a picture.
func colors(m *image.NRGBA) int {
	seen := map[[3]byte]bool{}
	for i := 0; i < len(m.Pix); i += 4 {
		seen[[3]byte(m.Pix[i:i+3])] = true
	}
	return len(seen)
}
