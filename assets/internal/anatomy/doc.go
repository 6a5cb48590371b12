// Package anatomy is what the joints of a skeleton tell of its body: by their names, by their places
// in the hierarchy and by the rest pose. Package humanoid finds bones with it, and package retarget
// relates two bodies.
//
// # Outline
//
//   - [Side], [SplitName], [NameSide] and [SwapSides] are the sides in names; [Word], [WordOf] and
//     [Stems] are the words that rigs use for bones.
//   - [Bone] is a bone of a humanoid.
//   - [Frames] are the joints of a pose in model space, in float64; [Local] is a transform to the
//     parent.
//   - [Pairing] finds the mirror [Plane] of a skeleton, and for each joint that of the other side.
//   - [IsBelow], [Ancestors], [CommonAncestor], [PathBetween] and [SubtreeEnds] are places in the
//     hierarchy.
package anatomy
