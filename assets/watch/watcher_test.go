package watch_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/watch"
)

// watched is a library with a graph that is in a file.
type watched struct {
	t       testing.TB
	library *assets.Library
	graph   id.Graph
	path    string
	watcher *watch.Watcher
}

// document is a graph of one state at a speed.
func document(speed float64) string {
	return fmt.Sprintf("{\n\t\"name\": \"tuned\",\n\t\"layers\": [{\"name\": \"body\", \"states\": [\n"+
		"\t\t{\"name\": \"walk\", \"clip\": \"walk\", \"speed\": %v}\n\t]}]\n}\n", speed)
}

func newWatched(t testing.TB) *watched {
	t.Helper()
	w := &watched{t: t, library: assets.NewLibrary(), path: filepath.Join(t.TempDir(), "graph.json")}
	model, err := mannequin.New(w.library)
	w.check(err)
	w.write(document(1))
	g, err := graph.Read(strings.NewReader(document(1)), w.library, model)
	w.check(err)
	w.graph, err = w.library.AddGraph(g)
	w.check(err)
	w.watcher, err = watch.New(w.library)
	w.check(err)
	t.Cleanup(func() { w.check(w.watcher.Close()) })
	w.check(w.watcher.Graph(w.path, w.graph, model))
	return w
}

func (w *watched) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *watched) write(text string) {
	w.t.Helper()
	w.check(os.WriteFile(w.path, []byte(text), 0o600))
}

func (w *watched) speed() float32 { return w.library.Graph(w.graph).States()[0].Speed }

// until applies what changes, as frames do, until it is as expected.
func (w *watched) until(what string, is func(err error) bool) {
	w.t.Helper()
	var last error
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if _, last = w.watcher.Apply(); is(last) {
			return
		}
	}
	w.t.Fatalf("expected %s, found speed %v and the error %v", what, w.speed(), last)
}

func (w *watched) untilSpeed(speed float32) {
	w.t.Helper()
	w.until(fmt.Sprintf("speed %v", speed), func(err error) bool { return err == nil && w.speed() == speed })
}

// A file is taken over however it is written.
func TestChangedFiles(t *testing.T) {
	w := newWatched(t)
	if taken, err := w.watcher.Apply(); taken != 0 || err != nil {
		t.Fatalf("expected nothing before a change, found %d, %v", taken, err)
	}
	w.write(document(2))
	w.untilSpeed(2)
	// by a rename, several times
	for speed := range 3 {
		beside := w.path + "~"
		w.check(os.WriteFile(beside, []byte(document(float64(3+speed))), 0o600))
		w.check(os.Rename(beside, w.path))
		w.untilSpeed(float32(3 + speed))
	}
	// deleted, and written anew
	w.check(os.Remove(w.path))
	time.Sleep(3 * watch.Settle)
	if _, err := w.watcher.Apply(); err != nil || w.speed() != 5 {
		t.Errorf("expected that what plays stays without the file, found speed %v, %v", w.speed(), err)
	}
	w.write(document(6))
	w.untilSpeed(6)
	// renamed away, and another one put there
	w.check(os.Rename(w.path, w.path+".old"))
	w.write(document(7))
	w.untilSpeed(7)
}

// A file that is not valid leaves what plays, and its error stands until it is mended.
func TestBadFiles(t *testing.T) {
	w := newWatched(t)
	text := document(2)
	for _, row := range []struct{ name, text, want string }{
		{"half-written", text[:len(text)/2], "line "},
		{"an unknown clip", strings.Replace(text, `"clip": "walk"`, `"clip": "wolk"`, 1), `"wolk"`},
		{"a misspelled member", strings.Replace(text, `"speed"`, `"sped"`, 1), "line 4, column "},
		{"empty", "", ""},
	} {
		w.write(row.text)
		w.until("an error for "+row.name, func(err error) bool {
			return err != nil && strings.Contains(err.Error(), row.want) && strings.Contains(err.Error(), w.path)
		})
		if _, err := w.watcher.Apply(); err == nil || w.speed() != 1 {
			t.Errorf("%s: expected that the error stands and speed 1, found %v, %v", row.name, err, w.speed())
		}
	}
	w.write(document(2))
	w.untilSpeed(2)
}

// A writer that takes long is read when it is done at the latest.
func TestSlowWriters(t *testing.T) {
	w := newWatched(t)
	f, err := os.Create(w.path)
	w.check(err)
	for _, b := range []byte(document(2)) {
		_, err := f.Write([]byte{b})
		w.check(err)
		time.Sleep(time.Millisecond)
		_, _ = w.watcher.Apply()
	}
	w.check(f.Close())
	w.untilSpeed(2)
}

func TestStacksAndOtherFiles(t *testing.T) {
	w := newWatched(t)
	skeleton := w.library.Graph(w.graph).Skeleton()
	of, err := modifier.New("stack", skeleton).LookAt("look", modifier.LookAt{
		Joints: []string{"head"}, Forward: [3]float32{0, 0, 1},
	}).Add(w.library)
	w.check(err)
	folder := t.TempDir()
	stack, other := filepath.Join(folder, "stack.json"), filepath.Join(folder, "other.json")
	w.check(w.watcher.ModifierStack(stack, of))
	var found string
	w.check(w.watcher.File(other, func(data []byte) error {
		if found = string(data); found == "bad" {
			return errors.New("it is bad")
		}
		return nil
	}))
	next, err := modifier.New("next", skeleton).LookAt("other", modifier.LookAt{
		Joints: []string{"neck_1", "head"}, Forward: [3]float32{0, 0, 1},
	}).Build()
	w.check(err)
	text, err := next.MarshalJSON()
	w.check(err)
	w.check(os.WriteFile(stack, text, 0o600))
	w.until("the next stack", func(err error) bool {
		return err == nil && w.library.ModifierStack(of).Name() == "next"
	})
	w.check(os.WriteFile(other, []byte("bad"), 0o600))
	w.until("the error of the function", func(err error) bool {
		return err != nil && strings.Contains(err.Error(), "it is bad")
	})
	w.check(os.WriteFile(other, []byte("good"), 0o600))
	w.until("the content", func(err error) bool { return err == nil && found == "good" })
}

func TestMisuse(t *testing.T) {
	w := newWatched(t)
	var none *watch.Watcher
	take := func([]byte) error { return nil }
	for i, err := range []error{
		w.watcher.Graph(w.path, 0), w.watcher.ModifierStack(w.path, 12345), w.watcher.File(w.path, nil),
		w.watcher.File(filepath.Join(w.path, "none", "x"), take), none.File(w.path, take), none.Graph(w.path, w.graph),
		none.ModifierStack(w.path, 1), (&watch.Watcher{}).File(w.path, take),
	} {
		if err == nil {
			t.Errorf("call %d: expected an error, found none", i)
		}
	}
	if _, err := watch.New(nil); err == nil {
		t.Error("expected an error without a library, found none")
	}
	if _, err := none.Apply(); err != nil || none.Close() != nil || (&watch.Watcher{}).Close() != nil {
		t.Errorf("expected that nil does nothing, found %v", err)
	}
}
