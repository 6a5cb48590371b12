// Package avatars shows avatars of VRM in the demo: with their springs and constraints on, eyes
// that blink by themselves and follow the pointer, and expressions that the panel changes.
//
//   - [Files] are the avatars that were read: [Files.Open] and [Files.Parse] read one, and
//     [Files.OpenAnimation] and [Files.ParseAnimation] a clip for all.
//   - [Files.Input] is what package stage opens a [Scene] of, which a window or page draws as any
//     other one.
package avatars
