// Package bodies is the arithmetic between the joints of characters and the rigid bodies of a
// physics engine. It knows nothing of entities and nothing of an engine.
//
//   - [Split] splits an affine transform into what a rigid body can have, a [Place], and a
//     [Stretch], which a body cannot have; [Place.Matrix] puts them together again.
//   - [State.MoveTo] measures velocities from two places.
//   - [Body] is what a character holds of one of its bodies from one frame to the next.
//   - [Pose.Blend] measures where a local pose puts bodies, and gives joints the places of bodies,
//     by the weights of a [Blending].
//     [Rebase] changes a local pose so that the bodies stay where they are when the character's
//     transform changes.
//   - [ModelMatrices] are the model matrices of a local pose, [ToJoint] and [Across] directions in
//     the spaces of joints, for limits.
//   - [Stand] finds where a character must stand so that its pelvis lies in another pose as it does
//     now.
//
// # Conventions
//
// The body of a joint has its origin at the joint. Places are in world space, in meters;
// quaternions are x, y, z, w. The arithmetic is float64 in a written order, so that every machine
// gets the same bits.
package bodies
