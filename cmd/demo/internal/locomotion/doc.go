// Package locomotion is the demo's scene of one character that keys or a script steer. The
// character stands, walks, runs, turns, leaps and waves under a state machine. Root motion moves it
// over the ground, and markers in its clips leave footprints. Two overlay layers lie above the
// layers of the state machine; keys fade them in and out. One replaces the arms by the arms of the
// run, in the sync group of the legs. The other adds the trunk of the dance. The package draws
// nothing.
//
//   - [New] makes the [Scene]. [Scene.Update] advances time; [Scene.Status] describes the present
//     state in words.
//   - [Scene.Press] and [Scene.Release] steer by an [Action]; [KeyAction] finds the action of a
//     key. A script steers until the first call of Press.
//   - [Graph] builds the state machine; [Document] is the same in JSON, which the scene reads.
//   - [AddAssets] adds the clips that the state machine names.
//   - [Scene.Record] records a scene; [ReadRecording] reads the file as a [Recording], [NewReplay]
//     makes a [Replay], a scene that does the same again, and [Verify] compares it with the
//     recording.
//   - [Period] is how long the script of [ScriptedAction]s takes.
//   - [Scene.Steps] lists the recent [Step]s.
//
// Lengths are in meters, angles in radians, times in seconds. +Y is up, the character looks along
// +Z at first.
package locomotion
