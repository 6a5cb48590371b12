// Package ragdoll describes the bodies by which a physics engine moves a character: capsules that
// move with joints, how heavy they are, and how far each may turn against the body above. It
// simulates nothing; package systems hands poses over to bodies and back.
//
//   - [Propose] proposes a [Definition] for a model from its mesh, by [Options]. Its fields may be
//     changed by hand; [rigid.Definition.Check] validates them, and [rigid.Definition.Remove] takes
//     a body out.
//   - [Body] is a capsule at a joint, [Limit] the cone and the twist of its connection to the body
//     above.
//   - [JSON] and [Read] write and read definitions.
//   - [rigid.Definition.Beyond] measures how far a pose is beyond the limits.
//   - [Rigid] is the [Transform] of a joint's body, [rigid.Definition.Capsule] its capsule and
//     [rigid.Definition.Frames] the frames of its connection, for a character as it stands in the
//     world: with its scale and mirroring, which bodies cannot have. [Motion] is a transform with
//     its velocities.
//
// The types of definitions are those of package rigid, which frames use.
//
// # What is proposed
//
// Each vertex belongs to the joint that moves it most. Joints of a humanoid (package retarget)
// become bodies as physics engines like them: hips, spine, head, arms, hands, legs and feet;
// shoulders, fingers, toes and twist joints belong to the joint above. In other skeletons, and on
// the torso of a humanoid, joints with enough vertices do. A capsule lies along the bone, or where
// that is short along the longest axis of its vertices (principal component analysis); its radius
// is the mean distance of the vertices from the axis. Masses are volume times density.
//
// Package rigid tells the spaces and units of bodies.
package ragdoll
