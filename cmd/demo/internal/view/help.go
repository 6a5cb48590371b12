package view

import "strings"

// Help describes what the demo draws, and the window's keys.
var Help = `Opens a window where there is a display. Without one, or with --headless or --out, it draws into a file and prints where that is and how long each system took. It then needs a virtual display, and starts Xvfb itself where DISPLAY is not set.

In the window:

  ` + strings.ReplaceAll(Keys, "\n", "\n  ") + `

In the scene ` + Locomotion + `, which a script plays until the first of these keys:

  ` + strings.ReplaceAll(SteeringKeys, "\n", "\n  ") + `

What b brings is a layer that adds the dance of the trunk to all below it. The arms of n are a layer in the same sync group as the legs: they keep step with them, and show while it walks or runs.`

// Keys is a list of what mouse and keys do in the window.
const Keys = `drag, arrows    turn the camera       wheel, + and -  nearer, farther
right drag      move sideways         home            as at first
space           pause, go on          . and ,         a step on, back
[ and ]         scrub back, on        f, s, r         faster, slower, as authored
tab, n, p       next, previous clip   1 to 9          that clip, all crossfaded
k               skeletons             h               this list
q, esc          quit`

// SteeringKeys is a list of what mouse and keys do in the window where a character is steered.
const SteeringKeys = `w, s, up, down  faster, slower    a, d, left, right  turn
space           jump              v                  wave
b               dance on top      n                  arms of a runner
t               slow motion       p, .               pause, a step on
i               inertialization   r, backspace       record, rewind to it
k               skeletons         h                  this list
drag, wheel     camera            home               as at first
q, esc          quit`
