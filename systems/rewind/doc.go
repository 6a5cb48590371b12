// Package rewind keeps the last seconds of a world, so that a program can go back to any of their
// frames, read why characters looked as they did then, and go on from there.
//
// # Outline
//
//   - [New] makes a [Tape] for a [rollback.Session]. [Tape.Run] keeps and runs a frame, [Tape.Keep]
//     only keeps one that the program runs itself.
//   - [Tape.Frames] are the frames that are kept, [Tape.Now] is the one that the world shows, and
//     [Tape.Seek] goes to another one. The next frame that is kept drops those after it.
//     [Tape.AppendState] has the state before a frame.
//   - [Tape.Look] shows past frames to a function and returns to the present. [Tape.Rows] reads them
//     as plain data: a [Row] tells what [systems.Animation.Explain] would have told, with each
//     [Event]. [Tracks] arranges rows as what a timeline draws: each [Track] with its [Span]s.
//
// Tests of what happens over time:
//
//   - [Tape.Check] tests each [Assertion] on all frames: [Never], [Always], [Eventually].
//   - A [Condition] is a [Measure] above or below a limit, or [Playing], [InState], [Happened].
//     Measures are [Distance] and [Speed] of joints, [Slide] of feet, [Parameter], [Weight], [Morph],
//     and [Value] for one of the program.
//   - A [Failure] tells the frame and the value, and in which file the frames are.
//
// Files:
//
//   - [Tape.Save] writes the frames as a file, with its [Contents]. [Open] reads a [File], which
//     [IsFile] knows by its first bytes, and [File.Play] plays it in another process, comparing each
//     frame, as the command sinew replay does.
//
// # Two ways to keep frames
//
// With a Step in its [Options] a tape keeps the whole state only now and then, and between two
// states the input of each frame. To go back it restores the state before the frame and runs the
// frames up to it again. This costs least, and needs a step that does the same for the same input,
// as [rollback.Session.Rehearse] tests. Of the frames on the way it poses only the characters whose
// pose a later frame needs: most remember nothing of it. If the step or a system of the program asks
// for palettes or morph weights, or poses characters itself, the tape poses all of them, from then on.
//
// Without a Step it keeps the state before every frame, as its difference from the state before the
// last one, and a frame is a call of [systems.Animation.Update]. This needs nothing of the program,
// which may change what it wants between two frames, and costs as much as a snapshot for each
// frame.
//
// In both ways the frames have the same bits as when they ran, with poses and events.
//
// # Conventions
//
// Everything here runs between two frames, on one goroutine. Frames are numbered from 1 on. Times
// are in seconds, sizes in bytes.
package rewind
