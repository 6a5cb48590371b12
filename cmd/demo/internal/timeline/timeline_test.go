package timeline_test

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"image"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/sidebar"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// film is an open timeline of a scene, and an image of it.
type film struct {
	*timeline.Timeline
	t      *testing.T
	scene  stage.Scene
	panel  *workbench.Panel
	canvas *sidebar.Canvas
}

func open(t *testing.T, name string) *film {
	t.Helper()
	input, err := stage.Input{Library: assets.NewLibrary(assets.Exact())}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := stage.Open(input, name, 0, "")
	if err != nil {
		t.Fatal(err)
	}
	return openScene(t, s)
}

func openScene(t *testing.T, s stage.Scene) *film {
	t.Helper()
	f := &film{t: t, scene: s}
	var err error
	t.Cleanup(f.scene.Close)
	if err := f.scene.Update(0.02); err != nil {
		t.Fatal(err)
	}
	if f.panel, err = workbench.New(f.scene, &workbench.Settings{Speed: 1}); err != nil {
		t.Fatal(err)
	}
	if f.canvas, err = sidebar.NewCanvas(1); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.canvas.Close)
	if f.Timeline, err = timeline.New(f.scene, f.panel); err != nil {
		t.Fatal(err)
	}
	return f
}

const frameSeconds = 1.0 / 60

// advance runs frames.
func (f *film) advance(frames int) {
	f.t.Helper()
	for range frames {
		if err := f.Advance(frameSeconds); err != nil {
			f.t.Fatal(err)
		}
	}
}

// keys presses keys.
func (f *film) keys(names ...string) {
	f.t.Helper()
	for _, name := range names {
		if known, err := f.Key(name, false); !known || err != nil {
			f.t.Fatalf("the key %q: known %v, %v", name, known, err)
		}
	}
}

// draw draws the timeline, and keeps the image among the test's artifacts unless its name is empty.
func (f *film) draw(name string) *image.RGBA {
	f.t.Helper()
	size := image.Pt(980, workbench.StripHeight)
	f.canvas.Resize(size)
	f.Draw(f.canvas, size, 1)
	if name != "" {
		perceptual.Keep(f.t, f.canvas.Image, name)
	}
	return f.canvas.Image
}

// places returns where the characters of the world are.
func (f *film) places() map[ecs.Entity]mgl32.Mat4 {
	out := map[ecs.Entity]mgl32.Mat4{}
	filter := generic.NewFilter2[components.Skeleton, components.Transform]()
	query := filter.Query(f.scene.World())
	for query.Next() {
		_, transform := query.Get()
		out[query.Entity()] = transform.Matrix
	}
	return out
}

// jump opens the timeline of a character that walks, jumps after a second, and walks on.
func jump(t *testing.T) (*film, *locomotion.Scene) {
	t.Helper()
	f := open(t, stage.Locomotion)
	s := f.scene.(*locomotion.Scene)
	for _, one := range []struct {
		action locomotion.Action
		frames int
	}{{locomotion.Faster, 60}, {locomotion.Jump, 120}} {
		if err := s.Press(one.action); err != nil {
			t.Fatal(err)
		}
		f.advance(one.frames)
	}
	return f, s
}

