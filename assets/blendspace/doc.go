// Package blendspace makes blend spaces: clips at positions along a line or in a plane, mixed by
// coordinates such as a speed or a direction, and kept in phase. Package
// [github.com/sinew-go/sinew/assets/blendspace/mixer] has the form that plays; the names of its
// types here are aliases.
//
//   - [New1D] and [New2D] begin a blend space. [SpeedLocomotion] and [DirectionalLocomotion] are
//     shortcuts for the two most common ones, of which a [Gait] is a part. A [Builder] adds clips
//     with [Builder.At], [Builder.At2] and [Builder.Ring].
//   - [Space] is the result: an immutable asset, owned by a [Library]. A [Sample] is a clip
//     at its position. A [Definition] with its [SampleDefinition] values is what a space was built
//     from, and [FromDefinition] begins one like it.
//   - A space gives the [Weight] of every sample at given coordinates by its [Method], and converts
//     between the common phase, the times of the clips and seconds of playback: see [mixer.Space].
//
// Standing, walking and running by speed, with feet that touch the ground together:
//
//	gait, err := blendspace.New1D("Gait").
//		At(0, idle).SyncByTime().
//		At(1.4, walk).
//		At(4, run).
//		SyncByMarkers("left foot", "right foot").
//		Add(library)
//
// A character plays it with the handle of package systems: player.Play(gait), then
// player.SetPosition(speed, 0) in every frame.
//
// # Weights
//
// The units of the coordinates are the program's choice; locomotion uses meters per second. Weights
// are continuous in the coordinates. At the position of a sample, that sample has all the weight.
// The methods differ between the samples:
//
//   - [Linear] mixes the two neighbors along a line.
//   - [Delaunay] mixes the three corners of the triangle that contains the point. It has the fewest
//     clips and is the fastest.
//   - [GradientBands] mixes the samples around the point: the weight of each falls from 1 at its
//     position to 0 where the point is level with another sample. It is smoother than Delaunay and
//     mixes more clips.
//   - [PolarGradientBands] is the same by direction and distance from the origin, for moving in all
//     directions.
//
// # Phase
//
// All clips of a space share one phase, so that feet touch the ground together although the clips
// have different durations. The phase runs from 0 to 1, which is one cycle, and begins again. A
// sample's time depends on the phase alone, so the weights can change at any moment without a jump
// in time.
//
// By default the phase is normalized time: every clip is at the same fraction of its duration.
//
// As a ping-pong the phase turns around at 0 and 1, and moves back as it came.
//
// # Sync markers
//
// With [Builder.SyncByMarkers] clips meet at named markers, such as "left foot" and "right foot".
// Every marker has a phase, which is the same in all clips, and between two markers a clip's time
// is proportional to the phase. The markers must appear in the same cyclic order in all clips, but
// not equally often. If they appear once in a walk and twice in a run, a cycle plays the walk twice
// and the run once.
//
// The phase begins at the first marker of the first name in the first sample that has markers;
// [Builder.AlignStarts] begins it at the start of the clips instead. The phases of the other
// markers are the average of where the clips have them. Clips without markers, such as standing
// still, follow by normalized time with [Builder.SyncByTime].
//
// The duration of a cycle is the mean of the clips' durations by weight, and each interval between
// markers is advanced at the pace that the weighted clips have in it. So a clip that plays alone
// plays as authored.
//
// # Exactness
//
// Weights and times are computed in float64 with operations that IEEE 754 rounds exactly, in one
// written order, so that they have the same bits on every machine. Weights are multiples of 2⁻²⁴:
// they add up to exactly 1 in any order.
package blendspace
