package view

import (
	"fmt"
	"strings"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/timeline"
	"github.com/sinew-go/sinew/cmd/demo/internal/tuning"
)

// Help describes what the demo draws, and the window's keys.
var Help = `Opens a window if there is a display. Without one, or with --headless or --out, it draws into a
file, and prints the file's path and the time of each system. Where DISPLAY is not set, EGL draws,
on the first graphics device that it finds.

Scenes; with --scene NAME, -h tells what to look for in one of them:

  ` + sceneList() + `

Keys in the window:

  ` + strings.ReplaceAll(Keys, "\n", "\n  ") + `

Keys in the scene ` + Locomotion + `; until the first of them, a script steers:

  ` + strings.ReplaceAll(SteeringKeys, "\n", "\n  ") + `

Keys in the scene ` + stage.Matching + `; until the first of them, a course leads the character:

  ` + strings.ReplaceAll(GuidingKeys, "\n", "\n  ") + `

Keys of the timeline, which e opens; while it records, those that steer still do:

  ` + strings.ReplaceAll(timeline.Keys, "\n", "\n  ") + `

Keys of the tuner, which g opens:

  ` + strings.ReplaceAll(tuning.Keys, "\n", "\n  ") + `

b fades in an additive layer with the trunk of the dance. n fades in a layer that overrides the arms
by those of the run; it is in the sync group of the legs and visible only while the character walks
or runs.`

// sceneList returns a line for each built-in scene.
func sceneList() string {
	longest := 0
	for _, name := range stage.Names {
		longest = max(longest, len(name))
	}
	var lines []string
	for _, e := range stage.Entries {
		lines = append(lines, fmt.Sprintf("%-*s%s", longest+2, e.Name, e.Summary))
	}
	return strings.Join(lines, "\n  ")
}

// Keys lists the mouse actions and keys of the window.
const Keys = `drag, arrows    orbit the camera      wheel, + and -  zoom
right drag      pan the camera        home            reset the camera, and back
space           pause, continue       . and ,         one frame forward, back
[ and ]         scrub back, forward   f, s, r         faster, slower, normal speed
tab, n, p       next, previous clip   1 to 9          crossfade to that clip
0               as at first           u               full quality, automatic
k               skeletons             c               the panel beside the picture
e               timeline              g               the tuner: edit graph and stack
h, q            this list, quit       esc             close what is open, the window last`

// SteeringKeys lists the mouse actions and keys of the window in the scene [Locomotion].
const SteeringKeys = `w, s, up, down  faster, slower    a, d, left, right  turn
space           jump              v                  wave
b               additive dance    n                  running arms
t               slow motion       p, .               pause, one frame forward
i               inertialization   r, backspace       save, restore a snapshot
0               the script again  u                  full quality, automatic
k               skeletons         c                  the panel beside the picture
drag, wheel     camera            home               reset the camera, and back
e               timeline          g                  the tuner: edit the graph
h, q            this list, quit   esc                close what is open, the window last`

// GuidingKeys lists the mouse actions and keys of the window in the scene [stage.Matching].
const GuidingKeys = `w, s, up, down  faster, slower    a, d, left, right  turn
click           go there          v                  aside and back, in place of turning
space           stop              t                  slow motion
p, .            pause, one frame  r, backspace       save, restore a snapshot
0               the course again  u                  full quality, automatic
k               skeletons         c                  the panel beside the picture
drag, wheel     camera            home               reset the camera, and back
e               timeline          g                  the tuner: edit the stack
h, q            this list, quit   esc                close what is open, the window last`
