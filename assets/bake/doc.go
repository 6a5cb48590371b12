// Package bake turns clips into their runtime form: frames of quantized values that are small and
// fast to sample.
//
//   - [Bake] makes a [BakedClip] from a [clip.Clip]. [Options] sets the tolerance. The [Report]
//     describes the result.
//   - [BakedClip.Sample] writes the pose at any time. It allocates nothing, and every time costs
//     the same. [BakedClip.Resample] overwrites an earlier sample of the same clip, which takes
//     less time. A [Part] samples the joints that a mask reaches. [BakedClip.Prefetch] and
//     [BakedClip.PrefetchSample] ask the processor ahead for what a sample reads.
//   - [BakedClip.MarshalBinary] and [BakedClip.UnmarshalBinary] encode and decode. [BakedClip.Bind]
//     connects a decoded clip to its source clip. The errors are [ErrDamaged], [ErrVersion] and
//     [ErrMismatch]. [View] decodes without copying the frames, with [ViewPadding] after them.
//   - [BakedClip.WithoutKeys] leaves out the keys of the source clip.
//   - [Cache.Bake] bakes a clip only if the cache's [Store] does not have it yet. [NewCache] makes
//     a [Cache] of a Store, as a rule of a folder that package cache opens.
//   - [BakedClip.Reduced] makes a cheaper form for a level of detail.
//   - [All] bakes several clips on all processors.
//   - [Mean] blends samples of up to [MeanClips] clips by their weights, as in a frame.
//     [BakedClip.FrameCells] returns how frames are spread over time, each a [FrameCell], for
//     programs that interpolate on the GPU.
//
// Most programs need none of these: a library of package assets bakes the clips that are added to
// it.
//
// # How a clip is baked
//
//  1. Frame grid: time is divided into equal cells. Their boundaries are the times of the keys if
//     these lie on a regular grid, and 30 per second otherwise.
//  2. Frame spacing: where rotations are fast, a cell gets several frames, since sampling
//     interpolates linearly and normalizes; where little changes, one interval between frames
//     covers up to 15 cells.
//  3. Sampled frames: the clip is sampled exactly at the frames. Consecutive rotations are in one
//     hemisphere. If the clip ends as it begins, the first frame is used for the last. Rotations
//     that turn slowly are multiplied so that one component is constant, since sampling normalizes
//     them. Values that follow from one other value, as those of a joint that turns about one axis,
//     are found.
//  4. Value ranges and lever arms: each of the ten values of each joint gets its range over the
//     clip, and its sensitivity: how far a vertex moves per unit of error. A lever arm is the
//     distance from a joint to the farthest vertex that it moves.
//  5. Row layout: each value gets 0 to 24 bits. Eight values of equal width form a row: the same
//     value of 8 joints (a whole row) or any 8 values (a scattered row), whichever costs less
//     memory and time. Values that follow from those of a scattered row are in a derived row, which
//     takes no bits.
//  6. Bit widths: a search finds the fewest bits that keep the error within the tolerance.
//  7. Rounding: each frame is rounded from the roots to the leaves of the skeleton, and each joint
//     makes up for what those above it are off.
//  8. Spans: with [Options.Small] three of four frames may become differences from the middle of
//     their neighbors, without loss.
//
// The error is measured in model space, in meters, at three virtual vertices around each joint and
// at the outermost vertices of the model, against exact sampling, at the frames, between them and
// at the keys. A clip that cannot meet the tolerance stays exact, and so does one whose frames
// would take more bytes than its keys. Stepped tracks are not baked: they are sampled from their
// keys, over the baked pose.
//
// The file docs/baking.md of this module describes each part, the cache files, and the measurements
// that led to the design.
//
// # Conventions
//
// Times are in seconds, lengths in meters. Local poses are in the layout of [rig.Pose.Locals]:
// groups of 8 joints with ten rows of 8 values. A target is the index of a value, or of the first
// value of a row, in a local pose. The base pose of a clip is its pose where no track moves it: the
// rest pose, or no difference in an additive clip.
//
// Baking uses only operations that IEEE 754 rounds exactly, in a fixed order: the same clip and
// options give the same bits on every machine. A [BakedClip] that is bound is immutable and safe
// for concurrent use.
package bake
