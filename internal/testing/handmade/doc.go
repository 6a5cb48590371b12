// Package handmade holds small skeletons and clips that the tests and examples of several packages share.
//
// Skeletons: [Skeleton] makes one from joints such as [Joint] returns, [Arm] and [ExampleArm] are arms of two joints.
//
// Clips: [Build] builds one and fails the test on an error. [Turning], [Swing], [Swaying], [EmptyClip] and [ExampleWave]
// are clips for different purposes. [Grid] makes evenly spaced key times, [Quaternions] reads the values of a rotation
// track.
//
// Functions whose names begin with Example are for examples, which have no testing.TB: they panic on an error.
package handmade
