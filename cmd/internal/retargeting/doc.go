// Package retargeting relates the characters of two files, so that one plays the clips of the
// other: what the commands that retarget share.
//
//   - [Load] loads the [Character] of a file, which an [Open] reads; [Of] and [FromModel] take one
//     that is loaded.
//   - [Relate] finds which joints are which, corrected by [Names], and returns a [Relation], whose
//     Retargeter makes the clips.
//   - [Start] and [StartFrom] begin a [Work] in the background: the clips of files, added to a
//     character as they are ready.
package retargeting
