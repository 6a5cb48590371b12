// Package vrm reads avatars in the format VRM: glTF files with the bones of a humanoid, springs and
// expressions.
//
//   - [Open] and [Parse] read a file into a library and return an [Avatar]: the model as package
//     gltfio reads it, and what the extensions of VRM add. [Options] open one that characters of a
//     skeleton wear.
//
//   - [Avatar.AddSprings] adds the springs (VRMC_springBone, with
//     VRMC_springBone_extended_collider) to a stack of pose modifiers; [Avatar.SpringStack] makes a
//     stack of them alone.
//
//   - [Avatar.AddConstraints] adds the constraints of nodes (VRMC_node_constraint): joints that
//     roll with another one, turn like it or aim at it. [Avatar.Stack] makes a stack of the
//     constraints and the springs.
//
//   - [Avatar.Expressions] are the expressions (VRMC_vrm): named sets of morph weights, each a
//     [MorphBind], that may suppress blinking and others by an [Override]. [Expression.Apply] adds
//     one to the morph weights of a pose, [Avatar.AddExpressionClip] makes an additive clip of one,
//     to be faded on a layer.
//
//   - [OpenHumanoid] reads an avatar of VRM 1.0 or 0.x, or a VRM animation (.vrma), with its bones,
//     clips and skeleton as a [Humanoid] for package retarget.
//
//   - [Avatar.LookAt] is how the eyes look, a [LookAt] with a [RangeMap] for each direction.
//     [Avatar.FirstPerson] are the parts that a camera in the head does not show, and
//     [Avatar.Bones] the humanoid. [Avatar.ShowFace] shows a [Face] in a pose. Package
//     systems/avatar does it for characters.
//
//   - [Avatar.OpenAnimation] and [Avatar.ParseAnimation] read a VRM animation for the avatar, with
//     its expressions and its look.
//
// Joints of springs, colliders, centers and constraints become joints of the skeleton, even if
// nothing else in the file moves them.
//
// VRM 0.x is read as well, and turned to face +Z. Materials have their toon shading (MToon, of
// VRMC_materials_mtoon 1.0 and of VRM 0.x: mesh.Toon). Expressions also change the colors and the
// transforms of the textures of materials; [Avatar].Warnings names the other properties that they
// would change.
//
// # Skeletons of animations
//
// An animation moves nodes without a mesh, and a model has no joints for nodes that nothing moves.
// The skeleton of a [Humanoid] has a joint for every node then, so that bones that rest in the
// animation have their place in it.
//
// Specification: VRM Consortium, VRMC_vrm-1.0, VRMC_springBone-1.0, VRMC_node_constraint-1.0 and
// VRMC_vrm_animation-1.0, https://github.com/vrm-c/vrm-specification.
package vrm
