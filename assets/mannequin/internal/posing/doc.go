// Package posing poses the mannequin in an animator's terms.
//
//   - A [BodyPose] is a pose in such terms: how the chest is turned, how far an arm swings, where an
//     ankle is.
//   - A [RestPose] is the skeleton; its method Solve turns a BodyPose into the rotations of joints.
//   - An [Animation] is a BodyPose for each moment of a loop, a [Gait] one of walking or running.
//     [Sampled] makes clips of solved poses.
//   - [Idle], [Walk], [Run], [Jump], [Waving] and [Dance] are the mannequin's own.
package posing
