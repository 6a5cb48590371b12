// Package avatar gives characters of VRM files a face: expressions by name with their overrides,
// eyes that look at something, parts that a camera in the head does not show, and springs that
// swing.
//
//   - [New] makes the [Avatars] of an animation, which know the files: [Avatars.Add] makes one known,
//     [Avatars.Spawn] makes a character of one, with its springs and constraints on, and
//     [Avatars.Wear] puts one on another character, as hair or a skirt.
//   - [Avatars.Avatar] is the handle on one of the characters. [Avatar.Express] and
//     [Avatar.Expression] set and return the weight of an expression, [Avatar.LookAt] and
//     [Avatar.LookBy] direct the eyes, [Avatar.SetFirstPerson] selects the camera.
//   - Package systems plays what vrm.Avatar.OpenAnimation reads: its clips move the expressions and
//     the eyes as well, and fade as all clips do.
//
// All that a character shows is in its [components.Avatar], which snapshots hold; the Avatars are
// assets. The system [AtShowFaces] runs after the pose modifiers, before LocalToModel.
package avatar
