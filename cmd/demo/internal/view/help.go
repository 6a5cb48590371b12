package view

// Help describes what the demo draws, and the window's keys.
const Help = `Opens a window where there is a display. Without one, or with --headless or --out, it draws into a file and prints where that is and
how long each system took; it then needs a virtual display, and starts Xvfb itself where DISPLAY is not set.

` + Keys

// Keys is a list of what mouse and keys do in the window.
const Keys = `In the window:
  drag, arrows     turn the camera        wheel, + -     nearer, farther      right drag   move sideways
  space            pause, go on           . and ,        a step on, back      [ and ]      scrub back, on
  up to 9 (1..9)   choose a clip          tab, n / p     next, previous clip, crossfading
  f and s          faster, slower         r              as authored          k            skeletons
  home             camera as at first     h              this list            esc, q       quit`
