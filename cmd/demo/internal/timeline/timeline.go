package timeline

import (
	"bytes"
	"math"
	"runtime"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// Scene is what the timeline keeps the past of.
type Scene interface {
	Animation() *systems.Animation
	// Update advances time.
	Update(seconds float64) error
	// ShowSkeletons prepares all characters for drawing their skeletons.
	ShowSkeletons() error
}

// Recorded is a scene with a past when the timeline is opened.
type Recorded interface {
	// TakeTape returns the tape with it, on which the timeline then keeps what comes after; nil if
	// the tape was taken before.
	TakeTape() *rewind.Tape
}

// Keeper is a scene that decides about its future by more than its world.
type Keeper interface {
	// Keep returns a function that brings back what the scene is now, apart from its world. It may
	// be called any number of times.
	Keep() (bringBack func())
}

// Timeline is the past of a scene, and a frame of it that is shown.
type Timeline struct {
	*workbench.Settings
	// ForFingers draws larger buttons, and some for what else a wheel does.
	ForFingers bool

	scene     Scene
	animation *systems.Animation
	panel     *workbench.Panel
	// tape keeps what the world was after each update of the scene. An update may run many frames,
	// and the scene moves things before and after them: so the frames of the tape are of no time, and
	// each shows the world as the update left it.
	tape *rewind.Tape

	character ecs.Entity // of which the rows tell
	joint     string     // whose shares are shown; empty for none
	frames    []frame    // the kept ones
	reader    ecs.EventReader
	kept      float64 // how many seconds of frames are kept

	live     bool    // the scene goes on, and its newest frame is shown
	shown    int     // index into frames
	at       float64 // seconds, where the past plays
	rate     float64 // seconds of the past that pass in a second; 0 stands still
	loop     [2]float64
	looping  bool // between the two moments
	choice   *change
	marked   *moment
	from     float64 // the first moment that is seen, in seconds
	span     float64 // how many seconds are seen
	scroll   int     // pixels of the tracks above the drawing
	layout   layout
	dragging dragged
	held     int    // the place in the tracks that is dragged, in pixels below their first
	message  string // the error of the last action
	closed   bool
	changed  bool
}

// frame is a kept frame.
type frame struct {
	number  int     // of the frame in what keeps it
	again   bool    // it shows again what an update of the scene left
	seconds float64 // since the timeline was opened, at its end
	back    func()  // brings the scene's own state back
	events  []event
	row     *row // what the character was doing; nil if nobody has looked yet
}

// Lengths of the past.
const (
	keptSeconds = 30.0
	seenSeconds = 8.0  // at first
	leastSeen   = 0.25 // seconds
)

// MostBytes returns how much memory the past may take: less in a browser.
func MostBytes() int {
	if runtime.GOOS == "js" {
		return 64 << 20
	}
	return 512 << 20
}

// New opens the timeline of a scene. It begins with the present moment, or has the past of a scene that is
// [Recorded] and stands still in the present frame. The panel tells which character it shows.
func New(scene Scene, panel *workbench.Panel) (*Timeline, error) {
	t := &Timeline{
		Settings: panel.Settings, scene: scene, animation: scene.Animation(), panel: panel,
		span: seenSeconds, kept: keptSeconds,
		live: !panel.Paused, reader: scene.Animation().Events().Reader(), changed: true,
	}
	t.character, _ = panel.Selected()
	if recorded, ok := scene.(Recorded); ok {
		if t.tape = recorded.TakeTape(); t.tape != nil {
			return t, t.readTape()
		}
	}
	session, err := rollback.NewSession(t.animation)
	if err != nil {
		return nil, err
	}
	if t.tape, err = rewind.New(session, rewind.Options{Bytes: MostBytes()}); err != nil {
		return nil, err
	}
	if err := t.keep(0); err != nil {
		return nil, err
	}
	t.follow()
	return t, nil
}

// readTape reads all frames of a tape, and stands still in the present one.
func (t *Timeline) readTape() error {
	oldest, newest := t.tape.Frames()
	begin := t.tape.Seconds(oldest)
	err := t.tape.Look(oldest, newest, func(number int) error {
		f := frame{number: number, seconds: t.tape.Seconds(number) - begin, events: t.eventsOf(t.tape.Events())}
		if keeper, ok := t.scene.(Keeper); ok {
			f.back = keeper.Keep()
		}
		t.frames = append(t.frames, f)
		t.frames[len(t.frames)-1].row = t.look(len(t.frames) - 1)
		return nil
	})
	if err != nil {
		return err
	}
	t.stop()
	t.shown = t.tape.Now() - oldest
	whole := t.frames[len(t.frames)-1].seconds
	t.at, t.kept, t.span = t.Seconds(), max(keptSeconds, whole), min(max(leastSeen, whole), seenSeconds)
	t.follow()
	return t.showSkeletons()
}

// showSkeletons makes the skeletons of a frame visible that was kept before they were asked for.
func (t *Timeline) showSkeletons() error {
	if !t.Skeletons {
		return nil
	}
	if err := t.scene.ShowSkeletons(); err != nil {
		return err
	}
	return t.animation.Update(0)
}

// Close ends the timeline. A scene that shows the past goes back to the present.
func (t *Timeline) Close() error {
	if t.closed {
		return nil
	}
	t.closed = true
	if t.live || t.isNewest() {
		return nil
	}
	return t.show(len(t.frames) - 1)
}

// Closed reports whether the user has closed the timeline.
func (t *Timeline) Closed() bool { return t.closed }

// Live reports whether the scene goes on, and its newest frame is shown.
func (t *Timeline) Live() bool { return t.live }

// Shown returns the number of the frame that is shown, from 0 on, of how many.
func (t *Timeline) Shown() (index, count int) { return t.shown, len(t.frames) }

// Seconds returns when the frame that is shown ended, since the timeline was opened.
func (t *Timeline) Seconds() float64 { return t.frames[t.shown].seconds }

func (t *Timeline) isNewest() bool { return t.shown == len(t.frames)-1 }

// Advance passes time: the scene's, which keeps its frames, or that of its past.
func (t *Timeline) Advance(seconds float64) error {
	if selected, ok := t.panel.Selected(); ok && selected != t.character {
		t.character, t.changed = selected, true
		t.forgetRows()
	}
	if !t.live && !t.Paused { // by the panel or a button: the scene goes on from here
		if err := t.playOn(); err != nil {
			return err
		}
	}
	if t.live && t.Paused {
		t.stop()
	}
	if t.live {
		if err := t.scene.Update(seconds * t.Speed); err != nil {
			return err
		}
		if err := t.keep(seconds * t.Speed); err != nil {
			return err
		}
		t.follow()
		return nil
	}
	if t.rate == 0 {
		return t.fillRows(filledAtOnce)
	}
	return t.play(seconds * t.rate * t.Speed)
}

// keep keeps the frame that the scene has run.
func (t *Timeline) keep(seconds float64) error {
	if err := t.tape.Keep(nil, 0); err != nil {
		return err
	}
	f := frame{number: t.tape.Now(), seconds: seconds, again: true}
	if n := len(t.frames); n > 0 {
		f.seconds += t.frames[n-1].seconds
	}
	if keeper, ok := t.scene.(Keeper); ok {
		f.back = keeper.Keep()
	}
	list, _ := t.animation.Events().Read(&t.reader)
	f.events = t.eventsOf(list)
	t.frames = append(t.frames, f)
	t.shown, t.choice = len(t.frames)-1, nil
	t.frames[t.shown].row = t.look(t.shown)
	oldest, _ := t.tape.Frames()
	gone := 0
	for gone < t.shown && (t.frames[gone].number < oldest || t.frames[gone].seconds < f.seconds-t.kept) {
		gone++
	}
	if gone > 0 {
		clear(t.frames[copy(t.frames, t.frames[gone:]):])
		t.frames = t.frames[:len(t.frames)-gone]
		t.shown -= gone
	}
	t.at, t.changed = t.Seconds(), true
	return nil
}

// play moves the shown moment by seconds, and stops at an end, or begins the loop again.
func (t *Timeline) play(seconds float64) error {
	t.at += seconds
	low, high := t.ends()
	switch {
	case t.at > high && t.looping:
		t.at = low + math.Mod(t.at-low, max(high-low, 1e-3))
	case t.at < low && t.looping:
		t.at = high - math.Mod(high-t.at, max(high-low, 1e-3))
	case t.at >= high && seconds > 0, t.at <= low && seconds < 0:
		t.at, t.rate = min(max(t.at, low), high), 0
	}
	return t.show(t.indexAt(t.at))
}

// ends returns the moments between which the past plays.
func (t *Timeline) ends() (low, high float64) {
	low, high = t.frames[0].seconds, t.frames[len(t.frames)-1].seconds
	if t.looping {
		return max(low, t.loop[0]), min(high, t.loop[1])
	}
	return low, high
}

// indexAt returns the frame that is shown at a moment: the last one that does not begin after it.
func (t *Timeline) indexAt(seconds float64) int {
	low, high := 0, len(t.frames)-1
	for low < high {
		if middle := (low + high + 1) / 2; t.frames[middle].seconds <= seconds+1e-9 {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// stop ends what plays, and shows the frame where it stands.
func (t *Timeline) stop() {
	t.live, t.rate, t.Paused, t.changed = false, 0, true, true
}

// goTo shows a frame, and stands still there.
func (t *Timeline) goTo(index int) error {
	t.stop()
	if err := t.show(index); err != nil {
		return err
	}
	t.at = t.Seconds()
	return nil
}

// show brings the world to a frame.
func (t *Timeline) show(index int) error {
	index = min(max(index, 0), len(t.frames)-1)
	if index == t.shown && !t.live {
		return nil
	}
	t.shown, t.changed, t.choice = index, true, nil
	f := &t.frames[index]
	if f.back != nil {
		f.back()
	}
	if err := t.tape.Seek(f.number); err != nil {
		return err
	}
	t.panel.Restored()
	if f.row == nil {
		f.row = t.look(t.shown)
	}
	t.follow()
	return t.showSkeletons()
}

// playOn lets the scene go on from the frame that is shown, with whatever was changed since; the
// frames after it are gone.
func (t *Timeline) playOn() error {
	changed, err := t.isChanged()
	if f := &t.frames[t.shown]; err == nil && !changed && f.again {
		// To show it, the world has run a frame of no time. The scene goes on from the state before.
		var state []byte
		if state, err = t.tape.AppendState(nil, f.number); err == nil {
			err = t.tape.Session().Restore(state)
		}
	}
	if err != nil {
		return err
	}
	clear(t.frames[t.shown+1:])
	t.frames = t.frames[:t.shown+1]
	t.live, t.rate, t.Paused, t.looping, t.changed = true, 0, false, false, true
	t.reader = t.animation.Events().Reader()
	t.at = t.Seconds()
	return nil
}

// isChanged reports whether something in the world was changed by hand since the frame is shown. The world
// then has no poses before its next frame; otherwise it shows the frame.
func (t *Timeline) isChanged() (bool, error) {
	session := t.tape.Session()
	now, err := session.AppendSnapshot(nil)
	if err != nil {
		return false, err
	}
	if err := t.tape.Seek(t.frames[t.shown].number); err != nil {
		return false, err
	}
	shown, err := session.AppendSnapshot(nil)
	if err != nil || bytes.Equal(now, shown) {
		return false, err
	}
	return true, session.Restore(now)
}

// follow moves what is seen, if the shown moment is not in it.
func (t *Timeline) follow() {
	at := t.Seconds()
	switch {
	case at > t.from+t.span:
		t.from = at - t.span
	case at < t.from:
		t.from = at
	}
	if t.live {
		t.from = max(t.frames[0].seconds, at-t.span)
	}
}
