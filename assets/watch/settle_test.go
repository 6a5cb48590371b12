package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
)

// latest is after how long a change must be taken over, and frame how long a frame takes.
const (
	latest = 100 * time.Millisecond
	frame  = time.Second / 60
)

// clockwork is a watcher on a clock that the test drives: it does what the goroutine of the watcher
// does, when its timer would wake it, and calls Apply at the beginning of each frame.
type clockwork struct {
	*Watcher
	path    string
	now     time.Time
	wakes   time.Time // when the timer fires
	applies time.Time // when the next frame begins
	taken   []string
}

func newClockwork(t *testing.T) *clockwork {
	t.Helper()
	library := assets.NewLibrary()
	w, err := New(library)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil { // its goroutine
		t.Fatal(err)
	}
	start := time.Unix(1000, 0)
	c := &clockwork{path: filepath.Join(t.TempDir(), "file.json"), now: start, wakes: start.Add(time.Hour), applies: start}
	f := &file{path: c.path, absolute: c.path, take: func(data []byte) error {
		c.taken = append(c.taken, string(data))
		return nil
	}}
	c.Watcher = &Watcher{
		library: library, signal: make(chan struct{}, 1), files: map[string]*file{c.path: f}, order: []*file{f},
	}
	return c
}

// write writes the file, and tells the watcher.
func (c *clockwork) write(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(c.path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.note(c.path, c.now)
	c.wakes = c.now.Add(c.readSettled(c.now))
}

// pass lets time pass, up to a moment.
func (c *clockwork) pass(t *testing.T, until time.Time) {
	t.Helper()
	for {
		c.now = c.wakes
		if c.applies.Before(c.now) {
			c.now = c.applies
		}
		if c.now.After(until) {
			c.now = until
			return
		}
		if c.now.Equal(c.wakes) {
			c.wakes = c.now.Add(c.readSettled(c.now))
		}
		if c.now.Equal(c.applies) {
			c.applies = c.now.Add(frame)
			if _, err := c.Apply(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A change is taken over within 100 ms at 60 frames a second, wherever in a frame it comes, and also
// while somebody writes the file again and again.
func TestChangesAreTakenOverInTime(t *testing.T) {
	if longestSettle+frame >= latest || Settle > longestSettle {
		t.Errorf("a file is read after %v to %v, and a frame takes %v", Settle, longestSettle, frame)
	}
	for part := range 20 {
		c := newClockwork(t)
		c.pass(t, c.now.Add(time.Duration(part)*frame/20))
		begin := c.now
		c.write(t, "one")
		c.pass(t, begin.Add(Settle-1))
		if len(c.taken) > 0 {
			t.Fatalf("part %d: taken over before it was left alone", part)
		}
		c.pass(t, begin.Add(Settle+frame))
		if len(c.taken) != 1 || c.taken[0] != "one" {
			t.Errorf("part %d: %v after a change %q were taken over", part, Settle+frame, c.taken)
		}
		// every 7 ms
		c, first := newClockwork(t), ""
		c.pass(t, c.now.Add(time.Duration(part)*frame/20))
		begin = c.now
		for i := range 30 {
			c.write(t, fmt.Sprint(i))
			c.pass(t, c.now.Add(7*time.Millisecond))
			if first == "" && len(c.taken) > 0 {
				first = c.taken[0]
				if took := c.now.Sub(begin); took > latest {
					t.Errorf("part %d: what changes again and again is taken over after %v", part, took)
				}
			}
		}
		c.pass(t, c.now.Add(latest))
		if n := len(c.taken); n < 3 || c.taken[n-1] != "29" || first == "" {
			t.Errorf("part %d: of 30 changes %q were taken over", part, c.taken)
		}
	}
}
