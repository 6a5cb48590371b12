// Package footing measures how feet stand on level ground while a character moves.
//
//   - A [Body] is the hips and the feet of a character. [LowestBody] finds them by what stands on
//     the ground; package biped finds those of humanoids.
//   - A [Track] keeps where they are, frame by frame. [Track.Steps] are the ways of those that are on
//     the ground, and [Drift] is the way that they have in common, which is 0 unless the
//     character walks on the spot. [Track.Stands] are the times in which a foot stands, with how far
//     it slides.
//   - A [Stance] follows one foot, and is what defines how far a foot slides.
//   - A [Walk] is what a clip does: it moves its character, or lets it walk on the spot, and how fast.
//     [Walks] remember the speeds of clips.
//
// Up is +Y. Lengths are in any unit.
package footing