// TestTimelineGoesBackAndOn records, shows each moment as it was, plays in both directions and in a
// loop, and lets the scene go on from the past: with the same input it does the same again, and
// with another parameter something else.
func TestTimelineGoesBackAndOn(t *testing.T) {
	f, s := jump(t)
	end := s.Transform()
	shown, count := f.Shown()
	if !f.Live() || count != 181 || shown != 180 {
		t.Fatalf("after 180 frames, frame %d of %d is shown, live %v", shown, count, f.Live())
	}
	f.keys("space")
	before := s.Transform()
	f.advance(5)
	if f.Live() || !f.panel.Paused || s.Transform() != before {
		t.Error("space does not stop the scene")
	}

	f.keys("home")
	start := s.Transform()
	f.keys("right", ".", "left")
	if i, _ := f.Shown(); i != 1 || start == end {
		t.Errorf("after two steps on and one back, frame %d is shown", i)
	}
	f.keys("space")
	f.advance(30)
	if i, _ := f.Shown(); i != 31 {
		t.Errorf("after playing for 30 frames from frame 1, frame %d is shown", i)
	}
	f.keys("j", "j")
	f.advance(10)
	if i, _ := f.Shown(); i != 11 {
		t.Errorf("after playing backward twice as fast for 10 frames, frame %d is shown", i)
	}
	f.keys("k", "s")
	f.keys("l")
	f.advance(10)
	if i, _ := f.Shown(); i != 16 {
		t.Errorf("after 10 frames of slow motion, frame %d is shown", i)
	}
	f.keys("r", "home", "]", "i", "]", "o", "l")
	for range 40 {
		f.advance(1)
		if i, _ := f.Shown(); i < 10 || i > 20 {
			t.Fatalf("a loop from frame 10 to 20 shows frame %d", i)
		}
	}
	f.keys("x", "end")
	if s.Transform() != end {
		t.Error("the newest frame is not as it was")
	}

	f.keys("home", "]", "]", "]", "]", "]", "]", "]", "enter")
	if _, n := f.Shown(); n != 71 || !f.Live() {
		t.Errorf("after going on from frame 70 there are %d frames, live %v", n, f.Live())
	}
	f.advance(110)
	if got := s.Transform(); got.Col(3).Sub(end.Col(3)).Len() > 1e-3 {
		t.Errorf("the same again ends at %v, want %v", got.Col(3), end.Col(3))
	}
	f.keys("k", "home", "]", "]")
	c, ok := f.panel.Find("parameter speed")
	if !ok {
		t.Fatal("the panel has no parameter speed")
	}
	if err := c.Set(c.Max, 0); err != nil {
		t.Fatal(err)
	}
	f.keys("enter")
	f.advance(160)
	if got := s.Transform(); got.Col(3).Sub(end.Col(3)).Len() < 0.5 {
		t.Errorf("with another speed it ends at %v, as without: %v", got.Col(3), end.Col(3))
	}
}

// TestTransitionsTellTheirConditions clicks on a transition, and reads what the details tell of it,
// of a comparison, and of the shares of a joint.
func TestTransitionsTellTheirConditions(t *testing.T) {
	f, _ := jump(t)
	f.draw("recording.png")
	f.keys("space")
	f.draw("stopped.png")
	diamonds := f.Area("transition")
	if len(diamonds) != 3 {
		t.Fatalf("%d transitions are shown, want idle to move, the jump, and its landing", len(diamonds))
	}
	middle := diamonds[1].Min.Add(diamonds[1].Max).Div(2)
	if err := f.Press(middle.X, middle.Y); err != nil {
		t.Fatal(err)
	}
	f.Release()
	f.draw("transition.png")
	text := strings.Join(f.Details(), "\n")
	for _, want := range []string{"ground/move", "to jump", "when jump: it was set"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not among what is told of the transition:\n%s", want, text)
		}
	}
	if i, _ := f.Shown(); i < 60 || i > 63 {
		t.Errorf("the transition begins in frame %d", i)
	}
	chosen, _ := f.Shown()
	f.keys("right")
	if text := strings.Join(f.Details(), "\n"); strings.Contains(text, "when jump") ||
		!strings.Contains(text, "state of body: jump") {
		t.Errorf("a frame later the details do not tell of the frame:\n%s", text)
	}
	f.keys("home", "down", "up", "down")
	for i, _ := f.Shown(); i < chosen; i, _ = f.Shown() {
		f.keys("down")
	}
	if i, _ := f.Shown(); i != chosen {
		t.Errorf("the key down leads past frame %d to %d", chosen, i)
	}

	f.keys("home", "g", "end")
	if len(f.Ghost()) < 20 {
		t.Errorf("the ghost has %d bones", len(f.Ghost()))
	}
	f.draw("comparison.png")
	text = strings.Join(f.Details(), "\n")
	for _, want := range []string{"marked at 0.00 s", "body: idle", ", now ", "moved by", "turned by"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in the comparison:\n%s", want, text)
		}
	}
	f.keys("home", "g", "end")
	if f.Ghost() != nil {
		t.Error("the mark stays")
	}

	f.keys("b")
	if text := strings.Join(f.Details(), "\n"); !strings.Contains(text, "point at a joint") {
		t.Errorf("without a joint under the mouse, b tells %q", text)
	}
	character, _ := f.panel.Selected()
	f.panel.Hover(workbench.Joint{Character: character, Name: "left_hand"})
	f.keys("b")
	f.advance(20) // reads the rows
	f.keys("up")
	f.draw("shares.png")
	if text := strings.Join(f.Details(), "\n"); !strings.Contains(text, "% of left_hand") {
		t.Errorf("nothing tells of the shares of the joint:\n%s", text)
	}
}

