// Package reference is the animation pipeline written from the equations: float64, 4x4 matrices, no
// attention to speed. It is the oracle that tests compare the fast path with, and benchmarks
// measure the gain against it. It reads assets through their public accessors and shares no
// arithmetic with the rest of the library.
//
// In the order of the pipeline:
//
//   - [Loop] and [Clamp] bring a time into a clip.
//   - [Track] holds the keys of a track: [TrackOf] reads them from an asset, [Track.Sample]
//     interpolates.
//   - [Pose] holds the local transform ([TRS]) of every joint and the morph weights: [Rest],
//     [Sample], [PoseOf].
//   - [Blend] mixes poses by normalized linear interpolation, [BlendSlerp] mixes two poses by
//     spherical interpolation.
//   - [Difference], [Add] and [Subtract] make and apply additive poses; [Neutral] is the
//     additive pose that changes nothing.
//   - [Layered] applies a list of [Layer] to a pose, each through its [Mask] ([MaskOf]);
//     [BlendOver] applies one that is not additive.
//   - [LineWeights], [DelaunayWeights], [GradientBands] and [PolarGradientBands] are the weights of
//     a blend space.
//   - [RootMotion] is the movement of a whole character by a clip, [MotionMatrix] that movement as
//     a matrix.
//   - [Character] plays a [Channel] in each layer, frame by frame ([Frame]): time, fades, weights,
//     sync groups, events and root motion. A [Playback] moves through a clip or a blend space; each
//     frame plays a list of [Interval]. The weights and the phase of a blend space come from the
//     asset.
//   - [Inertialization] makes a change of clip continuous, by an [Offset] for each joint.
//   - [Models] computes model matrices, [Palette] the matrices of a skin.
//   - [Skin], [SkinHeaviest], [SkinDual] (by [DualQuaternion]s) and [Rigid] move the vertices of a
//     primitive, morph targets included, and return a [Surface].
//
// They use [Vector], [Quaternion] (x, y, z, w) and [Matrix] (row-major). Conventions are as in
// package assets: right-handed, column vectors, meters, radians, seconds, model(joint) =
// model(parent) · local, local = translation · rotation · scale.
package reference
