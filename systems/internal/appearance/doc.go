// Package appearance gives [components.Appearance] its meaning, for characters and members of
// crowds alike.
//
//   - [Tint] and [Build] return what a component says, where it says something.
//   - [CheckTint] and [CheckBuild] are what methods refuse.
//   - [BonesOf] returns the [Bone] of each influence joint of a skin; [Bone.Widen] changes the
//     matrix of a palette by a build.
//   - [PartBits] finds the parts that a method hides or shows; [NoPart] is the error of a name that
//     no part has.
//   - [Girth] is how far from its bones a model reaches: a build moves nothing by more than so many
//     times its difference from 1.
//
// A bone lies in the bind space of its skin, so that a palette is widened by what comes before its
// matrices: matrix · (x ↦ x + (build − 1) · the part of x − origin across the axis).
package appearance
