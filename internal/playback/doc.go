// Package playback is the arithmetic of playing: how time moves over a clip, and which markers it
// crosses on the way. It knows nothing of entities; package systems keeps its results in
// components.
//
//   - [Once], [Loop] and [PingPong] move a time and return the [motion.Step] that it took.
//   - [Leg] splits a ping-pong at its turns.
//   - [Cross] iterates over the markers that a step crosses ([Crossings]), and counts them without
//     iterating.
//
// # Which markers a step crosses
//
// A step stands for the half-open interval [t0, t1) of a frame. It crosses a marker if the playback
// is at the marker's time at some moment of that interval: a marker exactly at the beginning of the
// frame is crossed, a marker exactly at its end is crossed by the next frame. The same holds
// backward. If each frame begins where the last one ended, every marker is crossed exactly once in
// each loop, however time is divided into frames. The ends of a clip are special:
//
//   - Loop: the end of one loop and the start of the next are the same moment. At that moment the
//     markers at the end of the old loop are crossed first, by the step that wraps, then the
//     markers at the start of the new loop: each once per loop. A frame that ends exactly there has
//     wrapped; it crosses the former, and the next frame the latter.
//   - Ping-pong: the moment of turning around is the first moment of the way back; markers there
//     are crossed once per turn.
//   - A playback that finishes has no next frame: the step that finishes crosses the markers at the
//     end where it stops.
//   - A playback that begins at an end and moves inward crosses the markers there. A loop that is
//     put to its far end begins at its near end instead, crosses the markers there, and not those
//     at the far end.
//
// Markers come in the order of play. Markers of the same time come in the order of the list when
// playing forward, and in the opposite order when playing backward. A step of distance 0 crosses
// nothing; neither does a loop or ping-pong through a clip of no duration.
//
// Times are compared exactly: a step begins at the very number at which the step before it ended,
// and a time between the ends only ever moves in the direction of play. So rounding neither drops a
// marker nor crosses one twice.
package playback
