// Package givenposes keeps the local poses that a program makes characters show
// (components.PoseOverride).
//
// # Outline
//
//   - [Column] is the column of the pose store that holds them.
//   - [Give] stores a pose.
//   - [Show] blends the poses of a block's characters over what their clips give.
//   - [Any], [IsShown] and [BlendShown] tell what the last frame showed.
package givenposes