// TestNarrowTimeline draws the timeline as wide as a phone: buttons are large enough for fingers, none
// covers another, tracks are left, and a finger scrolls them by their names and zooms by buttons.
func TestNarrowTimeline(t *testing.T) {
	f, _ := jump(t)
	f.keys("i", "o") // the row of buttons has one more
	f.keys("space")
	const width, height, scale = 390, 300, 2
	canvas, err := sidebar.NewCanvas(scale)
	if err != nil {
		t.Fatal(err)
	}
	defer canvas.Close()
	size := image.Pt(width*scale, height*scale)
	canvas.Resize(size)
	f.ForFingers = true
	f.Draw(canvas, size, scale)
	perceptual.Keep(t, canvas.Image, "narrow.png")
	whole := image.Rectangle{Max: size}
	var all []image.Rectangle
	for _, name := range []string{
		"first", "back", "backward", "play", "forward", "on", "newest", "play on", "loop from", "loop to", "no loop", "mark",
		"shares", "close", "zoom out", "zoom in", "ruler", "tracks",
	} {
		areas := f.Area(name)
		if len(areas) != 1 {
			t.Fatalf("%d places for %q", len(areas), name)
		}
		for _, other := range all {
			if other.Overlaps(areas[0]) {
				t.Errorf("%q at %v covers another button at %v", name, areas[0], other)
			}
		}
		all = append(all, areas[0])
		if s := areas[0].Size(); name != "ruler" && (s.X < 36*scale || s.Y < 36*scale) || !areas[0].In(whole) {
			t.Errorf("%q is at %v of %v", name, areas[0], size)
		}
	}
	tracks := f.Area("tracks")[0]
	if tracks.Dy() < 120*scale || tracks.Dx() < 250*scale {
		t.Errorf("the tracks have %v of %v", tracks, size)
	}
	press := func(name string) {
		at := f.Area(name)[0].Min.Add(image.Pt(5, 5))
		if err := f.Press(at.X, at.Y); err != nil {
			t.Fatal(err)
		}
		f.Release()
		f.Draw(canvas, size, scale)
	}
	diamonds := len(f.Area("transition"))
	press("zoom in")
	press("zoom in")
	if n := len(f.Area("transition")); diamonds != 3 || n >= diamonds {
		t.Errorf("%d transitions are seen, and closer to the end %d", diamonds, n)
	}
	press("zoom out")
	press("zoom out")
	before := f.Area("transition")
	if err := errors.Join(f.Press(10, tracks.Max.Y-10), f.Move(10, tracks.Max.Y-30*scale)); err != nil || !f.Dragging() {
		t.Fatal(err, f.Dragging())
	}
	f.Release()
	f.Draw(canvas, size, scale)
	if after := f.Area("transition"); len(before) == len(after) && before[0] == after[0] {
		t.Error("dragging the names of tracks does not scroll them")
	}
	press("first")
	if shown, _ := f.Shown(); shown != 0 {
		t.Errorf("the button of the first frame shows frame %d", shown)
	}
}

