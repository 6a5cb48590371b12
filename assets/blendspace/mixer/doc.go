// Package mixer holds blend spaces in the form that plays: clips at positions along a line or in a
// plane, mixed by coordinates such as a speed or a direction, and kept in phase. Package
// [github.com/sinew-go/sinew/assets/blendspace] makes them, and tells of the methods and the phase;
// its names for the types here are aliases. What plays characters imports this package alone, so
// that programs without blend spaces do not compile builders and triangulations.
//
//   - [Space] is a blend space: an immutable asset, owned by a library. A [Sample] is a clip at its
//     position. A [Definition] with its [SampleDefinition] values is what a space was built from.
//   - A space is a [motion.Motion]: motion.go is how it moves in time, which clips it gives, and
//     which of them fires its markers.
//   - [Space.Weights] returns the [Weight] of every sample that contributes at given coordinates,
//     by the space's [Method].
//   - [Space.Time] and [Space.UnwrappedTime] convert between the common phase and the times of the
//     clips, proportionally between [Space.SyncPhases]. [Space.CycleDuration] and [Space.Advance]
//     convert between the phase and seconds of playback.
//   - [New] makes a space of [Parts], with its [Source], for package blendspace.
//
// Methods of a space that is nil or the zero value return nothing, or an error.
package mixer
