package main

import (
	"testing"

	"github.com/sinew-go/sinew/systems/animtest"
)

// guide: test

// The walker starts to run after a second: its feet stand, nothing jumps, and it looks as it did when
// somebody looked at it last.
func TestWalkersRun(t *testing.T) {
	library, model := newLibrary()
	game := newGame(library, model)
	defer game.animation.Close()
	take := animtest.Record(t, game.animation, game.walkers[0], 2*rate, func(frame int) error {
		game.step([2]Input{{Run: frame >= rate}})
		return nil
	})
	animtest.FeetStand(t, take, 0.1) // meters, while it changes to the run
	animtest.MovesSmoothly(t, take, animtest.Tolerance{Degrees: 20})
	animtest.GoldenPoses(t, take.Pick(t, 30, 70, 110), "testdata/run.txt", animtest.Tolerance{})
	animtest.DefaultSheet().Compare(t, take, "testdata/run.png")
}

// guide: end
