// Package inertialization makes changes of motion smooth (components.Inertialization): it keeps the
// last poses of characters and their decaying differences.
//
// # Outline
//
//   - [Column] is the column of the pose store that holds them.
//   - [Run] inertializes the characters of a block.
//   - [Skip] keeps what the clips give in a frame in which a character is skipped.
//   - [StoreAfterChange] and [Store] sample past poses that the buffer does not hold.
//   - [ShownPose], [ReplaceShown] and [PastPose] are for other features that read or change past
//     poses.
package inertialization
