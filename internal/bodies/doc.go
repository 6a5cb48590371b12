// Package bodies is the arithmetic between the joints of characters and the rigid bodies of a physics engine. It knows
// nothing of entities and nothing of an engine.
//
//   - [Split] splits an affine transform into what a rigid body can have, a [Place], and a [Stretch], which a body cannot
//     have; [Place.Matrix] puts them together again.
//   - [State.MoveTo] measures velocities from two places.
//   - [Pose] holds the model matrices of a character while its bodies are blended into it: [Pose.Reset] computes them from
//     a local pose, [Pose.Blend] gives joints the places of bodies.
//
// # Conventions
//
// The body of a joint has its origin at the joint. Places are in world space, in meters; quaternions are x, y, z, w. The
// arithmetic is float64 in a written order, so that every machine gets the same bits.
package bodies
