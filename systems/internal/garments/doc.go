// Package garments poses the joints that a garment has in common with its wearer: a character with
// an Attachment to every joint (components.EveryJoint), and the character that it hangs on.
//
// # Outline
//
//   - [Column] is the column of the pose store that holds the local poses of both.
//   - [Wear] tells which garment hangs on whom in a frame, and [Release] that one does not after
//     all.
//   - [Keep] keeps the poses of a block, [Take] gives garments those of their wearers.
//   - [Shown] reads a kept pose.
//
// A garment takes what its wearer shows, after all that changes it, and not what it is computed
// from: so nothing that moves a character has to know of garments.
package garments