// TestKeysThatSteerStaySteering tells which keys the timeline takes in a scene where keys steer.
func TestKeysThatSteerStaySteering(t *testing.T) {
	f := open(t, stage.Locomotion)
	f.advance(3)
	for _, key := range []string{"space", "left", "up", "s", "r", "i", "b"} {
		if known, err := f.Key(key, true); known || err != nil {
			t.Errorf("while the scene is steered the timeline takes %q, %v", key, err)
		}
	}
	f.keys("k")
	for _, key := range []string{"left", "s", "r", "i", "x", "up"} {
		if known, err := f.Key(key, true); !known || err != nil {
			t.Errorf("while the past is shown the timeline leaves %q, %v", key, err)
		}
	}
	if known, _ := f.Key("w", false); known {
		t.Error("the timeline takes a key that it does not know")
	}
}

// TestEverySceneHasAPast keeps some frames of each scene, goes back, and comes back to the newest
// one as it was when the timeline closes.
func TestEverySceneHasAPast(t *testing.T) {
	for _, entry := range stage.Entries {
		few := []string{stage.Show, stage.Matching, "recordings", "attach", "ragdoll", "springs", "pairs"}
		if os.Getenv("SINEW_LONG") == "" && !slices.Contains(few, entry.Name) {
			continue // make test-long tests them all
		}
		t.Run(entry.Name, func(t *testing.T) {
			f := open(t, entry.Name)
			first := f.places()
			f.advance(8)
			last := f.places()
			f.keys("home")
			if !equal(f.places(), first) {
				t.Error("the first frame is not as it was")
			}
			f.draw(entry.Name + ".png")
			f.keys("escape")
			if !f.Closed() || !equal(f.places(), last) {
				t.Error("after closing, the scene is not where it was")
			}
			if err := f.scene.Update(frameSeconds); err != nil {
				t.Error(err)
			}
		})
	}
}

// posed returns a hash of the poses of the world, at most 60 of them, and of all places: also of what
// has no pose, unless it shows measured times.
func (f *film) posed(measuresTimes bool) uint64 {
	h := fnv.New64a()
	write := func(values []float32) {
		for _, v := range values {
			_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(v))) // it never fails
		}
	}
	var all, posed []ecs.Entity
	query := generic.NewFilter1[components.Transform]().Query(f.scene.World())
	for query.Next() {
		all = append(all, query.Entity())
	}
	slices.SortFunc(all, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	transforms, skeletons := generic.NewMap1[components.Transform](f.scene.World()),
		generic.NewMap1[components.Skeleton](f.scene.World())
	for _, e := range all {
		isPosed := skeletons.Get(e) != nil
		if isPosed {
			posed = append(posed, e)
		}
		if isPosed || !measuresTimes {
			write(transforms.Get(e).Matrix[:])
		}
	}
	for _, e := range posed[:min(len(posed), 60)] {
		pool, _ := f.scene.Animation().Pool(e)
		if pool == nil {
			continue
		}
		pose := rig.NewPose(pool.Skeleton())
		if f.scene.Animation().LocalPose(e, pose) == nil {
			write(pose.Locals)
			write(pose.Morphs)
		}
	}
	return h.Sum64()
}

