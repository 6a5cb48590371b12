// Package givenmorphs keeps the morph weights that a program gives characters
// (components.MorphOverride).
//
// # Outline
//
//   - [Column] is the column of the pose store that holds them.
//   - [Give] stores the weight of a morph target, [Take] takes it back.
//   - [Show] changes the morph weights of a block's characters.
package givenmorphs
