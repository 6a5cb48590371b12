// Package playback is the arithmetic of playing: how time moves over a clip, and which markers it passes on the way. It knows
// nothing of entities; the systems keep what it says in components.
//
//   - [Once], [Loop] and [PingPong] move a time on and return the [Step] that it took;
//   - [Step.Cross] lists the markers that a step passes, by a [Crossings], and counts them without listing.
//
// # What a step passes
//
// A step stands for the interval [t0, t1) of a frame. It passes a marker when the playback is at the marker's time at some moment of
// that interval; so a marker just where the frame begins is passed, and one just where it ends is passed by the next frame. The
// same goes backward. Where frames follow each other, each beginning where the last one ended, every marker is passed exactly
// once in each pass through the clip, however the time is divided into frames. The ends of a clip are these cases:
//
//   - Loop: the end of one pass and the start of the next are one moment. When it comes, the markers at the end that the pass
//     ran to are passed first, with the wrap, then those at the end that the next pass begins at: each once a pass. A frame
//     that ends just there has wrapped; it passes the former, the next frame the latter.
//   - Ping-pong: the turn is one moment, the first of the way back; markers there are passed once a turn.
//   - When a playback finishes, there is no next frame: the markers at the end where it stops are passed by the step that finishes.
//   - Beginning to play at an end passes the markers there, going inward. So does a loop that is put to its far end, which
//     is where it begins: it passes the markers there and not those of the end that it was put to.
//
// Markers come in the order of play: those of the same time in the order of the list forward, and in the opposite order
// backward. A step of no way passes nothing, nor does a loop or ping-pong through a clip of no duration.
//
// The times are compared as they are: a step begins at the very number at which the one before it ended, and a time between the
// ends only ever moves the way that it plays. So rounding neither drops a marker nor passes one twice.
package playback
