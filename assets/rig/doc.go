// Package rig holds skeletons and what belongs to them: poses, transforms, skins and masks.
//
//   - [Skeleton] is a hierarchy of joints with a rest pose; [NewSkeleton] makes one from a list of
//     [Joint] values, and a [JointError] names one that is wrong. [Skeleton.FindJoint] finds a
//     joint by name, and [Skeleton.JointsOf] those that another skeleton has too. [MorphChannel] is
//     the run of morph weights of one mesh, [VisibilityChannel] shows and hides what a joint
//     carries, [MaterialChannel] changes a [MaterialProperty], and [MaterialRest] is its value at
//     rest. [VertexInfluence] is the share of a joint in the position of a vertex at which baking
//     keeps its tolerance.
//   - [TRS] is a transform as translation, rotation and scale; [Matrix] is an affine transform as
//     3x4 numbers. [TRS.Matrix] and [Matrix.Decompose] convert between them.
//   - [Pose] is one pose of a skeleton; [Pose.ModelMatrices] computes the model matrix of every
//     joint.
//   - [Blend] blends poses as the frame does: means ([Mix]), layers with masks ([Over]), additive
//     clips ([Add]), each input a [BlendInput]. With a clip's Sample before it, and
//     [Pose.ModelMatrices] and [Skin.Palette] after it, plain slices go from clips to a palette
//     without an ECS (the example of [Blend]).
//   - [Skin] lists the joints that move the vertices of a mesh, with an inverse bind matrix for
//     each; [NewSkin] makes one and [Skin.Palette] computes the skinning matrices.
//   - [Mask] holds a weight for each joint, by which a layer is limited to a part of the body;
//     [NewMask] begins one, and a [MaskBuilder] collects the weights.
//
// Skeletons, skins and masks do not change once they are made, and any number of characters and
// goroutines may share them.
//
// # Spaces and matrices
//
// Space is right-handed with +Y up, lengths are meters and angles radians, as in glTF 2.0; a file
// may have other units of length ([Skeleton.MetersPerUnit]). Local space is the space of a joint's
// parent, model space that of the whole character:
//
//	local(joint) = translation · rotation · scale
//	model(joint) = model(parent) · local(joint)
//
// Matrices multiply column vectors. A [Matrix] is the upper three rows, row-major, which is the
// form of model matrices and palettes in memory and on the GPU; mgl32.Mat4 at the edge of the API
// is column-major. Flat slices hold [MatrixSize] numbers for each matrix. Quaternions in flat data
// are x, y, z, w.
//
// # Order of joints
//
// Joints are stored parents first and depth first, so that every pass from the roots to the leaves
// is one forward loop and every subtree is one range of indices. A skeleton may have several roots.
//
// # Layout of local poses
//
// A local pose is a slice of float32 in groups of 8 joints. A group has ten rows of
// 8 numbers, one row for each number of a joint's local transform: rotation x, y, z,
// w, then translation x, y, z, then scale x, y, z. The number of joint j in row r is at
//
//	(j/8)*80 + r*8 + j%8
//
// Lanes of the last group that have no joint hold the identity.
package rig
