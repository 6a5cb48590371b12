// Package curves plots the tracks of a clip over time: translation, rotation and scale of joints,
// with the keys as dots and the markers as vertical lines, sampled exactly and, dashed, as the clip
// is baked.
//
//   - [Draw] plots what [Options] select, as SVG or PNG.
//   - [DrawCoverage] draws how many frames of a database of motions have which speed and turning.
//
// Times are in seconds, translations in the units of the file, which are meters in glTF. Rotations
// are quaternions.
package curves
