// Package tumble lets the built-in mannequin fall and get up again.
//
//   - [AddClips] makes the motions of getting up, the [Clips].
//   - [NewActor] makes an [Actor]: a mannequin that is pushed over, falls by physics (package
//     rigidbody), lies, and gets up. Its [State] begins as [Standing].
//   - [Toward] makes an impulse in a horizontal direction, for [Actor.Push].
package tumble
