package rollback_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// A tape of the game goes to any of its frames with the bits that they had: state, poses and
// events, over births and deaths, with a step and without one, in the window and while looking.
// Looking changes nothing in the present, and what is played on from a past frame is kept in turn.
func TestTapesAreExact(t *testing.T) {
	probe.Seeds(t, 2, 40, func(t *testing.T, seed uint64) {
		for _, hasStep := range []bool{true, false} {
			random := rand.New(rand.NewPCG(seed, 27))
			g := newGame(t, 1+int(seed%2))
			g.dice.Get().State = seed
			options := rewind.Options{Seconds: 0.7, Every: 1 + random.IntN(20)}
			if hasStep {
				options.Step = func(input []byte, _ float64) error {
					g.play(t, input)
					return nil
				}
			}
			tape, err := rewind.New(g.session, options)
			check(t, err)
			run := func(frame int) {
				input := []byte{byte(frame), byte(seed)}[:frame%3]
				if hasStep {
					check(t, tape.Run(input, 1.0/60))
					return
				}
				g.keep = func() { check(t, tape.Keep(input, 1.0/60)) } // right before the update
				g.play(t, input)
				g.keep = nil
			}
			images := map[int]*rollback.Image{}
			compare := func(frame int, doing string) {
				t.Helper()
				if err := g.session.Compare(images[frame], g.session.Take(t)); err != nil {
					t.Fatalf("step %v, frame %d, %s: %v", hasStep, frame, doing, err)
				}
			}
			visits := 0
			for range 12 {
				for range 5 + random.IntN(20) {
					run(tape.Now() + 1)
					images[tape.Now()] = g.session.Take(t)
				}
				oldest, newest := tape.Frames()
				if seconds := tape.Seconds(newest) - tape.Seconds(oldest); newest > 60 && seconds < 0.66 {
					t.Fatalf("frames %d to %d are only %v s", oldest, newest, seconds)
				}
				if random.IntN(3) == 0 { // the program changes something before it looks back
					g.spawn(t)
				}
				before, err := g.session.AppendSnapshot(nil)
				check(t, err)
				from := oldest + random.IntN(newest-oldest+1)
				to := from + random.IntN(newest-from+1)
				expected := from
				check(t, tape.Look(from, to, func(frame int) error {
					if frame != expected {
						t.Fatalf("expected frame %d, found %d", expected, frame)
					}
					expected++
					compare(frame, "looking")
					return nil
				}))
				if expected != to+1 {
					t.Fatalf("it looked until frame %d of %d", expected-1, to)
				}
				after, err := g.session.AppendSnapshot(nil)
				check(t, err)
				if !bytes.Equal(before, after) {
					t.Fatal("looking has changed the present")
				}
				for range 4 {
					frame := oldest + random.IntN(newest-oldest+1)
					check(t, tape.Seek(frame))
					compare(frame, "seeking")
					visits++
				}
				if random.IntN(2) == 0 {
					check(t, tape.Seek(newest))
					compare(newest, "returning")
				}
			}
			if err := tape.Seek(0); !errors.Is(err, rewind.ErrFrame) {
				t.Errorf("frame 0: %v", err)
			}
		}
	})
}

// The frames of a tape are a file that plays in another world to the same bits, with the step of
// the game or without any, and the tape that comes back has all of them.
func TestFilesOfFramesPlay(t *testing.T) {
	probe.Seeds(t, 2, 40, func(t *testing.T, seed uint64) {
		for _, hasStep := range []bool{true, false} {
			optionsOf := func(g *game, seconds float64) rewind.Options {
				options := rewind.Options{Seconds: seconds, Every: 7}
				if hasStep {
					options.Step = func(input []byte, _ float64) error {
						g.play(t, input)
						return nil
					}
				}
				return options
			}
			g := newGame(t, 1)
			g.dice.Get().State = seed
			tape, err := rewind.New(g.session, optionsOf(g, 1))
			check(t, err)
			images := map[int]*rollback.Image{}
			for frame := range 100 {
				input := []byte{byte(frame), byte(seed)}[:frame%3]
				if frame == 60 { // plays on from a past frame with something else
					check(t, tape.Seek(tape.Now()-10))
					g.spawn(t)
				}
				if hasStep {
					check(t, tape.Run(input, 1.0/60))
				} else {
					g.keep = func() { check(t, tape.Keep(input, 1.0/60)) }
					g.play(t, input)
				}
				images[tape.Now()] = g.session.Take(t)
			}
			oldest, newest := tape.Frames()
			if oldest == 1 {
				t.Fatal("the tape has all frames")
			}
			before := g.session.Take(t)
			var saved bytes.Buffer
			contents := rewind.Contents{Note: "a note", Settings: []byte("level 3"), Assets: []byte("assets")}
			check(t, tape.Save(&saved, contents))
			if err := g.session.Compare(before, g.session.Take(t)); err != nil {
				t.Fatalf("saving has changed the present: %v", err)
			}

			file, err := rewind.Open(bytes.NewReader(saved.Bytes()))
			check(t, err)
			if file.Note != "a note" || string(file.Settings) != "level 3" || string(file.Assets) != "assets" ||
				file.NeedsStep != hasStep || file.Frames != newest-oldest+1 {
				t.Fatalf("found %+v of frames %d to %d", file.Contents, oldest, newest)
			}
			other := newGame(t, 2)
			again, err := file.Play(other.session, optionsOf(other, 0))
			check(t, err)
			if first, last := again.Frames(); first != 1 || last != file.Frames {
				t.Fatalf("expected frames 1 to %d, found %d to %d", file.Frames, first, last)
			}
			random := rand.New(rand.NewPCG(seed, 28))
			for range 8 {
				frame := oldest + random.IntN(file.Frames)
				check(t, again.Seek(frame-oldest+1))
				if err := other.session.Compare(images[frame], other.session.Take(t)); err != nil {
					t.Fatalf("step %v, frame %d: %v", hasStep, frame, err)
				}
			}
			if !hasStep {
				continue
			}
			// A game that does something else at one frame.
			wrong := newGame(t, 1)
			options := optionsOf(wrong, 0)
			frames := 0
			options.Step = func(input []byte, _ float64) error {
				if frames++; frames == 20 {
					wrong.spawn(t)
				}
				wrong.play(t, input)
				return nil
			}
			again, err = file.Play(wrong.session, options)
			var d *rollback.Difference
			if !errors.As(err, &d) || d.Frame != 20 {
				t.Fatalf("expected a difference at frame 20, found %v", err)
			}
			if _, last := again.Frames(); last != 20 {
				t.Errorf("expected the frames up to the difference, found %d", last)
			}
			if _, err := file.Play(wrong.session, rewind.Options{}); !errors.Is(err, systems.ErrNil) {
				t.Errorf("without a step: %v", err)
			}
		}
	})
}
