package timeline

import (
	"slices"

	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
)

// Keys lists the keys and mouse actions of an open timeline.
const Keys = `space           play, stop           k                  stop
l, j            play on, backward; again: faster
left, right     a frame back, on     , and .            the same
up, down        change before, next  [ and ]            ten frames back, on
home, end       first, newest frame  enter              the scene goes on from here
i, o            loop from, to here   x                  no loop
s, f, r         slower, faster, normal speed
g               mark this moment: ghost and comparison; again: no mark
b               shares of the joint under the mouse, by clip
click, drag     go there             click on a diamond its transition
wheel           over the time: zoom  over the tracks    scroll
e, esc          close the timeline   c, h               panel, this list`

// action is something that a key or a button asks for.
type action struct {
	name string
	keys []string
	// past actions are the timeline's only while it shows the past, in scenes where keys steer.
	past   bool
	button string // its text; empty for none
	do     func(t *Timeline) error
}

// actions are all actions, those with buttons in their order. A button without a key is for fingers, which
// have no wheel.
var actions = []action{
	{"first", []string{"home"}, true, "|<", func(t *Timeline) error { return t.goTo(0) }},
	{"back", []string{"left"}, true, "<", func(t *Timeline) error { return t.goTo(t.shown - 1) }},
	{"backward", []string{"j"}, false, "<<", func(t *Timeline) error { return t.shuttle(-1) }},
	{"play", []string{"space"}, true, "play", (*Timeline).Toggle},
	{"forward", []string{"l"}, true, ">>", func(t *Timeline) error { return t.shuttle(1) }},
	{"on", []string{"right"}, true, ">", func(t *Timeline) error { return t.goTo(t.shown + 1) }},
	{"newest", []string{"end"}, false, ">|", func(t *Timeline) error { return t.goTo(len(t.frames) - 1) }},
	{"play on", []string{"enter"}, true, "go on from here", (*Timeline).playOn},
	{"loop from", []string{"i"}, true, "from", func(t *Timeline) error { t.loopTo(0); return nil }},
	{"loop to", []string{"o"}, true, "to", func(t *Timeline) error { t.loopTo(1); return nil }},
	{"no loop", []string{"x"}, true, "no loop", func(t *Timeline) error { t.looping = false; return nil }},
	{"mark", []string{"g"}, false, "ghost", (*Timeline).mark},
	{"shares", []string{"b"}, true, "shares", (*Timeline).showShares},
	{"close", []string{"e", "escape"}, false, "close", (*Timeline).Close},
	{"zoom out", nil, false, "-", func(t *Timeline) error { t.zoom(t.Seconds(), -zoomClicks); return nil }},
	{"zoom in", nil, false, "+", func(t *Timeline) error { t.zoom(t.Seconds(), zoomClicks); return nil }},
	{"frame back", []string{","}, false, "", func(t *Timeline) error { return t.goTo(t.shown - 1) }},
	{"frame on", []string{"."}, false, "", func(t *Timeline) error { return t.goTo(t.shown + 1) }},
	{"stop", []string{"k"}, false, "", func(t *Timeline) error { return t.goTo(t.shown) }},
	{"change before", []string{"up"}, true, "", func(t *Timeline) error { return t.goToChange(-1) }},
	{"next change", []string{"down"}, true, "", func(t *Timeline) error { return t.goToChange(1) }},
	{"ten back", []string{"["}, true, "", func(t *Timeline) error { return t.goTo(t.shown - 10) }},
	{"ten on", []string{"]"}, true, "", func(t *Timeline) error { return t.goTo(t.shown + 10) }},
	{"slower", []string{"s"}, true, "", func(t *Timeline) error {
		t.Speed = max(t.Speed/2, workbench.MinSpeed)
		return nil
	}},
	{"faster", []string{"f"}, true, "", func(t *Timeline) error {
		t.Speed = min(t.Speed*2, workbench.MaxSpeed)
		return nil
	}},
	{"normal speed", []string{"r"}, true, "", func(t *Timeline) error { t.Speed = 1; return nil }},
}

// Key carries out the action of a key, by its name as Keys has it, and reports whether there is
// one. While keys steer the scene, and it goes on, most of them are the scene's.
func (t *Timeline) Key(name string, steers bool) (known bool, err error) {
	for i := range actions {
		if a := &actions[i]; slices.Contains(a.keys, name) && !(a.past && steers && t.live) {
			return true, t.do(a)
		}
	}
	return false, nil
}

// do carries out an action.
func (t *Timeline) do(a *action) error {
	t.changed, t.message = true, ""
	return a.do(t)
}

// Plays reports whether the scene goes on, or its past plays.
func (t *Timeline) Plays() bool { return t.live || t.rate != 0 }

// Toggle stops what plays, and otherwise plays the past, or at its end lets the scene go on.
func (t *Timeline) Toggle() error {
	t.changed = true
	switch {
	case t.Plays():
		t.stop()
	case t.isNewest() && !t.looping:
		return t.playOn()
	default:
		t.rate = 1
	}
	return nil
}

// mostRate is the largest speed of playing with J and L.
const mostRate = 8

// shuttle plays in a direction: faster if it does already. At the end of the past the scene goes
// on.
func (t *Timeline) shuttle(direction float64) error {
	switch {
	case direction > 0 && t.live:
	case direction > 0 && t.isNewest() && !t.looping:
		return t.playOn()
	case t.rate*direction > 0:
		t.rate = direction * min(mostRate, 2*t.rate*direction)
	default:
		t.stop()
		t.rate = direction
	}
	return nil
}

// loopTo begins (0) or ends (1) the loop at the shown moment.
func (t *Timeline) loopTo(end int) {
	if !t.looping {
		t.loop = [2]float64{t.frames[0].seconds, t.frames[len(t.frames)-1].seconds}
	}
	t.loop[end], t.looping = t.Seconds(), true
	if t.loop[0] > t.loop[1] {
		t.loop[0], t.loop[1] = t.loop[1], t.loop[0]
	}
}

// showShares shows the shares of the joint that the mouse is at, or hides them.
func (t *Timeline) showShares() error {
	joint, ok := t.panel.Hovered()
	switch {
	case ok && joint.Name != t.joint:
		t.joint = joint.Name
		if joint.Character != t.character {
			t.panel.Select(joint.Character)
			t.character = joint.Character
		}
	case t.joint != "":
		t.joint = ""
	default:
		t.message = "point at a joint in the picture, and press B"
		return nil
	}
	t.forgetRows()
	return nil
}