// TestEverySceneGoesOnFromThePast lets each scene run for two seconds, brings it back to the first one, and
// lets it go on: it does what it did, to the bit.
func TestEverySceneGoesOnFromThePast(t *testing.T) {
	const second = 30 // frames
	for _, entry := range stage.Entries {
		few := []string{"layers", "events"}
		if os.Getenv("SINEW_LONG") == "" && !slices.Contains(few, entry.Name) {
			continue // make test-long tests them all
		}
		t.Run(entry.Name, func(t *testing.T) {
			f := open(t, entry.Name)
			var first []uint64
			for frame := range 2 * second {
				if err := f.Advance(1.0 / second); err != nil {
					t.Fatal(err)
				}
				if frame >= second {
					first = append(first, f.posed(entry.Name == "multithreading"))
				}
			}
			f.keys("home", "]", "]", "]", "enter")
			if shown, count := f.Shown(); shown != second || count != second+1 {
				t.Fatalf("frame %d of %d goes on, want %d of %d", shown, count, second, second+1)
			}
			for i := range first {
				if err := f.Advance(1.0 / second); err != nil {
					t.Fatal(err)
				}
				if f.posed(entry.Name == "multithreading") != first[i] {
					t.Fatalf("the scene does something else from %d frames after 1 s on", i+1)
				}
			}
		})
	}
}

// march opens the timeline of frames that were kept: a guard walks, and from frame 40 of 60 on runs.
func march(t *testing.T) *film {
	t.Helper()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	past, err := scene.NewPast(library, []string{"a guard runs"}, func(session *rollback.Session) (_ *rewind.Tape,
		_, _ error,
	) {
		animation := session.Animation()
		guard, err := animation.Spawn(model, mgl32.Ident4())
		if err == nil {
			err = animation.Player(guard).Play(model.Clip("walk"))
		}
		tape, err2 := rewind.New(session, rewind.Options{})
		err = errors.Join(err, err2)
		for frame := range 60 {
			if frame == 40 {
				err = errors.Join(err, animation.Player(guard).CrossFade(model.Clip("run"), 0.2))
			}
			err = errors.Join(err, tape.Run(nil, frameSeconds))
		}
		return tape, nil, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return openScene(t, past)
}

// TestTimelineOfKeptFrames opens the timeline of frames that were kept elsewhere, with all of them, and lets
// the world go on from one of them.
func TestTimelineOfKeptFrames(t *testing.T) {
	f := march(t)
	if shown, count := f.Shown(); f.Live() || shown != 1 || count != 60 {
		t.Fatalf("after 0.02 s, frame %d of %d is shown, live %v", shown, count, f.Live())
	}
	if b := f.scene.Bounds(); b.Max[1] < 1.5 || b.Max[1] > 2.5 || b.Min[1] < -0.2 || f.scene.Characters() != 1 {
		t.Errorf("%d characters in the box %v", f.scene.Characters(), b)
	}
	plays := func() string { return strings.Join(f.Details(), "\n") }
	if !strings.Contains(plays(), "walk") || strings.Contains(plays(), "run") {
		t.Errorf("frame 1 tells %q", plays())
	}
	f.draw("kept.png")
	f.keys("home")
	f.advance(5)
	if shown, _ := f.Shown(); shown != 0 {
		t.Errorf("frame %d is shown, though nothing plays", shown)
	}
	for shown, before := 0, -1; shown < 40 && shown > before; {
		f.keys("down") // over the markers of the walk
		before = shown
		shown, _ = f.Shown()
	}
	if shown, _ := f.Shown(); shown != 40 || !strings.Contains(plays(), "run") {
		t.Errorf("the change to the run is in frame %d: %q", shown, plays())
	}
	f.keys("left", "left", "enter")
	f.advance(30)
	if shown, count := f.Shown(); shown != 68 || count != 69 || strings.Contains(plays(), "run") {
		t.Errorf("the guard walks on: frame %d of %d, %q", shown, count, plays())
	}
	f.keys("home", "end", "escape")
	f.advance(3)
}

func equal(a, b map[ecs.Entity]mgl32.Mat4) bool {
	for e, m := range a {
		if b[e] != m {
			return false
		}
	}
	return len(a) == len(b)
}
