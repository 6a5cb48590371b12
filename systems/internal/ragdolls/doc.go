// Package ragdolls keeps the bodies of characters that a physics engine moves (components.Ragdoll),
// and blends them into poses. Package internal/bodies is its arithmetic.
//
// # Outline
//
//   - [Column] is the column of the pose store that holds them, a [Run] for each character.
//   - [Bind] gives a character bodies, [Of] returns them.
//   - [Prepare], [Blend], [Repeat] and [Measure] are what the systems do with them, in the order of
//     a frame.
//   - [Rebase] moves what is remembered of a character whose Transform changes.
package ragdolls
