// Package tumble lets the built-in mannequin fall and get up again.
//
//   - [AddClips] makes the motions of getting up and the poses of falling, the [Clips].
//   - [NewActor] makes an [Actor]: a mannequin that is pushed over, falls by physics (package
//     rigidbody), lies, is brought by its muscles into the pose from which it gets up, and does. Its
//     [State] begins as [Standing].
//   - [Toward] makes an impulse in a horizontal direction, for [Actor.Push].
package tumble
