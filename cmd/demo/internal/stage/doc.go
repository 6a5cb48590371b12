// Package stage is what the demo's window, its pictures and its web page share: which scenes there
// are, and the camera that looks at them.
//
//   - [Entries] describes the built-in scenes, an [Entry] each; [Names] lists their names, [Find]
//     finds one by its name. [IsFixed] reports whether a scene has characters of its own.
//   - [Open] makes a [Scene] by its name, or of the models of an [Input]. A [Steerable] scene has a
//     character that is steered, a [Guided] one goes where somebody points.
//   - [NewCamera] makes a [CameraControl], which frames a scene, follows the character that is
//     steered, and obeys the mouse. [Placement] asks for another place.
//   - [Light] is what the user changes of the light, [NewLight] before that. [Surroundings] hold the
//     environments, and set all of it in a style.
//   - [ApplyStyle] sets a renderer's style for a scene, and [Measure] tells the scene what the
//     renderer did.
package stage
