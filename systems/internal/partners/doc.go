// Package partners is the arithmetic of characters that play together: where each of them stands
// beside their leader, and how far it is from there while it moves to its place.
//
//   - [Frame] is a place without a scale; [Split] takes it out of a matrix and leaves a [Shape],
//     [Frame.Matrix] joins them.
//   - [Moved] is the root motion of a playback since its start; [Step] is what it moves a character
//     by, as a Frame.
//   - [Beside] is the place of a character beside the leader.
//   - [Remaining] is how much of the way to its place is left, [Frame.Away] where that puts it.
//
// It knows no world. A frame is in double precision, so that a character that follows for hours
// stands where the formula says.
package partners
