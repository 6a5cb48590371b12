package main

import (
	"math"
	"syscall/js"

	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

const (
	// thumbReach is how far, in pixels of the page, a finger moves from where it touched until the
	// character turns or walks; at three times as far it runs.
	thumbReach = 32
	// tapReach is how far a finger may move that taps.
	tapReach = 8
)

// thumb steers a character by a finger, as a stick does that stands where the finger touched:
// upward it walks, farther up it runs, to a side it turns. Lifted, it stands; a tap is a jump.
type thumb struct {
	scene stage.Steerable
	start pointer
	moved bool // farther than a tap

	steers bool // it has given an action
	gear   int  // 0 stands, 1 walks, 2 runs
	turn   turning
}

// turning is the side to which a thumb turns the character.
type turning int8

const (
	noTurn turning = iota
	turnLeft
	turnRight
)

// newThumb returns the thumb of a finger that touches the picture, or nil for another pointer or a
// scene without a character that is steered.
func newThumb(scene stage.Scene, event js.Value, at pointer) *thumb {
	steerable, ok := scene.(stage.Steerable)
	if !ok || event.Get("pointerType").String() != "touch" {
		return nil
	}
	return &thumb{scene: steerable, start: at}
}

// move steers by where the finger is now.
func (t *thumb) move(to pointer) error {
	right, up := to.x-t.start.x, t.start.y-to.y
	t.moved = t.moved || math.Hypot(right, up) > tapReach
	gear, turn := 0, noTurn
	switch {
	case up > 3*thumbReach:
		gear = 2
	case up > thumbReach:
		gear = 1
	}
	switch {
	case right > thumbReach:
		turn = turnRight
	case right < -thumbReach:
		turn = turnLeft
	}
	return t.steer(gear, turn)
}

// steer gives the actions that lead to a gear and a turn.
func (t *thumb) steer(gear int, turn turning) error {
	if gear == t.gear && turn == t.turn {
		return nil
	}
	var actions []locomotion.Action
	if !t.steers { // the script may have left the character in any gear
		actions = append(actions, locomotion.Slower, locomotion.Slower)
		t.steers = true
	}
	for ; t.gear < gear; t.gear++ {
		actions = append(actions, locomotion.Faster)
	}
	for ; t.gear > gear; t.gear-- {
		actions = append(actions, locomotion.Slower)
	}
	if turn != t.turn {
		switch t.turn {
		case turnLeft:
			t.scene.Release(locomotion.Left)
		case turnRight:
			t.scene.Release(locomotion.Right)
		}
		switch t.turn = turn; turn {
		case turnLeft:
			actions = append(actions, locomotion.Left)
		case turnRight:
			actions = append(actions, locomotion.Right)
		}
	}
	for _, action := range actions {
		if err := t.scene.Press(action); err != nil {
			return err
		}
	}
	return nil
}

// lift ends what the finger steered; a tap is a jump.
func (t *thumb) lift() error {
	if !t.moved {
		return t.scene.Press(locomotion.Jump)
	}
	return t.steer(0, noTurn)
}
