//go:build cgo

package view

import (
	"errors"
	"image"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// inTimeline returns the middle of a place of the timeline in the window, by its name and number.
func (m *mouse) inTimeline(name string, number int) image.Point {
	m.t.Helper()
	areas := m.window.control.timeline.Area(name)
	if number >= len(areas) {
		m.t.Fatalf("the timeline has %d places %q, want number %d", len(areas), name, number)
	}
	_, height := m.window.context.Size()
	at := areas[number].Min.Add(areas[number].Max).Div(2)
	return at.Add(image.Pt(0, height-m.window.timeline.height))
}

// TestTimelineInAWindow opens the timeline of a character that is steered, and uses it by keys and
// mouse: it records a jump, goes back to it, looks at its conditions, marks a moment whose ghost is
// drawn, and lets the scene go on from there with another speed.
func TestTimelineInAWindow(t *testing.T) {
	w, s := openWorkbench(t, stage.Locomotion, "")
	w.control.help = false
	m := newMouse(t, w)
	m.frames(3)
	alone := w.shown(t)
	m.do("key", "e")
	tl := w.control.timeline
	if tl == nil {
		t.Fatal("the key e opens no timeline")
	}
	if _, height := w.target.Size(); height != 480-w.timeline.height || w.timeline.height != 236 {
		t.Errorf("above a timeline of %d pixels the picture has %d of 480", w.timeline.height, height)
	}
	if difference(alone, w.keep(t, "recording.png")) < 5 {
		t.Error("the open timeline is not visible")
	}
	m.do("key", "w") // it still steers
	m.frames(40)
	steered := s.(*locomotion.Scene)
	if err := steered.Press(locomotion.Jump); err != nil {
		t.Fatal(err)
	}
	m.frames(80)
	m.do("key", "k")
	shown, count := tl.Shown()
	if tl.Live() || !w.control.Paused || shown != count-1 || count < 120 {
		t.Fatalf("after k: live %v, paused %v, frame %d of %d", tl.Live(), w.control.Paused, shown, count)
	}
	end := steered.Transform()
	stopped := w.keep(t, "stopped.png")

	m.drag(m.inTimeline("tracks", 0), m.inTimeline("tracks", 0).Sub(image.Pt(60, 0)))
	if at, n := tl.Shown(); at >= shown || n != count {
		t.Errorf("after dragging back the frame is %d of %d", at, n)
	}
	picture := image.Rect(0, 0, 720-w.panelWidth(720), 480-w.timeline.height)
	past := w.keep(t, "past.png")
	if steered.Transform() == end || difference(part(stopped, picture), part(past, picture)) < 0.2 {
		t.Error("the picture does not show the past")
	}
	at, _ := tl.Shown()
	m.do("key", "Left")
	m.do("key", "comma")
	m.do("key", "Right")
	if now, _ := tl.Shown(); now != at-1 {
		t.Errorf("after two frames back and one on, the frame is %d, want %d", now, at-1)
	}

	m.do("key", "g")
	m.do("key", "End")
	if len(tl.Ghost()) < 10 {
		t.Error("no ghost is drawn")
	}
	ghost := w.keep(t, "ghost.png")
	if d := difference(part(stopped, picture), part(ghost, picture)); d < 0.02 || d > 5 {
		t.Errorf("the ghost changes the picture by %v", d)
	}
	if steered.Transform() != end {
		t.Error("the newest frame is not what was shown when the scene stopped")
	}

	transitions := tl.Area("transition")
	m.moveTo(m.inTimeline("transition", len(transitions)-1))
	m.do("click", "1")
	chosen, _ := tl.Shown()
	w.keep(t, "transition.png")
	m.do("key", "Up")
	m.do("key", "Down")
	if now, _ := tl.Shown(); now != chosen || now == count-1 {
		t.Errorf("a click on a transition shows frame %d, and the keys up and down %d", chosen, now)
	}

	m.moveTo(m.inTimeline("play on", 0))
	m.do("click", "1")
	if _, n := tl.Shown(); !tl.Live() || w.control.Paused || n < chosen || n > chosen+10 {
		t.Errorf("the scene goes on: live %v, with %d frames after frame %d", tl.Live(), n, chosen)
	}
	m.frames(30)
	w.keep(t, "on.png")
	m.do("key", "Escape")
	if w.control.timeline != nil || w.closed() {
		t.Error("escape does not close the timeline alone")
	}
	if _, height := w.target.Size(); height != 480 {
		t.Errorf("without the timeline the picture is %d pixels high", height)
	}
}

// TestKeptFramesInAWindow opens the frames that a program kept: in the timeline, which stands at the first of
// them. A marked moment is drawn as a ghost, with its surface.
func TestKeptFramesInAWindow(t *testing.T) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	past, err := scene.NewPast(library, []string{"the guard dances"}, func(session *rollback.Session) (_ *rewind.Tape,
		_, _ error,
	) {
		animation := session.Animation()
		guard, err := animation.Spawn(model, mgl32.Ident4())
		if err == nil {
			err = animation.Player(guard).Play(model.Clip("dance"))
		}
		tape, made := rewind.New(session, rewind.Options{})
		for range 60 {
			err = errors.Join(err, made, tape.Run(nil, 1.0/60))
		}
		return tape, nil, err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(past.Close)
	o := Options{Past: past, Size: image.Pt(720, 480), FPS: 25, Start: 0.2}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	s, err := newScene(Input{Library: library}, o)
	if err != nil {
		t.Fatal(err)
	}
	w := openTestWindow(t, Input{Library: library, Models: past.Models()}, s, o)
	tl := w.control.timeline
	if tl == nil || w.control.help || w.name != "Sinew - mannequin" {
		t.Fatalf("the window %q opens with the timeline %v, the list of keys %v", w.name, tl, w.control.help)
	}
	if shown, count := tl.Shown(); shown != 12 || count != 60 || tl.Live() {
		t.Errorf("at 0.2 s it shows frame %d of %d, live %v", shown, count, tl.Live())
	}
	first := w.keep(t, "kept.png")
	count := library.Count()
	picture := image.Rect(0, 0, 720-w.panelWidth(720), 480-w.timeline.height)
	for _, key := range []string{"g", "]", "]", "]"} {
		if _, err := tl.Key(key, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.frame(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	ghost := w.keep(t, "kept with a ghost.png")
	if tl.GhostShape() == nil || w.timeline.ghost == nil {
		t.Fatal("the ghost has no surface")
	}
	if now := library.Count(); now != count {
		t.Errorf("the ghost changes what the library of the scene has from %+v to %+v", count, now)
	}
	for _, key := range []string{"[", "[", "[", "g", "]", "]", "]"} { // no mark
		if _, err := tl.Key(key, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.frame(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	alone := w.keep(t, "kept without a ghost.png")
	if d := difference(part(alone, picture), part(ghost, picture)); d < 0.3 || d > 8 {
		t.Errorf("the ghost changes the picture by %v", d)
	}
	if difference(part(alone, picture), part(first, picture)) < 0.2 {
		t.Error("half a second later the picture is the same")
	}
	if _, err := tl.Key("enter", false); err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := w.frame(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if shown, count := tl.Shown(); !tl.Live() || shown != count-1 || count <= 43 {
		t.Errorf("the world goes on: frame %d of %d, live %v", shown, count, tl.Live())
	}
}
