// Package survey tells what is in a database of motions: what it covers, what is there twice, and
// what was never used.
//
//   - [Open] reads a database of JSON and the files with its clips.
//   - [Cover] counts the frames by speed and turning, as a [Coverage].
//   - [Doubles] finds stretches that are there twice, a [Double] each.
//   - [ReadSession] reads which frames played in a session, [Unused] finds the stretches that never
//     did, a [Stretch] each.
package survey
