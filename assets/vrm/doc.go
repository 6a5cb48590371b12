// Package vrm reads avatars in the format VRM 1.0: glTF files with springs and expressions.
//
//   - [Open] and [Parse] read a file into a library and return an [Avatar]: the model as package gltfio reads it, and what the
//     extensions of VRM add.
//   - [Avatar.AddSprings] adds the springs (VRMC_springBone, with VRMC_springBone_extended_collider) to a stack of pose modifiers;
//     [Avatar.SpringStack] makes a stack of them alone.
//   - [Avatar.Expressions] are the expressions (VRMC_vrm): named sets of morph weights. [Expression.Apply] adds one to the morph
//     weights of a pose, [Avatar.AddExpressionClip] makes an additive clip of one, to be faded on a layer.
//
// Joints of springs, colliders and centers become joints of the skeleton, even if nothing else in the file moves them.
//
// Expressions change materials and textures as well; this is not read. Neither are VRM 0.x, first-person settings, look-at settings
// and VRMC_node_constraint.
package vrm
