// Package rigid has the rigid bodies by which a physics engine moves a character, as frames use
// them: capsules that move with joints, how heavy they are, and how far each may turn against the
// body above. It simulates nothing; package systems hands poses over to bodies and back.
//
//   - A [Definition] describes the bodies of the characters of a skeleton. [Definition.Check]
//     validates it, and [Definition.Remove] takes a body out.
//   - [Body] is a capsule at a joint, [Limit] the cone and the twist of its connection to the body
//     above. [Definition.Beyond] measures how far a pose is beyond the limits.
//   - [TransformOf] is the [Transform] of a joint's body, [Definition.Capsule] its capsule and
//     [Definition.Frames] the frames of its connection, for a character as it stands in the world:
//     with its scale and mirroring, which bodies cannot have. [Motion] is a transform with its
//     velocities.
//
// Package ragdoll proposes definitions, and reads and writes them as JSON. It has the types of this
// package under the same names, so few programs import this one, which is apart so that a program
// without ragdolls does not compile what proposes them.
//
// # Conventions
//
// Capsules are in the space of their joint. A body has its origin at its joint, and the directions
// of its joint's axes. Masses are kilograms, angles radians. The arithmetic is float64 in a written
// order, as in all packages of assets.
package rigid
