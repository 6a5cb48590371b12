// Package biped finds the hips and the feet of a humanoid, for package footing.
//
//   - [BodyOf] finds them by the names and the shape of the joints.
//
// footing.LowestBody finds feet of any character without that search, which is large, where the rest
// pose stands.
package biped
