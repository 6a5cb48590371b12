// Package dolls makes avatars in the formats VRM 1.0 and 0.x, for tests: bodies of balls, with
// materials of toon shading.
//
//   - [Doll] is an avatar, and [Doll.File] its file, whose parts are [Object] values of JSON.
//   - [Toon] is a material; the number of balls is [Balls].
package dolls
