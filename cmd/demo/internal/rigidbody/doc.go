// Package rigidbody is a small solver for the capsules of ragdolls on flat ground, for the demo and
// its examples. It is no physics engine: a game uses a real one where the demo uses this solver,
// which is here because no Go module offers an engine in pure Go with ball joints and limits.
//
//   - [NewWorld] makes a [World], which holds bodies and joints and moves them: [World.Step].
//   - [NewDoll] makes the bodies of a character and their joints from a ragdoll.Definition;
//     [Doll.Transforms] is where they are, [Doll.Drive] makes motors hold a pose, and [Doll.Push]
//     pushes a body.
//
// # Method
//
// Extended position-based dynamics in substeps: M. Müller, M. Macklin, N. Chentanez, S. Jeschke and
// T.-Y. Kim, "Detailed Rigid Body Simulation with Extended Position Based Dynamics", SCA 2020.
// Joints are points that coincide, with an elliptical cone and a twist as limits, which turn bodies
// along their gradients, so that they do no work. Bodies touch the ground, the bodies of other
// dolls and, within a doll, all but their neighbors. The arithmetic is that of package exact, so
// that every machine gets the same bits.
package rigidbody
