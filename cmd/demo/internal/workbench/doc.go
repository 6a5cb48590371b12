// Package workbench is the panel beside the picture in the demo's window and on its web page,
// without drawing it: what of a character can be seen and changed.
//
//   - [New] makes the [Panel] of a [Scene], with the [Settings] of the window or page.
//     [Panel.Sections] returns what it shows now: lists of controls, each a [Section].
//   - [Work] is what goes on in the background, which the panel shows as a bar.
//   - A [Control] is a slider, a timeline, a pad, a list to choose from, and so on ([Kind]), with
//     its value as a number and as text, and with named places ([Mark]). [Control.Set] changes what
//     it stands for, through the public functions of package systems.
//   - [Panel.Find] finds a control by its name, such as "layer 0 time".
//   - [Panel.JointAt] finds the [Joint] under the pointer, a [Point] of the picture,
//     [Panel.Outline] the place of the selected character in the picture.
//   - A [Strip] is a drawing below the picture, by a [Painter] of which window and page have one each.
//
// A window and a page draw the same controls, each in its own way. A scene that steers its
// characters itself leaves that to the panel from the first change on, if it is a [Yielder].
package workbench
