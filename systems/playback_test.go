package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
)

// Clip 0 of the fixture lasts from 0 to 1 s.
func TestPlayModes(t *testing.T) {
	const once, loop, pingPong = assets.Once, assets.Loop, assets.PingPong
	for _, row := range []struct {
		name     string
		mode     assets.PlayMode
		repeats  uint32
		speed    float32
		from     float64
		steps    []float64
		want     float64
		finished bool
		passes   uint32
	}{
		{"once inside", once, 0, 1, 0, []float64{0.25, 0.5}, 0.75, false, 0},
		{"once to the end", once, 0, 1, 0, []float64{0.75, 0.25}, 1, true, 0},
		{"once beyond the end", once, 0, 1, 0.5, []float64{5}, 1, true, 0},
		{"once backward", once, 0, -2, 1, []float64{0.25}, 0.5, false, 0},
		{"once backward to the start", once, 0, -1, 1, []float64{3}, 0, true, 0},
		{"once stays finished", once, 0, 1, 0, []float64{2, 1, 0}, 1, true, 0},
		{"loop wraps", loop, 0, 1, 0, []float64{0.75, 0.5}, 0.25, false, 1},
		{"loop exactly to the end", loop, 0, 1, 0, []float64{1}, 0, false, 1},
		{"loop several times in one step", loop, 0, 1, 0.5, []float64{10.25}, 0.75, false, 10},
		{"loop backward", loop, 0, -1, 1, []float64{0.25}, 0.75, false, 0},
		{"loop backward wraps", loop, 0, -1, 0.25, []float64{0.5}, 0.75, false, 1},
		{"loop at double speed", loop, 0, 2, 0, []float64{0.375}, 0.75, false, 0},
		{"loop 2 times", loop, 2, 1, 0, []float64{0.75, 0.75}, 0.5, false, 1},
		{"loop 2 times ends", loop, 2, 1, 0, []float64{0.75, 0.75, 0.75}, 1, true, 2},
		{"loop 3 times backward ends", loop, 3, -1, 1, []float64{9}, 0, true, 3},
		{"loop at speed 0", loop, 0, 0, 0.25, []float64{1, 1}, 0.25, false, 0},
		{"loop seeks beyond the clip", loop, 0, 1, 3.25, []float64{0}, 0.25, false, 0},
		{"loop seeks before the clip", loop, 0, 1, -0.25, []float64{0}, 0.75, false, 0},
		{"ping-pong forward", pingPong, 0, 1, 0, []float64{0.75}, 0.75, false, 0},
		{"ping-pong turns", pingPong, 0, 1, 0, []float64{0.75, 0.5}, 0.75, false, 1},
		{"ping-pong forward and back", pingPong, 0, 1, 0, []float64{2.25}, 0.25, false, 2},
		{"ping-pong many turns in one step", pingPong, 0, 1, 0, []float64{7.25}, 0.75, false, 7},
		{"ping-pong exactly to the turn", pingPong, 0, 1, 0, []float64{1, 0.25}, 0.75, false, 1},
		{"ping-pong backward", pingPong, 0, -1, 1, []float64{0.75, 0.5}, 0.25, false, 1},
		{"ping-pong once", pingPong, 1, 1, 0, []float64{5}, 1, true, 1},
		{"ping-pong forward and back ends", pingPong, 2, 1, 0, []float64{0.75, 5}, 0, true, 2},
		{"ping-pong 3 loops backward ends", pingPong, 3, -1, 1, []float64{50}, 0, true, 3},
		{"ping-pong seeks beyond the clip", pingPong, 0, 1, 1.25, []float64{0.25}, 0.5, false, 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := newFixture(t, 2)
			e := f.spawn(t, 0, 0)
			player := f.animation.Player(e)
			if err := player.SetMode(row.mode, row.repeats); err != nil {
				t.Fatal(err)
			}
			if err := player.SetSpeed(row.speed); err != nil {
				t.Fatal(err)
			}
			if err := player.Seek(row.from); err != nil {
				t.Fatal(err)
			}
			for _, seconds := range row.steps {
				f.update(t, seconds)
			}
			got := player.Component()
			if got.Time != row.want || got.Finished != row.finished || got.LoopsDone != row.passes {
				t.Errorf("at %v s, finished %v, %d loops; want %v s, %v, %d", got.Time, got.Finished, got.LoopsDone,
					row.want, row.finished, row.passes)
			}
		})
	}
}

func TestPauseAndResume(t *testing.T) {
	f := newFixture(t, 2)
	player := f.animation.Player(f.spawn(t, 0, 0))
	f.update(t, 0.25)
	if err := player.Pause(); err != nil {
		t.Fatal(err)
	}
	f.update(t, 0.25)
	if got := player.Component().Time; got != 0.25 {
		t.Errorf("paused at %v s, want 0.25", got)
	}
	if err := player.Resume(); err != nil {
		t.Fatal(err)
	}
	f.update(t, 0.25)
	if got := player.Component().Time; got != 0.5 {
		t.Errorf("resumed to %v s, want 0.5", got)
	}
}

// A playback ends at the same time after the same number of loops, however the time is split into
// frames.
func TestTimeMayBeSplitIntoFrames(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		mode := assets.PlayMode(random.IntN(3))
		repeats := uint32(random.IntN(4))
		speed := float32(random.IntN(9)-4) / 2
		from, total := random.Float64(), random.Float64()*6
		run := func(steps int) *components.AnimationPlayer {
			f := newFixture(t, 1)
			player := f.animation.Player(f.spawn(t, 0, 0))
			_, _, _ = player.SetMode(mode, repeats), player.SetSpeed(speed), player.Seek(from)
			for range steps {
				f.update(t, total/float64(steps))
			}
			return player.Component()
		}
		once, often := run(1), run(64)
		if math.Abs(once.Time-often.Time) > 1e-9 || once.Finished != often.Finished ||
			once.LoopsDone != often.LoopsDone {
			t.Fatalf("mode %d, loop limit %d, speed %v, from %v, %v s: %+v in one step, %+v in 64", mode, repeats,
				speed, from, total, once, often)
		}
	}
}
