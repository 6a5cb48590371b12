// Package stage puts characters on a stage and lets them act, without drawing anything.
//
//   - [NewShow] is the demo's own scene: mannequins in a group, some walking, some dancing.
//   - [NewCrowd] is any number of characters of the given models in rows.
//   - [NewLineup] is one character of each model, side by side.
//
// All of them return a [Stage]: [Stage.Update] moves time on, [Stage.Animation] is what there is to draw.
package scene
