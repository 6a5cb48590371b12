// Package avatars shows avatars of VRM in the demo: with their springs and constraints on, eyes
// that blink by themselves, eyes and heads that follow the pointer, and expressions that the panel
// changes. An avatar without a clip has one in which it stands, breathes and shifts its weight.
//
//   - [Files] are the avatars that were read: [Files.Open] and [Files.Parse] read one, and
//     [Files.OpenAnimation] and [Files.ParseAnimation] a clip for all.
//   - [Files.Input] is what package stage opens a [Scene] of, which a window or page draws as any
//     other one.
package avatars
