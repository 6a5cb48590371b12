// Package tuning edits what the selected character of a scene plays, while it plays: its state
// machine with the blend spaces and masks in that, its stack of pose modifiers, its ragdoll, and the
// masks and blend spaces of a file. It knows no window and no page; both show it.
//
//   - [New] makes the [Tuner] of a panel, to which it adds a section with rows. [Tuner.Toggle] opens
//     it.
//   - [Tuner.Draw] draws a picture by a [workbench.Painter]: the states and transitions of a
//     machine, lit as they run, the samples of a blend space, or the skeleton with the weights of a
//     mask.
//     [Tuner.Press], [Tuner.Move] and [Tuner.Release] take what the mouse does there, and
//     [Tuner.Area] tells where something reacts.
//   - [Tuner.Undo] and [Tuner.Redo] go through the edits.
//   - [Tuner.WatchGraph] and its like tell it of a file that an asset came from, and [Tuner.Load]
//     that the file changed. [Tuner.Save] writes an asset back as JSON.
//
// Every edit is one of an asset's JSON, which is read again and put into the library in place of
// the old one, so that characters go on in the next frame. What is not valid is not taken over, and
// the panel shows the error.
//
// A new name is written into all that refers to the old one: that of a state into the targets of
// transitions, that of a parameter into conditions, coordinates and speeds. A program that sets a
// parameter by its old name no longer finds it. The places of boxes are in the layout of the graph's
// JSON.
//
// The first placement of the boxes is by layers from the entry on. gonum's layouts are by forces,
// which put the boxes of a state machine over each other, and Graphviz comes to Go as a program in
// WebAssembly with its interpreter, which the page would have to download.
package tuning
