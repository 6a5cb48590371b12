// Package reference is the animation pipeline as a textbook has it: float64, 4x4 matrices, one equation after the other, no
// thought for speed. Tests hold the fast path against it, and benchmarks show what the fast path gains.
//
// It reads assets through their public accessors and shares no arithmetic with them. In the order of the pipeline:
//
//   - [Loop] and [Clamp] bring a time into a clip.
//   - [Track] is a track's keys; [TrackOf] takes them from an asset, [Track.Sample] interpolates.
//   - [Pose] is the local transform ([TRS]) of every joint and the morph weights: [Rest], [Sample].
//   - [Blend] mixes poses by normalized linear interpolation, [BlendSlerp] two of them along the arc.
//   - [RootMotion] is how a clip moves a whole character.
//   - [LineWeights], [DelaunayWeights], [GradientBands] and [PolarGradientBands] are the weights of a blend space.
//   - [Layered] puts layers over a pose: [Cover] as far as a [Mask] lets it, [Add] and [Subtract] of a [Difference].
//   - [Inertialization] carries a motion over into the next.
//   - [Character] plays a [Channel] in each of its layers, frame by frame: time, fades, weights, sync groups, markers passed, root motion. A
//     [Playing] goes from end to end of its motion, one [Leg] after the other. Of blend spaces it takes the weights and the phase from the asset.
//   - [Models] takes a pose to model space, [Palette] to the matrices of a skin.
//   - [Skin] and [Rigid] move the vertices of a primitive, morph targets included: a [Surface].
//
// Beneath these lie [Vector], [Quaternion] (x, y, z, w) and [Matrix]. Conventions are those of package assets: right-handed,
// column vectors, model(joint) = model(parent) · local, local = translation · rotation · scale.
package reference
