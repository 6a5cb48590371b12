// Package handmade makes small skeletons and clips that the tests of several packages share.
//
//   - [Skeleton], [Joint], [Arm] and [ExampleArm] make skeletons.
//   - [Build], [Turning], [Swing], [Swaying], [EmptyClip] and [ExampleWave] make clips, [AddMarked]
//     one with markers; [Grid] makes key times, [Quaternions] converts rotations.
//   - [Tube] makes a model with a surface, the [TubeSurface].
package handmade
